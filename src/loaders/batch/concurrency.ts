import DataLoader from 'dataloader'
import type { RunTask } from '../../async/concurrency.ts'
import { asError } from '../../async/promise.ts'

/** Runs tasks with `run`, and settles the tasks of one tick together, so that the reads below them are batched. */
export function inBatches(run: RunTask): RunTask {
  const tick = new DataLoader<() => Promise<unknown>, unknown>(
    (tasks) => Promise.all(tasks.map((task) => run(task).catch(asError))),
    { cache: false },
  )
  return <T>(task: () => Promise<T>) => tick.load(task) as Promise<T>
}
