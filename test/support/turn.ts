import { readFileSync } from 'node:fs'
import { setImmediate as nextTurn } from 'node:timers/promises'

/** Whether the processor time of a thread can be read: only Linux has it in a file. */
export const canMeasureTurns = process.platform === 'linux'

/** Work is done up to so many times: what else the thread does in one of its turns, such as collecting garbage, does not count. */
export const MAX_RUNS = 4

/**
 * The processor time of the longest turn of the event loop while `run` runs, in milliseconds. It is the time of this thread, so that
 * other processes do not count. Runs again while it is longer than `maxMs`, and returns the least.
 */
export async function longestTurnMs(run: () => Promise<unknown>, maxMs: number): Promise<number> {
  let least = Infinity
  for (let nth = 0; nth < MAX_RUNS && least > maxMs; nth += 1) least = Math.min(least, await longestOf(run))
  return least
}

async function longestOf(run: () => Promise<unknown>): Promise<number> {
  const over = new AbortController()
  const watching = longestUntil(over.signal)
  try {
    await run()
  } finally {
    over.abort()
  }
  return watching
}

async function longestUntil(over: AbortSignal): Promise<number> {
  let longest = 0
  for (let before = threadMs(); !over.aborted;) {
    await nextTurn()
    const now = threadMs()
    longest = Math.max(longest, now - before)
    before = now
  }
  return longest
}

/** The processor time of this thread in milliseconds. */
function threadMs(): number {
  const [ranNs] = readFileSync('/proc/thread-self/schedstat', 'latin1').split(' ')
  return Number(ranNs) / 1e6
}
