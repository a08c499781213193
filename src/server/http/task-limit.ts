/** Creates a function that runs tasks, at most `count` at the same time. The others wait, in the order in which they came. */
export function createTaskLimit(count: number): <Result>(task: () => Promise<Result>) => Promise<Result> {
  let running = 0
  const waiting: (() => void)[] = []
  return async (task) => {
    if (running < count) running += 1
    // The task that ends leaves its place to this one.
    else await new Promise<void>((resolve) => waiting.push(resolve))
    try {
      return await task()
    } finally {
      const next = waiting.shift()
      if (next) next()
      else running -= 1
    }
  }
}
