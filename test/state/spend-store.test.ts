import { afterEach, expect, it, vi } from 'vitest'
import { HOUR_MS } from '../../src/async/duration.ts'
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
