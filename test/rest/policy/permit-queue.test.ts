import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createMessages } from '../../../src/async/messages.ts'
import {
  createPermitQueues,
  type Permit,
  type PermitGrant,
  type PermitRequest,
  createRateLimiter,
} from '../../../src/rest/policy/permit.ts'
import { answered, budgetHeaders } from '../../support/client.ts'

const NOW = 1_900_000_000_000
const KEYS = { account: 'caller a1 things', user: 'caller things' }

beforeEach(() => vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] }))
afterEach(() => vi.useRealTimers())

describe('a queue of requests for permits', () => {
  /** Queues that take permits from this function, and the messages of their rate limits. */
  function open(
    take: (requests: readonly PermitRequest[]) => ReturnType<Parameters<typeof createPermitQueues>[0]['take']>,
  ) {
    const messages = createMessages()
    const released: Permit[] = []
    const queues = createPermitQueues({
      take: (_, requests) => take(requests),
      release: (permit) => void released.push(permit),
      nextMessage: ({ user, account = user }) => messages.next(user, account),
    })
    const acquire = (maxWaitMs: number, signal?: AbortSignal) => queues.acquire(KEYS, NOW, { maxWaitMs, signal })
    return { acquire, queues, released, wake: () => messages.deliver(KEYS.account) }
  }

  const NONE: PermitGrant = { granted: 0, waitMs: 60_000, until: 'message' }
  const ALL: PermitGrant = { granted: 500, waitMs: 0, until: 'all' }

  it('gives each request its own result, if whoever takes the permits returns results', async () => {
    const [first, last] = ['1', '3'].map((id): Permit => ({ keys: KEYS, id }))
    const results = [first!, NOW + 7, Promise.resolve(last!)]
    const { acquire, queues } = open((requests) => requests.map(() => results.shift()!))

    expect(await Promise.all([acquire(0), acquire(0), acquire(0)])).toEqual([first, NOW + 7, last])
    expect(queues.has(KEYS)).toBe(false)
  })

  it('does not end the wait of a request while permits are taken for it, also after others have waited', async () => {
    const grants = [NONE, NONE, ALL, ALL]
    const takes: (() => void)[] = []
    const { acquire, wake } = open(() => new Promise((resolve) => takes.push(() => resolve(grants.shift()!))))
    const first = acquire(1_000)
    for (const take of [0, 1]) {
      takes[take]!()
      await vi.advanceTimersByTimeAsync(1)
      wake()
      await vi.advanceTimersByTimeAsync(1)
    }
    // The third take is under way, for longer than this request would wait for a message.
    const second = acquire(5)
    await vi.advanceTimersByTimeAsync(100)
    takes[2]!()
    await vi.advanceTimersByTimeAsync(100)
    takes[3]!()

    expect(await first).toMatchObject({ keys: KEYS })
    expect(await second).toMatchObject({ keys: KEYS })
    expect(vi.getTimerCount()).toBe(0)
  })

  it.each<[string, PermitGrant | Permit[], number]>([
    ['a permit', ALL, 1],
    ['a permit of another limiter', [{ keys: KEYS, id: 'other' }], 1],
    ['no permit', NONE, 0],
  ])('keeps nothing for a request whose wait ends while %s is taken for it', async (_, grant, count) => {
    for (const end of ['time limit', 'caller'] as const) {
      const grants = [NONE, grant]
      const takes: (() => void)[] = []
      const { acquire, queues, released, wake } = open(
        () => new Promise((resolve) => takes.push(() => resolve(grants.shift()!))),
      )
      const gone = new AbortController()
      const waiting = acquire(100, gone.signal)
      takes[0]!()
      await vi.advanceTimersByTimeAsync(1)
      wake()
      await vi.advanceTimersByTimeAsync(1)
      if (end === 'caller') gone.abort()
      else await vi.advanceTimersByTimeAsync(100)
      expect(await waiting).toBe(NOW + 100)
      takes[1]!()
      await vi.advanceTimersByTimeAsync(1)
      wake()
      await vi.advanceTimersByTimeAsync(1)

      expect(released).toHaveLength(count)
      expect(takes).toHaveLength(2)
      expect(queues.has(KEYS)).toBe(false)
    }
  })

  it('ends each wait at its own time, and leaves no timer behind', async () => {
    const grants = [NONE, NONE, NONE, ALL]
    const { acquire, queues, wake } = open(() => grants.shift()!)
    const short = acquire(100)
    const long = acquire(1_000)
    await vi.advanceTimersByTimeAsync(50)
    const late = acquire(100)
    await vi.advanceTimersByTimeAsync(50)
    expect(await short).toBe(NOW + 100)
    await vi.advanceTimersByTimeAsync(50)
    expect(await late).toBe(NOW + 100)
    // A message that brings no permit.
    wake()
    await vi.advanceTimersByTimeAsync(1)
    expect(queues.has(KEYS)).toBe(true)
    wake()
    await vi.advanceTimersByTimeAsync(1)
    wake()

    expect(await long).toMatchObject({ keys: KEYS })
    expect(vi.getTimerCount()).toBe(0)
    expect(queues.has(KEYS)).toBe(false)
  })
})

describe('requests that wait for a permit', () => {
  const announced = (remaining: number, seconds: number, limit?: number) =>
    answered(budgetHeaders('x-account-rate-limit', remaining, NOW / 1000 + seconds, limit))
  const permit = (acquired: unknown) => {
    expect(acquired).toHaveProperty('id')
    return acquired as Permit
  }

  it('learn after 20 seconds that the request before them is lost, and when the limit resets', async () => {
    const limiter = createRateLimiter()
    limiter.learn(KEYS, announced(1, 60), NOW)
    permit(limiter.acquire(KEYS, NOW, { maxWaitMs: 0 }))
    const waiting = limiter.acquire(KEYS, NOW, { maxWaitMs: 50_000 })
    const onEnd = vi.fn<(result: Permit | number) => void>()
    void Promise.resolve(waiting).then(onEnd)
    await vi.advanceTimersByTimeAsync(19_999)
    expect(onEnd).not.toHaveBeenCalled()
    await vi.advanceTimersByTimeAsync(1)

    expect(onEnd.mock.calls).toEqual([[NOW + 60_000]])
    expect(vi.getTimerCount()).toBe(0)
  })

  it('wait for the reset if that is earlier, and are sent then', async () => {
    const limiter = createRateLimiter()
    limiter.learn(KEYS, announced(1, 10, 3), NOW)
    permit(limiter.acquire(KEYS, NOW, { maxWaitMs: 0 }))
    const waiting = [1, 2, 3].map(() => limiter.acquire(KEYS, NOW, { maxWaitMs: 15_000 }))
    await vi.advanceTimersByTimeAsync(10_000)

    // Three a window, and the one in flight may be one of them.
    permit(await waiting[0])
    permit(await waiting[1])
    await vi.advanceTimersByTimeAsync(5_000)
    expect(await waiting[2]).toBe(NOW + 15_000)
  })

  it('are sent together after a reset, as many as the last known limit allows', async () => {
    const limiter = createRateLimiter()
    limiter.learn(KEYS, announced(1, 10, 5), NOW)
    const first = permit(limiter.acquire(KEYS, NOW, { maxWaitMs: 0 }))
    const waiting = [0, 0, 0, 0, 0, 10_000].map((later) =>
      limiter.acquire(KEYS, NOW + later, { maxWaitMs: 15_000 - later }),
    )
    limiter.release(first)
    await vi.advanceTimersByTimeAsync(1)

    for (const acquired of waiting.slice(0, 5)) permit(await acquired)
    await vi.advanceTimersByTimeAsync(15_000)
    expect(await waiting[5]).toBe(NOW + 15_000)
  })

  it('send one request to find out when a spent limit resets, and after 20 seconds without an answer another', async () => {
    const limiter = createRateLimiter()
    limiter.learn(KEYS, announced(0, 10, 1), NOW)
    const later = NOW + 10_000
    const spent = permit(limiter.acquire(KEYS, later, { maxWaitMs: 0 }))
    limiter.update(spent, answered({}, 400), later)
    permit(limiter.acquire(KEYS, later, { maxWaitMs: 0 }))
    const next = limiter.acquire(KEYS, later, { maxWaitMs: 30_000 })
    const onEnd = vi.fn<(result: Permit | number) => void>()
    void Promise.resolve(next).then(onEnd)
    await vi.advanceTimersByTimeAsync(19_999)
    expect(onEnd).not.toHaveBeenCalled()
    await vi.advanceTimersByTimeAsync(1)

    permit(await next)
  })
})
