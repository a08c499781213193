import { expect, it, vi } from 'vitest'
import { DAY_MS } from '../../src/async/duration.ts'
import { createKeepingStore, createMemoryState } from '../../src/state/memory.ts'
import { createUnkeyedWriteStore, createWriteStore, type WriteStore } from '../../src/state/write-store.ts'

it('gives a row to one write only, though both saw it without an owner', async () => {
  const { writeStore } = createMemoryState()
  for (const name of ['one', 'other']) await writeStore.begin({ name, owner: 'u1' }, 'sending', [], 0)

  expect(await writeStore.save('one', ['sending'], { data: 'done', ids: ['r1'] })).toBe('saved')
  expect(await writeStore.save('other', ['sending'], { data: 'done', ids: ['r2', 'r1'] })).toBe('claimed')
  expect(await writeStore.save('one', ['done'], { data: 'again', ids: ['r1'] })).toBe('saved')
  expect(await writeStore.others('third', ['r1', 'r2'], [])).toEqual({ claimed: ['r1'], creating: [] })
})

it('keeps the records of all writes, and refuses new ones while its memory is full', async () => {
  const { writeStore } = createMemoryState()
  const ids = (key: number) => Array.from({ length: 2_000 }, (_, index) => `Campaign:a1:${key}-${index}`)
  const write = async (key: number) => {
    if (await writeStore.begin({ name: `w${key}`, owner: 'u1' }, 'sending', [], 0)) return 'repeated'
    return writeStore.save(`w${key}`, ['sending'], { data: `done ${'x'.repeat(60_000)}`, ids: ids(key) })
  }
  let key = 0
  const full = async () => {
    for (; ; key += 1) await write(key)
  }
  await expect(full()).rejects.toThrow(
    'The idempotency key cannot be recorded: the memory for this, 67,108,864 bytes, has no more room for this caller',
  )

  expect(key).toBeGreaterThan(50)
  expect(await write(0)).toBe('repeated')
  expect(await writeStore.others('another', ids(0), [])).toEqual({ claimed: ids(0), creating: [] })
  await expect(write(key)).rejects.toThrow('no more room')
})

/** Begins a write in a store. Returns the record of an earlier one. */
const begin = (store: WriteStore, name: string, owner = 'u1', data = 'sending') =>
  store.begin({ name, owner }, data, [`row of ${name}`], DAY_MS)

it('stores the outcome of a write that has begun, although its memory is full', async () => {
  const store = createWriteStore(createKeepingStore(1_000))
  expect(await begin(store, 'one')).toBeUndefined()
  expect(await store.save('one', ['sending'], { data: 'x'.repeat(1_000), ids: ['r1'] })).toBe('saved')
  await expect(begin(store, 'other')).rejects.toThrow('no more room')

  expect(await store.save('one', ['x'.repeat(1_000)], { data: 'done', ids: ['r1', 'r2'] })).toBe('saved')
  await store.saveLater('one', ['done'], { data: null, creates: ['row of one'] })
  expect(await begin(store, 'other')).toBeUndefined()
})

it('gives a caller at most as much room as it leaves to others', async () => {
  const store = createWriteStore(createKeepingStore(40_000))
  const count = async (owner: string) => {
    for (let nth = 0; ; nth += 1) {
      const isFull = await begin(store, `${owner} ${nth}`, owner, 'x'.repeat(100)).then(
        () => false,
        () => true,
      )
      if (isFull) return nth
    }
  }
  const one = await count('one')
  const others = [await count('other'), await count('third')]

  const known = await begin(store, 'one 0', 'one')
  expect(known?.data).toBe('x'.repeat(100))
  expect([one, ...others]).toEqual([56, 28, 14])
})

it('has room again for what was kept for 24 hours', async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  try {
    const store = createWriteStore(createKeepingStore(3_000))
    for (const name of ['one', 'other', 'third']) await begin(store, name, 'u1', 'x'.repeat(300))
    await expect(begin(store, 'more')).rejects.toThrow('no more room')
    vi.advanceTimersByTime(DAY_MS - 1)
    await expect(begin(store, 'more')).rejects.toThrow('no more room')
    vi.advanceTimersByTime(1)

    expect(await begin(store, 'more')).toBeUndefined()
    expect(await begin(store, 'one')).toBeUndefined()
  } finally {
    vi.useRealTimers()
  }
})

it('takes all rows for those of writes without a key, for a day after one that could not be recorded', async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  try {
    const store = createUnkeyedWriteStore(createKeepingStore(1_000))
    await begin(store, 'one', 'u1', 'x'.repeat(1_000))
    const others = () => store.others('another', ['r1'], ['any row'])
    expect(await others()).toEqual({ claimed: [], creating: [] })
    // It is sent all the same.
    expect(await begin(store, 'other')).toBeUndefined()
    expect(await store.save('other', ['sending'], { data: 'sending', ids: ['r1'] })).toBe('saved')
    await store.saveLater('other', ['sending'], { data: null })
    expect(await others()).toEqual({ claimed: [], creating: ['any row'] })

    vi.advanceTimersByTime(DAY_MS)
    expect(await others()).toEqual({ claimed: [], creating: [] })
  } finally {
    vi.useRealTimers()
  }
})
