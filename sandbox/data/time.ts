const DAY_MS = 86_400_000

/** A time in the format of the ads interface: ISO 8601 in UTC with whole seconds, `2026-06-01T12:00:00Z`. */
export function timestamp(moment: Date): string {
  return `${moment.toISOString().slice(0, 19)}Z`
}

/** The time a number of days after another; the number can be fractional or negative. */
export function daysAfter(moment: Date, days: number): Date {
  return new Date(moment.getTime() + days * DAY_MS)
}

/** A local time as if it were UTC, in milliseconds since the epoch: its date and hour can be read with the UTC methods. */
export function localTime(timeZone: string, moment: number): number {
  const parts = formatter(timeZone).formatToParts(moment)
  const part = (type: Intl.DateTimeFormatPartTypes) => Number(parts.find((each) => each.type === type)?.value)
  return Date.UTC(part('year'), part('month') - 1, part('day'), part('hour'), part('minute'), part('second'))
}

/** The midnight that a local day begins with; if the clock skips it, the first moment of the day. `day` is its date as if in UTC. */
export function midnight(timeZone: string, day: number): number {
  const offsets = [-1, 1].map((side) => offset(timeZone, day + side * DAY_MS))
  // Where the clock shows midnight twice, the day begins with the first one.
  const candidates = offsets.map((each) => day - each).sort((one, other) => one - other)
  return candidates.find((moment) => localTime(timeZone, moment) >= day) ?? candidates[0]!
}

function offset(timeZone: string, moment: number): number {
  return localTime(timeZone, moment) - Math.floor(moment / 1000) * 1000
}

const formatters = new Map<string, Intl.DateTimeFormat>()

function formatter(timeZone: string): Intl.DateTimeFormat {
  const known = formatters.get(timeZone)
  if (known) return known
  const numeric = { year: 'numeric', month: 'numeric', day: 'numeric', hour: 'numeric', minute: 'numeric' } as const
  const made = new Intl.DateTimeFormat('en-US', { timeZone, hourCycle: 'h23', second: 'numeric', ...numeric })
  formatters.set(timeZone, made)
  return made
}
