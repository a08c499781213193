import DataLoader from 'dataloader'
import { UpstreamError } from '../../rest/errors.ts'
import type { RunTask } from '../../rest/wait/concurrency.ts'

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
