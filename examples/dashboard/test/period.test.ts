import { describe, expect, it } from 'vitest'
import { lastDays, pathOf, totalOf } from '../src/campaign/period.ts'

describe('the last days', () => {
  it('follow the zone of the account, with today, up to tomorrow', () => {
    const now = Date.parse('2026-06-01T02:00:00Z')
    expect(lastDays('America/Los_Angeles', now)).toEqual({ startTime: '2026-05-25', endTime: '2026-06-01' })
    expect(lastDays('Asia/Tokyo', now)).toEqual({ startTime: '2026-05-26', endTime: '2026-06-02' })
  })

  it('are seven days where clocks change', () => {
    const now = Date.parse('2026-03-29T12:00:00Z')
    expect(lastDays('Europe/Berlin', now)).toEqual({ startTime: '2026-03-23', endTime: '2026-03-30' })
  })
})

describe('a total', () => {
  it('has all digits', () => {
    expect(totalOf(['9007199254740993', null, '1'])).toBe('9007199254740994')
  })

  it('is null, and not 0, if nothing was counted', () => {
    expect(totalOf([null, null])).toBeNull()
    expect(totalOf([])).toBeNull()
    expect(totalOf(['0', null])).toBe('0')
  })
})

describe('a line', () => {
  it('goes from the first amount to the last, above 0', () => {
    expect(pathOf(['0', '500', '1000'], 20, 10)).toBe('M0 10L0 10L10 5L20 0')
  })

  it('has a gap where nothing was counted, and a point for an amount without neighbors', () => {
    expect(pathOf(['1000', null, '1000'], 20, 10)).toBe('M0 0L0 0M20 0L20 0')
    expect(pathOf([null, null], 20, 10)).toBe('')
  })

  it('lies at 0 if all amounts are 0', () => {
    expect(pathOf(['0', '0'], 20, 10)).toBe('M0 10L0 10L20 10')
  })
})
