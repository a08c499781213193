import { badUserInput, show } from '../errors.ts'

/** ISO 3166-1 country codes of two capital letters; undefined if they are not set. Throws BAD_USER_INPUT. */
export function countryCodes(
  codes: readonly string[] | null | undefined,
  field: string,
  rule: string,
): readonly string[] | undefined {
  const wrong = codes?.find((code) => !/^[A-Z]{2}$/.test(code))
  if (wrong === undefined) return codes ?? undefined
  throw badUserInput(
    field,
    `\`${field}\`: ${show(wrong)} is not an ISO 3166-1 country code of two capital letters`,
    rule,
  )
}
