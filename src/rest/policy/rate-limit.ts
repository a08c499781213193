import { announcedLimitOf, type AnnouncedLimit } from './rate-limit-headers.ts'
import { ownerOf, type RateLimitKeys, type RateLimitOwner } from './rate-limit-keys.ts'
import type { AnswerHead } from '../wire/transport.ts'

/** One window of a rate limit as the service last announced it. */
interface RateWindow {
  limit: number
  remaining: number
  /** Milliseconds since the epoch; undefined from the end of one window until an answer announces the next. */
  resetAt: number | undefined
  /** The lowest number of remaining requests that an answer has announced for this window. */
  announced: number
  inFlight: number
}

/** A permit to send one request. `update` returns it. */
export interface Permit {
  readonly keys: RateLimitKeys
  readonly window: RateWindow | undefined
  /** Identifies the request among those of several instances that share rate limits. */
  readonly id?: string
  /** Identifies the permit in the primary process, if that keeps the rate limits of several workers. */
  readonly primaryId?: number
}

/** A rate limit of a caller, as the service last announced it. */
export interface KnownRateLimit extends RateLimitOwner {
  limit: number
  remaining: number
  /** Milliseconds since the epoch, by the service's clock. */
  resetAt: number
  /** The time until `resetAt`. */
  resetAfterMs: number
}

/** How long a request can wait for a permit. */
export interface AcquireOptions {
  maxWaitMs: number
  /** Ends the wait when the caller disconnects. */
  signal?: AbortSignal | undefined
}

/**
 * Keeps requests within the rate limits that headers announce. Every `now`, and every time that is returned, is in
 * milliseconds since the epoch by the service's clock, because resets are announced by it.
 */
export interface RateLimiter {
  /**
   * Returns a permit to send now, or the time at which to ask again: when the spent rate limit resets.
   * A promise only if several instances share rate limits: it may wait, at most `maxWaitMs`, until another instance has
   * learned a rate limit that is not known yet.
   */
  acquire(keys: RateLimitKeys, now: number, options: AcquireOptions): Permit | number | Promise<Permit | number>
  /** Takes a permit back with the answer, whose headers announce the rate limit; undefined if there was no answer. */
  update(permit: Permit, answer: AnswerHead | undefined, now: number): void
  /** The number of remaining requests in the most restrictive window of each endpoint, by the last word of the keys. */
  remaining(now: number): Map<string, number>
  /** The limit that requests with these keys count against, if it has been announced and has not reset. */
  known(keys: RateLimitKeys, now: number): KnownRateLimit | undefined
  /** The limits of the caller with this `credentialKey` that have been announced and have not reset. */
  knownOf(caller: string, now: number): KnownRateLimit[]
}

/** The rate limits of one process, which knows at once whether a request may be sent. */
export interface LocalRateLimiter extends RateLimiter {
  acquire(keys: RateLimitKeys, now: number, options?: AcquireOptions): Permit | number
  /** Takes a permit back that was not used. */
  release(permit: Permit): void
}

const MAX_WINDOWS = 20_000

/** Creates the rate limits of one process. No request waits before headers have announced a limit. */
export function createRateLimiter(): LocalRateLimiter {
  const windows = new Map<string, RateWindow>()

  return {
    acquire(keys, now) {
      // The account's limit wins over the user's, which is then only a large quota over all accounts.
      const window = (keys.account && windows.get(keys.account)) || windows.get(keys.user)
      if (!window) return { keys, window }
      if (window.resetAt !== undefined && window.resetAt <= now) {
        window.remaining = window.limit
        window.resetAt = undefined
      }
      if (window.remaining <= 0 && window.resetAt !== undefined) return window.resetAt
      window.remaining -= 1
      window.inFlight += 1
      return { keys, window }
    },

    update({ keys, window: permitWindow }, answer, now) {
      if (permitWindow) permitWindow.inFlight -= 1
      const budget = answer && announcedLimitIn(answer, keys)
      if (!budget) return
      const { key, announced } = budget
      const window = windows.get(key)
      if (!window) {
        windows.set(key, { ...announced, announced: announced.remaining, inFlight: 0 })
        if (windows.size > MAX_WINDOWS) deletePast(windows, now)
      } else if (window.resetAt === announced.resetAt) {
        // Answers can arrive in another order than they were sent. Within a window the number of remaining requests
        // only decreases.
        window.remaining = Math.min(window.remaining, announced.remaining)
        window.announced = Math.min(window.announced, announced.remaining)
      } else {
        // The first answer of a new window does not count the requests that are still in flight.
        const remaining = announced.remaining - window.inFlight
        Object.assign(window, announced, { remaining, announced: announced.remaining })
      }
    },

    release({ window }) {
      if (!window) return
      window.inFlight -= 1
      // Until an answer announces the next window, its permits are not distinguished from those of the previous one.
      if (window.resetAt !== undefined) window.remaining = Math.min(window.remaining + 1, window.announced)
    },

    remaining(now) {
      const mostRestrictive = new Map<string, number>()
      for (const [key, { remaining, resetAt }] of windows) {
        if (resetAt === undefined || resetAt <= now) continue
        const endpoint = key.slice(key.lastIndexOf(' ') + 1)
        mostRestrictive.set(endpoint, Math.min(mostRestrictive.get(endpoint) ?? Infinity, Math.max(0, remaining)))
      }
      return mostRestrictive
    },

    known(keys, now) {
      const key = keys.account !== undefined && windows.has(keys.account) ? keys.account : keys.user
      return knownAt(key, now)
    },

    knownOf(caller, now) {
      const known: KnownRateLimit[] = []
      for (const key of windows.keys()) {
        const limit = key.startsWith(`${caller} `) ? knownAt(key, now) : undefined
        if (limit) known.push(limit)
      }
      return known
    },
  }

  function knownAt(key: string, now: number): KnownRateLimit | undefined {
    const window = windows.get(key)
    if (window?.resetAt === undefined || window.resetAt <= now) return undefined
    const { limit, remaining, resetAt } = window
    return { ...ownerOf(key), limit, remaining: Math.max(0, remaining), resetAt, resetAfterMs: resetAt - now }
  }
}

/** The rate limit in the headers of an answer: that of the account if there is one, otherwise that of the user. */
export function announcedLimitIn(
  answer: AnswerHead,
  keys: RateLimitKeys,
): { key: string; announced: AnnouncedLimit } | undefined {
  const forAccount = keys.account === undefined ? undefined : announcedLimitOf(answer, 'x-account-rate-limit')
  if (forAccount && keys.account) return { key: keys.account, announced: forAccount }
  const forUser = announcedLimitOf(answer, 'x-rate-limit')
  return forUser && { key: keys.user, announced: forUser }
}

function deletePast(windows: Map<string, RateWindow>, now: number): void {
  for (const [key, { resetAt, inFlight }] of windows)
    if (inFlight === 0 && (resetAt === undefined || resetAt <= now)) windows.delete(key)
}
