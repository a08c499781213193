import { describe, expect, it } from 'vitest'
import type { WireAnswer } from '../../../src/rest/wire/transport.ts'
import { createChannel, type Channel, type Offered } from '../../../src/state/primary/channel.ts'
import { createStateHost, type StateFunctions, type WorkerStateFunctions } from '../../../src/state/primary/host.ts'
import { createPrimaryState } from '../../../src/state/primary/state.ts'

/** Two ends of a channel whose messages become JSON, as those between processes do. `sent` has the messages to the primary process. */
function link<Local extends Offered, Remote extends Offered>(worker: Partial<Local>, primary: Remote) {
  const sent: string[] = []
  const toWorker: Channel<Local> = createChannel<Local>(primary, (message) =>
    toPrimary.receive(JSON.parse(JSON.stringify(message))),
  )
  const toPrimary: Channel<Remote> = createChannel<Remote>(worker as Offered, (message) => {
    sent.push(JSON.stringify(message))
    toWorker.receive(JSON.parse(sent.at(-1)!))
  })
  return { toPrimary, toWorker, sent }
}

/** The state of so many workers of one primary process. */
function statesOf(count: number) {
  const host = createStateHost()
  return Array.from({ length: count }, () => {
    const primaryFunctions = {} as StateFunctions
    const workerFunctions = {} as WorkerStateFunctions
    const { toPrimary, toWorker, sent } = link(workerFunctions, primaryFunctions)
    const { functions, disconnect } = host.connect(toWorker)
    Object.assign(primaryFunctions, functions)
    const created = createPrimaryState(toPrimary)
    Object.assign(workerFunctions, created.functions)
    return { ...created.state, disconnect, sent }
  })
}

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

describe('the state of workers in the primary process', () => {
  it('has one text for each key, set by one of several callers, and none after it has expired or was deleted', async () => {
    const [one, other] = statesOf(2)
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
    const [one, other] = statesOf(2)
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

  it('sends an answer to a worker once, and again when it has changed', async () => {
    const [one, other] = statesOf(2)
    const large = 'x'.repeat(1_000)
    await one!.referenceStore.set('key', { large }, 10_000)
    for (const { referenceStore } of [one!, other!])
      for (let nth = 0; nth < 3; nth += 1) expect((await referenceStore.get('key'))?.answer).toEqual({ large })
    await other!.referenceStore.set('key', { small: 1 }, 10_000)

    expect((await one!.referenceStore.get('key'))?.answer).toEqual({ small: 1 })
    expect(one!.sent.filter((message) => message.includes(large))).toHaveLength(1)
    expect(other!.sent.filter((message) => message.includes(large))).toHaveLength(0)
  })

  it('asks for no permit while the answers announce no rate limit, and for each as soon as an answer to any worker does', async () => {
    const [one, other] = statesOf(2)
    const keys = { user: 'user endpoint', account: 'user account endpoint' }
    const now = 1_000_000_000_000
    const asked = ({ sent }: ReturnType<typeof statesOf>[number]) =>
      sent.join('').match(/"acquirePermit"/g)?.length ?? 0
    for (const { rateLimiter } of [one!, other!])
      for (let nth = 0; nth < 3; nth += 1) {
        const permit = await rateLimiter.acquire(keys, now, { maxWaitMs: 0 })
        if (typeof permit !== 'number') rateLimiter.update(permit, { status: 200, headers: {} }, now)
      }
    expect([asked(one!), asked(other!)]).toEqual([1, 1])
    const headers = {
      'x-account-rate-limit-limit': '2',
      'x-account-rate-limit-remaining': '1',
      'x-account-rate-limit-reset': String(now / 1000 + 60),
    }
    one!.rateLimiter.update({ keys, window: undefined }, { status: 200, headers }, now)
    while (other!.rateLimiter.known(keys, now) === undefined) await new Promise((resolve) => setImmediate(resolve))
    const permits = []
    for (const { rateLimiter } of [one!, other!]) permits.push(await rateLimiter.acquire(keys, now, { maxWaitMs: 0 }))

    expect(permits).toEqual([expect.objectContaining({ keys }), now + 60_000])
    expect([asked(one!), asked(other!)]).toEqual([2, 2])
  })

  it('counts the requests in flight of a worker that has ended as lost', async () => {
    const [one, other] = statesOf(2)
    const keys = { user: 'user endpoint', account: undefined }
    const now = 1_000_000_000_000
    const announcing = (remaining: number, reset: number): WireAnswer => ({
      status: 200,
      headers: {
        'x-rate-limit-limit': '3',
        'x-rate-limit-remaining': String(remaining),
        'x-rate-limit-reset': String(reset),
      },
      body: Buffer.alloc(0),
    })
    const acquire = ({ rateLimiter }: ReturnType<typeof statesOf>[number]) =>
      rateLimiter.acquire(keys, now, { maxWaitMs: 0 })
    const first = await acquire(one!)
    if (typeof first !== 'number') one!.rateLimiter.update(first, announcing(2, now / 1000 + 60), now)
    // The answer is learned before the next permits are asked for.
    await one!.store.get('anything')
    await acquire(one!)
    const second = await acquire(other!)
    expect(await acquire(other!)).toBe(now + 60_000)
    one!.disconnect()
    // The next window does not count the requests that are still in flight: only that of the other worker is.
    if (typeof second !== 'number') other!.rateLimiter.update(second, announcing(2, now / 1000 + 120), now + 60_000)
    await other!.store.get('anything')
    const rest = []
    for (let nth = 0; nth < 3; nth += 1)
      rest.push(await other!.rateLimiter.acquire(keys, now + 60_000, { maxWaitMs: 0 }))

    expect(rest.map((permit) => typeof permit)).toEqual(['object', 'object', 'number'])
  })

  describe('with a rate limit of which much remains', () => {
    const NOW = 1_000_000_000_000
    const KEYS = { user: 'user endpoint', account: 'user account endpoint' }
    type WorkerState = ReturnType<typeof statesOf>[number]

    const announcing = (remaining: number, resetAt = NOW + 60_000) => ({
      status: 200,
      headers: {
        'x-account-rate-limit-limit': '20000',
        'x-account-rate-limit-remaining': String(remaining),
        'x-account-rate-limit-reset': String(resetAt / 1000),
      },
    })

    /** Sends so many requests, one after the other, to a service that counts them. Returns how many were permitted. */
    async function send(
      { rateLimiter }: WorkerState,
      requests: number,
      service: { remaining: number },
      now = NOW,
    ): Promise<number> {
      let permitted = 0
      for (let nth = 0; nth < requests; nth += 1) {
        const permit = await rateLimiter.acquire(KEYS, now, { maxWaitMs: 0 })
        if (typeof permit === 'number') continue
        permitted += 1
        service.remaining -= 1
        rateLimiter.update(permit, announcing(service.remaining), now)
      }
      return permitted
    }

    const unusedReturned = () => new Promise((resolve) => setTimeout(resolve, 250))

    it('sends few messages for many requests, and one for each when little remains', async () => {
      const [one] = statesOf(1)
      const service = { remaining: 20_000 }
      expect(await send(one!, 200, service)).toBe(200)
      const ofMany = one!.sent.length
      expect(ofMany).toBeLessThan(200 / 5)
      await unusedReturned()
      service.remaining = 500
      await send(one!, 5, service)
      const before = one!.sent.length
      expect(await send(one!, 200, service)).toBe(200)

      expect(one!.sent.length - before).toBeGreaterThanOrEqual(200)
    })

    it('spends exactly the limit, up to the last request of any worker', async () => {
      const [one, other] = statesOf(2)
      const service = { remaining: 20_000 }
      await send(one!, 1, service)
      const sent = await Promise.all([send(one!, 2_000, service), send(other!, 1_000, service)])
      expect(sent).toEqual([2_000, 1_000])
      await unusedReturned()

      expect(await send(other!, 18_000, service)).toBe(16_999)
      expect(service.remaining).toBe(0)
      expect(await send(one!, 1, service)).toBe(0)
    }, 60_000)

    it('does not use permits after the reset of their window', async () => {
      const [one] = statesOf(1)
      await send(one!, 40, { remaining: 20_000 })
      const before = one!.sent.length
      await one!.rateLimiter.acquire(KEYS, NOW + 60_000, { maxWaitMs: 0 })

      expect(one!.sent.length).toBe(before + 1)
    })

    it('returns its permits as soon as an answer announces that little remains', async () => {
      const [one, other] = statesOf(2)
      await send(one!, 40, { remaining: 20_000 })
      await send(one!, 1, { remaining: 11 })
      await one!.store.get('anything')

      expect(await send(other!, 12, { remaining: 10 })).toBe(10)
    })
  })
})
