import { describe, expect, it } from 'vitest'
import { StoreUnavailable } from '../../../src/rest/store.ts'
import { beginRecord } from '../../../src/schema/write/repeat/record.ts'
import { createMemoryStore } from '../../../src/state/memory.ts'
import { createWriteStore } from '../../../src/state/write-store.ts'

const REFUSED = { code: 'BAD_USER_INPUT', message: 'is refused', field: ['input', 'operations', '1'], rule: null }

/** The record of a write that has begun, and what the store has of it. */
async function begin(hasKey: boolean) {
  const memory = createMemoryStore()
  const store = createWriteStore(memory)
  const record = await beginRecord(
    { store, name: 'w', owner: 'u1', hasKey, inputs: ['the input'], creates: [] },
    {
      timeoutMs: 1_000,
      deadline: Date.now() + 1_000,
      signal: new AbortController().signal,
      requestId: 'r1',
      now: Date.now,
    },
  )
  const stored = async () => {
    const value = (await memory.get('write:3:record:w'))?.value
    return value === undefined ? undefined : (JSON.parse(value) as { state: string; calls: object[] })
  }
  return { record: record!, stored, memory, store }
}

describe('the record of a write', () => {
  it('has the operations of a call and the problems of others, before the call is sent', async () => {
    const { record, stored } = await begin(true)
    await record.sends(0, { indexes: [0, 2], problems: [REFUSED] }, 'r1')

    expect(await stored()).toMatchObject({
      state: 'sending',
      calls: [{ indexes: [0, 2], ids: [], isDone: false, problems: [REFUSED] }],
    })
  })

  it('refuses a call whose record cannot be stored', async () => {
    const { record, memory } = await begin(true)
    memory.compareAndSet = () => Promise.reject(new StoreUnavailable('Redis is unavailable'))

    await expect(record.sends(0, { indexes: [0], problems: [REFUSED] }, 'r1')).rejects.toMatchObject({
      code: 'UPSTREAM_UNAVAILABLE',
      message: expect.stringMatching(/nothing was sent$/),
    })
  })

  it.each([
    ['with operations that are left out', [REFUSED]],
    ['of which none is', undefined],
  ])('refuses a call %s if the record is not that of this use any more', async (_, problems) => {
    const { record, memory } = await begin(true)
    await memory.set('write:3:record:w', 'of another use', 1_000)

    await expect(record.sends(0, { indexes: [0], problems }, 'r1')).rejects.toMatchObject({
      code: 'UPSTREAM_UNAVAILABLE',
      outcomeUnknown: false,
      message: expect.stringMatching(/nothing was sent$/),
    })
  })

  it('says that no more was sent if it is lost after a call, or cannot be stored then', async () => {
    const call = { indexes: [0], ids: ['Campaign:a1:c1'], isDone: true, problems: [] }
    const [lost, unavailable] = [await begin(true), await begin(true)]
    for (const { record } of [lost, unavailable]) await record.sends(0, { indexes: [0], problems: undefined }, 'r1')
    await lost.record.keep(0, call, { claims: [], isLast: false })
    await lost.memory.set('write:3:record:w', 'of another use', 1_000)
    unavailable.memory.compareAndSet = () => Promise.reject(new StoreUnavailable('Redis is unavailable'))
    await unavailable.record.keep(0, call, { claims: [], isLast: false })

    await expect(lost.record.sends(1, { indexes: [1], problems: [] }, 'r1')).rejects.toMatchObject({
      message: expect.stringMatching(/; no more was sent$/),
    })
    expect(unavailable.record.unrecorded?.message).toMatch(/; no more was sent$/)
  })

  it('stays open if the rows that were found belong to another write', async () => {
    const { record, stored, store } = await begin(true)
    await store.begin({ name: 'other', owner: 'u1' }, 'sending', [], 1_000)
    await store.save('other', ['sending'], { data: 'done', ids: ['Campaign:a1:c1'] })
    await record.sends(0, { indexes: [0], problems: undefined }, 'r1')
    const call = { indexes: [0], ids: ['Campaign:a1:c1'], isDone: true, problems: [] }
    expect(await record.keep(0, call, { claims: ['Campaign:a1:c1'], isLast: true })).toBe(false)
    await record.end()

    expect(await stored()).toMatchObject({ state: 'open', calls: [{ isDone: false }] })
  })

  it.each([
    [true, 'done'],
    [false, undefined],
  ])('of a write that is done is kept, if it has a key: %s', async (hasKey, state) => {
    const { record, stored } = await begin(hasKey)
    await record.sends(0, { indexes: [0], problems: undefined }, 'r1')
    expect(await stored()).toMatchObject({ state: 'sending' })
    const call = { indexes: [0], ids: ['Campaign:a1:c1'], isDone: true, problems: [] }
    expect(await record.keep(0, call, { claims: ['Campaign:a1:c1'], isLast: true })).toBe(true)
    await record.end()

    expect((await stored())?.state).toBe(state)
  })
})
