export const MINUTE_MS = 60_000
export const HOUR_MS = 60 * MINUTE_MS
export const DAY_MS = 24 * HOUR_MS

/** The maximum time of a timer, 24 days. One with a longer time ends at once. */
export const MAX_TIMER_MS = 2 ** 31 - 1
