import { describe, expect, it } from 'vitest'
import { isTurnOver, nextTurn } from '../../src/async/turn.ts'

const STEP_MS = 4

/** Works in steps that hold the process for some milliseconds each, and notes each step. */
async function work(name: string, steps: number, log: string[]): Promise<void> {
  for (let step = 0; step < steps; step += 1) {
    if (isTurnOver()) await nextTurn()
    for (const until = performance.now() + STEP_MS; performance.now() < until;);
    log.push(name)
  }
}

/** Notes each turn of the event loop until the work is done. */
async function turnsDuring(works: Promise<unknown>, log: string[]): Promise<void> {
  const timer = setInterval(() => log.push('turn'), 1)
  await works
  clearInterval(timer)
}

describe('long work of many operations', () => {
  it('takes a few steps in each turn of the event loop, regardless of the number of operations', async () => {
    const log: string[] = []
    const works = Promise.all(Array.from({ length: 20 }, async (_, nth) => work(`w${nth}`, 3, log)))
    await turnsDuring(works, log)

    const stepsByTurn = log
      .join(' ')
      .split('turn')
      .map((steps) => steps.split(' ').filter(Boolean).length)
    expect(stepsByTurn.reduce((sum, steps) => sum + steps, 0)).toBe(60)
    // Twenty operations begin with a step each where nobody looks; a turn has room for three steps, and the one begun.
    expect(Math.max(...stepsByTurn.slice(1))).toBeLessThanOrEqual(4)
  })

  it('takes no further step in a turn that what follows from a step has used up', async () => {
    const log: string[] = []
    const endOf = async (name: string) => {
      await nextTurn()
      // A result passes several promises before what is done with it.
      for (let hop = 0; hop < 10; hop += 1) await Promise.resolve()
      for (const until = performance.now() + 4 * STEP_MS; performance.now() < until;);
      log.push(name)
    }
    await turnsDuring(Promise.all(['a', 'b', 'c', 'd'].map(endOf)), log)

    expect(log.join(' ')).toMatch(/a( turn)+ b( turn)+ c( turn)+ d/)
  })

  it('continues in the order of waiting', async () => {
    const log: string[] = []
    const inTurns = async (name: string) => {
      for (let step = 0; step < 5; step += 1) {
        await nextTurn()
        log.push(name)
      }
    }
    await Promise.all(['a', 'b', 'c'].map(inTurns))

    expect(log.join('')).toBe('abc'.repeat(5))
  })

  it('continues at once if nothing else runs', async () => {
    await new Promise((resolve) => setTimeout(resolve, 0))
    await nextTurn()
    await new Promise((resolve) => setTimeout(resolve, 0))
    expect([isTurnOver(), isTurnOver()]).toEqual([false, false])
  })
})
