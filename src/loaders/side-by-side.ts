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
