import { describe, expect, it } from 'vitest'
import { limitConcurrency } from '../../src/async/promise.ts'
import { inBatches } from '../../src/loaders/batch.ts'
import { UpstreamError } from '../../src/rest/errors.ts'

const turn = () => new Promise((resolve) => setImmediate(resolve))

/** A task that ends when `finish` is called. */
function held<T>(value: T) {
  let finish = () => {}
  const ended = new Promise<void>((resolve) => (finish = resolve))
  return { finish: () => finish(), task: () => ended.then(() => value) }
}

describe('tasks in batches', () => {
  it('of one tick settle together, and separately from the next tick', async () => {
    const run = inBatches(limitConcurrency(16))
    const [first, second, later] = [held('a'), held('b'), held('c')]
    const ended: string[] = []
    for (const { task } of [first, second]) void run(task).then((value) => ended.push(value))
    await turn()
    void run(later.task).then((value) => ended.push(value))

    first.finish()
    await turn()
    expect(ended).toEqual([])
    later.finish()
    await turn()
    expect(ended).toEqual(['c'])
    second.finish()
    await turn()
    expect(ended).toEqual(['c', 'a', 'b'])
  })

  it('run as often as they are given', async () => {
    const run = inBatches(limitConcurrency(1))
    let count = 0
    const task = () => Promise.resolve((count += 1))

    expect(await Promise.all([run(task), run(task)])).toEqual([1, 2])
    expect(await run(task)).toBe(3)
  })

  it('never give an error of another kind as their result', async () => {
    const run = inBatches(limitConcurrency(1))

    // oxlint-disable-next-line typescript/prefer-promise-reject-errors -- A signal may be aborted with any reason.
    await expect(run(() => Promise.reject('gone'))).rejects.toBe('gone')
  })

  it('fail by themselves', async () => {
    const run = inBatches(limitConcurrency(1))
    const refusal = new UpstreamError({ code: 'FORBIDDEN', message: 'no' })
    const [refused, read] = await Promise.allSettled([
      run(() => Promise.reject(refusal)),
      run(() => Promise.resolve('row')),
    ])

    expect(refused).toEqual({ status: 'rejected', reason: refusal })
    expect(read).toEqual({ status: 'fulfilled', value: 'row' })
  })
})

describe('tasks with a limit on how many run', () => {
  it('run after those before them have ended, or failed', async () => {
    const run = limitConcurrency(1)

    expect(await run(() => Promise.resolve('one'))).toBe('one')
    await expect(run(() => Promise.reject(new Error('no')))).rejects.toThrow('no')
    expect(await Promise.all(['two', 'three'].map((value) => run(() => Promise.resolve(value))))).toEqual([
      'two',
      'three',
    ])
    expect(await run(() => Promise.resolve('four'))).toBe('four')
  })
})
