import { knownTimeZone } from '../row/flight.ts'

/** The number of days whose spend is shown, today included: the service reads at most 7 days in one call. */
export const DAYS = 7

const DAY_MS = 86_400_000

/** Today and the days before it as the period of a query: dates in the time zone of the account, the end exclusive. */
export function lastDays(
  timeZone: string | null | undefined,
  now = Date.now(),
): { startTime: string; endTime: string } {
  // Swedish writes dates as ISO 8601 does.
  const today = Date.parse(new Date(now).toLocaleDateString('sv', { timeZone: knownTimeZone(timeZone) }))
  const date = (days: number) => new Date(today + days * DAY_MS).toISOString().slice(0, 10)
  return { startTime: date(1 - DAYS), endTime: date(1) }
}

type Amounts = readonly (string | null)[]

/** The sum of amounts in micros. Null if nothing was counted, which is not 0. */
export function totalOf(amounts: Amounts): string | null {
  const counted = amounts.filter((amount) => amount !== null)
  return counted.length > 0 ? counted.reduce((total, amount) => total + BigInt(amount), 0n).toString() : null
}

/** The path of a line through amounts in a box of this size, above 0. It has a gap where nothing was counted. */
export function pathOf(amounts: Amounts, width: number, height: number): string {
  const values = amounts.map((amount) => (amount === null ? undefined : Number(amount)))
  const most = Math.max(1, ...values.map((value) => value ?? 0))
  const step = width / Math.max(1, values.length - 1)
  return values
    .map((value, index) => {
      if (value === undefined) return ''
      const point = `${round(index * step)} ${round(height - (value / most) * height)}`
      // A point without a neighbor is drawn as a line to itself.
      return values[index - 1] === undefined ? `M${point}L${point}` : `L${point}`
    })
    .join('')
}

function round(value: number): number {
  return Math.round(value * 10) / 10
}
