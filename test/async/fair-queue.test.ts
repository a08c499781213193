import { describe, expect, it } from 'vitest'
import { createFairQueue, type FairQueue } from '../../src/async/fair-queue.ts'

const LONG = { maxWaitMs: 60_000 }

const below = (slots: number) => (taken: number) => taken < slots

/** Lets each of these callers wait for a slot, and gives in which order they got one when the slots were handed back. */
async function order(queue: FairQueue, holders: string[], callers: string[]): Promise<string[]> {
  for (const holder of holders) expect(queue.enter(holder, LONG)).toBe(true)
  const served: string[] = []
  const waits = callers.map(async (caller) => {
    if (await queue.enter(caller, LONG)) served.push(caller)
  })
  const inside = [...holders]
  for (let turn = 0; turn < callers.length; turn += 1) {
    queue.leave(inside.shift()!)
    await new Promise((resolve) => setImmediate(resolve))
    inside.push(served[turn]!)
  }
  await Promise.all(waits)
  return served
}

describe('a fair queue', () => {
  it('gives one caller every slot while nobody else waits', () => {
    const queue = createFairQueue({ isFree: below(3) })
    expect([1, 2, 3].map(() => queue.enter('a', LONG))).toEqual([true, true, true])
    expect(queue.counts()).toEqual({ taken: 3, waiting: 0 })
  })

  it('gives the next free slot to the caller with the fewest slots, regardless of the order of arrival', async () => {
    const queue = createFairQueue({ isFree: below(4) })
    expect(await order(queue, ['a', 'a', 'a', 'a'], ['a', 'a', 'a', 'a', 'b', 'b', 'b'])).toEqual([
      'b',
      'b',
      // Both hold two now, and a slot of `a` comes free.
      'a',
      'a',
      'b',
      'a',
      'a',
    ])
  })

  it('serves callers with equally many slots in turn', async () => {
    const queue = createFairQueue({ isFree: below(1) })
    expect(await order(queue, ['x'], ['a', 'a', 'b', 'b', 'c'])).toEqual(['a', 'b', 'c', 'a', 'b'])
  })

  it('ends the wait of a request that timed out or whose signal aborts', async () => {
    const queue = createFairQueue({ isFree: below(1) })
    void queue.enter('a', LONG)
    const leaving = new AbortController()
    const left = queue.enter('b', { ...LONG, signal: leaving.signal })
    expect(await queue.enter('c', { maxWaitMs: 1 })).toBe(false)
    expect(queue.enter('c', { maxWaitMs: 0 })).toBe(false)
    leaving.abort()
    expect(await left).toBe(false)
    expect(queue.enter('b', { ...LONG, signal: leaving.signal })).toBe(false)
    expect(queue.counts()).toEqual({ taken: 1, waiting: 0 })
    queue.leave('a')
    expect(queue.enter('d', LONG)).toBe(true)
  })

  it('gives a slot that has become free by itself when it is called, and none while more are taken than exist', async () => {
    let slots = 1
    const queue = createFairQueue({ isFree: (taken) => taken < slots })
    void queue.enter('a', LONG)
    const second = queue.enter('b', LONG)
    const third = queue.enter('c', LONG)
    slots = 2
    queue.admitNext()
    expect(await second).toBe(true)
    expect(queue.counts()).toEqual({ taken: 2, waiting: 1 })
    slots = 1
    queue.leave('a')
    expect(queue.counts()).toEqual({ taken: 1, waiting: 1 })
    queue.leave('b')
    expect(await third).toBe(true)
    expect(queue.counts()).toEqual({ taken: 1, waiting: 0 })
  })

  it('that is too long refuses the newest request of the caller with the most', async () => {
    const queue = createFairQueue({ isFree: below(1), maxWaiting: 3 })
    void queue.enter('a', LONG)
    const first = queue.enter('a', LONG)
    const second = queue.enter('a', LONG)
    const third = queue.enter('a', LONG)
    const other = queue.enter('b', LONG)
    expect(await third).toBe(false)
    expect(await queue.enter('a', LONG)).toBe(false)
    expect(queue.counts()).toEqual({ taken: 1, waiting: 3 })
    queue.leave('a')
    expect(await other).toBe(true)
    queue.leave('b')
    expect(await first).toBe(true)
    queue.leave('a')
    expect(await second).toBe(true)
    queue.leave('a')
    expect(queue.counts()).toEqual({ taken: 0, waiting: 0 })
  })
  it('keeps who needs only a slot behind who needs memory, so that the two are not awaited in one queue', async () => {
    let freeBytes = 0
    const queue = createFairQueue({ isFree: (taken, _held, bytes) => taken < 1 && bytes <= freeBytes })
    void queue.enter('x', LONG)
    const forMemory = queue.enter('a', { ...LONG, weight: 100 })
    const forSlot = queue.enter('b', LONG)
    queue.leave('x')
    expect(queue.counts()).toEqual({ taken: 0, waiting: 2 })
    freeBytes = 100
    queue.admitNext()
    expect(await forMemory).toBe(true)
    queue.leave('a')
    expect(await forSlot).toBe(true)
  })
})
