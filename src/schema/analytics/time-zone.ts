import { DAY_MS } from '../../async/duration.ts'

/** A time zone. Moments are in milliseconds since the epoch; local times are too, as if they were in UTC. */
export interface TimeZone {
  /** The offset of local time at a moment, in milliseconds. */
  offsetAt(moment: number): number
}

/** The time zone with this IANA name. Undefined if there is none. */
export function timeZone(name: string): TimeZone | undefined {
  const known = zones.get(name)
  if (known) return known
  let format: Intl.DateTimeFormat
  try {
    format = new Intl.DateTimeFormat('en-US', { ...PARTS, timeZone: name })
  } catch {
    // Intl throws a RangeError for a name that it does not know.
    return undefined
  }
  const zone = zoneOf((moment) => localIn(format, moment) - Math.floor(moment / 1000) * 1000)
  if (zones.size < MAX_ZONES) zones.set(name, zone)
  return zone
}

/** How many days a time zone remembers, which are more than a year. */
const MAX_DAYS = 500

/**
 * A time zone whose offset is computed once for each day, because `Intl` takes long: a day that begins and ends with the same offset
 * has it all the time.
 */
function zoneOf(computed: (moment: number) => number): TimeZone {
  const known = new Map<number, number>()
  const atStartOf = (day: number) => {
    let offset = known.get(day)
    if (offset === undefined) {
      if (known.size >= MAX_DAYS) known.clear()
      known.set(day, (offset = computed(day * DAY_MS)))
    }
    return offset
  }
  return {
    offsetAt(moment) {
      const day = Math.floor(moment / DAY_MS)
      const offset = atStartOf(day)
      return offset === atStartOf(day + 1) ? offset : computed(moment)
    },
  }
}

/** The time zone that always has this offset. */
export function fixedZone(offset: number): TimeZone {
  return { offsetAt: () => offset }
}

const zones = new Map<string, TimeZone>()

/** There are about 600 names of time zones, in any case. */
const MAX_ZONES = 1_000

const PARTS = {
  era: 'short',
  year: 'numeric',
  month: 'numeric',
  day: 'numeric',
  hour: 'numeric',
  minute: 'numeric',
  second: 'numeric',
  hourCycle: 'h23',
} as const

function localIn(format: Intl.DateTimeFormat, moment: number): number {
  const parts = new Map(format.formatToParts(moment).map(({ type, value }) => [type, value]))
  const part = (type: Intl.DateTimeFormatPartTypes) => Number(parts.get(type))
  const year = parts.get('era') === 'BC' ? 1 - part('year') : part('year')
  const local = new Date(Date.UTC(2000, part('month') - 1, part('day'), part('hour'), part('minute'), part('second')))
  return local.setUTCFullYear(year, part('month') - 1, part('day'))
}

/** The local time at a moment. */
export function localTime(zone: TimeZone, moment: number): number {
  return moment + zone.offsetAt(moment)
}

/**
 * The first moment at which the clock shows a local time or a later one. Where clocks are put back, they show a time twice; where
 * they are put forward, they skip some, even midnight.
 */
export function momentAt(zone: TimeZone, local: number): number {
  const offsets = [zone.offsetAt(local - DAY_MS), zone.offsetAt(local + DAY_MS)]
  const moments = offsets.map((offset) => local - offset)
  const [first, last] = [Math.min(...moments), Math.max(...moments)]
  if (localTime(zone, first) >= local) return first
  if (localTime(zone, last) === local) return last
  // The clock skips this time in between: the change is where the offset changes.
  let [before, after] = [first, last]
  while (after - before > 1000) {
    const middle = Math.floor((before + after) / 2000) * 1000
    if (localTime(zone, middle) >= local) after = middle
    else before = middle
  }
  return after
}

/** The date and time at a moment, with the offset of the zone at that moment. */
export function isoTime(zone: TimeZone, moment: number): string {
  const offset = zone.offsetAt(moment)
  const minutes = Math.round(Math.abs(offset) / 60_000)
  const digits = (value: number) => String(value).padStart(2, '0')
  const local = new Date(moment + offset).toISOString().slice(0, 19)
  return `${local}${offset < 0 ? '-' : '+'}${digits(Math.floor(minutes / 60))}:${digits(minutes % 60)}`
}
