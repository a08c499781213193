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
  return only.then((value) => use((values as readonly T[]).with(first, value)))
}

function isPromise(value: unknown): boolean {
  return value instanceof Promise
}

/** Whether a value is a promise as graphql-js defines it: anything with a `then` method. */
export function isThenable(value: unknown): value is PromiseLike<unknown> {
  if ((typeof value !== 'object' && typeof value !== 'function') || value === null) return false
  return typeof (value as { then?: unknown }).then === 'function'
}

/** What was thrown, as an error. */
export function asError(thrown: unknown): Error {
  return thrown instanceof Error ? thrown : new Error(String(thrown))
}

/** A rejected promise, with a handler. */
export function rejected(reason: unknown): Promise<never> {
  return handled(Promise.reject(reason))
}

/** The same promise, with a handler: without one, a rejection before it is awaited would end the process. */
export function handled<T>(promise: Promise<T>): Promise<T> {
  promise.catch(() => {})
  return promise
}
