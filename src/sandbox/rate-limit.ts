import type { Quota } from './endpoint.ts'
import { Refusal } from './error.ts'

/** How many calls each window of time lets pass, and what an account may have. Windows begin with their first call. */
export interface SandboxLimits {
  /** Length of every window but that of writes, in milliseconds. */
  windowMs: number
  /** Reads of one core entity's endpoint, for each user; large, because the account's own limit is what counts. */
  coreReadsPerUser: number
  /** Reads of core entities, for each account and endpoint, whoever asks. */
  coreReadsPerAccount: number
  /** Reads of any other endpoint with an account in its path, for each user and endpoint. */
  accountReads: number
  /** Reads of an endpoint without an account in its path, for each user and endpoint. */
  globalReads: number
  /** Reads of targeting options of all kinds together, for each user. */
  optionReads: number
  /** Reads of keyword insights, for each user. */
  insightReads: number
  /** Calls with with_total_count=true, for each user. */
  totalCounts: number
  /** Writes of all kinds together, for each user. */
  writes: number
  /** Uploads of users, for each user and endpoint, which do not count as other writes. */
  userUploads: number
  /** Length of the windows of writes and of uploads of users, in milliseconds. */
  writeWindowMs: number
  /** Active campaigns of an account; the service raises it to up to 8,000 on request (document 2, section 8). */
  activeCampaigns: number
  /** Requests for the application's bearer token in a window; one more is refused with 403 and code 99. */
  bearerTokens: number
}

/** The limits the live service publishes; how often a bearer token may be asked for it does not tell. */
export const LIVE_LIMITS: Readonly<SandboxLimits> = {
  windowMs: 900_000,
  coreReadsPerUser: 100_000,
  coreReadsPerAccount: 10_000,
  accountReads: 2_000,
  globalReads: 5,
  optionReads: 400,
  insightReads: 500,
  totalCounts: 200,
  writes: 450,
  userUploads: 1_500,
  writeWindowMs: 60_000,
  activeCampaigns: 200,
  bearerTokens: 20,
}

/** Limits that a person exploring, or a benchmark, does not meet; counting is as scarce as on the live service. */
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

/** What the rate-limit headers tell of one window. */
interface Standing {
  limit: number
  remaining: number
  resetsAt: number
  spent: boolean
}

/** Whose call of what is to be counted. */
export interface Charge {
  userId: string
  endpoint: string
  quota: Quota
  accountId: string
}

/** Counts calls in windows of time and refuses those beyond a window's limit with the interface's 429. */
export class RateLimiter {
  private readonly limits: SandboxLimits
  private readonly now: () => Date
  private readonly windows = new Map<string, { used: number; resetsAt: number }>()

  constructor(limits: SandboxLimits, now: () => Date) {
    this.limits = limits
    this.now = now
  }

  /** Counts a call and gives the headers its answer carries; throws a Refusal with the same headers when it is one too many. */
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

  /** Counts a call that asks for the total count; throws a Refusal when it is one too many. */
  chargeTotalCount(userId: string): void {
    const standing = this.take(`${userId} with_total_count`, this.limits.totalCounts, this.limits.windowMs)
    if (standing.spent) throw tooManyRequests(standingHeaders('x-rate-limit', standing))
  }

  /** Forgets every window. */
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

/** The three headers that tell of one window; the reset is in whole seconds of the epoch, never before the window's end. */
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
