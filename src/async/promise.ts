/** A value, or the promise of one. */
export type MaybePromise<T> = T | Promise<T>

/** Calls `use` with a value: synchronously, unless it is a promise. */
export function when<T, Next>(value: MaybePromise<T>, use: (value: T) => MaybePromise<Next>): MaybePromise<Next> {
  return value instanceof Promise ? value.then(use) : use(value)
}

/** Calls `use` with several values: synchronously, unless any is a promise. */
export function whenAll<T, Next>(
  values: readonly MaybePromise<T>[],
  use: (values: readonly T[]) => MaybePromise<Next>,
): MaybePromise<Next> {
  const first = values.findIndex(isPromise)
  const only = values[first]
  if (!(only instanceof Promise)) return use(values as readonly T[])
  if (values.findLastIndex(isPromise) > first) return Promise.all(values).then(use)
  // The only promise is awaited by itself, which takes three promises less.
  return only.then((value) => {
    const settled = values.slice() as T[]
    settled[first] = value
    return use(settled)
  })
}

function isPromise(value: unknown): boolean {
  return value instanceof Promise
}

/** Whether a value is a promise as graphql-js defines it: anything with a `then` method. */
export function isThenable(value: unknown): value is PromiseLike<unknown> {
  if ((typeof value !== 'object' && typeof value !== 'function') || value === null) return false
  return typeof (value as { then?: unknown }).then === 'function'
}

export function asError(thrown: unknown): Error {
  return thrown instanceof Error ? thrown : new Error(String(thrown))
}

/** The values of promises, in their order, and the error of each that rejects. */
export async function valuesOrErrors<T>(promises: readonly MaybePromise<T>[]): Promise<(T | Error)[]> {
  try {
    return await Promise.all(promises)
  } catch {
    // It makes three objects for each promise, and Promise.all one.
    const outcomes = await Promise.allSettled(promises)
    return outcomes.map((outcome) => (outcome.status === 'fulfilled' ? outcome.value : asError(outcome.reason)))
  }
}

/** The same promise, with a handler: without one, a rejection before it is awaited would end the process. */
export function handled<T>(promise: Promise<T>): Promise<T> {
  promise.catch(() => {})
  return promise
}

/**
 * Calls `listener` when a signal aborts that is not aborted yet. Returns a function that removes the listener. All share one
 * event listener of the signal, because adding and removing one for each attempt is expensive.
 */
export function onAbort(signal: AbortSignal, listener: () => void): () => void {
  let listeners = listenersOf.get(signal)
  if (!listeners) {
    const all = new Set<() => void>()
    signal.addEventListener('abort', () => all.forEach((each) => each()), { once: true })
    listenersOf.set(signal, (listeners = all))
  }
  const own = listeners.add(listener)
  return () => void own.delete(listener)
}

const listenersOf = new WeakMap<AbortSignal, Set<() => void>>()

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

/** The value of a promise, or what `late` returns if it takes longer; the work behind the promise is not stopped. */
export async function within<T, L>(ms: number, promise: Promise<T>, late: () => L): Promise<T | L> {
  let timer: NodeJS.Timeout | undefined
  const lateness = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, ms)
  })
  try {
    return await Promise.race([promise, lateness.then(late)])
  } finally {
    clearTimeout(timer)
  }
}

/**
 * The result of work on files, or what `late` returns once it has taken `maxMs`. Such work has a thread until it ends, for which
 * Node.js waits at the exit of the process: one that has not ended by then ends the process by SIGKILL.
 */
export function answering<T, L>(work: Promise<T>, maxMs: number, late: () => L): Promise<T | L> {
  const kill = () => void process.kill(process.pid, 'SIGKILL')
  const settled = () => void process.off('exit', kill)
  work.then(settled, settled)
  return within(maxMs, work, () => {
    process.once('exit', kill)
    return late()
  })
}

/** The function that returns a value, which it makes at its first call. */
export function lazily<T>(make: () => T): () => T {
  let made: T | undefined
  return () => (made ??= make())
}
