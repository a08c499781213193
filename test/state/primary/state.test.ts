import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { createStateHost } from '../../../src/state/primary/host.ts'
import { answered, budgetHeaders } from '../../support/client.ts'
import { link, linkWorkers } from '../../support/rate-limiters.ts'

describe('a channel between processes', () => {
  it('sends the calls of one turn as one message, and gives each its result or its error', async () => {
    const { toPrimary, sent } = link(
      {},
      {
        double: (n: number) => 2 * n,
        fail: async () => {
          throw new Error('no such thing')
        },
      },
    )
    const results = await Promise.allSettled([
      toPrimary.call('double', 1),
      toPrimary.call('fail'),
      toPrimary.call('double', 2),
    ])

    expect(results).toEqual([
      { status: 'fulfilled', value: 2 },
      { status: 'rejected', reason: new Error('no such thing') },
      { status: 'fulfilled', value: 4 },
    ])
    expect(sent).toHaveLength(1)
  })

  it('ignores the messages of others', () => {
    const { toPrimary } = link({}, {})

    for (const message of ['usage', null, 1, { cmd: 'other' }]) expect(toPrimary.receive(message)).toBeUndefined()
  })

  it('rejects the calls that are not answered when it is closed, and all later ones', async () => {
    const { toPrimary } = link({}, { never: () => new Promise(() => {}) })
    const call = toPrimary.call('never')
    setImmediate(() => toPrimary.close())

    await expect(call).rejects.toThrow('The other process has ended')
    await expect(toPrimary.call('never')).rejects.toThrow('The other process has ended')
  })

  it('takes no call of a process that has ended, although its last messages arrive later', async () => {
    const calls: string[] = []
    const { toPrimary, toWorker } = link({}, { take: (name: string) => void calls.push(name) })
    toPrimary.tell('take', 'before')
    await new Promise((resolve) => setImmediate(resolve))
    toPrimary.tell('take', 'after')
    toWorker.close()
    await new Promise((resolve) => setImmediate(resolve))

    expect(calls).toEqual(['before'])
  })
})

const NOW = 1_900_000_000_000
const KEYS = { user: 'user endpoint', account: 'user account endpoint' }

/** An answer that announces what remains of three requests. */
const announcing = (remaining: number) => answered(budgetHeaders('x-account-rate-limit', remaining, NOW / 1000 + 60, 3))

describe('the state of workers in the primary process', () => {
  it('has one text for each key, set by one of several callers, and none after it has expired or was deleted', async () => {
    const [one, other] = linkWorkers(2)
    const first = await Promise.all([one!, other!].map(({ store }) => store.setIfAbsent('key', 'value', 10_000)))
    expect(first).toEqual([true, false])
    expect(await other!.store.get('key')).toBe('value')
    await other!.store.delete('key')
    await one!.store.set('short', 'value', 1)
    await new Promise((resolve) => setTimeout(resolve, 10))

    expect(await one!.store.get('key')).toBeUndefined()
    expect(await other!.store.get('short')).toBeUndefined()
  })

  it('gives a lease to one worker, and to the next when it is released or its worker has ended', async () => {
    const [one, other] = linkWorkers(2)
    const lease = await one!.store.acquireLease('name')
    const refused = await other!.store.acquireLease('name')
    expect([lease.held, refused.held]).toEqual([true, false])
    const released = refused.held ? undefined : refused.released()
    if (lease.held) await lease.release()
    await released
    expect((await other!.store.acquireLease('name')).held).toBe(true)
    const again = await one!.store.acquireLease('name')
    const ended = again.held ? undefined : again.released()
    other!.disconnect()
    await ended

    expect((await one!.store.acquireLease('name')).held).toBe(true)
  })

  it('gives the lease of a worker that hangs to another after three seconds, but not that of one that renews it', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] })
    onTestFinished(() => void vi.useRealTimers())
    const host = createStateHost()
    const [hung, other] = [1, 2].map(() => host.connect({ tell() {} }).functions)
    expect([await hung!.acquireLease('name'), await other!.acquireLease('name')]).toEqual([true, false])
    for (let nth = 0; nth < 4; nth += 1) {
      vi.advanceTimersByTime(2_000)
      hung!.renewLease('name')
    }
    expect(await other!.acquireLease('name')).toBe(false)
    const released = other!.leaseReleased('name')
    vi.advanceTimersByTime(3_000)
    await released
    expect(await other!.acquireLease('name')).toBe(true)
    // The worker that hung does not end the lease that the other one has now.
    await hung!.releaseLease('name')

    expect(await hung!.acquireLease('name')).toBe(false)
  })

  it('renews the lease of a worker while it has it', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] })
    onTestFinished(() => void vi.useRealTimers())
    const [one, other] = linkWorkers(2)
    expect((await one!.store.acquireLease('name')).held).toBe(true)
    for (let nth = 0; nth < 10; nth += 1) {
      vi.advanceTimersByTime(1_000)
      await one!.store.get('anything')
    }

    expect((await other!.store.acquireLease('name')).held).toBe(false)
  })

  it('sends an answer to a worker once, and again when it has changed', async () => {
    const [one, other] = linkWorkers(2)
    const large = 'x'.repeat(1_000)
    await one!.referenceStore.set('key', { large }, 10_000)
    for (const { referenceStore } of [one!, other!])
      for (let nth = 0; nth < 3; nth += 1) expect((await referenceStore.get('key'))?.answer).toEqual({ large })
    await other!.referenceStore.set('key', { small: 1 }, 10_000)

    expect((await one!.referenceStore.get('key'))?.answer).toEqual({ small: 1 })
    expect(one!.sent.filter((message) => message.includes(large))).toHaveLength(1)
    expect(other!.sent.filter((message) => message.includes(large))).toHaveLength(0)
  })

  it('tells all workers what the answers to one announced', async () => {
    const [one, other] = linkWorkers(2)
    const permit = await one!.rateLimiter.acquire(KEYS, NOW, { maxWaitMs: 0 })
    if (typeof permit !== 'number') one!.rateLimiter.update(permit, announcing(2), NOW)
    while (other!.rateLimiter.known(KEYS, NOW) === undefined) await new Promise((resolve) => setImmediate(resolve))

    expect(other!.rateLimiter.known(KEYS, NOW)).toEqual(one!.rateLimiter.known(KEYS, NOW))
    expect(other!.rateLimiter.known(KEYS, NOW)).toMatchObject({ limit: 3, remaining: 2, resetAt: NOW + 60_000 })
  })

  it('stops waiting for a permit when the caller disconnects, and another request gets it', async () => {
    const [one, other] = linkWorkers(2)
    const first = await one!.rateLimiter.acquire(KEYS, NOW, { maxWaitMs: 0 })
    const second = await one!.rateLimiter.acquire(KEYS, NOW, { maxWaitMs: 0 })
    const third = await one!.rateLimiter.acquire(KEYS, NOW, { maxWaitMs: 0 })
    if (typeof first === 'number' || typeof second === 'number' || typeof third === 'number') throw new Error('spent')
    // One remains, and may be that of a request in flight.
    one!.rateLimiter.update(first, announcing(1), NOW)
    const gone = new AbortController()
    const left = other!.rateLimiter.acquire(KEYS, NOW, { maxWaitMs: 10_000, signal: gone.signal })
    const waiting = other!.rateLimiter.acquire(KEYS, NOW, { maxWaitMs: 10_000 })
    await one!.store.get('anything')
    gone.abort()
    expect(await left).toBe(NOW + 10_000)
    one!.rateLimiter.release(second)
    one!.rateLimiter.release(third)

    expect(await waiting).toMatchObject({ keys: KEYS })
  })

  it('counts the requests in flight of a worker that has ended as lost', async () => {
    const [one, other] = linkWorkers(2)
    const acquire = ({ rateLimiter }: typeof one & {}) => rateLimiter.acquire(KEYS, NOW, { maxWaitMs: 0 })
    const first = await acquire(one!)
    if (typeof first !== 'number') one!.rateLimiter.update(first, announcing(2), NOW)
    // The answer is learned before the next permits are asked for.
    await one!.store.get('anything')
    await acquire(one!)
    one!.disconnect()
    const last = await acquire(other!)
    if (typeof last !== 'number') other!.rateLimiter.update(last, undefined, NOW)

    expect(await acquire(other!)).toBe(NOW + 60_000)
  })
})
