const DAY_MS = 86_400_000

/** A time in the format of the ads interface: ISO 8601 in UTC with whole seconds, `2026-06-01T12:00:00Z`. */
export function timestamp(moment: Date): string {
  return `${moment.toISOString().slice(0, 19)}Z`
}

/** The time a number of days after another; the number can be fractional or negative. */
export function daysAfter(moment: Date, days: number): Date {
  return new Date(moment.getTime() + days * DAY_MS)
}
