import { beforeEach, describe, expect, it } from 'vitest'
import { isTurnOver, nextTurn, shortenTurn } from '../../src/async/turn.ts'

const STEP_MS = 4

/** Holds the process for so many milliseconds. */
function hold(ms: number): void {
  for (const until = performance.now() + ms; performance.now() < until;);
}

/** Works in steps that hold the process for some milliseconds each, and notes each step. */
async function work(name: string, steps: number, log: string[]): Promise<void> {
  for (let step = 0; step < steps; step += 1) {
    if (isTurnOver()) await nextTurn()
    hold(STEP_MS)
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
  // What follows from the last step of the test before ends first.
  beforeEach(() => new Promise((resolve) => setImmediate(resolve)))

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

  it('takes one step in a turn while clients connect, because each turn accepts one', async () => {
    const turns: number[] = []
    let steps = 0
    let isOver = false
    const accept = () => {
      turns.push(steps)
      steps = 0
      shortenTurn()
      if (!isOver) setImmediate(accept)
    }
    accept()
    await Promise.all(
      Array.from({ length: 20 }, async () => {
        await nextTurn()
        hold(1)
        steps += 1
      }),
    )
    isOver = true
    await new Promise((resolve) => setImmediate(resolve))
    await new Promise((resolve) => setImmediate(resolve))

    expect(turns.reduce((sum, count) => sum + count, 0)).toBe(20)
    expect(Math.max(...turns)).toBe(1)
  })

  it('takes no further step in a turn that what follows from a step has used up', async () => {
    const log: string[] = []
    const endOf = async (name: string) => {
      await nextTurn()
      // A result passes several promises before it is used.
      for (let hop = 0; hop < 10; hop += 1) await Promise.resolve()
      hold(4 * STEP_MS)
      log.push(name)
    }
    await turnsDuring(Promise.all(['a', 'b', 'c', 'd'].map(endOf)), log)

    expect(log.join(' ')).toMatch(/a( turn)+ b( turn)+ c( turn)+ d/)
  })

  it('continues in the order of waiting, with what follows from a step before the others', async () => {
    const log: string[] = []
    const inTurns = async (name: string) => {
      for (let step = 0; step < 5; step += 1) {
        await nextTurn()
        log.push(name)
      }
    }
    await Promise.all(['a', 'b', 'c'].map(inTurns))

    expect(log.join('')).toBe('aaaaabbbbbccccc')
  })

  it('begins each turn with the step that has waited longest, however many follow from another', async () => {
    const log: string[] = []
    const inTurns = async (name: string, steps: number) => {
      await nextTurn()
      await work(name, steps, log)
    }
    await Promise.all([inTurns('a', 20), inTurns('b', 1), inTurns('c', 1)])

    expect(log.indexOf('b')).toBeLessThanOrEqual(4)
    expect(log.indexOf('c')).toBeLessThanOrEqual(8)
    expect(log.filter((name) => name === 'a')).toHaveLength(20)
  })

  it('takes a long step in each turn, and short steps before the other long ones', async () => {
    const log: string[] = []
    const step = async (name: string, kind: 'short' | 'long') => {
      await nextTurn(kind)
      hold(kind === 'short' ? 2 * STEP_MS : 0)
      log.push(name)
    }
    await Promise.all([
      ...['a', 'b', 'c'].map((name) => step(name, 'long')),
      ...['x', 'y', 'z'].map((name) => step(name, 'short')),
    ])

    expect(log.join('')).toBe('axbycz')
  })

  it('continues at once if nothing else runs', async () => {
    await new Promise((resolve) => setTimeout(resolve, 0))
    await nextTurn()
    await new Promise((resolve) => setTimeout(resolve, 0))
    expect([isTurnOver(), isTurnOver()]).toEqual([false, false])
  })
})
