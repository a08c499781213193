import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { Redis } from 'ioredis'
import { describe, expect, it, vi } from 'vitest'
import type { AcquireOptions, Permit, RateLimiter } from '../../src/rest/policy/permit.ts'
import type { RateLimitKeys } from '../../src/rest/policy/rate-limit.ts'
import { useInstances } from '../support/instance.ts'
import { HAS_REDIS, type TestRedis } from '../support/redis.ts'
import { startUpstream, type UpstreamAnswer } from '../support/upstream.ts'

const SERVICE = 'https://ads.example'
const KEYS: RateLimitKeys = { account: 'caller a1 campaigns', user: 'caller campaigns' }
const USER_ONLY: RateLimitKeys = { account: undefined, user: 'caller accounts' }
const MINUTE_MS = 60_000
const NO_WAIT: AcquireOptions = { maxWaitMs: 10_000 }

const { redis: openRedis, state, instance, closeLater } = useInstances()

async function limiters(count: number): Promise<{ redis: TestRedis; limiters: RateLimiter[] }> {
  const redis = await openRedis()
  const states = await Promise.all(Array.from({ length: count }, () => state(redis.url, SERVICE)))
  return { redis, limiters: states.map(({ rateLimiter }) => rateLimiter) }
}

function connectionTo(redis: TestRedis): Redis {
  const connection = new Redis(redis.url)
  closeLater(() => connection.disconnect())
  return connection
}

/** An answer that announces a budget. */
const announcing = (prefix: string, limit: number, remaining: number, resetAt: number) => ({
  status: 200,
  headers: {
    [`${prefix}-limit`]: String(limit),
    [`${prefix}-remaining`]: String(remaining),
    [`${prefix}-reset`]: String(resetAt / 1000),
  },
  body: Buffer.alloc(0),
})

const ofAccount = (limit: number, remaining: number, resetAt: number) =>
  announcing('x-account-rate-limit', limit, remaining, resetAt)

/** The service's time, in whole seconds, as it announces resets. */
const serviceNow = () => Math.floor(Date.now() / 1000) * 1000

const permitOf = async (asked: ReturnType<RateLimiter['acquire']>): Promise<Permit> => {
  const permit = await asked
  if (typeof permit === 'number') throw new Error(`must wait until ${permit}`)
  return permit
}

/** The stored budget of the account. */
const stored = async (connection: Redis) => {
  const [key] = await connection.keys('*:budget:caller a1 campaigns')
  return key === undefined ? undefined : connection.hgetall(key)
}

/**
 * Until what an update has sent has arrived: the same connection answers in order. A Redis that does not have the script of the update
 * answers so, and then gets its text, which is sent before the second request here.
 */
const settled = async (limiter: RateLimiter) => {
  for (let nth = 0; nth < 2; nth += 1) await limiter.acquire({ account: undefined, user: randomUUID() }, 0, NO_WAIT)
}

const scriptCalls = async (connection: Redis, command: 'eval' | 'evalsha') =>
  Number(new RegExp(`cmdstat_${command}:calls=(\\d+)`).exec(await connection.info('commandstats'))?.[1] ?? 0)

describe.skipIf(!HAS_REDIS)('rate limits that instances share (needs the apt package redis-server)', () => {
  it.each([
    ['an hour fast', 60 * MINUTE_MS],
    ['an hour slow', -60 * MINUTE_MS],
  ])('stay spent for an instance whose clock is %s, which gets its own time to ask again', async (_, offMs) => {
    const {
      limiters: [one, other],
    } = await limiters(2)
    const now = serviceNow()
    one!.update(await permitOf(one!.acquire(KEYS, now, NO_WAIT)), ofAccount(5, 0, now + MINUTE_MS), now)
    await settled(one!)

    const askAgainAt = await other!.acquire(KEYS, now + offMs, NO_WAIT)
    expect(askAgainAt).toBeGreaterThan(now + offMs + MINUTE_MS - 20_000)
    expect(askAgainAt).toBeLessThan(now + offMs + MINUTE_MS + 20_000)
    expect(await one!.acquire(KEYS, now, NO_WAIT)).toBeTypeOf('number')
  })

  it('are those of its user for each request, also if users of an account send theirs at the same time', async () => {
    const {
      limiters: [limiter],
    } = await limiters(1)
    const users = ['one campaigns', 'other campaigns']
    const permits = users.map((user) =>
      limiter!.acquire({ account: 'all-of-app a1 campaigns', user }, serviceNow(), NO_WAIT),
    )
    expect((await Promise.all(permits.map(permitOf))).map(({ keys }) => keys.user)).toEqual(users)
  })

  it('do not reset early because one instance expects the reset too early', async () => {
    const {
      limiters: [one, fast],
    } = await limiters(2)
    const now = serviceNow()
    const reset = now + MINUTE_MS
    const [first, second] = [await one!.acquire(KEYS, now, NO_WAIT), await fast!.acquire(KEYS, now, NO_WAIT)]
    one!.update(first as Permit, ofAccount(5, 0, reset), now)
    await settled(one!)
    fast!.update(second as Permit, ofAccount(5, 0, reset), reset - 1_000)
    await settled(fast!)

    expect(await one!.acquire(KEYS, now, NO_WAIT)).toBeGreaterThan(now + MINUTE_MS - 20_000)
  })

  it('only shrink within a window, and count requests in flight against the next one', async () => {
    const {
      redis,
      limiters: [one, other],
    } = await limiters(2)
    const connection = connectionTo(redis)
    const now = serviceNow()
    const permits = await Promise.all([1, 2, 3].map(() => permitOf(one!.acquire(KEYS, now, NO_WAIT))))
    one!.update(permits[0]!, ofAccount(10, 9, now + MINUTE_MS), now)
    await settled(one!)
    // Two of this window are in flight, which the answer does not count.
    expect(await stored(connection)).toMatchObject({ limit: '10', announced: '9' })

    one!.update(permits[1]!, ofAccount(10, 2, now + MINUTE_MS), now)
    one!.update(permits[2]!, ofAccount(10, 8, now + MINUTE_MS), now)
    await settled(one!)
    expect(await stored(connection)).toMatchObject({ announced: '2' })

    // An answer of the window before says nothing of this one.
    other!.update(await permitOf(other!.acquire(KEYS, now, NO_WAIT)), ofAccount(10, 0, now + 30_000), now)
    await settled(other!)
    expect(await stored(connection)).toMatchObject({ announced: '2' })
  })

  it("let the account's budget win over the user's", async () => {
    const {
      limiters: [one, other],
    } = await limiters(2)
    const now = serviceNow()
    const user = announcing('x-rate-limit', 1_000, 0, now + MINUTE_MS)
    one!.update(await permitOf(one!.acquire({ ...KEYS, account: undefined }, now, NO_WAIT)), user, now)
    await settled(one!)
    expect(await other!.acquire(KEYS, now, NO_WAIT)).toBeTypeOf('number')

    const permit: Permit = { keys: KEYS, id: 'one that was sent before' }
    one!.update(permit, ofAccount(10, 9, now + MINUTE_MS), now)
    await settled(one!)
    expect(await other!.acquire(KEYS, now, NO_WAIT)).toBeTypeOf('object')
  })

  it('open again at the end of the window, by the clock of Redis', async () => {
    const {
      limiters: [one, other],
    } = await limiters(2)
    const now = serviceNow()
    one!.update(await permitOf(one!.acquire(KEYS, now, NO_WAIT)), ofAccount(3, 0, now + 300), now)
    await settled(one!)
    expect(await other!.acquire(KEYS, now, NO_WAIT)).toBeTypeOf('number')
    await wait(320)

    const grants = await Promise.all([1, 2, 3].map(async () => other!.acquire(KEYS, now, NO_WAIT)))
    expect(grants.map((grant) => typeof grant)).toEqual(['object', 'object', 'object'])
    // The fourth of three would have to find out, and three others are about to.
    expect(await one!.acquire(KEYS, now, { maxWaitMs: 50 })).toBe(now + 50)
  })

  it('open again with what requests in flight leave of the next window', async () => {
    const {
      limiters: [one, other],
    } = await limiters(2)
    const now = serviceNow()
    const permits = await Promise.all([1, 2, 3].map(() => permitOf(one!.acquire(KEYS, now, NO_WAIT))))
    one!.update(permits[0]!, ofAccount(3, 0, now + 300), now)
    await settled(one!)
    await wait(320)

    expect(await other!.acquire(KEYS, now, NO_WAIT)).toBeTypeOf('object')
    expect(await other!.acquire(KEYS, now, { maxWaitMs: 50 })).toBe(now + 50)
  })

  it('let one request probe the next window if no answer has announced it and none is in flight', async () => {
    const {
      limiters: [one, other],
    } = await limiters(2)
    const now = serviceNow()
    one!.update(await permitOf(one!.acquire(KEYS, now, NO_WAIT)), ofAccount(1, 0, now + 300), now)
    await settled(one!)
    await wait(320)
    one!.update(await permitOf(one!.acquire(KEYS, now, NO_WAIT)), undefined, now)
    await settled(one!)

    expect(await other!.acquire(KEYS, now, { maxWaitMs: 50 })).toBeTypeOf('object')
    expect(await other!.acquire(KEYS, now, { maxWaitMs: 50 })).toBe(now + 50)
  })

  it.each<[string, (connection: Redis, key: string) => Promise<unknown>]>([
    ['a string', (connection, key) => connection.set(key, 'garbage')],
    ['a list', (connection, key) => connection.rpush(key, 'garbage')],
    ['a hash of other fields', (connection, key) => connection.hset(key, { garbage: 1 })],
    [
      'words',
      (connection, key) => connection.hset(key, { limit: 'x', announced: 'y', lost: 'l', reset: 'z', opensAt: '' }),
    ],
    [
      'a text that is not a number',
      (connection, key) =>
        connection.hset(key, { limit: 'nan', announced: 'nan', lost: 'nan', reset: 'inf', opensAt: '' }),
    ],
    [
      'fractions',
      (connection, key) => connection.hset(key, { limit: 5, announced: 0.5, lost: 0, reset: 1, opensAt: '' }),
    ],
    [
      'more than the limit',
      (connection, key) => connection.hset(key, { limit: 5, announced: 6, lost: 0, reset: 1, opensAt: '' }),
    ],
    [
      'a reset in a thousand years',
      (connection, key) => connection.hset(key, { limit: 5, announced: 0, lost: 0, reset: 1, opensAt: 4e13 }),
    ],
    ['a part of a budget', (connection, key) => connection.hset(key, { announced: 0 })],
  ])('take %s in Redis for no budget, and overwrite it', async (_, plant) => {
    const {
      redis,
      limiters: [one],
    } = await limiters(1)
    const connection = connectionTo(redis)
    const now = serviceNow()
    one!.update(await permitOf(one!.acquire(KEYS, now, NO_WAIT)), ofAccount(5, 4, now + MINUTE_MS), now)
    await settled(one!)
    const [key] = await connection.keys('*:budget:caller a1 campaigns')
    const inFlight = key!.replace(':budget:', ':budget in flight:')
    await connection.del(key!, inFlight)
    await plant(connection, key!)
    await plant(connection, inFlight)

    const permit = await permitOf(one!.acquire(KEYS, now, NO_WAIT))
    one!.update(permit, ofAccount(5, 3, now + MINUTE_MS), now)
    await settled(one!)
    expect(await stored(connection)).toMatchObject({ limit: '5', announced: '3', reset: String(now + MINUTE_MS) })
  })

  it('ignore an announced reset that is further away than any window', async () => {
    const {
      redis,
      limiters: [one, other],
    } = await limiters(2)
    const now = serviceNow()
    one!.update(await permitOf(one!.acquire(KEYS, now, NO_WAIT)), ofAccount(5, 0, now * 1000), now)
    await settled(one!)

    expect(await stored(connectionTo(redis))).toBeUndefined()
    expect(await other!.acquire(KEYS, now, NO_WAIT)).toBeTypeOf('object')
  })

  it('cause no message for an answer while nobody waits, also if it announces no rate limit', async () => {
    const {
      redis,
      limiters: [one, other],
    } = await limiters(2)
    const connection = connectionTo(redis)
    const messages = async () =>
      Number(/cmdstat_publish:calls=(\d+)/.exec(await connection.info('commandstats'))?.[1] ?? 0)
    const before = await messages()
    const now = serviceNow()
    for (let nth = 0; nth < 10; nth += 1)
      for (const limiter of [one!, other!]) {
        limiter.update(await permitOf(limiter.acquire(USER_ONLY, now, NO_WAIT)), { status: 200, headers: {} }, now)
        limiter.update(await permitOf(limiter.acquire(KEYS, now, NO_WAIT)), ofAccount(50, 40, now + MINUTE_MS), now)
      }
    await Promise.all([settled(one!), settled(other!)])

    expect(await messages()).toBe(before)
  })

  it('send the text of a script once, and again to a Redis that has lost it', async () => {
    const {
      redis,
      limiters: [one],
    } = await limiters(1)
    const connection = connectionTo(redis)
    const now = serviceNow()
    const round = async () => {
      one!.update(await permitOf(one!.acquire(USER_ONLY, now, NO_WAIT)), undefined, now)
      await settled(one!)
    }
    // A script has found out whether Redis can be used.
    const [evals, evalshas] = [await scriptCalls(connection, 'eval'), await scriptCalls(connection, 'evalsha')]
    for (let nth = 0; nth < 5; nth += 1) await round()
    expect((await scriptCalls(connection, 'eval')) - evals).toBe(1)
    expect((await scriptCalls(connection, 'evalsha')) - evalshas).toBe(20)

    await connection.script('FLUSH')
    await round()
    expect((await scriptCalls(connection, 'eval')) - evals).toBe(2)
  })
})

/** Takes all of the four permits that remain. */
async function takeAll(limiter: RateLimiter, now: number): Promise<Permit[]> {
  limiter.update(await permitOf(limiter.acquire(KEYS, now, NO_WAIT)), ofAccount(5, 4, now + MINUTE_MS), now)
  await settled(limiter)
  return Promise.all(Array.from({ length: 4 }, () => permitOf(limiter.acquire(KEYS, now, NO_WAIT))))
}

describe.skipIf(!HAS_REDIS)('requests beyond what remains (needs the apt package redis-server)', () => {
  it('ask Redis for nothing while the service does not answer, and continue at its first answer of another window', async () => {
    const redis = await openRedis()
    const connection = connectionTo(redis)
    let answerAll = () => {}
    const answered = new Promise<void>((resolve) => (answerAll = resolve))
    const resetSeconds = Math.ceil(Date.now() / 1000) + 600
    const upstream = await startUpstream(async (_request, nth): Promise<UpstreamAnswer> => {
      const isFirst = nth === 1
      if (!isFirst && nth <= 5) await answered
      return {
        headers: {
          'x-account-rate-limit-limit': '1000',
          'x-account-rate-limit-remaining': String(isFirst ? 4 : 1000 - nth),
          'x-account-rate-limit-reset': String(isFirst ? resetSeconds : resetSeconds + 300),
        },
        body: { data: [] },
      }
    })
    closeLater(() => upstream.close())
    const graphs = [await instance(redis.url, upstream), await instance(redis.url, upstream)]
    const query = '{ account(id: "a1") { campaigns { nodes { name } } } }'
    await graphs[0]!.query(query)
    const queries = Array.from({ length: 60 }, (_, nth) => graphs[nth % 2]!.query(query))
    await vi.waitFor(() => expect(upstream.requests).toHaveLength(5), 10_000)
    // Until all of them have asked.
    let calls = -1
    while (calls !== (calls = await scriptCalls(connection, 'evalsha'))) await wait(500)
    await wait(500)
    expect(await scriptCalls(connection, 'evalsha')).toBe(calls)
    expect(upstream.requests).toHaveLength(5)

    answerAll()
    expect((await Promise.all(queries)).flatMap(({ errors }) => errors ?? [])).toEqual([])
    expect(upstream.requests).toHaveLength(61)
  })

  it('continue with the limit of the user if an answer for another account announces it', async () => {
    const {
      limiters: [one, other],
    } = await limiters(2)
    const now = serviceNow()
    const keys = (account: string): RateLimitKeys => ({
      account: `caller ${account} campaigns`,
      user: 'caller campaigns',
    })
    const first = await permitOf(one!.acquire(keys('a1'), now, NO_WAIT))
    one!.update(first, announcing('x-rate-limit', 100, 4, now + MINUTE_MS), now)
    await settled(one!)
    for (let nth = 0; nth < 3; nth += 1) await permitOf(one!.acquire(keys('a1'), now, NO_WAIT))
    const elsewhere = await permitOf(one!.acquire(keys('a2'), now, NO_WAIT))
    const waiting = other!.acquire(keys('a1'), now, NO_WAIT)
    one!.update(elsewhere, announcing('x-rate-limit', 100, 90, now + 2 * MINUTE_MS), now)

    expect(await waiting).toBeTypeOf('object')
  })

  it('take the place of one that was not sent', async () => {
    const {
      limiters: [one, other],
    } = await limiters(2)
    const now = serviceNow()
    const permits = await takeAll(one!, now)
    const waiting = [1, 2].map(async () => other!.acquire(KEYS, now, { maxWaitMs: 1_000 }))
    one!.release(permits[0]!)

    expect((await Promise.all(waiting)).map((permit) => typeof permit).sort()).toEqual(['number', 'object'])
  })

  it('stop waiting at their time limit, or when their caller disconnects', async () => {
    const {
      limiters: [one],
    } = await limiters(1)
    const now = serviceNow()
    await takeAll(one!, now)
    const gone = new AbortController()
    const patient = one!.acquire(KEYS, now, { maxWaitMs: 15_000, signal: gone.signal })
    expect(await one!.acquire(KEYS, now, { maxWaitMs: 100 })).toBe(now + 100)

    gone.abort()
    expect(await patient).toBeTypeOf('number')
  })

  it('continue without Redis when it is lost', async () => {
    const {
      redis,
      limiters: [one],
    } = await limiters(1)
    const now = serviceNow()
    await takeAll(one!, now)
    const waiting = one!.acquire(KEYS, now, NO_WAIT)
    await redis.kill()

    expect(await waiting).toBeTypeOf('object')
  })
})
