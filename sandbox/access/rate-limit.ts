import { Refusal } from '../http/error.ts'

/**
 * The rate limit that counts a call: `core` for reads of an account's core entities, `account` for its other reads,
 * `global` for reads without an account in the path, `option` (targeting options) and `insight` (keyword insights) for
 * such reads with separate limits, `stats` for stats, `write` for writes, and `users` for uploads of users.
 */
export type Quota = 'core' | 'account' | 'global' | 'option' | 'insight' | 'stats' | 'write' | 'users'

/** The limits of calls per window, and of entities per account. A window starts with its first call. */
export interface SandboxLimits {
  /** The length of every window except for writes, in milliseconds. */
  windowMs: number
  /** Reads of core entities, per user and endpoint. Large, because the limit per account applies first. */
  coreReadsPerUser: number
  /** Reads of core entities, per account and endpoint, for all users together. */
  coreReadsPerAccount: number
  /** Reads of any other endpoint with an account in its path, per user and endpoint. */
  accountReads: number
  /** Reads of an endpoint without an account in its path, per user and endpoint. */
  globalReads: number
  /** Reads of all targeting options together, per user. */
  optionReads: number
  /** Reads of keyword insights, per user. */
  insightReads: number
  /** Reads of stats, per user in all accounts. */
  statsReads: number
  /** Calls with with_total_count=true, per user. */
  totalCounts: number
  /** All writes together, per user. */
  writes: number
  /** Uploads of users, per user and endpoint. They do not count as writes. */
  userUploads: number
  /** The length of the windows of writes and of uploads of users, in milliseconds. */
  writeWindowMs: number
  /**
   * Active campaigns per account. The service raises this to up to 8,000 on request (Ads Management Interface, section
   * 8).
   */
  activeCampaigns: number
  /** Requests for the application's bearer token per window. Further requests are refused with 403 and code 99. */
  bearerTokens: number
}

/** The limits that the live service publishes. It does not publish the limit of bearer token requests. */
export const LIVE_LIMITS: Readonly<SandboxLimits> = {
  windowMs: 900_000,
  coreReadsPerUser: 100_000,
  coreReadsPerAccount: 10_000,
  accountReads: 2_000,
  globalReads: 5,
  optionReads: 400,
  insightReads: 500,
  statsReads: 250,
  totalCounts: 200,
  writes: 450,
  userUploads: 1_500,
  writeWindowMs: 60_000,
  activeCampaigns: 200,
  bearerTokens: 20,
}

/** Limits that manual use and benchmarks do not reach. Counting and stats are limited as on the live service. */
export const GENEROUS_LIMITS: Readonly<SandboxLimits> = {
  ...LIVE_LIMITS,
  coreReadsPerUser: 10_000_000,
  coreReadsPerAccount: 1_000_000,
  accountReads: 1_000_000,
  globalReads: 1_000,
  optionReads: 100_000,
  insightReads: 100_000,
  writes: 100_000,
}

/** The state of one window, as in the rate limit headers. */
interface Standing {
  limit: number
  remaining: number
  resetsAt: number
  spent: boolean
}

/** The call to count. */
interface Charge {
  userId: string
  endpoint: string
  quota: Quota
  accountId: string
}

/** Counts calls per window and refuses calls beyond the limit with the interface's 429. */
export class RateLimiter {
  private readonly limits: SandboxLimits
  private readonly now: () => Date
  private readonly windows = new Map<string, { used: number; resetsAt: number }>()

  constructor(limits: SandboxLimits, now: () => Date) {
    this.limits = limits
    this.now = now
  }

  /** Counts a call and returns the headers for its response. Throws a Refusal with these headers if over the limit. */
  charge({ userId, endpoint, quota, accountId }: Charge): Record<string, string> {
    const counted = quota === 'write' || quota === 'option' ? quota : endpoint
    const user = this.take(`${userId} ${counted}`, ...this.userLimit(quota))
    const headers = standingHeaders('x-rate-limit', user)
    if (quota !== 'core') {
      if (user.spent) throw tooManyRequests(headers)
      return headers
    }
    const account = this.take(`${accountId} ${endpoint}`, this.limits.coreReadsPerAccount, this.limits.windowMs)
    Object.assign(headers, standingHeaders('x-account-rate-limit', account))
    if (user.spent || account.spent) throw tooManyRequests(headers)
    return headers
  }

  /** Counts a call that requests the total count. Throws a Refusal if the limit is exceeded. */
  chargeTotalCount(userId: string): void {
    const standing = this.take(`${userId} with_total_count`, this.limits.totalCounts, this.limits.windowMs)
    if (standing.spent) throw tooManyRequests(standingHeaders('x-rate-limit', standing))
  }

  /** Removes all windows. */
  clear(): void {
    this.windows.clear()
  }

  private userLimit(quota: Quota): [limit: number, lengthMs: number] {
    if (quota === 'write') return [this.limits.writes, this.limits.writeWindowMs]
    if (quota === 'users') return [this.limits.userUploads, this.limits.writeWindowMs]
    const limits = {
      core: this.limits.coreReadsPerUser,
      account: this.limits.accountReads,
      global: this.limits.globalReads,
      option: this.limits.optionReads,
      insight: this.limits.insightReads,
      stats: this.limits.statsReads,
    }
    return [limits[quota], this.limits.windowMs]
  }

  private take(name: string, limit: number, lengthMs: number): Standing {
    const now = this.now().getTime()
    const window = this.windows.get(name)
    const open = window !== undefined && now < window.resetsAt ? window : { used: 0, resetsAt: now + lengthMs }
    this.windows.set(name, open)
    const spent = open.used >= limit
    if (!spent) open.used += 1
    return { limit, remaining: limit - open.used, resetsAt: open.resetsAt, spent }
  }
}

/** The three headers of a window. The reset is in whole seconds since the epoch, never before the end of the window. */
export function standingHeaders(prefix: string, standing: Omit<Standing, 'spent'>): Record<string, string> {
  return {
    [`${prefix}-limit`]: String(standing.limit),
    [`${prefix}-remaining`]: String(standing.remaining),
    [`${prefix}-reset`]: String(Math.ceil(standing.resetsAt / 1000)),
  }
}

/** The interface's 429. */
export function tooManyRequests(headers: Record<string, string>): Refusal {
  return new Refusal(429, [{ code: 'TOO_MANY_REQUESTS', message: 'Too many requests' }], headers)
}
