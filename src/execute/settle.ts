import { Deferred } from '../async/deferred.ts'
import { isTurnOver, nextTurn } from '../async/turn.ts'
import type { Failure } from './response/column.ts'
import { isThenable, type MaybePromise } from '../async/promise.ts'

/** Records that the value at an index has failed. Returns the failure that represents it. */
export type MakeFailure = (index: number, error: unknown) => Failure

/**
 * The number of leaf values that are resolved before other operations can continue. Operations with fewer are not interrupted:
 * the rows of all that are interrupted are in memory at the same time, and each minor collection copies them.
 */
export const MAX_VALUES_AT_ONCE = 2_000

/**
 * Calls a function for each source and returns the values. Promises are awaited; thrown errors and rejections become
 * failures. `inTurns` lets other operations continue between the calls for many sources.
 */
export function callEach(
  sources: readonly unknown[],
  makeCall: () => (source: unknown, index: number) => unknown,
  inTurns: boolean,
  failed: MakeFailure,
): MaybePromise<unknown[]> {
  const values: unknown[] = []
  let call: (source: unknown, index: number) => unknown
  try {
    call = makeCall()
  } catch (error) {
    return sources.map((_, index) => failed(index, error))
  }
  // An array that grows is copied again and again.
  values.length = sources.length
  const hasTurns = inTurns && sources.length > MAX_VALUES_AT_ONCE
  let isPending = false
  const callSome = (from: number, to: number) => {
    for (let index = from; index < to; index += 1)
      try {
        const value = call(sources[index], index)
        const isPromise = isThenable(value)
        isPending ||= isPromise
        values[index] = isPromise && hasTurns ? handled(value) : value
      } catch (error) {
        values[index] = failed(index, error)
      }
  }
  const settled = () => (isPending ? settle(values, failed) : values)
  if (hasTurns) return doInTurns(sources.length, callSome).then(settled)
  callSome(0, sources.length)
  return settled()
}

/**
 * A promise that is awaited in a later turn, with a handler: without one, a rejection before that would end the process.
 * A deferred stays as it is, because it makes no promise until it is used as one.
 */
function handled(value: PromiseLike<unknown>): PromiseLike<unknown> {
  if (value instanceof Deferred) return value
  const promise = Promise.resolve(value)
  promise.catch(() => {})
  return promise
}

/**
 * Calls a function that returns the values of all sources, or a promise of them. If it throws or rejects, each of them fails.
 * Promises among the values are awaited.
 */
export function callOnce(
  sources: readonly unknown[],
  call: () => MaybePromise<unknown[]>,
  failed: MakeFailure,
): MaybePromise<unknown[]> {
  const allFailed = (error: unknown) => sources.map((_, index) => failed(index, error))
  if (sources.length === 0) return []
  try {
    const values = call()
    return values instanceof Promise
      ? values.then((values) => settleItems(values, failed), allFailed)
      : settleItems(values, failed)
  } catch (error) {
    return allFailed(error)
  }
}

async function doInTurns(count: number, work: (from: number, to: number) => void): Promise<void> {
  for (let from = 0; from < count; from += MAX_VALUES_AT_ONCE) {
    if (isTurnOver()) await nextTurn()
    work(from, Math.min(from + MAX_VALUES_AT_ONCE, count))
  }
}

/** Awaits the promises among the items of lists. Rejections become failures. */
export function settleItems(items: unknown[], failed: MakeFailure): MaybePromise<unknown[]> {
  return items.some((_, index) => isPendingAt(items, index, failed)) ? settle(items, failed) : items
}

/** Replaces the promises among these values by their results or by failures. */
async function settle(values: unknown[], failed: MakeFailure): Promise<unknown[]> {
  const batches = new Set<Promise<void>>()
  const pending: number[] = []
  for (let index = 0; index < values.length; index += 1) {
    const value = values[index]
    if (value instanceof Deferred) batches.add(value.settled)
    else if (isPendingAt(values, index, failed)) pending.push(index)
  }
  const [first] = pending
  if (batches.size === 0 && first !== undefined && pending.length === 1) return settleOnly(values, first, failed)
  const settled = Promise.allSettled(pending.map((index) => values[index]))
  for (const batch of batches) await batch
  const outcomes = await settled
  pending.forEach((index, nth) => {
    const outcome = outcomes[nth]
    if (outcome) values[index] = outcome.status === 'fulfilled' ? outcome.value : failed(index, outcome.reason)
  })
  return batches.size === 0 ? values : deferredResults(values, failed)
}

/** Replaces the only promise among these values: the field of one parent mostly has one value. */
async function settleOnly(values: unknown[], index: number, failed: MakeFailure): Promise<unknown[]> {
  try {
    values[index] = await values[index]
  } catch (error) {
    values[index] = failed(index, error)
  }
  return values
}

/** Replaces the deferreds among these values, which are settled, by their results. */
function deferredResults(values: unknown[], failed: MakeFailure): MaybePromise<unknown[]> {
  let isPending = false
  for (let index = 0; index < values.length; index += 1) {
    const value = values[index]
    if (!(value instanceof Deferred)) continue
    try {
      values[index] = value.result()
      isPending ||= isThenable(values[index])
    } catch (error) {
      values[index] = failed(index, error)
    }
  }
  return isPending ? settle(values, failed) : values
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
