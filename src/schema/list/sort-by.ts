import { builder } from '../builder.ts'
import { badUserInput } from '../errors.ts'
import { snakeCase } from '../scalar/wire-name.ts'

const SortDirection = builder.enumType('SortDirection', {
  description: 'Which way a list is sorted.',
  values: {
    ASC: { value: 'asc', description: 'Smallest, earliest, or first in the alphabet first.' },
    DESC: { value: 'desc', description: 'Greatest, latest, or last in the alphabet first.' },
  } as const,
})

/** One attribute of a list's order. */
export const SortBy = builder.inputType('SortBy', {
  description:
    'One attribute of the order of a list. The documents do not name the attributes; the service takes most fields of ' +
    'a row except ids and enums, such as `createdAt`, `updatedAt`, `name`, and refuses others.',
  fields: (t) => ({
    field: t.string({ required: true, description: 'The attribute, as the field is named here or on the wire.' }),
    direction: t.field({ type: SortDirection, required: true, description: 'Which way.' }),
  }),
})

export type SortByInput = typeof SortBy.$inferInput

/** `sort_by` as the wire takes it: `<attribute>-asc` or `<attribute>-desc` (R-CONV-14). */
export function sortParams(sortBy: readonly SortByInput[] | null | undefined): string[] | undefined {
  if (!sortBy || sortBy.length === 0) return undefined
  return sortBy.map(({ field, direction }) => {
    if (!/^[A-Za-z][A-Za-z0-9_]*$/.test(field))
      throw badUserInput(
        'sortBy',
        `\`sortBy.field\`: ${JSON.stringify(field.slice(0, 80))} names no attribute`,
        'R-CONV-14',
      )
    return `${snakeCase(field)}-${direction}`
  })
}
