const DAY_MS = 86_400_000

/** A moment as the ads interface writes it: ISO 8601 in UTC with seconds and nothing finer, `2026-06-01T12:00:00Z`. */
export function timestamp(moment: Date): string {
  return `${moment.toISOString().slice(0, 19)}Z`
}

/** The moment a number of days, also parts of days, after another; before it when the number is negative. */
export function daysAfter(moment: Date, days: number): Date {
  return new Date(moment.getTime() + days * DAY_MS)
}
