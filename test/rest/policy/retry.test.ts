import { afterEach, describe, expect, it, vi } from 'vitest'
import { isAwaited, isOutage, retryDelay, type FailedAttempt } from '../../../src/rest/policy/retry.ts'
import type { WireFailure } from '../../../src/rest/wire/transport.ts'

const NOW = 1_900_000_000_000

const REASONS = ['timeout', 'broken', 'certificate', 'oversized', 'overloaded', 'aborted'] as const
const sent = (reason: WireFailure['reason']): WireFailure => ({ reason, sent: true })
const unsent = (reason: WireFailure['reason']): WireFailure => ({ reason, sent: false })

describe('the decision to retry', () => {
  const attempt = (changes: Partial<FailedAttempt>) =>
    retryDelay({ attempt: 1, safe: true, outcome: 503, retryAt: undefined, now: NOW, ...changes })

  afterEach(() => vi.restoreAllMocks())

  it.each([500, 502, 503, 504, 429, sent('broken'), sent('timeout'), unsent('broken'), unsent('timeout')])(
    'retries a read after %j',
    (outcome) => expect(attempt({ outcome })).toBeGreaterThan(0),
  )

  it.each([
    200,
    302,
    400,
    401,
    403,
    404,
    408,
    423,
    501,
    505,
    ...(['oversized', 'aborted', 'overloaded', 'certificate'] as const).flatMap((reason) => [
      sent(reason),
      unsent(reason),
    ]),
  ])('does not retry a read after %j', (outcome) => expect(attempt({ outcome })).toBeUndefined())

  it.each([429, unsent('broken'), unsent('timeout')])('retries a write after %j, which had no effect', (outcome) =>
    expect(attempt({ outcome, safe: false })).toBeGreaterThan(0),
  )

  it.each([
    500,
    502,
    503,
    504,
    408,
    ...REASONS.map(sent),
    ...(['aborted', 'overloaded', 'certificate'] as const).map(unsent),
  ])('does not retry a write after %j', (outcome) => expect(attempt({ outcome, safe: false })).toBeUndefined())

  it('makes four attempts', () => {
    expect([1, 2, 3, 4, 5].map((nth) => attempt({ attempt: nth }) !== undefined)).toEqual([
      true,
      true,
      true,
      false,
      false,
    ])
  })

  it('waits between half and all of 250 ms, then of 500 ms, then of a second', () => {
    vi.spyOn(Math, 'random').mockReturnValue(0)
    expect([1, 2, 3].map((nth) => attempt({ attempt: nth }))).toEqual([125, 250, 500])
    vi.spyOn(Math, 'random').mockReturnValue(1)
    expect([1, 2, 3].map((nth) => attempt({ attempt: nth }))).toEqual([250, 500, 1000])
  })

  it('waits until the moment that the service named, unless it has passed', () => {
    vi.spyOn(Math, 'random').mockReturnValue(0)
    expect(attempt({ retryAt: NOW + 7 })).toBe(7)
    expect(attempt({ retryAt: NOW })).toBe(125)
    expect(attempt({ retryAt: NOW - 7 })).toBe(125)
  })

  it('counts no retry that waits for the service, or in which nothing was sent', () => {
    expect([isAwaited(429, NOW + 1, NOW), isAwaited(unsent('timeout'), undefined, NOW)]).toEqual([true, true])
    const others = [
      [429, undefined],
      [429, NOW],
      [503, NOW + 1],
      [sent('timeout'), undefined],
      [unsent('broken'), undefined],
    ] as const
    expect(others.map(([outcome, retryAt]) => isAwaited(outcome, retryAt, NOW))).toEqual(others.map(() => false))
  })

  it('distinguishes outages from refusals, and from failures that do not concern the service', () => {
    const outcomes = [500, 502, 503, 504, sent('broken'), sent('timeout'), unsent('broken')]
    expect(outcomes.map(isOutage)).toEqual(outcomes.map(() => true))
    expect([200, 404, 429, 501].map(isOutage)).toEqual([false, false, false, false])
    const others = [
      unsent('timeout'),
      ...(['aborted', 'oversized', 'overloaded', 'certificate'] as const).flatMap((reason) => [
        sent(reason),
        unsent(reason),
      ]),
    ]
    expect(others.map(isOutage)).toEqual(others.map(() => undefined))
  })
})
