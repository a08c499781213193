import { budgetOf, type AnnouncedLimit } from './rate-limit-headers.ts'
import type { WireAnswer } from '../wire/transport.ts'

/** Which budgets a request draws on. */
export interface RateLimitKeys {
  /** Credential, account and endpoint. */
  account: string | undefined
  /** Credential and endpoint, or the one category that all writes of a credential share. */
  user: string
}

/** One budget as the service last announced it: so many requests until that moment. */
interface RateWindow {
  limit: number
  remaining: number
  /** Milliseconds since the epoch; undefined from the end of one window until an answer tells of the next. */
  resetAt: number | undefined
  inFlight: number
}

/** Permit to send one request. It is returned with the answer, or with its absence. */
export interface Permit {
  readonly keys: RateLimitKeys
  readonly window: RateWindow | undefined
  /** Tells the request apart among those of several instances, where these share their budgets. */
  readonly id?: string
}

/** How long a request can wait for a permit. */
export interface AcquireOptions {
  maxWaitMs: number
  /** Ends the wait when the caller has gone. */
  signal?: AbortSignal | undefined
}

/**
 * Keeps requests within the budgets that rate-limit headers announce. Every `now`, and every moment that is returned, is
 * in milliseconds since the epoch by the service's clock, because resets are announced by it.
 */
export interface RateLimiter {
  /**
   * Gives a permit to send now, or the moment at which to ask again: when the spent budget resets.
   * A promise only where several instances share their budgets: it may wait, at most `maxWaitMs`, until another instance
   * has learned a budget that is not known yet.
   */
  acquire(keys: RateLimitKeys, now: number, options: AcquireOptions): Permit | number | Promise<Permit | number>
  /** Takes the permit back, and the budget that the answer's headers announce; undefined where no answer came. */
  update(permit: Permit, answer: WireAnswer | undefined, now: number): void
  /** How many requests are left in the scarcest window of each endpoint, by the last word of the windows' keys. */
  remaining(now: number): Map<string, number>
}

const MAX_WINDOWS = 20_000

/** The rate limits of one process: without a limit that headers announced, nothing is held back. */
export function createRateLimiter(): RateLimiter {
  const windows = new Map<string, RateWindow>()

  return {
    acquire(keys, now) {
      // The account's budget wins over the user's, which is then only a large quota over all accounts.
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
      const budget = answer && budgetIn(answer, keys)
      if (!budget) return
      const { key, announced } = budget
      const window = windows.get(key)
      if (!window) {
        windows.set(key, { ...announced, inFlight: 0 })
        if (windows.size > MAX_WINDOWS) deletePast(windows, now)
      } else if (window.resetAt === announced.resetAt) {
        // Answers overtake each other: within a window the budget only shrinks.
        window.remaining = Math.min(window.remaining, announced.remaining)
      } else {
        // The first answer of a new window does not know of the requests still on their way.
        Object.assign(window, announced, { remaining: announced.remaining - window.inFlight })
      }
    },

    remaining(now) {
      const scarcest = new Map<string, number>()
      for (const [key, { remaining, resetAt }] of windows) {
        if (resetAt === undefined || resetAt <= now) continue
        const endpoint = key.slice(key.lastIndexOf(' ') + 1)
        scarcest.set(endpoint, Math.min(scarcest.get(endpoint) ?? Infinity, Math.max(0, remaining)))
      }
      return scarcest
    },
  }
}

/** The budget that an answer's headers announce: that of the account where they name it, else that of the user. */
export function budgetIn(
  answer: WireAnswer,
  keys: RateLimitKeys,
): { key: string; announced: AnnouncedLimit } | undefined {
  const forAccount = keys.account === undefined ? undefined : budgetOf(answer, 'x-account-rate-limit')
  if (forAccount && keys.account) return { key: keys.account, announced: forAccount }
  const forUser = budgetOf(answer, 'x-rate-limit')
  return forUser && { key: keys.user, announced: forUser }
}

function deletePast(windows: Map<string, RateWindow>, now: number): void {
  for (const [key, { resetAt, inFlight }] of windows)
    if (inFlight === 0 && (resetAt === undefined || resetAt <= now)) windows.delete(key)
}
