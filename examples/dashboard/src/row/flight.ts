/** A time zone of the service, if the browser knows it too. */
export function knownTimeZone(timeZone: string | null | undefined): string | undefined {
  try {
    return new Intl.DateTimeFormat([], { timeZone: timeZone ?? undefined }).resolvedOptions().timeZone
  } catch {
    return undefined
  }
}

interface Flight {
  startTime: string | null
  endTime: string | null
}

/** From the first start to the last end. Without an end if one of them has none. */
export function flightOf(flights: readonly Flight[]): Flight {
  const starts = flights.flatMap(({ startTime }) => startTime ?? []).toSorted()
  const ends = flights.flatMap(({ endTime }) => endTime ?? []).toSorted()
  return { startTime: starts[0] ?? null, endTime: (ends.length === flights.length && ends.at(-1)) || null }
}

/** The days of a flight in the time zone of the account: "May 8 – Jul 16, 2026". An end at midnight is on the day before. */
export function formatFlight({ startTime, endTime }: Flight, timeZone?: string | null, locale?: string): string {
  const style = { day: 'numeric', month: 'short', year: 'numeric', timeZone: knownTimeZone(timeZone) } as const
  const format = new Intl.DateTimeFormat(locale, style)
  const start = startTime === null ? undefined : new Date(startTime)
  const end = endTime === null ? undefined : new Date(Date.parse(endTime) - 1)
  if (start && end) return format.formatRange(start, end)
  if (start) return `from ${format.format(start)}`
  return end ? `until ${format.format(end)}` : ''
}
