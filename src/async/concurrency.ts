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
