import { setImmediate as nextTurn } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { limitConcurrency } from '../../src/async/promise.ts'

describe('a limit of tasks', () => {
  it('runs so many at the same time, and the others in order as these end', async () => {
    const limited = limitConcurrency(2)
    const began: number[] = []
    const ends: (() => void)[] = []
    const results = Array.from({ length: 5 }, (_, nth) =>
      limited(async () => {
        began.push(nth)
        await new Promise<void>((resolve) => (ends[nth] = resolve))
        return nth
      }),
    )
    await nextTurn()
    expect(began).toEqual([0, 1])
    ends[1]!()
    await nextTurn()
    expect(began).toEqual([0, 1, 2])
    ends[0]!()
    ends[2]!()
    await nextTurn()
    expect(began).toEqual([0, 1, 2, 3, 4])
    ends[3]!()
    ends[4]!()

    expect(await Promise.all(results)).toEqual([0, 1, 2, 3, 4])
  })

  it('gives the slot of a task that ends to the next one that waits, and to no other', async () => {
    const limited = limitConcurrency(1)
    const began: string[] = []
    const ends: (() => void)[] = []
    const run = (name: string) =>
      limited(async () => {
        began.push(name)
        await new Promise<void>((resolve) => ends.push(resolve))
      })
    const [first, waiting] = [run('first'), run('waiting')]
    await nextTurn()
    ends[0]!()
    await first
    const late = run('late')
    await nextTurn()
    expect(began).toEqual(['first', 'waiting'])
    ends[1]!()
    await nextTurn()
    expect(began).toEqual(['first', 'waiting', 'late'])
    ends[2]!()
    await Promise.all([waiting, late])
  })

  it('goes on after a task that fails', async () => {
    const limited = limitConcurrency(1)
    const results = await Promise.allSettled([
      limited(async () => {
        throw new Error('failed')
      }),
      limited(async () => 'next'),
    ])

    expect(results).toEqual([
      { status: 'rejected', reason: new Error('failed') },
      { status: 'fulfilled', value: 'next' },
    ])
  })
})
