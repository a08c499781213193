import { characterCount } from '../character-count.ts'
import { badUserInput } from '../errors.ts'

const MAX_QUERY_CHARACTERS = 255
const RULE = 'R-CONV-15'

interface NameArgs {
  namePrefix?: string | null
}

/** The filter of the argument `namePrefix`. */
export const nameFilter = ({ namePrefix }: NameArgs) => ({ q: nameQuery(namePrefix) })

/** The filters of the arguments `namePrefix` and `withDraft`. */
export const nameAndDraftFilters = ({ namePrefix, withDraft }: NameArgs & { withDraft?: boolean }) => ({
  q: nameQuery(namePrefix),
  with_draft: withDraft || undefined,
})

/** The text of a search as it is sent (R-CONV-15); undefined if it is not set. Throws BAD_USER_INPUT. */
export function nameQuery(
  query: string | null | undefined,
  { field = 'namePrefix', max = MAX_QUERY_CHARACTERS, rule = RULE } = {},
): string | undefined {
  if (query === null || query === undefined) return undefined
  if (!query.isWellFormed())
    throw badUserInput(field, `\`${field}\` contains half a character (a lone surrogate), which cannot be sent`)
  const length = characterCount(query)
  if (length >= 1 && length <= max) return query
  // No rule states the lower limit of cards.
  const isOther = rule === RULE && length >= 1 && length <= MAX_QUERY_CHARACTERS
  throw badUserInput(
    field,
    `\`${field}\` has ${length} characters; it must have 1 to ${max}`,
    isOther ? undefined : rule,
  )
}
