import { describe, expect, it } from 'vitest'
import { type Permit, createRateLimiter, type RateLimiter } from '../../../src/rest/policy/permit.ts'
import { type RateLimitKeys } from '../../../src/rest/policy/rate-limit.ts'
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

  it("prefers the limit of the account to the user's, whichever is smaller", () => {
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

  it("prefers the headers of the account to the user's in one response", () => {
    const one = limiter()
    const both = {
      ...budgetHeaders('x-rate-limit', 0, SECOND + 60),
      ...budgetHeaders('x-account-rate-limit', 1, SECOND + 30),
    }
    one.update(permit(one.acquire(KEYS, NOW, WAIT)), answered(both), NOW)
    const last = permit(one.acquire(KEYS, NOW, WAIT))
    one.update(last, undefined, NOW)
    expect(one.acquire(KEYS, NOW, WAIT)).toBe(NOW + 30_000)
    // Another account is not held back by the user's budget, from which nothing was taken.
    permit(one.acquire({ ...KEYS, account: 'caller a2 things' }, NOW, WAIT))
  })

  it("uses the limit of the user if the account's is unknown", () => {
    const one = limiter()
    one.update(permit(one.acquire(KEYS, NOW, WAIT)), answered(budgetHeaders('x-rate-limit', 0, SECOND + 60)), NOW)
    expect(one.acquire(KEYS, NOW, WAIT)).toBe(NOW + 60_000)
  })

  it('learns a limit from the answer to a request of another limiter, and wakes those that wait for it', async () => {
    const one = limiter()
    const announced = (remaining: number, seconds: number) =>
      answered(budgetHeaders('x-account-rate-limit', remaining, SECOND + seconds, 3))
    one.learn(KEYS, announced(1, 60), NOW)
    permit(one.acquire(KEYS, NOW, WAIT))
    const waiting = one.acquire(KEYS, NOW, WAIT)
    expect(waiting).toBeInstanceOf(Promise)
    one.learn(KEYS, answered({}), NOW)
    one.learn(KEYS, announced(3, 120), NOW)
    permit(await waiting)
    one.learn(KEYS, announced(0, 120), NOW)
    expect(one.acquire(KEYS, NOW, WAIT)).toBe(NOW + 120_000)
  })

  it('ignores what an answer says of a window that has just reset', () => {
    const one = limiter()
    one.learn(KEYS, answered(budgetHeaders('x-account-rate-limit', 0, SECOND, 1)), NOW)
    expect([1, 2, 3].map(() => typeof one.acquire(KEYS, NOW, WAIT))).toEqual(['object', 'object', 'object'])
  })

  it('learns nothing of a window that ends at this moment, and counts all requests of the next one', () => {
    const one = limiter()
    one.learn(KEYS, answered(budgetHeaders('x-account-rate-limit', 0, SECOND + 1, 1)), NOW)
    const later = NOW + 1_000
    one.update(permit(one.acquire(KEYS, later, WAIT)), answered({}, 400), later)
    one.learn(KEYS, answered(budgetHeaders('x-account-rate-limit', 1, SECOND + 1, 1)), later)
    // The one that was refused was the only one of the window: the next is to find out when it resets.
    permit(one.acquire(KEYS, later, WAIT))
    expect(one.acquire(KEYS, later, WAIT)).toBeInstanceOf(Promise)
  })

  it('takes the smallest number that remains in a window, in whatever order the answers arrive', () => {
    const one = limiter()
    for (const remaining of [5, 0, 5])
      one.learn(KEYS, answered(budgetHeaders('x-account-rate-limit', remaining, SECOND + 60)), NOW)
    expect(one.acquire(KEYS, NOW, WAIT)).toBe(NOW + 60_000)
  })

  it('counts a request without an answer as lost after exactly 20 seconds', () => {
    const one = limiter()
    one.learn(KEYS, answered(budgetHeaders('x-account-rate-limit', 1, SECOND + 60)), NOW)
    permit(one.acquire(KEYS, NOW, WAIT))
    expect(one.acquire(KEYS, NOW + 20_000, WAIT)).toBe(NOW + 60_000)
  })

  it('takes back permits of rate limits that it has forgotten', () => {
    const one = limiter()
    const unknown: Permit = { keys: KEYS, id: 'unknown' }
    one.release(unknown)
    one.update(unknown, undefined, NOW)
    one.update(unknown, answered(budgetHeaders('x-account-rate-limit', 0, SECOND + 60)), NOW)
    expect(one.acquire(KEYS, NOW, WAIT)).toBe(NOW + 60_000)
  })

  it('lets no request overtake those that wait', async () => {
    const one = limiter()
    one.learn(KEYS, answered(budgetHeaders('x-account-rate-limit', 1, SECOND + 60)), NOW)
    const first = permit(one.acquire(KEYS, NOW, WAIT))
    const second = one.acquire(KEYS, NOW, WAIT)
    one.release(first)
    const third = one.acquire(KEYS, NOW, WAIT)
    expect(third).toBeInstanceOf(Promise)
    permit(await second)
    expect(await third).toBe(NOW + WAIT.maxWaitMs)
  })

  it('ends the wait of a request at once whose caller has gone, or goes', async () => {
    const one = limiter()
    one.learn(KEYS, answered(budgetHeaders('x-account-rate-limit', 1, SECOND + 60)), NOW)
    permit(one.acquire(KEYS, NOW, WAIT))
    const gone = new AbortController()
    const options = { maxWaitMs: 3_600_000, signal: gone.signal }
    const waiting = one.acquire(KEYS, NOW, options)
    gone.abort()
    expect(await waiting).toBe(NOW + options.maxWaitMs)
    expect(await one.acquire(KEYS, NOW, options)).toBe(NOW + options.maxWaitMs)
  })

  it('keeps a limit of the user from the others of the account', () => {
    const one = limiter()
    const keys = { ...KEYS, copy: 'all a1 things' }
    one.learn(keys, answered(budgetHeaders('x-rate-limit', 0, SECOND + 60)), NOW)
    expect(one.acquire(keys, NOW, WAIT)).toBe(NOW + 60_000)
    permit(one.acquire({ account: 'all a1 things', user: 'another things' }, NOW, WAIT))
  })

  it("keeps the limit of the account open when the user's refuses a request", () => {
    const one = limiter()
    const keys = { ...KEYS, copy: 'all a1 things' }
    const both = {
      ...budgetHeaders('x-account-rate-limit', 90, SECOND + 840),
      ...budgetHeaders('x-rate-limit', 0, SECOND + 30),
    }
    one.update(permit(one.acquire(keys, NOW, WAIT)), answered(both, 429), NOW)
    expect(one.acquire(keys, NOW, WAIT)).toBe(NOW + 30_000)
    permit(one.acquire({ account: keys.copy, user: 'another things' }, NOW, WAIT))
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

    it("that the requests count against: the account's, or else the user's", () => {
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
      expect(one.known({ ...KEYS, account: undefined }, NOW)).toEqual(user)
    })

    it('until it resets, and never with less than nothing left', () => {
      const one = limiter()
      const early = permit(one.acquire(KEYS, NOW, WAIT))
      announce(one, KEYS, budgetHeaders('x-account-rate-limit', 5, SECOND + 30))
      permit(one.acquire(KEYS, NOW, WAIT))
      one.update(early, answered(budgetHeaders('x-account-rate-limit', 0, SECOND + 40)), NOW)

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

  it('forgets one limit for each beyond 50,000: one that has reset, if it finds one, and none with a request in flight', () => {
    const one = limiter()
    const keysOf = (account: number) => ({ account: `caller ${account} things`, user: 'caller things' })
    const announce = (account: number, reset: number, now: number) =>
      one.update(
        permit(one.acquire(keysOf(account), now, WAIT)),
        answered(budgetHeaders('x-account-rate-limit', 5, SECOND + reset, 9)),
        now,
      )
    const accountsKnown = () => one.knownOf('caller', NOW).map(({ account }) => Number(account))
    for (let account = 1; account < 50_000; account += 1) announce(account, account === 5 ? 10 : 90, NOW)
    const inFlight = [1, 2].map((account) => permit(one.acquire(keysOf(account), NOW, WAIT)))
    expect(accountsKnown()).toHaveLength(49_999)

    announce(50_000, 90, NOW + 10_000)
    expect(accountsKnown()).not.toContain(5)
    expect(accountsKnown()).toHaveLength(49_999)
    // None of the next ten has reset.
    for (const account of [50_001, 50_002]) announce(account, 90, NOW + 10_000)
    expect(accountsKnown()).toHaveLength(49_999)
    expect(accountsKnown().slice(0, 4)).toEqual([1, 2, 3, 4])
    expect(one.known(keysOf(1), NOW)).toMatchObject({ remaining: 4 })
    for (const each of inFlight) one.update(each, undefined, NOW)
  })

  it('knows the limits of a caller without looking at those of others', () => {
    const one = limiter()
    for (let nth = 0; nth < 50_000; nth += 1)
      one.learn(
        { account: undefined, user: `caller${nth} things` },
        answered(budgetHeaders('x-rate-limit', 4, SECOND + 60)),
        NOW,
      )
    const began = performance.now()
    for (let nth = 0; nth < 2_000; nth += 1) expect(one.knownOf(`caller${nth}`, NOW)).toHaveLength(1)
    // Each took a millisecond when it looked at all.
    expect(performance.now() - began).toBeLessThan(1_000)
  })

  it.each(['is announced', 'a request asks for'])(
    'forgets no limit of 50,000, and one that has reset when another %s',
    (how) => {
      const one = limiter()
      const keysOf = (nth: number) => ({ account: undefined, user: `${nth} things` })
      const announced = (seconds: number) => answered(budgetHeaders('x-rate-limit', 1, SECOND + seconds, 1))
      const later = NOW + 10_000
      for (let nth = 0; nth < 50_000; nth += 1) one.learn(keysOf(nth), announced(10), NOW)
      one.learn(keysOf(0), announced(90), later)
      // After its reset a limit holds until the next announcement: one request.
      permit(one.acquire(keysOf(1), later, WAIT))
      expect(one.acquire(keysOf(1), later, WAIT)).toBeInstanceOf(Promise)

      if (how === 'is announced') one.learn(keysOf(50_000), announced(90), later)
      else permit(one.acquire(keysOf(50_000), later, WAIT))
      permit(one.acquire(keysOf(2), later, WAIT))
      expect(one.acquire(keysOf(2), later, WAIT)).not.toBeInstanceOf(Promise)
    },
  )
})
