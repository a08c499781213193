import { builder } from '../builder.ts'
import { badUserInput } from '../errors.ts'
import { snakeCase } from '../scalar/wire-name.ts'

const SortDirection = builder.enumType('SortDirection', {
  description: 'The direction of a sort order.',
  values: {
    ASC: { value: 'asc', description: 'Ascending: smallest, earliest or alphabetically first value first.' },
    DESC: { value: 'desc', description: 'Descending: greatest, latest or alphabetically last value first.' },
  } as const,
})

/** One attribute of a sort order. */
export const SortBy = builder.inputType('SortBy', {
  description:
    'One attribute of a sort order. The documents do not list the attributes. The service accepts most fields ' +
    'except IDs and enums, for example `createdAt`, `updatedAt` and `name`, and refuses others.',
  fields: (t) => ({
    field: t.string({
      required: true,
      description: 'The attribute: the name of the field in this graph, or its name in the REST interface.',
    }),
    direction: t.field({ type: SortDirection, required: true, description: 'The sort direction.' }),
  }),
})

export type SortByInput = typeof SortBy.$inferInput

/**
 * The parameter `sort_by`: `<attribute>-asc` or `<attribute>-desc` for each attribute (R-CONV-14). Throws
 * BAD_USER_INPUT.
 */
export function sortParams(sortBy: readonly SortByInput[] | null | undefined): string[] | undefined {
  if (!sortBy || sortBy.length === 0) return undefined
  return sortBy.map(({ field, direction }) => {
    if (!/^[A-Za-z][A-Za-z0-9_]*$/.test(field))
      throw badUserInput(
        'sortBy',
        `\`sortBy.field\`: ${JSON.stringify(field.slice(0, 80))} is not a valid attribute name`,
        'R-CONV-14',
      )
    return `${snakeCase(field)}-${direction}`
  })
}
