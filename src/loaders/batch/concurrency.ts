import type { RunTask } from '../../async/concurrency.ts'
import { atEndOfTick } from './tick.ts'

/** Runs tasks with `run`, and settles the tasks of one tick together, so that the reads below them are batched. */
export function inBatches(run: RunTask): RunTask {
  let next: Waiting[] | undefined

  return <T>(task: () => Promise<T>) =>
    new Promise<T>((resolve, reject) => {
      next ??= newBatch()
      next.push({ task, resolve: (value) => resolve(value as T), reject })
    })

  function newBatch(): Waiting[] {
    const tasks: Waiting[] = []
    atEndOfTick(() => {
      next = undefined
      void runTogether(tasks)
    })
    return tasks
  }

  async function runTogether(tasks: readonly Waiting[]): Promise<void> {
    const [only] = tasks
    if (only && tasks.length === 1) return run(only.task).then(only.resolve, only.reject)
    const outcomes = await Promise.allSettled(tasks.map(({ task }) => run(task)))
    for (const [nth, outcome] of outcomes.entries())
      if (outcome.status === 'fulfilled') tasks[nth]?.resolve(outcome.value)
      else tasks[nth]?.reject(outcome.reason)
  }
}

/** A task of a batch, and what settles its promise. */
interface Waiting {
  task: () => Promise<unknown>
  resolve: (value: unknown) => void
  reject: (reason: unknown) => void
}
