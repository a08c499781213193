/** A comment such as `# $startTime: 30 days ago`. */
const DAYS_AGO = /^# \$(\w+): (\d+) days? ago$/gm

const HOUR_MS = 3_600_000

/**
 * The values of the variables that the comments of a document say to be so many days ago: a date for a `DateOrTime`,
 * otherwise a whole hour, as the service takes.
 */
export function timesIn(document: string, now: Date): Record<string, string> {
  const hour = Math.floor(now.getTime() / HOUR_MS)
  return Object.fromEntries(
    [...document.matchAll(DAYS_AGO)].map(([, name = '', days]) => {
      const time = new Date((hour - Number(days) * 24) * HOUR_MS).toISOString()
      return [name, document.includes(`$${name}: DateOrTime`) ? time.slice(0, 10) : `${time.slice(0, 19)}Z`]
    }),
  )
}
