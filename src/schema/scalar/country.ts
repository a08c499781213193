import { badUserInput } from '../errors.ts'

/** Country codes as the wire takes them, two letters of ISO 3166-1; undefined where they were left out. */
export function countryCodes(
  codes: readonly string[] | null | undefined,
  field: string,
  rule: string,
): readonly string[] | undefined {
  const wrong = codes?.find((code) => !/^[A-Z]{2}$/.test(code))
  if (wrong === undefined) return codes ?? undefined
  throw badUserInput(field, `\`${field}\`: ${JSON.stringify(wrong.slice(0, 80))} is no country of ISO 3166-1`, rule)
}
