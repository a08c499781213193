import { afterEach, expect, it, vi } from 'vitest'
import { HOUR_MS, MINUTE_MS } from '../../src/async/duration.ts'
import { StoreUnavailable, type Store } from '../../src/rest/store.ts'
import { createMemoryStore } from '../../src/state/memory.ts'
import { createSpendStore } from '../../src/state/spend-store.ts'

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
