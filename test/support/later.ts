const DAY_MS = 86_400_000

/** A midnight within the time for which the service takes schedules: a hundred days from now. */
export const LATER = `${new Date(Date.now() + 100 * DAY_MS).toISOString().slice(0, 10)}T00:00:00Z`
