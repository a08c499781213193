/** A value, or the promise of one. */
export type MaybePromise<T> = T | Promise<T>

/** Goes on with a value: at once, unless it is a promise. */
export function when<T, Next>(value: MaybePromise<T>, use: (value: T) => MaybePromise<Next>): MaybePromise<Next> {
  return value instanceof Promise ? value.then(use) : use(value)
}

/** Goes on with several values: at once, unless any is a promise. */
export function whenAll<T, Next>(
  values: readonly MaybePromise<T>[],
  use: (values: readonly T[]) => MaybePromise<Next>,
): MaybePromise<Next> {
  return values.some((value) => value instanceof Promise) ? Promise.all(values).then(use) : use(values as readonly T[])
}

/** Whether a value is a promise in the sense of graphql-js: anything with a `then` method. */
export function isThenable(value: unknown): value is PromiseLike<unknown> {
  if ((typeof value !== 'object' && typeof value !== 'function') || value === null) return false
  return typeof (value as { then?: unknown }).then === 'function'
}
