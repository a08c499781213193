import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { StoreUnavailable, type Store } from '../../src/rest/store.ts'
import { createMemoryStore } from '../../src/state/memory.ts'
import { createContinuedStore } from '../../src/state/redis-store.ts'
import { useInstances } from '../support/instance.ts'
import { HAS_REDIS } from '../support/redis.ts'

const { redis: openRedis, state } = useInstances()

const HOUR_MS = 3_600_000

/** Two stores that share their values. */
const KINDS: [kind: string, isSkipped: boolean, open: () => Promise<[Store, Store]>][] = [
  [
    'memory',
    false,
    async () => {
      const store = createMemoryStore()
      return [store, store]
    },
  ],
  ['redis', !HAS_REDIS, openShared],
]

async function openShared(): Promise<[Store, Store]> {
  const { url } = await openRedis()
  const [one, other] = [await state(url, 'https://ads.example'), await state(url, 'https://ads.example')]
  return [one.strictStore, other.strictStore]
}

const valuesOf = async (store: Store, ...keys: string[]) => (await store.getAll(keys)).map((found) => found?.value)

describe.each(KINDS)('a store in %s (redis needs the apt package redis-server)', (_kind, isSkipped, open) => {
  it.skipIf(isSkipped)('keeps values until they expire or are deleted, with the time that is left', async () => {
    const [one, other] = await open()
    await one.set('brief', 'value', 50)
    await one.set('long', '', HOUR_MS)
    await one.setSpare('spare', 'value that begins with a version', HOUR_MS)

    const found = await other.get('long')
    expect(found?.value).toBe('')
    expect(found?.leftMs).toBeGreaterThan(HOUR_MS - 10_000)
    expect(found?.leftMs).toBeLessThanOrEqual(HOUR_MS)
    await expect.poll(() => other.get('brief')).toBeUndefined()
    expect((await other.get('spare', 'another'))?.value).toBe('value that begins with a version')
    expect((await other.get('spare', 'value that'))?.value).toBe('value that')
    expect(await valuesOf(other, 'long', 'none', 'brief', 'long')).toEqual(['', undefined, undefined, ''])
    expect(await other.getAll([])).toEqual([])
    await other.delete('long')
    expect(await one.get('long')).toBeUndefined()
  })

  it.skipIf(isSkipped)('makes all changes, or none if one of the values is not what it was', async () => {
    const [one, other] = await open()
    await one.set('b', 'before', HOUR_MS)
    const changes = (before: string) => [
      { key: 'a', before: undefined, after: 'new', ttlMs: HOUR_MS },
      { key: 'b', before, after: undefined, ttlMs: 0 },
      { key: 'c', before: undefined, after: '', ttlMs: HOUR_MS },
    ]

    const refused = await other.compareAndSet(...changes('another'))
    expect(refused).toMatchObject({ isSet: false, found: [undefined, { value: 'before' }, undefined] })
    expect(await valuesOf(one, 'a', 'b', 'c')).toEqual([undefined, 'before', undefined])
    const made = await other.compareAndSet(...changes('before'))
    expect(made).toMatchObject({ isSet: true, found: [undefined, { value: 'before' }, undefined] })
    expect(await valuesOf(one, 'a', 'b', 'c')).toEqual(['new', undefined, ''])
    // An empty value is not none.
    const none = { key: 'c', before: undefined, after: 'x', ttlMs: HOUR_MS }
    expect((await one.compareAndSet(none)).isSet).toBe(false)
    expect((await one.compareAndSet({ ...none, before: '' })).isSet).toBe(true)
  })

  it.skipIf(isSkipped)('lets one of many concurrent callers change a value', async () => {
    const stores = await open()
    const results = await Promise.all(
      Array.from({ length: 20 }, async (_, nth) => {
        const change = { key: 'one', before: undefined, after: `${nth}`, ttlMs: HOUR_MS }
        return (await stores[nth % 2]!.compareAndSet(change)).isSet
      }),
    )
    expect(results.filter(Boolean)).toHaveLength(1)
  })

  it.skipIf(isSkipped)(
    'gives a lease to one caller at a time, and notifies the others when it is released',
    async () => {
      const [one, other] = await open()
      const held = await one.lease('any')
      const refused = await other.lease('any')
      expect([held.held, refused.held, (await other.lease('another')).held]).toEqual([true, false, true])

      const released = refused.held ? undefined : refused.released()
      if (held.held) await held.release()
      await released
      expect((await other.lease('any')).held).toBe(true)
    },
  )

  it.skipIf(isSkipped)('delivers messages to the listeners of a topic, and to no others', async () => {
    const [one, other] = await open()
    const [topic, another] = [other.next('topic'), other.next('another')]
    one.publish('topic')
    await topic.within(60_000)
    const isEarly = await Promise.race([
      another.within(60_000),
      new Promise((resolve) => setTimeout(resolve, 50, 'no')),
    ])
    another.cancel()
    expect(isEarly).toBe('no')
  })
})

describe('a store that is continued in memory', () => {
  /** A shared store that is away at times. */
  const failing = (isAway: () => boolean, store: Store): Store => {
    const checked = async <T>(command: () => Promise<T>) => {
      if (isAway()) throw new StoreUnavailable('away')
      return command()
    }
    return {
      ...store,
      get: (key) => checked(() => store.get(key)),
      set: (...given) => checked(() => store.set(...given)),
      compareAndSet: (...changes) => checked(() => store.compareAndSet(...changes)),
      lease: (name) => checked(() => store.lease(name)),
    }
  }

  it('has what was set while the shared one is away, and what others deleted is gone when it is back', async () => {
    let isAway = false
    const shared = createMemoryStore()
    const store = createContinuedStore(
      failing(() => isAway, shared),
      createMemoryStore(),
    )
    await store.set('a', 'shared', HOUR_MS)
    isAway = true
    expect((await store.get('a'))?.value).toBe('shared')
    await store.set('b', 'own', HOUR_MS)
    const key = randomUUID()
    const once = { key, before: undefined, after: 'used', ttlMs: HOUR_MS }
    expect((await store.compareAndSet(once)).isSet).toBe(true)
    expect((await store.compareAndSet(once)).isSet).toBe(false)
    expect((await store.lease('any')).held).toBe(true)

    isAway = false
    // Nobody can do again what was done once meanwhile.
    expect((await store.compareAndSet(once)).isSet).toBe(false)
    await shared.delete('a')
    expect(await store.get('a')).toBeUndefined()
  })

  it('gives a lease that it has taken to no other caller when the shared one is away', async () => {
    let isAway = false
    const shared = createMemoryStore()
    const store = createContinuedStore(
      failing(() => isAway, shared),
      createMemoryStore(),
    )
    const isFree = async (leases: Store) => {
      const lease = await leases.lease('any')
      if (lease.held) await lease.release()
      return lease.held
    }
    const lease = await store.lease('any')
    isAway = true
    expect(await isFree(store)).toBe(false)
    if (lease.held) await lease.release()
    const own = await store.lease('any')
    isAway = false
    expect([own.held, await isFree(store), await isFree(shared)]).toEqual([true, false, true])
    if (own.held) await own.release()
    expect(await isFree(store)).toBe(true)
    const other = await shared.lease('any')
    expect(await isFree(store)).toBe(false)
    if (other.held) await other.release()
    expect(await isFree(store)).toBe(true)
  })

  it('does not hide another error', async () => {
    const broken = { ...createMemoryStore(), get: async () => Promise.reject(new TypeError('a fault')) }
    await expect(createContinuedStore(broken, createMemoryStore()).get('a')).rejects.toThrow('a fault')
  })
})
