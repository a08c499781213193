import { lazily } from '../../async/promise.ts'
import { badUserInput, show } from '../errors.ts'

/** The names of all regions take more time than any module of the graph. */
const names = lazily(() => new Intl.DisplayNames('en', { type: 'region', fallback: 'none' }))

/** Whether a text is an ISO 3166-1 country code of two capital letters. ZZ has a name, but is not a country. */
export function isCountry(code: string): boolean {
  return /^[A-Z]{2}$/.test(code) && code !== 'ZZ' && names().of(code) !== undefined
}

/** ISO 3166-1 country codes of two capital letters; undefined if they are not set. Throws BAD_USER_INPUT. */
export function countryCodes(
  codes: readonly string[] | null | undefined,
  field: string,
  rule: string,
): readonly string[] | undefined {
  const wrong = codes?.find((code) => !isCountry(code))
  if (wrong === undefined) return codes ?? undefined
  throw badUserInput(
    field,
    `\`${field}\`: ${show(wrong)} is not an ISO 3166-1 country code of two capital letters`,
    rule,
  )
}
