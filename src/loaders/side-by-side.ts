import DataLoader from 'dataloader'
import { UpstreamError } from '../rest/errors.ts'

/** Runs a task when its turn comes. */
export type InTurn = <T>(task: () => Promise<T>) => Promise<T>

/** Runs tasks side by side, so many at once at most; the others wait in line. */
export function sideBySide(most: number): InTurn {
  const line: (() => void)[] = []
  let running = 0

  return async (task) => {
    if (running >= most) await new Promise<void>((resolve) => line.push(resolve))
    else running += 1
    try {
      return await task()
    } finally {
      // The place goes on to whoever waits longest, so that nobody can slip in between.
      const next = line.shift()
      if (next) next()
      else running -= 1
    }
  }
}

/** Runs tasks in turn, but those of one tick hand out what they bring together, so that what hangs below joins well. */
export function inRounds(inTurn: InTurn): InTurn {
  const rounds = new DataLoader<() => Promise<unknown>, unknown>(
    (tasks) => Promise.all(tasks.map((task) => inTurn(task).catch(failure))),
    { cache: false },
  )
  return <T>(task: () => Promise<T>) => rounds.load(task) as Promise<T>
}

/** A failure is the value of its own task only. */
function failure(error: unknown): Error {
  if (error instanceof UpstreamError) return error
  throw error
}
