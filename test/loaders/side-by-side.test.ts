import { describe, expect, it } from 'vitest'
import { inRounds, sideBySide } from '../../src/loaders/side-by-side.ts'
import { UpstreamError } from '../../src/rest/errors.ts'

const turn = () => new Promise((resolve) => setImmediate(resolve))

/** A task that ends when it is told to. */
function held<T>(value: T) {
  let finish = () => {}
  const ended = new Promise<void>((resolve) => (finish = resolve))
  return { finish: () => finish(), task: () => ended.then(() => value) }
}

describe('tasks in rounds', () => {
  it('of one tick hand out what they bring together, and those of the next tick by themselves', async () => {
    const inRound = inRounds(sideBySide(16))
    const [first, second, later] = [held('a'), held('b'), held('c')]
    const ended: string[] = []
    for (const { task } of [first, second]) void inRound(task).then((value) => ended.push(value))
    await turn()
    void inRound(later.task).then((value) => ended.push(value))

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
    const inRound = inRounds(sideBySide(1))
    const refusal = new UpstreamError({ code: 'FORBIDDEN', message: 'no' })
    const [refused, read] = await Promise.allSettled([
      inRound(() => Promise.reject(refusal)),
      inRound(() => Promise.resolve('row')),
    ])

    expect(refused).toEqual({ status: 'rejected', reason: refusal })
    expect(read).toEqual({ status: 'fulfilled', value: 'row' })
  })
})
