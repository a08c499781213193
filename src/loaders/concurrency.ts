import DataLoader from 'dataloader'
import { UpstreamError } from '../rest/errors.ts'

/** Runs a task, immediately or later, and returns its result. */
export type RunTask = <T>(task: () => Promise<T>) => Promise<T>

/** Runs at most `maxRunning` tasks at the same time. Other tasks wait in the order of their arrival. */
export function limitConcurrency(maxRunning: number): RunTask {
  const queue: (() => void)[] = []
  let running = 0

  return async (task) => {
    if (running >= maxRunning) await new Promise<void>((resolve) => queue.push(resolve))
    else running += 1
    try {
      return await task()
    } finally {
      // The slot passes to the first task in the queue, so that no task that arrives meanwhile can take it.
      const next = queue.shift()
      if (next) next()
      else running -= 1
    }
  }
}

/** Runs tasks with `run`, and settles the tasks of one tick together, so that the reads below them are batched. */
export function inBatches(run: RunTask): RunTask {
  const batches = new DataLoader<() => Promise<unknown>, unknown>(
    (tasks) => Promise.all(tasks.map((task) => run(task).catch(failure))),
    { cache: false },
  )
  return <T>(task: () => Promise<T>) => batches.load(task) as Promise<T>
}

/** A failure as a value, with which DataLoader rejects its own task only. */
function failure(error: unknown): Error {
  if (error instanceof UpstreamError) return error
  throw error
}
