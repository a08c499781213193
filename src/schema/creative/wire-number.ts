import type { Long } from '../../rest/types.ts'

/** A number that some rows have as text (`"1600"`), as an Int; null if it is not a number or does not fit. */
export function intOf(value: Long): number | null {
  const number = numberOf(value)
  return number !== null && Number.isInteger(number) && Math.abs(number) < 2 ** 31 ? number : null
}

/** A number that some rows have as text (`"24"`), as a Float; null if it is not a number. */
export function numberOf(value: Long): number | null {
  const number = value === '' ? NaN : Number(value)
  return Number.isFinite(number) ? number : null
}
