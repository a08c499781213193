import type { WireAnswer } from './transport.ts'

/** Which budgets a request draws on. */
export interface RateLimitKeys {
  /** Credential, account and endpoint. */
  account: string | undefined
  /** Credential and endpoint, or the one category that all writes of a credential share. */
  user: string
}

/** What the service told of one budget: so many requests until that moment. */
interface RateWindow {
  limit: number
  remaining: number
  /** Milliseconds since the epoch; undefined from the end of one window until an answer tells of the next. */
  resetAt: number | undefined
  inFlight: number
}

/** So many requests of so many are left until that moment, in milliseconds since the epoch. */
export interface Budget {
  limit: number
  remaining: number
  resetAt: number
}

/** Permit to send one request. It is handed back with the answer, or with its absence. */
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
  /** Learns from an answer, or (undefined) from its absence. */
  update(permit: Permit, answer: WireAnswer | undefined, now: number): void
  /** How many requests are left in the scarcest window of each endpoint, by the last word of the windows' keys. */
  remaining(now: number): Map<string, number>
}

const MOST_WINDOWS = 20_000

/** Budgets of one instance: an empty memory, in which nothing is held back until headers have told of a limit. */
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

    update({ keys, window: taken }, answer, now) {
      if (taken) taken.inFlight -= 1
      const budget = answer && budgetIn(answer, keys)
      if (!budget) return
      const { key, told } = budget
      const window = windows.get(key)
      if (!window) {
        windows.set(key, { ...told, inFlight: 0 })
        if (windows.size > MOST_WINDOWS) forgetPast(windows, now)
      } else if (window.resetAt === told.resetAt) {
        // Answers overtake each other: within a window the budget only shrinks.
        window.remaining = Math.min(window.remaining, told.remaining)
      } else {
        // The first answer of a new window does not know of the requests still on their way.
        Object.assign(window, told, { remaining: told.remaining - window.inFlight })
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

/** What an answer's headers tell of a budget: that of the account where they name it, else that of the user. */
export function budgetIn(answer: WireAnswer, keys: RateLimitKeys): { key: string; told: Budget } | undefined {
  const forAccount = keys.account === undefined ? undefined : budgetOf(answer, 'x-account-rate-limit')
  if (forAccount && keys.account) return { key: keys.account, told: forAccount }
  const forUser = budgetOf(answer, 'x-rate-limit')
  return forUser && { key: keys.user, told: forUser }
}

/** When a refused request may come again by its headers: the budget's reset, or Retry-After. */
export function retryAtOf(answer: WireAnswer, now: number): number | undefined {
  if (answer.status === 429) {
    const budget = budgetOf(answer, 'x-account-rate-limit') ?? budgetOf(answer, 'x-rate-limit')
    if (budget) return budget.resetAt
  }
  const retryAfter = header(answer, 'retry-after')
  if (retryAfter === undefined) return undefined
  // Seconds, or a date.
  const at = /^\d+$/.test(retryAfter) ? now + Number(retryAfter) * 1000 : Date.parse(retryAfter)
  return Number.isNaN(at) ? undefined : at
}

function budgetOf(answer: WireAnswer, prefix: string): Budget | undefined {
  const limit = Number(header(answer, `${prefix}-limit`) ?? Number.NaN)
  const remaining = answer.status === 429 ? 0 : Number(header(answer, `${prefix}-remaining`) ?? Number.NaN)
  const resetAt = Number(header(answer, `${prefix}-reset`) ?? Number.NaN) * 1000
  if (!Number.isFinite(remaining) || !Number.isFinite(resetAt)) return undefined
  return { limit: Number.isFinite(limit) ? limit : remaining, remaining, resetAt }
}

/** A header's text, or its first where it came twice. */
export function header(answer: WireAnswer, name: string): string | undefined {
  const value = answer.headers[name]
  return Array.isArray(value) ? value[0] : value
}

function forgetPast(windows: Map<string, RateWindow>, now: number): void {
  for (const [key, { resetAt, inFlight }] of windows)
    if (inFlight === 0 && (resetAt === undefined || resetAt <= now)) windows.delete(key)
}
