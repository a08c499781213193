import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createServiceClock, isTimestampRefusal } from '../../../src/rest/policy/clock.ts'
import { answered } from '../../support/client.ts'

const NOW = 1_900_000_000_000

describe('the clock of the service', () => {
  beforeEach(() => {
    vi.useFakeTimers({ now: NOW + 300, toFake: ['Date'] })
  })
  afterEach(() => void vi.useRealTimers())

  /** An answer of a service whose clock is ahead of ours by so much, and that took 20 ms each way. */
  function answer(clock: ReturnType<typeof createServiceClock>, aheadMs: number) {
    const sentAt = Date.now()
    const date = new Date(Math.floor((sentAt + 20 + aheadMs) / 1000) * 1000).toUTCString()
    vi.setSystemTime(sentAt + 40)
    clock.update(answered({ date }), sentAt, Date.now())
  }

  it('equals ours until an answer has a Date', () => {
    const clock = createServiceClock()
    clock.update(answered({}), NOW, NOW)
    clock.update(answered({ date: 'yesterday' }), NOW, NOW)
    expect(clock.now()).toBe(NOW + 300)
  })

  it.each([0, -300, -2_000, 2_000, -600_000, 600_000, 1_234])(
    'is never estimated to be ahead, and hardly behind, if it differs from ours by %s ms',
    (aheadMs) => {
      const clock = createServiceClock()
      answer(clock, aheadMs)
      expect(clock.now()).toBeLessThanOrEqual(Date.now() + aheadMs)
      expect(clock.now()).toBeGreaterThan(Date.now() + aheadMs - 1_040)
      for (let nth = 0; nth < 50; nth += 1) {
        vi.setSystemTime(Date.now() + 77)
        answer(clock, aheadMs)
      }
      expect(clock.now()).toBeLessThanOrEqual(Date.now() + aheadMs)
      expect(clock.now()).toBeGreaterThan(Date.now() + aheadMs - 140)
    },
  )

  it.each([600_000, -600_000])('follows a clock that was set by %s ms with the next answer', (aheadMs) => {
    const clock = createServiceClock()
    answer(clock, 0)
    answer(clock, 0)
    answer(clock, aheadMs)
    expect(Math.abs(clock.now() - Date.now() - aheadMs)).toBeLessThanOrEqual(1_040)
  })

  it('keeps what it knows as long as an answer agrees with it', () => {
    const clock = createServiceClock()
    const date = new Date(NOW).toUTCString()
    clock.update(answered({ date }), NOW, NOW)
    clock.update(answered({ date }), NOW + 1_000, NOW + 1_000)
    expect(clock.now()).toBe(Date.now())
    clock.update(answered({ date }), NOW + 1_001, NOW + 1_001)
    expect(clock.now()).toBe(Date.now() - 1_001)
  })

  it('follows a date that differs by a day', () => {
    const clock = createServiceClock()
    clock.update(answered({ date: new Date(NOW + 86_400_000).toUTCString() }), NOW, NOW)
    expect(clock.now()).toBe(Date.now() + 86_400_000)
  })

  it('ignores a date that differs by more than a day', () => {
    const clock = createServiceClock()
    answer(clock, -86_402_000)
    answer(clock, 86_402_000)
    expect(clock.now()).toBe(Date.now())
  })

  it('follows any date of a sandbox, whose clock can be set', () => {
    const clock = createServiceClock(Infinity)
    answer(clock, -86_400_000_000)
    expect(Math.abs(clock.now() - Date.now() + 86_400_000_000)).toBeLessThanOrEqual(1_040)
  })

  it.each([
    ['a 401 with a date more than a minute later', 401, 60_001, true],
    ['a 401 with a date more than a minute earlier', 401, -60_001, true],
    ['a 401 with a date a minute off', 401, 60_000, false],
    ['a 403', 403, 600_000, false],
    ['a 200', 200, 600_000, false],
  ])('tells a timestamp that was refused by %s', (_, status, offMs, isRefused) => {
    const date = new Date(NOW).toUTCString()
    expect(isTimestampRefusal(answered({ date }, status), NOW - offMs)).toBe(isRefused)
    expect(isTimestampRefusal(answered({}, status), NOW - offMs)).toBe(false)
  })
})
