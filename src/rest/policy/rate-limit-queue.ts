import { setTimeout as sleep } from 'node:timers/promises'
import { callerGone, rateLimited } from '../call-error.ts'
import { createFairQueue, type FairQueue } from '../../async/fair-queue.ts'
import { type MaybePromise, when } from '../../async/promise.ts'
import type { Permit, RateLimiter } from './rate-limit.ts'
import { limitKeyOf, type RateLimitKeys } from './rate-limit-keys.ts'

/** A request that needs a permit, and how long it can wait for one. */
interface PermitWaiter {
  caller: string
  /** Milliseconds since the epoch by our clock. */
  deadline: number
  signal: AbortSignal | undefined
  /** The service's time. */
  clock: { now(): number }
}

/** The requests that wait for one rate limit to reset. */
interface Queue {
  requests: FairQueue
  /** Milliseconds since the epoch, by the service's clock. */
  resetAt: number
}

/** Creates the queues in front of a rate limiter: one for each spent rate limit that requests wait for until it resets. */
export function createRateLimitQueues(rateLimiter: RateLimiter) {
  const queues = new Map<string, Queue>()
  return { acquire }

  /**
   * A permit to send one request. While the rate limit is spent the request waits in a queue that callers share fairly,
   * until the limit resets. Throws RATE_LIMITED if the limit resets after the deadline. A promise only if it waits.
   */
  function acquire(keys: RateLimitKeys, waiter: PermitWaiter): MaybePromise<Permit> {
    const key = limitKeyOf(keys)
    const queue = queues.get(key)
    if (queue) return permitOrQueue(queue.resetAt)
    // The rate limits of one instance answer synchronously, so that nothing waits for a turn of the event loop.
    return when(ask(keys, waiter), permitOrQueue)

    function permitOrQueue(permit: Permit | number): MaybePromise<Permit> {
      if (typeof permit !== 'number') return permit
      assertInTime(waiter, permit)
      return waitInQueue(key, keys, waiter)
    }
  }

  async function waitInQueue(key: string, keys: RateLimitKeys, waiter: PermitWaiter): Promise<Permit> {
    const { caller, deadline, signal, clock } = waiter
    const queue = queues.get(key) ?? { requests: createFairQueue({ isFree: (taken) => taken === 0 }), resetAt: 0 }
    queues.set(key, queue)
    const entered = queue.requests.enter(caller, { maxWaitMs: deadline - Date.now(), signal })
    if (entered !== true && !(await entered)) throw signal?.aborted ? callerGone() : rateLimited(queue.resetAt)
    try {
      for (;;) {
        const permit = await ask(keys, waiter)
        if (typeof permit !== 'number') return permit
        queue.resetAt = permit
        assertInTime(waiter, permit)
        await pause(permit - clock.now(), signal)
      }
    } finally {
      queue.requests.leave(caller)
      if (queue.requests.counts().taken === 0) queues.delete(key)
    }
  }

  function ask(keys: RateLimitKeys, { deadline, signal, clock }: PermitWaiter) {
    return rateLimiter.acquire(keys, clock.now(), { maxWaitMs: deadline - Date.now(), signal })
  }
}

function assertInTime({ deadline, clock }: PermitWaiter, resetAt: number): void {
  if (Date.now() + resetAt - clock.now() >= deadline) throw rateLimited(resetAt)
}

/** Waits for `ms` milliseconds. Throws UPSTREAM_UNAVAILABLE if the signal aborts. */
export async function pause(ms: number, signal: AbortSignal | undefined): Promise<void> {
  try {
    await sleep(ms, undefined, { signal })
  } catch {
    throw callerGone()
  }
}
