import { describe, expect, it } from 'vitest'
import type { RateLimitKeys } from '../../../src/rest/policy/rate-limit-keys.ts'
import { createRateLimiter, type Permit, type RateLimiter } from '../../../src/rest/policy/rate-limit.ts'
import { answered, budgetHeaders } from '../../support/client.ts'

const NOW = 1_900_000_000_000
const SECOND = NOW / 1000

describe('the rate limiter of a process', () => {
  const KEYS = { account: 'caller a1 things', user: 'caller things' }
  const WAIT = { maxWaitMs: 1_000 }
  const limiter = createRateLimiter
  const permit = (acquired: unknown) => {
    expect(acquired).toBeTypeOf('object')
    return acquired as Permit
  }

  it('prefers the limit of the account to that of the user, whichever is smaller', () => {
    const accountSpent = limiter()
    for (const [account, user, held] of [
      [0, 90, true],
      [90, 0, false],
    ] as const) {
      const one = held ? accountSpent : limiter()
      one.update(
        permit(one.acquire({ ...KEYS, account: undefined }, NOW, WAIT)),
        answered(budgetHeaders('x-rate-limit', user, SECOND + 60)),
        NOW,
      )
      one.update(
        permit(one.acquire({ account: KEYS.account, user: 'other' }, NOW, WAIT)),
        answered(budgetHeaders('x-account-rate-limit', account, SECOND + 30)),
        NOW,
      )
      expect(typeof one.acquire(KEYS, NOW, WAIT)).toBe(held ? 'number' : 'object')
    }
    expect(accountSpent.acquire(KEYS, NOW, WAIT)).toBe(NOW + 30_000)
  })

  it('prefers the headers of the account to those of the user in one response', () => {
    const one = limiter()
    const both = {
      ...budgetHeaders('x-rate-limit', 0, SECOND + 60),
      ...budgetHeaders('x-account-rate-limit', 1, SECOND + 30),
    }
    one.update(permit(one.acquire(KEYS, NOW, WAIT)), answered(both), NOW)
    permit(one.acquire(KEYS, NOW, WAIT))
    expect(one.acquire(KEYS, NOW, WAIT)).toBe(NOW + 30_000)
    // Another account is not held back by the user's budget, of which nothing was taken.
    permit(one.acquire({ ...KEYS, account: 'caller a2 things' }, NOW, WAIT))
  })

  it('uses the limit of the user if that of the account is unknown', () => {
    const one = limiter()
    one.update(permit(one.acquire(KEYS, NOW, WAIT)), answered(budgetHeaders('x-rate-limit', 0, SECOND + 60)), NOW)
    expect(one.acquire(KEYS, NOW, WAIT)).toBe(NOW + 60_000)
  })

  it('subtracts the requests in flight from the first announced limit of a new window', () => {
    const one = limiter()
    const announce = (remaining: number, reset: number, by: Permit) =>
      one.update(by, answered(budgetHeaders('x-account-rate-limit', remaining, SECOND + reset)), NOW)
    announce(10, 60, permit(one.acquire(KEYS, NOW, WAIT)))
    const inFlight = [1, 2, 3].map(() => permit(one.acquire(KEYS, NOW, WAIT)))
    // The answer to a fourth names the next window, in which five are left, but not for the three on their way.
    announce(5, 90, permit(one.acquire(KEYS, NOW, WAIT)))
    permit(one.acquire(KEYS, NOW, WAIT))
    permit(one.acquire(KEYS, NOW, WAIT))
    expect(one.acquire(KEYS, NOW, WAIT)).toBe(NOW + 90_000)
    expect(inFlight).toHaveLength(3)
  })

  it('no longer subtracts requests that were answered or lost', () => {
    const one = limiter()
    const headers = (reset: number) => answered(budgetHeaders('x-account-rate-limit', 2, SECOND + reset))
    one.update(permit(one.acquire(KEYS, NOW, WAIT)), headers(60), NOW)
    one.update(permit(one.acquire(KEYS, NOW, WAIT)), undefined, NOW)
    one.update(permit(one.acquire(KEYS, NOW, WAIT)), headers(90), NOW)
    permit(one.acquire(KEYS, NOW, WAIT))
    permit(one.acquire(KEYS, NOW, WAIT))
    expect(one.acquire(KEYS, NOW, WAIT)).toBe(NOW + 90_000)
  })

  it('uses the smaller number of remaining requests of one window, regardless of the order of responses', () => {
    const one = limiter()
    const [first, second, third] = [1, 2, 3].map(() => permit(one.acquire(KEYS, NOW, WAIT)))
    const announce = (remaining: number) => answered(budgetHeaders('x-account-rate-limit', remaining, SECOND + 60))
    one.update(first!, announce(5), NOW)
    one.update(second!, announce(1), NOW)
    one.update(third!, announce(4), NOW)
    permit(one.acquire(KEYS, NOW, WAIT))
    expect(one.acquire(KEYS, NOW, WAIT)).toBe(NOW + 60_000)
  })

  it('begins a new window with the whole limit once the reset has passed', () => {
    const one = limiter()
    one.update(
      permit(one.acquire(KEYS, NOW, WAIT)),
      answered(budgetHeaders('x-account-rate-limit', 0, SECOND + 60, 2)),
      NOW,
    )
    expect(one.acquire(KEYS, NOW + 59_999, WAIT)).toBe(NOW + 60_000)
    for (let nth = 0; nth < 3; nth += 1) permit(one.acquire(KEYS, NOW + 60_000, WAIT))
  })

  it('grants a permit again that was returned unused, but no more than an answer has announced since', () => {
    const one = limiter()
    const announce = (remaining: number, reset: number) =>
      one.update(
        { keys: KEYS, window: undefined },
        answered(budgetHeaders('x-account-rate-limit', remaining, SECOND + reset)),
        NOW,
      )
    announce(2, 60)
    const [first, second] = [1, 2].map(() => permit(one.acquire(KEYS, NOW)))
    expect(one.acquire(KEYS, NOW)).toBe(NOW + 60_000)
    one.release(first!)
    permit(one.acquire(KEYS, NOW))
    announce(0, 60)
    one.release(second!)
    expect(one.acquire(KEYS, NOW)).toBe(NOW + 60_000)
  })

  it('adds a permit of the previous window to the next one only if that has subtracted it', () => {
    for (const isAnnounced of [false, true]) {
      const one = limiter()
      const announce = (remaining: number, reset: number) =>
        one.update(
          { keys: KEYS, window: undefined },
          answered(budgetHeaders('x-account-rate-limit', remaining, SECOND + reset, 2)),
          NOW,
        )
      announce(2, 60)
      const earlier = permit(one.acquire(KEYS, NOW))
      // The service has counted none of the requests of the new window yet, or has announced the whole of it.
      if (isAnnounced) announce(2, 120)
      else permit(one.acquire(KEYS, NOW + 60_000))
      one.release(earlier)
      if (!isAnnounced) announce(2, 120)
      const granted = [1, 2, 3].map(() => typeof one.acquire(KEYS, NOW + 60_000))

      expect(granted).toEqual(isAnnounced ? ['object', 'object', 'number'] : ['object', 'number', 'number'])
    }
  })

  it('reports the remaining requests of the most restrictive current window of each endpoint', () => {
    const one = limiter()
    const announce = (account: string, remaining: number, reset: number) => {
      const keys = { account: `caller ${account} things`, user: 'caller things' }
      one.update(
        permit(one.acquire(keys, NOW, WAIT)),
        answered(budgetHeaders('x-account-rate-limit', remaining, SECOND + reset)),
        NOW,
      )
    }
    announce('a1', 7, 60)
    announce('a2', 3, 60)
    announce('a3', 1, 10)
    expect(one.remaining(NOW)).toEqual(new Map([['things', 1]]))
    expect(one.remaining(NOW + 10_000)).toEqual(new Map([['things', 3]]))
    expect(one.remaining(NOW + 60_000)).toEqual(new Map())
  })

  describe('tells a known limit', () => {
    const announce = (one: RateLimiter, keys: RateLimitKeys, headers: Record<string, string>) =>
      one.update(permit(one.acquire(keys, NOW, WAIT)), answered(headers), NOW)
    const ofAccount = { endpoint: 'things', scope: 'ACCOUNT', account: 'a1' }
    const ofUser = { endpoint: 'things', scope: 'USER', account: undefined }

    it('that the requests count against: that of the account, or else that of the user', () => {
      const one = limiter()
      expect(one.known(KEYS, NOW)).toBeUndefined()
      announce(one, KEYS, budgetHeaders('x-rate-limit', 90, SECOND + 60))
      const user = { ...ofUser, limit: 100, remaining: 90, resetAt: NOW + 60_000, resetAfterMs: 60_000 }
      expect(one.known(KEYS, NOW)).toEqual(user)
      announce(one, KEYS, budgetHeaders('x-account-rate-limit', 7, SECOND + 30, 10))
      expect(one.known(KEYS, NOW)).toEqual({
        ...ofAccount,
        limit: 10,
        remaining: 7,
        resetAt: NOW + 30_000,
        resetAfterMs: 30_000,
      })
      expect(one.known({ ...KEYS, account: undefined }, NOW)).toEqual({ ...user, remaining: 89 })
    })

    it('until it resets, and never with less than nothing left', () => {
      const one = limiter()
      const early = permit(one.acquire(KEYS, NOW, WAIT))
      announce(one, KEYS, budgetHeaders('x-account-rate-limit', 5, SECOND + 30))
      const inFlight = permit(one.acquire(KEYS, NOW, WAIT))
      one.update(early, answered(budgetHeaders('x-account-rate-limit', 0, SECOND + 40)), NOW)

      expect(inFlight.window?.remaining).toBe(-1)
      expect(one.known(KEYS, NOW + 39_999)).toMatchObject({ remaining: 0, resetAfterMs: 1 })
      expect(one.known(KEYS, NOW + 40_000)).toBeUndefined()
      expect(one.remaining(NOW)).toEqual(new Map([['things', 0]]))
      permit(one.acquire(KEYS, NOW + 40_000, WAIT))
      expect(one.known(KEYS, NOW)).toBeUndefined()
      expect(one.remaining(NOW)).toEqual(new Map())
    })

    it('of one caller only', () => {
      const one = limiter()
      const other = { account: 'caller2 a1 things', user: 'caller2 things' }
      announce(one, KEYS, budgetHeaders('x-account-rate-limit', 7, SECOND + 30))
      announce(one, KEYS, budgetHeaders('x-account-rate-limit', 6, SECOND + 30))
      announce(one, other, budgetHeaders('x-account-rate-limit', 5, SECOND + 30))
      announce(one, { account: undefined, user: 'caller others' }, budgetHeaders('x-rate-limit', 4, SECOND + 60))

      expect(one.knownOf('caller', NOW)).toMatchObject([
        { ...ofAccount, remaining: 6 },
        { endpoint: 'others', remaining: 4 },
      ])
      expect(one.knownOf('caller2', NOW)).toMatchObject([{ remaining: 5 }])
      expect(one.knownOf('caller', NOW + 30_000)).toMatchObject([{ endpoint: 'others' }])
    })
  })

  it('ignores the headers of an account if the request has none', () => {
    const one = limiter()
    const keys = { account: undefined, user: KEYS.user }
    one.update(
      permit(one.acquire(keys, NOW, WAIT)),
      answered(budgetHeaders('x-account-rate-limit', 0, SECOND + 60)),
      NOW,
    )
    expect(one.known(keys, NOW)).toBeUndefined()
  })

  it('forgets limits that have reset when it knows more than 20,000, except those of requests in flight', () => {
    const one = limiter()
    const keysOf = (account: number) => ({ account: `caller ${account} things`, user: 'caller things' })
    const announce = (account: number, reset: number, now: number) =>
      one.update(
        permit(one.acquire(keysOf(account), now, WAIT)),
        answered(budgetHeaders('x-account-rate-limit', 5, SECOND + reset, 9)),
        now,
      )
    for (let account = 0; account < 20_000; account += 1) announce(account, account < 19_000 ? 10 : 90, NOW)
    const inFlight = permit(one.acquire(keysOf(0), NOW, WAIT))
    expect(one.knownOf('caller', NOW)).toHaveLength(20_000)

    announce(20_000, 90, NOW + 10_000)
    // Read at an earlier time, limits that have reset since would still be known.
    expect(one.knownOf('caller', NOW)).toHaveLength(1_002)
    expect(one.known(keysOf(0), NOW)).toMatchObject({ remaining: 4 })
    one.update(inFlight, undefined, NOW)
  })
})
