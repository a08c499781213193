import { describe, expect, it } from 'vitest'
import { flightOf, formatFlight } from '../src/row/flight.ts'

describe('a flight', () => {
  it.each([
    ['2026-05-08T13:50:38Z', '2026-07-16T13:50:38Z', 'America/Los_Angeles', 'May 8 – Jul 16, 2026'],
    // Midnight in Los Angeles: the last day is the one before.
    ['2025-12-01T08:00:00Z', '2026-06-01T07:00:00Z', 'America/Los_Angeles', 'Dec 1, 2025 – May 31, 2026'],
    ['2026-05-08T22:00:00Z', null, 'Asia/Tokyo', 'from May 9, 2026'],
    [null, '2026-05-08T22:00:00Z', 'Asia/Tokyo', 'until May 9, 2026'],
    [null, null, 'Asia/Tokyo', ''],
  ])('from %s to %s in %s is %s', (startTime, endTime, timeZone, expected) => {
    expect(formatFlight({ startTime, endTime }, timeZone, 'en-US').replaceAll(/\s/g, ' ')).toBe(expected)
  })

  it('is shown in the zone of the browser if that does not know the zone of the account', () => {
    expect(formatFlight({ startTime: '2026-05-08T12:00:00Z', endTime: null }, 'Nowhere', 'en-US')).toMatch(
      /^from\sMay\s\d,\s2026$/,
    )
  })

  it('of a campaign is from the first start to the last end of its line items, if all have an end', () => {
    const [early, late] = [
      { startTime: '2026-05-01T00:00:00Z', endTime: '2026-06-01T00:00:00Z' },
      { startTime: '2026-05-09T00:00:00Z', endTime: '2026-07-01T00:00:00Z' },
    ]
    expect(flightOf([late, early])).toEqual({ startTime: early.startTime, endTime: late.endTime })
    expect(flightOf([late, { ...early, endTime: null }])).toEqual({ startTime: early.startTime, endTime: null })
    expect(flightOf([])).toEqual({ startTime: null, endTime: null })
  })
})
