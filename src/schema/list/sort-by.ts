import type { InputRef } from '@pothos/core'
import { builder, inputType } from '../builder.ts'
import { badUserInput, show } from '../errors.ts'
import { snakeCase } from '../wire-name.ts'

const SortDirection = builder.enumType('SortDirection', {
  description: 'The direction of a sort order.',
  values: {
    ASC: { value: 'asc', description: 'Ascending: smallest, earliest or alphabetically first value first.' },
    DESC: { value: 'desc', description: 'Descending: greatest, latest or alphabetically last value first.' },
  } as const,
})

const SORT_ORDER = 'The sort order, most significant attribute first. Defaults to the order of the service.'

/** The attributes that every list with known attributes can be sorted by, with their wire names. */
export const COMMON_ATTRIBUTES = {
  created_at: 'The creation time.',
  updated_at: 'The time of the last change.',
  deleted: 'Whether the item is deleted.',
} as const

/**
 * Creates the argument for the sort order of lists whose sortable attributes are documented. They are given with their
 * wire names and descriptions. `name` is that of the input of the argument.
 */
export function sortArgOf(name: string, items: string, attributes: Readonly<Record<string, string>>) {
  const Field = builder.enumType(name.replace(/By$/, 'Field'), {
    description: `The attributes by which the service sorts ${items} (R-CONV-14). @beyondDocuments`,
    values: Object.fromEntries(
      Object.entries(attributes).map(([value, description]) => [value.toUpperCase(), { value, description }]),
    ),
  })
  const By = inputType(name, `One attribute of the sort order of ${items}.`, (t) =>
    t.required({
      field: [Field, 'The attribute.'],
      direction: [SortDirection, 'The sort direction.'],
    }),
  )
  return argOf(By)
}

/** The argument for a sort order whose attributes have this type. */
function argOf<By extends InputRef<object>>(type: By) {
  return builder.args((t) => t.optional({ sortBy: [[type], SORT_ORDER] }))
}

/** One attribute of the sort order of a list whose sortable attributes are not documented. */
const SortBy = inputType(
  'SortBy',
  'One attribute of a sort order. It is not known by which attributes the service sorts this list. It accepts most fields ' +
    'except IDs and enums, for example `createdAt`, `updatedAt` and `name`, and refuses others.',
  (t) =>
    t.required({
      field: 'The attribute: the name of the field in this graph, or its name in the REST interface.',
      direction: [SortDirection, 'The sort direction.'],
    }),
)

/** The argument for the sort order of lists whose sortable attributes are not documented. */
export const sortArg = argOf(SortBy)

export type SortByInput = typeof SortBy.$inferInput

/**
 * The parameter `sort_by`: `<attribute>-asc` or `<attribute>-desc` for each attribute (R-CONV-14). Throws
 * BAD_USER_INPUT.
 */
export function sortParams(sortBy: readonly SortByInput[] | null | undefined): string[] | undefined {
  if (!sortBy || sortBy.length === 0) return undefined
  return sortBy.map(({ field, direction }) => {
    if (!/^[A-Za-z][A-Za-z0-9_]*$/.test(field))
      throw badUserInput('sortBy', `\`sortBy.field\`: ${show(field)} is not a valid attribute name`, 'R-CONV-14')
    return `${snakeCase(field)}-${direction}`
  })
}
