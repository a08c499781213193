import { setTimeout as sleep } from 'node:timers/promises'
import { callerGone, rateLimited } from '../call-error.ts'
import { createFairQueue, type FairQueue } from '../wait/fair-queue.ts'
import type { Permit, RateLimiter, RateLimitKeys } from './rate-limit.ts'

/** Whoever needs a permit, and how long it can wait for one. */
export interface PermitWaiter {
  caller: string
  /** Milliseconds since the epoch by our clock. */
  deadline: number
  signal: AbortSignal | undefined
  /** The service's time. */
  clock: { now(): number }
}

/** Waits for permits of a rate limiter. */
export interface PermitLines {
  /**
   * A permit to send one request. While the rate limit is spent it waits for the reset, in a line in which callers take
   * turns. Throws RATE_LIMITED if the limit resets after the deadline. A promise only if it waits.
   */
  acquire(keys: RateLimitKeys, waiter: PermitWaiter): Permit | Promise<Permit>
}

/** Requests that wait for one rate limit to reset, at that time. */
interface Line {
  queue: FairQueue
  /** Milliseconds since the epoch, by the service's clock. */
  resetAt: number
}

/** One line for each rate limit that requests wait for. */
export function createPermitLines(rateLimiter: RateLimiter): PermitLines {
  const lines = new Map<string, Line>()
  return { acquire }

  function acquire(keys: RateLimitKeys, waiter: PermitWaiter): Permit | Promise<Permit> {
    const key = keys.account ?? keys.user
    const line = lines.get(key)
    if (line) return permitOrLine(line.resetAt)
    const asked = ask(keys, waiter)
    // The rate limits of one instance answer synchronously, so that nothing waits for a turn of the event loop.
    return asked instanceof Promise ? asked.then(permitOrLine) : permitOrLine(asked)

    function permitOrLine(permit: Permit | number): Permit | Promise<Permit> {
      if (typeof permit !== 'number') return permit
      assertInTime(waiter, permit)
      return waitInLine(key, keys, waiter)
    }
  }

  async function waitInLine(key: string, keys: RateLimitKeys, waiter: PermitWaiter): Promise<Permit> {
    const { caller, deadline, signal, clock } = waiter
    const line = lines.get(key) ?? { queue: createFairQueue({ slots: 1 }), resetAt: 0 }
    lines.set(key, line)
    const entered = line.queue.enter(caller, { maxWaitMs: deadline - Date.now(), signal })
    if (entered !== true && !(await entered)) throw signal?.aborted ? callerGone() : rateLimited(line.resetAt)
    try {
      for (;;) {
        const permit = await ask(keys, waiter)
        if (typeof permit !== 'number') return permit
        line.resetAt = permit
        assertInTime(waiter, permit)
        await pause(permit - clock.now(), signal)
      }
    } finally {
      line.queue.leave(caller)
      if (line.queue.counts().taken === 0) lines.delete(key)
    }
  }

  function ask(keys: RateLimitKeys, { deadline, signal, clock }: PermitWaiter) {
    return rateLimiter.acquire(keys, clock.now(), { maxWaitMs: deadline - Date.now(), signal })
  }
}

function assertInTime({ deadline, clock }: PermitWaiter, resetAt: number): void {
  if (Date.now() + resetAt - clock.now() >= deadline) throw rateLimited(resetAt)
}

/** Waits this long. Throws UPSTREAM_UNAVAILABLE if the signal aborts. */
export async function pause(ms: number, signal: AbortSignal | undefined): Promise<void> {
  try {
    await sleep(ms, undefined, { signal })
  } catch {
    throw callerGone()
  }
}
