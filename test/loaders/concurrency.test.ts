import { describe, expect, it } from 'vitest'
import { inBatches, limitConcurrency } from '../../src/loaders/concurrency.ts'
import { UpstreamError } from '../../src/rest/errors.ts'

const turn = () => new Promise((resolve) => setImmediate(resolve))

/** A task that ends when `finish` is called. */
function held<T>(value: T) {
  let finish = () => {}
  const ended = new Promise<void>((resolve) => (finish = resolve))
  return { finish: () => finish(), task: () => ended.then(() => value) }
}

describe('tasks in batches', () => {
  it('of one tick settle together, and those of the next tick by themselves', async () => {
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
