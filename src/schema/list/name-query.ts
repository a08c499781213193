import { badUserInput } from '../errors.ts'

const MAX_QUERY = 255

/** The text of a search by name as the wire takes it (R-CONV-15); undefined where it was left out. */
export function nameQuery(query: string | null | undefined, max = MAX_QUERY, rule = 'R-CONV-15'): string | undefined {
  if (query === null || query === undefined) return undefined
  if (!query.isWellFormed())
    throw badUserInput('query', '`query` holds half a character (a lone surrogate), which cannot be sent', 'R-CONV-15')
  const length = Array.from(query).length
  if (length >= 1 && length <= max) return query
  throw badUserInput('query', `\`query\` has ${length} characters; it can have 1 to ${max}`, rule)
}
