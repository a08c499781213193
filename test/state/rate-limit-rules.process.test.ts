import { randomUUID } from 'node:crypto'
import { Redis } from 'ioredis'
import { afterAll, afterEach, beforeAll, describe, expect, inject, it, vi } from 'vitest'
import type { CallContext } from '../../src/rest/call.ts'
import { getCampaign } from '../../src/rest/campaign/campaign.ts'
import { createClient } from '../../src/rest/client.ts'
import type { UpstreamError } from '../../src/rest/errors.ts'
import { createRateLimiter, type RateLimiter, type Permit } from '../../src/rest/policy/permit.ts'
import { type RateLimitKeys } from '../../src/rest/policy/rate-limit.ts'
import { createMemoryState } from '../../src/state/memory.ts'
import { answered, budgetHeaders } from '../support/client.ts'
import { ANY_CREDENTIALS } from '../support/credentials.ts'
import { useInstances } from '../support/instance.ts'
import { faultsInHistories } from '../support/rate-limit-history.ts'
import { KINDS, openLimiters, type TestLimiters } from '../support/rate-limiters.ts'
import { HAS_REDIS, startRedis, type TestRedis } from '../support/redis.ts'
import { startUpstream, type UpstreamAnswer, type UpstreamRequest } from '../support/upstream.ts'

// The limiter of a process and of instances that share Redis must obey the same rules.

const KEYS: RateLimitKeys = { account: 'caller a1 things', user: 'caller things' }
const OTHER: RateLimitKeys = { account: 'caller a2 things', user: 'caller things' }

/** The keys of two users who share the limit of an account, and of a third who does not share it yet. */
const ONE: RateLimitKeys = { account: 'all a1 things', user: 'one things', copy: 'one a1 things' }
const TWO: RateLimitKeys = { account: 'all a1 things', user: 'two things', copy: 'two a1 things' }
const NEW: RateLimitKeys = { account: 'new a1 things', user: 'new things', copy: 'all a1 things' }

/** What became of a request: sent, waiting, or the number of seconds after which it may ask again. */
type Outcome = 'sent' | 'waits' | number

/** What a case can do. */
interface Steps {
  /** Requests so many permits at once, by both limiters in turns. */
  ask: (count: number, keys?: RateLimitKeys, maxWaitMs?: number) => Promise<Outcome[]>
  /**
   * Ends the oldest requests in flight: with what remains, the seconds from the start to the reset, a status that is not 200, and
   * null for no limit; or without an answer.
   */
  end: (
    answers: (
      | [remaining: number, reset: number, status?: number, limit?: null]
      | 'no limit'
      | 'error'
      | 'lost'
      | 'unsent'
    )[],
  ) => Promise<void>
  /** What became of the requests that waited before. */
  waited: () => Promise<Outcome[]>
  wait: (seconds: number) => Promise<void>
}

const { state, closeLater } = useInstances()

const LIMIT = 3

/** How many histories each limiter is held against. */
const HISTORIES = inject('histories')

const CASES: [name: string, run: (steps: Steps) => Promise<void>][] = [
  [
    'permits what remains, and names the reset to all others',
    async ({ ask, end }) => {
      await ask(1)
      await end([[2, 60]])
      expect(await ask(2)).toEqual(['sent', 'sent'])
      await end([
        [1, 60],
        [0, 60],
      ])
      expect(await ask(2)).toEqual([60, 60])
    },
  ],
  [
    'lets requests beyond what remains wait for the answers to those in flight',
    async ({ ask, end, waited }) => {
      await ask(1)
      await end([[1, 60]])
      expect(await ask(2)).toEqual(['sent', 'waits'])
      await end([[0, 60]])
      expect(await waited()).toEqual([60])
    },
  ],
  [
    'counts the requests in flight against the first announcement, and permits others when they turn out to be counted in it',
    async ({ ask, end, waited }) => {
      await ask(3)
      await end([[1, 60]])
      expect(await ask(1)).toEqual(['waits'])
      // The service had counted both before it announced that one remains.
      await end([
        [2, 60],
        [1, 60],
      ])
      expect(await waited()).toEqual(['sent'])
    },
  ],
  [
    'uses the lowest announcement of a window, in whichever order answers arrive',
    async ({ ask, end }) => {
      await ask(3)
      await end([
        [2, 60],
        [1, 60],
        [2, 60],
      ])
      expect(await ask(1)).toEqual(['sent'])
      await end([[0, 60]])
      expect(await ask(1)).toEqual([60])
    },
  ],
  [
    'lets no more than the last known limit through after a reset, until an answer announces the next window',
    async ({ ask, end, wait, waited }) => {
      await ask(1)
      await end([[0, 60]])
      await wait(60)
      expect(await ask(5)).toEqual(['sent', 'sent', 'sent', 'waits', 'waits'])
      await end([[2, 120]])
      expect(await waited()).toEqual(['waits', 'waits'])
      await end([
        [1, 120],
        [0, 120],
      ])
      expect(await waited()).toEqual([60, 60])
    },
  ],
  [
    'permits all after the reset of a refusal that does not announce the limit',
    async ({ ask, end, wait }) => {
      await ask(1)
      await end([[0, 60, 429, null]])
      expect(await ask(1)).toEqual([60])
      await wait(60)
      expect(await ask(2)).toEqual(['sent', 'sent'])
      await end(['no limit', 'no limit'])
      expect(await ask(2)).toEqual(['sent', 'sent'])
    },
  ],
  [
    'keeps the last known limit after a refusal that does not announce it',
    async ({ ask, end, wait }) => {
      await ask(1)
      await end([[2, 60]])
      await ask(1)
      await end([[0, 60, 429, null]])
      await wait(60)
      expect(await ask(4)).toEqual(['sent', 'sent', 'sent', 'waits'])
    },
  ],
  [
    'waits for the requests of the window before that are in flight at the reset',
    async ({ ask, end, wait, waited }) => {
      await ask(1)
      await end([[2, 60]])
      await wait(50)
      await ask(2)
      await wait(10)
      expect(await ask(2)).toEqual(['sent', 'waits'])
      await end([[1, 60]])
      expect(await waited()).toEqual(['sent'])
    },
  ],
  [
    'ignores the answers of the window before',
    async ({ ask, end }) => {
      await ask(3)
      await end([
        [2, 70],
        [0, 60],
      ])
      expect(await ask(1)).toEqual(['sent'])
    },
  ],
  [
    'obeys a refusal whose window ends before the one that was announced',
    async ({ ask, end, wait }) => {
      await ask(2)
      await end([
        [2, 70],
        [0, 60, 429],
      ])
      expect(await ask(1)).toEqual([60])
      await wait(60)
      expect(await ask(4)).toEqual(['sent', 'sent', 'sent', 'waits'])
    },
  ],
  [
    'ignores answers to requests before a refusal whose window ends before the one that was announced',
    async ({ ask, end, wait }) => {
      await ask(4)
      await end([
        [2, 70],
        [0, 60, 429],
        [0, 55, 429],
        [1, 70],
      ])
      expect(await ask(1)).toEqual([55])
      await wait(50)
      await ask(1)
      await wait(5)
      expect(await ask(1)).toEqual(['sent'])
      await end([[2, 70]])
      expect(await ask(4)).toEqual(['sent', 'sent', 'waits', 'waits'])
    },
  ],
  [
    'ignores a refusal of the window before, also if our clock is a second behind',
    async ({ ask, end, wait, waited }) => {
      await ask(3)
      await end([[2, 20]])
      await wait(9)
      await end([[0, 10, 429]])
      expect(await ask(2)).toEqual(['sent', 'waits'])
      await wait(1)
      await end([[0, 10, 429]])
      expect(await waited()).toEqual(['sent'])
    },
  ],
  [
    'counts requests without an announcement, but not those that were not sent',
    async ({ ask, end }) => {
      await ask(1)
      await end([[2, 60]])
      await ask(2)
      await end(['unsent', 'error'])
      expect(await ask(1)).toEqual(['sent'])
      await end(['lost'])
      expect(await ask(1)).toEqual([60])
    },
  ],
  [
    'lets one request at a time find out whether a new window has begun, if all others were lost',
    async ({ ask, end, wait, waited }) => {
      await ask(1)
      await end([[0, 60]])
      await wait(60)
      await ask(3)
      expect(await ask(4)).toEqual(['waits', 'waits', 'waits', 'waits'])
      await end(['lost', 'lost'])
      expect(await waited()).toEqual(['waits', 'waits', 'waits', 'waits'])
      await end(['error'])
      expect(await waited()).toEqual(['sent', 'waits', 'waits', 'waits'])
      await end(['lost'])
      expect(await waited()).toEqual(['sent', 'waits', 'waits'])
      await end(['error'])
      expect(await waited()).toEqual(['sent', 'waits'])
    },
  ],
  [
    'takes no request that is served before the reset for the first of a new window',
    async ({ ask, end }) => {
      await ask(4)
      await end([[2, 60], 'lost', 'lost', 'no limit'])
      expect(await ask(1)).toEqual([60])
    },
  ],
  [
    'counts the requests of a user that are in flight, if they have no account',
    async ({ ask, end, waited }) => {
      const user = { account: undefined, user: KEYS.user }
      await ask(3, user)
      await end([[2, 60]])
      expect(await ask(1, user)).toEqual(['waits'])
      await end(['unsent'])
      expect(await waited()).toEqual(['sent'])
    },
  ],
  [
    'takes a request beyond the limit that is served for the first of a new window',
    async ({ ask, end, wait, waited }) => {
      await ask(1)
      await end([[0, 60]])
      await wait(60)
      await ask(3)
      await end(['no limit', 'no limit', 'no limit'])
      expect(await ask(2)).toEqual(['sent', 'waits'])
      await end(['no limit'])
      expect([await waited(), await ask(2)]).toEqual([['sent'], ['sent', 'waits']])
    },
  ],
  [
    'takes a request without an answer for lost after 20 seconds',
    async ({ ask, end, wait, waited }) => {
      await ask(1)
      await end([[0, 30]])
      await wait(30)
      await ask(3)
      expect(await ask(2)).toEqual(['waits', 'waits'])
      await wait(19)
      expect(await waited()).toEqual(['waits', 'waits'])
      await wait(2)
      expect(await waited()).toEqual(['sent', 'waits'])
    },
  ],
  [
    'ends a wait at its time limit',
    async ({ ask, end, wait, waited }) => {
      await ask(1)
      await end([[1, 60]])
      expect(await ask(2, KEYS, 5_000)).toEqual(['sent', 'waits'])
      await wait(2)
      expect(await ask(1, KEYS, 5_000)).toEqual(['waits'])
      await wait(3)
      expect(await waited()).toEqual([0, 'waits'])
      await wait(2)
      expect(await waited()).toEqual([0])
    },
  ],
  [
    "lets the limit of an account win over the user's, which it uses while the account's is unknown",
    async ({ ask, end }) => {
      await ask(1, { account: undefined, user: KEYS.user })
      await end([[1, 60]])
      expect(await ask(1, OTHER)).toEqual(['sent'])
      await end([[2, 30]])
      // The account of the other request has announced its own limit, so the user's was not used.
      expect(await ask(1, KEYS)).toEqual(['sent'])
      expect(await ask(3, OTHER)).toEqual(['sent', 'sent', 'waits'])
    },
  ],
  [
    'permits the users of an account what remains for all of them, also if one has just come',
    async ({ ask, end, waited }) => {
      await ask(1, ONE)
      await end([[2, 60]])
      expect(await ask(1, TWO)).toEqual(['sent'])
      expect(await ask(2, ONE)).toEqual(['sent', 'waits'])
      await end([[1, 60]])
      expect(await waited()).toEqual(['waits'])
      await end([[0, 60]])
      expect([await waited(), await ask(1, TWO)]).toEqual([[60], [60]])
      // Nobody has told the new one of that limit.
      expect(await ask(1, NEW)).toEqual(['sent'])
    },
  ],
  [
    'counts the requests and the answers of a user who has just come for the others of the account too',
    async ({ ask, end, waited }) => {
      await ask(1, NEW)
      await end([[2, 60]])
      expect(await ask(1, NEW)).toEqual(['sent'])
      expect(await ask(2, TWO)).toEqual(['sent', 'waits'])
      await end(['unsent'])
      expect(await waited()).toEqual(['sent'])
      expect(await ask(1, ONE)).toEqual(['waits'])
    },
  ],
  [
    'keeps what the answers to a user announced for this user as well',
    async ({ ask, end }) => {
      await ask(1, ONE)
      await end([[1, 60]])
      const own = { account: ONE.copy, user: ONE.user, copy: ONE.account }
      expect(await ask(2, own)).toEqual(['sent', 'waits'])
      expect(await ask(2, { ...own, account: TWO.copy, user: TWO.user })).toEqual(['sent', 'sent'])
    },
  ],
]

let server: TestRedis
let redis: Redis
beforeAll(async () => {
  if (!HAS_REDIS) return
  server = await startRedis()
  redis = new Redis(server.url)
})
afterEach(() => vi.useRealTimers())
afterAll(async () => {
  redis?.disconnect()
  await server?.kill()
})

/** The steps of a case, over two limiters that share their limits. */
function stepsOf({ limiters, now, advance, settle }: TestLimiters): Steps {
  const begun = now()
  const inFlight: { permit: Permit; limiter: number }[] = []
  let waiting: (() => Outcome)[] = []
  let asked = 0

  const outcomesOf = async (requests: (() => Outcome)[]) => {
    await settle()
    waiting = [...waiting.filter((request) => !requests.includes(request)), ...requests].filter(
      (request) => request() === 'waits',
    )
    // Which of two limiters is first does not matter.
    return requests.map((request) => request()).sort((one, other) => String(one).localeCompare(String(other)))
  }
  return {
    ask(count, keys = KEYS, maxWaitMs = 100_000) {
      const requests = Array.from({ length: count }, () => {
        let outcome: Outcome = 'waits'
        const limiter = (asked += 1) % 2
        void Promise.resolve(limiters[limiter]!.acquire(keys, now(), { maxWaitMs })).then((permit) => {
          outcome = typeof permit === 'number' ? Math.round((permit - now()) / 1000) : 'sent'
          if (typeof permit !== 'number') inFlight.push({ permit, limiter })
        })
        return () => outcome
      })
      return outcomesOf(requests)
    },
    async end(answers) {
      for (const answer of answers) {
        const { permit, limiter } = inFlight.shift()!
        const one = limiters[limiter]!
        if (answer === 'unsent') one.release(permit)
        else if (answer === 'lost') one.update(permit, undefined, now())
        else if (answer === 'error') one.update(permit, { ...answered({}), status: 503 }, now())
        else if (answer === 'no limit') one.update(permit, answered({}), now())
        else {
          const prefix = permit.keys.account === undefined ? 'x-rate-limit' : 'x-account-rate-limit'
          const headers = budgetHeaders(prefix, answer[0], begun / 1000 + answer[1], LIMIT)
          const isWithout = answer[3] === null
          one.update(
            permit,
            answered({ ...headers, ...(isWithout && { [`${prefix}-limit`]: undefined }) }, answer[2]),
            now(),
          )
        }
        await settle()
      }
    },
    waited: () => outcomesOf([...waiting]),
    async wait(seconds) {
      advance(seconds * 1000)
      await settle()
    },
  }
}

describe.each(KINDS)('the rate limiter of kind %s (redis needs the apt package redis-server)', (kind) => {
  const isSkipped = kind === 'redis' && !HAS_REDIS

  it.skipIf(isSkipped).each(CASES)('%s', async (_, run) => {
    await expect(run(stepsOf(openLimiters(kind, redis)))).resolves.toBeUndefined()
  })

  it.skipIf(isSkipped)(
    'permits no request that the service refuses, and refuses none that it would have served, in random histories',
    async () => {
      const faults: string[] = []
      for (let seed = 0; seed < HISTORIES; seed += 100) {
        faults.push(...(await faultsInHistories(openLimiters(kind, redis), seed, 100)))
        vi.useRealTimers()
      }
      expect(faults).toEqual([])
    },
    HISTORIES * 200,
  )
})

/** How many of eight remaining requests are left after a client has made some. */
const READS: [name: string, left: number, run: (service: Service) => Promise<void>][] = [
  [
    'counts no request whose connection was refused',
    8,
    async ({ read, close, reopen }) => {
      await close()
      await read()
      await reopen()
    },
  ],
  [
    'counts no request whose deadline passed while it waited for a connection',
    4,
    async ({ readHeld, read }) => {
      const { answer } = await readHeld()
      await Promise.all(FOUR.map(() => read({ deadline: Date.now() + 200 })))
      await answer()
    },
  ],
  [
    'counts no request whose caller disconnected while it waited for a connection',
    4,
    async ({ readHeld, read }) => {
      const { answer } = await readHeld()
      const leaving = new AbortController()
      const waiting = FOUR.map(() => read({ signal: leaving.signal }))
      // The requests before it have permits too by then.
      await read({ deadline: Date.now() + 200 })
      leaving.abort()
      await Promise.all(waiting)
      await answer()
    },
  ],
  [
    'counts no request that had no memory for its answer',
    8,
    async ({ read }) => {
      const full = { room: () => false, refuse: () => {}, isRefused: () => false }
      await Promise.all(FOUR.map(() => read({ memory: full as unknown as CallContext['memory'] })))
    },
  ],
  [
    'counts requests whose caller disconnected after they were sent',
    4,
    async ({ readHeld }) => {
      const leaving = new AbortController()
      const { ended } = await readHeld({ signal: leaving.signal })
      leaving.abort()
      await ended
    },
  ],
]

const FOUR = [1, 2, 3, 4]

type Service = Awaited<ReturnType<typeof openService>>

/** A client with four connections, and a service that has announced that eight requests remain. */
async function openService(rateLimiter: RateLimiter) {
  const held: (() => void)[] = []
  let isHolding = false
  const script = (_: UpstreamRequest, nth: number): UpstreamAnswer => {
    const body = { data: { id: 'c1' } }
    if (isHolding) return { raw: (response) => void held.push(() => response.end(JSON.stringify(body))) }
    if (nth > 1) return { body }
    return { body, headers: budgetHeaders('x-account-rate-limit', 8, Math.floor(Date.now() / 1000) + 600) }
  }
  let upstream = await startUpstream(script)
  const { url } = upstream
  const client = createClient({
    adsBaseUrl: url,
    authBaseUrl: url,
    ...createMemoryState(),
    rateLimiter,
    connections: FOUR.length,
  })
  const read = async (context: Partial<CallContext> = {}) =>
    client
      .session({ credentials: ANY_CREDENTIALS, deadline: Date.now() + 30_000, ...context })
      .call(getCampaign, { account_id: 'a1', campaign_id: 'c1' })
      .then(
        () => 'served',
        ({ code }: UpstreamError) => code,
      )
  expect(await read()).toBe('served')
  return { read, readHeld, close, reopen, closeAll }

  /** Makes four requests, which the service does not answer before `answer`. */
  async function readHeld(context?: Partial<CallContext>) {
    isHolding = true
    const ended = Promise.all(FOUR.map(() => read(context)))
    await vi.waitUntil(() => held.length === FOUR.length, 10_000)
    isHolding = false
    const answer = async () => {
      for (const end of held) end()
      await ended
    }
    return { ended, answer }
  }

  async function close() {
    await upstream.close()
  }

  /** Lets the service listen again. Its answers announce nothing. */
  async function reopen() {
    upstream = await startUpstream((request, nth) => script(request, nth + 1), Number(new URL(url).port))
  }

  async function closeAll() {
    await client.close()
    await upstream.close()
  }
}

describe.each(KINDS)('a client with the rate limiter of kind %s (redis needs the apt package redis-server)', (kind) => {
  /** A rate limiter that runs by the real clock. */
  async function openLimiter(): Promise<RateLimiter> {
    if (kind === 'memory') return createRateLimiter()
    return (await state(server.url, `https://${randomUUID()}.example`)).rateLimiter
  }

  it.skipIf(kind === 'redis' && !HAS_REDIS).each(READS)('%s', async (_, left, run) => {
    const service = await openService(await openLimiter())
    closeLater(() => service.closeAll())
    await run(service)

    const outcomes = await Promise.all(Array.from({ length: 9 }, () => service.read()))
    expect(outcomes.filter((outcome) => outcome === 'served')).toHaveLength(left)
    expect(outcomes.filter((outcome) => outcome === 'RATE_LIMITED')).toHaveLength(9 - left)
  })
})
