import type { RunTask } from '../../async/concurrency.ts'
import { atEndOfTick } from './tick.ts'

/** Runs tasks with `run`, and settles the tasks of one tick together, so that the reads below them are batched. */
export function inBatches(run: RunTask): RunTask {
  let next: Batch | undefined

  return async <T>(task: () => Promise<T>) => {
    const { tasks, outcomes } = (next ??= newBatch())
    const index = tasks.push(task) - 1
    const outcome = (await outcomes)[index]
    if (outcome?.status === 'fulfilled') return outcome.value as T
    throw outcome?.reason
  }

  function newBatch(): Batch {
    const tasks: Batch['tasks'] = []
    const outcomes = new Promise<Outcome[]>((resolve) => {
      atEndOfTick(() => {
        next = undefined
        resolve(Promise.allSettled(tasks.map((task) => run(task))))
      })
    })
    return { tasks, outcomes }
  }
}

/** The tasks of one tick, and what they have resulted in. */
interface Batch {
  tasks: (() => Promise<unknown>)[]
  outcomes: Promise<Outcome[]>
}

type Outcome = PromiseSettledResult<unknown>
