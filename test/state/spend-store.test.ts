import { afterEach, expect, it, vi } from 'vitest'
import { HOUR_MS, MINUTE_MS } from '../../src/async/duration.ts'
import { StoreUnavailable, type Store } from '../../src/rest/store.ts'
import { createKeepingStore, createMemoryState, createMemoryStore } from '../../src/state/memory.ts'
import { createSpendStore } from '../../src/state/spend-store.ts'
import { countingSteps } from '../support/counting-steps.ts'

afterEach(() => void vi.useRealTimers())

it('counts amounts that it joins as long as the one that counts longest', async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  const store = createSpendStore(createMemoryStore())
  const activate = (untilMs: number) =>
    store.activate({ account: 'a1', currency: 'EUR', micros: 5n, limit: 10n, untilMs })
  expect(await activate(30_000)).toBeTypeOf('function')
  expect(await activate(0)).toBeTypeOf('function')
  expect(await activate(0)).toBeUndefined()

  vi.advanceTimersByTime(HOUR_MS + 29_000)
  expect(await store.activated('a1', 'EUR')).toBe(10n)
  vi.advanceTimersByTime(1_000)
  expect(await store.activated('a1', 'EUR')).toBe(0n)
})

it('counts no amount much longer than an hour, however often others follow it', async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  const store = createSpendStore(createMemoryStore())
  for (let nth = 0; nth < 3 * 90; nth += 1) {
    expect(
      await store.activate({ account: 'a1', currency: 'EUR', micros: 1n, limit: 1_000n, untilMs: 30_000 }),
    ).toBeTypeOf('function')
    vi.advanceTimersByTime(40_000)
  }

  const counted = await store.activated('a1', 'EUR')
  expect(counted).toBeGreaterThanOrEqual(90n)
  expect(counted).toBeLessThanOrEqual(93n)
  vi.advanceTimersByTime(HOUR_MS + MINUTE_MS)
  expect(await store.activated('a1', 'EUR')).toBe(0n)
})

it('drops nothing that counts, however much is remembered after it', async () => {
  const { spendStore } = createMemoryState()
  await spendStore.activate(activation(10n))
  // As many as a store that drops values has.
  const seen = Array.from({ length: 100_000 }, (_, nth) => [`Campaign a${nth % 100} c${nth}`, 1n] as const)
  for (const [place, micros] of seen) await spendStore.see(place.slice(9, 12), new Map([[place, micros]]))

  expect(await spendStore.activated('a1', 'EUR')).toBe(10n)
})

it('accepts no write of money that cannot be counted, and takes back what was counted, while its memory is full', async () => {
  // Amounts are joined, and take no more room, if no time passes between them.
  vi.useFakeTimers({ toFake: ['Date'] })
  const store = createSpendStore(createKeepingStore(1_000))
  const takeBack = await store.activate(activation(1n))
  const more = async () => {
    for (;;) await store.activate(activation(1n))
  }
  await expect(more()).rejects.toThrow(StoreUnavailable)
  expect(await store.activated('a1', 'EUR')).toBe(3n)
  // Another account still has room.
  expect(await store.activate({ ...activation(1n), account: 'a2' })).toBeTypeOf('function')

  await takeBack?.()
  expect(await store.activated('a1', 'EUR')).toBe(2n)
})

/** A store, and the function that loses the reply to its next change. */
function losingReplies() {
  const memory = createMemoryStore()
  let isLost = false
  const store: Store = {
    ...memory,
    async compareAndSet(...changes) {
      const compared = await memory.compareAndSet(...changes)
      if (!isLost) return compared
      isLost = false
      throw new StoreUnavailable('Redis is unavailable')
    },
  }
  return { store: createSpendStore(store), lose: () => (isLost = true) }
}

const activation = (micros: bigint) => ({ account: 'a1', currency: 'EUR', micros, limit: 10n, untilMs: 0 })

it('takes an amount back once, although the reply to that is lost', async () => {
  const { store, lose } = losingReplies()
  await store.activate(activation(5n))
  const takeBack = await store.activate(activation(3n))
  lose()
  await takeBack?.()
  await new Promise((resolve) => setTimeout(resolve, 1_000))

  expect(await store.activated('a1', 'EUR')).toBe(5n)
})

it('does not count an amount that was refused because the reply to its activation was lost', async () => {
  const { store, lose } = losingReplies()
  await store.activate(activation(5n))
  lose()
  await expect(store.activate(activation(3n))).rejects.toThrow(StoreUnavailable)

  await vi.waitFor(async () => expect(await store.activated('a1', 'EUR')).toBe(5n))
})

it('remembers amounts of any number of places in one step, each after those of its place before', async () => {
  const { store: counted, steps } = countingSteps()
  const store = createSpendStore(counted)
  await store.see('a1', [
    ['one', 4n],
    ['two', 7n],
    ['one', 6n],
    ['two', 5n],
  ])
  await store.see('a1', new Map([['three', 1n]]))
  await store.see('a1', [])

  expect(steps).toEqual(['getAll', 'compareAndSet', 'getAll', 'compareAndSet'])
  expect(await store.lowest(['one', 'two', 'three', 'four'])).toEqual(
    new Map([
      ['one', 4n],
      ['two', 5n],
      ['three', 1n],
    ]),
  )
})

it('remembers no amounts beyond its memory, also beside those that it has', async () => {
  const store = createSpendStore(createKeepingStore(1_000))
  await store.see('a1', [['one', 4n]])
  const places = Array.from({ length: 20 }, (_, nth) => [`place ${nth}`, 1n] as const)
  await store.see('a1', places)
  await expect(
    store.see('a1', [
      ['one', 3n],
      ['two', 5n],
    ]),
  ).rejects.toThrow(StoreUnavailable)
  await store.see('a1', [['one', 3n]])

  expect(await store.lowest(['one', 'two'])).toEqual(new Map([['one', 3n]]))
})
