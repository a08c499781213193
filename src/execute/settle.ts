import { handled, isThenable, when, type MaybePromise } from '../async/promise.ts'
import { isTurnOver, nextTurn } from '../async/turn.ts'
import { CompletedItem, isPlainArray } from './complete.ts'
import { JoinedLists, type ResolveAll } from './resolver.ts'
import type { Failure } from './response/column.ts'

/** Records that the value at an index has failed. Returns the failure that represents it. */
export type MakeFailure = (index: number, error: unknown) => Failure

/**
 * The number of values that are resolved before other operations can continue. Operations with fewer are not interrupted:
 * the rows of all that are interrupted are in memory at the same time, and each minor collection copies them.
 */
export const MAX_VALUES_AT_ONCE = 2_000

export interface CallOptions {
  /** Whether the values are leaves, which have nothing to batch. */
  areLeaves: boolean
  /** Whether the values are lists, whose items can be promises. */
  areLists: boolean
  /** Whether other operations may continue between the calls, so that the values are a promise. */
  mayPause: boolean
  failed: MakeFailure
  /**
   * Called with the number of items of the lists among the values, each time after some calls. If it returns an error, all values
   * fail with it, and no others are asked for.
   */
  onItems?: (items: number) => MaybePromise<Error | undefined>
}

/**
 * Calls a function for each source and returns the values. Promises are awaited; thrown errors and rejections become
 * failures. Other operations continue between the calls for many sources, unless promises of objects are among the first values:
 * their reads can be batched only within one tick.
 */
export function callEach(
  sources: readonly unknown[],
  makeCall: () => (source: unknown, index: number) => unknown,
  { areLeaves, areLists, mayPause, failed, onItems }: CallOptions,
): MaybePromise<unknown[]> {
  const { length } = sources
  // An array that grows is copied again and again.
  const values = new Array<unknown>(length)
  let call: (source: unknown, index: number) => unknown
  try {
    call = makeCall()
  } catch (error) {
    return sources.map((_, index) => failed(index, error))
  }
  let next = 0
  let isPending = false
  let inTurns = mayPause && areLeaves && length > MAX_VALUES_AT_ONCE
  const callSome = (most: number): MaybePromise<Error | undefined> => {
    const from = next
    let items = 0
    for (; next < length && next - from + items < most; next += 1)
      try {
        const value = call(sources[next], next)
        const isPromise = isThenable(value)
        isPending ||= isPromise
        if (areLists && isPlainArray(value)) items += value.length
        values[next] = isPromise && inTurns ? handled(Promise.resolve(value)) : value
      } catch (error) {
        values[next] = failed(next, error)
      }
    const excess = items === 0 ? undefined : onItems?.(items)
    if (areLists && (excess || next < length)) handlePromises(values.slice(from, next))
    return excess
  }
  const settled = (excess: Error | undefined) => {
    if (excess) return sources.map((_, index) => failed(index, excess))
    return isPending ? settle(values, failed, areLists) : values
  }
  const excess = callSome(MAX_VALUES_AT_ONCE)
  if (next === length) return when(excess, settled)
  inTurns ||= mayPause && !isPending
  if (!inTurns) return when(excess, (excess) => when(excess ?? callSome(Infinity), settled))
  return callRest(excess).then(settled)

  async function callRest(before: MaybePromise<Error | undefined>): Promise<Error | undefined> {
    const excess = await before
    if (excess || next === length) return excess
    if (isTurnOver()) await nextTurn()
    return callRest(callSome(MAX_VALUES_AT_ONCE))
  }
}

/**
 * Calls a function that returns the values of all sources, or a promise of them. If it throws or rejects, each of them fails.
 * Promises among the values are awaited. Lists that are joined, and undefined, are returned as they are.
 */
export function callOnce(
  sources: readonly unknown[],
  call: () => ReturnType<ResolveAll>,
  failed: MakeFailure,
  areLists: boolean,
): ReturnType<ResolveAll> {
  const allFailed = (error: unknown) => sources.map((_, index) => failed(index, error))
  if (sources.length === 0) return []
  try {
    const values = call()
    if (values === undefined || values instanceof JoinedLists) return values
    return values instanceof Promise
      ? values.then((values) => settleItems(values, failed, areLists), allFailed)
      : settleItems(values, failed, areLists)
  } catch (error) {
    return allFailed(error)
  }
}

/** Awaits the promises among the items of lists, which can be lists themselves. Rejections become failures. */
export function settleItems(items: unknown[], failed: MakeFailure, areLists: boolean): MaybePromise<unknown[]> {
  return items.some((_, index) => isPendingAt(items, index, failed)) ? settle(items, failed, areLists) : items
}

/**
 * Gives a handler to each promise among values and among the items of lists, which are awaited in a later turn, or not at all because
 * their field is refused.
 */
export function handlePromises(values: readonly unknown[]): void {
  for (const value of values)
    if (value instanceof Promise) void handled(value)
    else if (value instanceof CompletedItem) handlePromises([value.column])
    else if (isPlainArray(value)) handlePromises(value)
}

/** Replaces the promises among these values by their results or by failures. */
async function settle(values: unknown[], failed: MakeFailure, areLists: boolean): Promise<unknown[]> {
  if (areLists) handlePromises(values)
  const promises: Promise<unknown>[] = []
  /** For each promise, where its values begin, and where they end: thousands of neighboring parents can have the same promise. */
  const starts: number[] = []
  const ends: number[] = []
  let from = 0
  while (from < values.length) {
    let to = from + 1
    if (isPendingAt(values, from, failed)) {
      while (to < values.length && values[to] === values[from]) to += 1
      promises.push(areLists ? received(values[from]) : Promise.resolve(values[from]))
      starts.push(from)
      ends.push(to)
    }
    from = to
  }
  try {
    // Promise.all takes seven objects for one promise.
    const results = promises.length === 1 ? [await promises[0]] : await Promise.all(promises)
    results.forEach((result, nth) => values.fill(result, starts[nth], ends[nth]))
  } catch {
    // It makes three objects for each promise, and Promise.all one.
    const outcomes = await Promise.allSettled(promises)
    for (const [nth, end] of ends.entries())
      for (let index = starts[nth] ?? end; index < end; index += 1) {
        const outcome = outcomes[nth]
        values[index] = outcome?.status === 'rejected' ? failed(index, outcome.reason) : outcome?.value
      }
  }
  return values
}

/** The result of a promise. If it is a list, the promises in it get handlers: other lists can be awaited longer. */
async function received(promise: unknown): Promise<unknown> {
  const value = await promise
  handlePromises([value])
  return value
}

/** Whether the value at an index is a promise. A value whose `then` throws an error when it is read becomes a failure. */
function isPendingAt(values: unknown[], index: number, failed: MakeFailure): boolean {
  try {
    return isThenable(values[index])
  } catch (error) {
    values[index] = failed(index, error)
    return false
  }
}
