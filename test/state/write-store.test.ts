import { expect, it, vi } from 'vitest'
import { DAY_MS } from '../../src/async/duration.ts'
import { createKeepingStore, createMemoryState } from '../../src/state/memory.ts'
import { createWriteStore } from '../../src/state/write-store.ts'

it('gives a row to one write only, though both saw it without an owner', async () => {
  const { writeStore } = createMemoryState()
  for (const name of ['one', 'other']) await writeStore.begin(name, 'sending', [], 0)

  expect(await writeStore.save('one', ['sending'], { data: 'done', ids: ['r1'] })).toBe('saved')
  expect(await writeStore.save('other', ['sending'], { data: 'done', ids: ['r2', 'r1'] })).toBe('claimed')
  expect(await writeStore.save('one', ['done'], { data: 'again', ids: ['r1'] })).toBe('saved')
  expect(await writeStore.others('third', ['r1', 'r2'], [])).toEqual({ claimed: ['r1'], creating: [] })
})

it('keeps the records of all writes, and refuses new ones while its memory is full', async () => {
  const { writeStore } = createMemoryState()
  const ids = (key: number) => Array.from({ length: 2_000 }, (_, index) => `Campaign:a1:${key}-${index}`)
  const write = async (key: number) => {
    if (await writeStore.begin(`w${key}`, 'sending', [], 0)) return 'repeated'
    return writeStore.save(`w${key}`, ['sending'], { data: `done ${'x'.repeat(60_000)}`, ids: ids(key) })
  }
  let key = 0
  const full = async () => {
    for (; ; key += 1) await write(key)
  }
  await expect(full()).rejects.toThrow('The idempotency key cannot be recorded: the memory for keys is full')

  expect(key).toBeGreaterThan(100)
  expect(await write(0)).toBe('repeated')
  expect(await writeStore.others('another', ids(0), [])).toEqual({ claimed: ids(0), creating: [] })
  await expect(write(key)).rejects.toThrow('full')
})

it('stores the outcome of a write that has begun, although its memory is full', async () => {
  const store = createWriteStore(createKeepingStore(1_000))
  expect(await store.begin('one', 'sending', [], 0)).toBeUndefined()
  expect(await store.save('one', ['sending'], { data: 'x'.repeat(1_000), ids: ['r1'] })).toBe('saved')
  await expect(store.begin('other', 'sending', [], 0)).rejects.toThrow('full')

  expect(await store.save('one', ['x'.repeat(1_000)], { data: 'done', ids: ['r1', 'r2'] })).toBe('saved')
  expect(await store.begin('other', 'sending', [], 0)).toBeUndefined()
})

it('has room again for what was kept for 24 hours', async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  try {
    const store = createWriteStore(createKeepingStore(1_000))
    for (const name of ['one', 'other', 'third']) await store.begin(name, 'x'.repeat(300), [], 0)
    await expect(store.begin('more', 'sending', [], 0)).rejects.toThrow('full')
    vi.advanceTimersByTime(DAY_MS - 1)
    await expect(store.begin('more', 'sending', [], 0)).rejects.toThrow('full')
    vi.advanceTimersByTime(1)

    expect(await store.begin('more', 'sending', [], 0)).toBeUndefined()
    expect(await store.begin('one', 'sending', [], 0)).toBeUndefined()
  } finally {
    vi.useRealTimers()
  }
})
