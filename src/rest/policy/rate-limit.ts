import { LRUCache } from 'lru-cache'
import { HOUR_MS, MINUTE_MS, DAY_MS } from '../../async/duration.ts'
import { pickBy } from '../../json/object.ts'
import type { Endpoint } from '../endpoint.ts'
import { applicationKey, credentialKey, type Credentials } from '../wire/sign.ts'
import { type AnswerHead, header, type WireAnswer } from '../wire/transport.ts'

/** What a plan says of an endpoint, and what determines the rate limit of its requests. */
export type LimitedEndpoint = Pick<Endpoint, 'method' | 'path' | 'safe' | 'host' | 'auth' | 'isUpload'>

/** The rate limits that a request counts against. */
export interface RateLimitKeys {
  /** Credential, account and endpoint. */
  account?: string
  /** Credential and endpoint, or the rate limit that all writes of a credential share. */
  user: string
  /** A second key of the account's rate limit: the one that its callers share, or the caller's own if `account` is the shared one. */
  copy?: string
}

/** The requests that count against a rate limit. */
interface RateLimitOwner {
  /** The path template of the endpoint. Missing if the requests of several endpoints count against the limit. */
  endpoint?: string
  /**
   * Which requests count against the limit: the user's in one account, the user's in all accounts, or all
   * writes or all counts of the user.
   */
  scope: 'ACCOUNT' | 'USER' | 'WRITES' | 'COUNTS'
  /** The account, if the limit belongs to one. */
  account?: string
}

/** The last word of the keys of rate limits that requests of several endpoints count against. */
const SHARED = { COUNTS: 'counts', WRITES: 'writes' } as const

/** The rate limits that a request counts against (Ads Management Interface, section 9). Keys end with the endpoint's path. */
export function rateLimitKeys(
  { path: template, safe, host, auth, isUpload }: LimitedEndpoint,
  { account_id }: Readonly<Record<string, string>>,
  params: object,
  credentials: Credentials,
): RateLimitKeys {
  const caller = credentialKey(credentials)
  if (isCount(params)) return { user: `${caller} ${SHARED.COUNTS}` }
  if (host === 'auth') return { user: `${auth === 'user' ? caller : applicationKey(credentials)} ${template}` }
  // All writes of a user share one rate limit, except for a few endpoints.
  if (!safe) return { user: `${caller} ${isUpload ? template : SHARED.WRITES}` }
  const user = `${caller} ${template}`
  if (account_id === undefined) return { user }
  return {
    account: `${caller} ${account_id} ${template}`,
    user,
    copy: `all-of-${applicationKey(credentials)} ${account_id} ${template}`,
  }
}

/** How long after an answer from an account its caller shares the rate limits of the account, to the minute. */
const SHARED_MS = HOUR_MS

const MAX_ACCOUNT_CALLERS = 20_000

/**
 * The service has one rate limit for all users of an account. The callers whom it has lately given an answer from the account
 * get permits from that limit together. The others could be anybody, and must not hold up these.
 */
export function createAccountCallers() {
  const answeredAt = new LRUCache<string, number>({ max: MAX_ACCOUNT_CALLERS })
  return {
    /** The keys of a request, with the rate limit of the account that its caller shares, if it does. */
    shared(keys: RateLimitKeys, now: number): RateLimitKeys {
      const { account, user, copy } = keys
      if (account === undefined || copy === undefined) return keys
      const isShared = (answeredAt.get(callerIn(account)) ?? -Infinity) > now - SHARED_MS
      return isShared ? { account: copy, user, copy: account } : keys
    },
    /** The service has given this caller an answer from the account. */
    add({ account }: RateLimitKeys, now: number) {
      if (account === undefined) return
      const caller = callerIn(account)
      const before = answeredAt.peek(caller) ?? -Infinity
      if (before <= now - MINUTE_MS || before > now) answeredAt.set(caller, now)
    },
  }
}

/** The caller and the account in the key of a rate limit. */
function callerIn(key: string): string {
  return key.slice(0, key.lastIndexOf(' '))
}

/** The requests that count against a key of `rateLimitKeys`. */
export function ownerOf(key: string): RateLimitOwner {
  const [, account, endpoint] = key.split(' ')
  if (endpoint !== undefined) return { endpoint, scope: 'ACCOUNT', account }
  if (account === SHARED.COUNTS) return { scope: 'COUNTS' }
  if (account === SHARED.WRITES) return { scope: 'WRITES' }
  return { endpoint: account, scope: 'USER' }
}

/**
 * Whether the headers of an answer announce the rate limit that its request counts against. A list with `with_total_count`
 * has a rate limit of its own, which only refusals announce: other answers announce the limit of the endpoint.
 */
export function announcesRateLimit(params: object, status: number): boolean {
  return status === 429 || !isCount(params)
}

function isCount(params: object): boolean {
  return 'with_total_count' in params && params.with_total_count === true
}

/** A rate limit: the requests of a window, those that remain, and when it resets, in milliseconds since the epoch. */
export interface AnnouncedLimit {
  /** 0 if it is not known. */
  limit: number
  remaining: number
  resetAt: number
}

/** The longest documented window (Ads Management Interface, section 9). */
const MAX_WINDOW_MS = 15 * 60_000

/** The maximum difference of the clocks, if no `Date` header has shown the service's time. */
const MAX_CLOCK_DIFFERENCE_MS = 5 * 60_000

/** Resets further ahead than this are not plausible. */
export const MAX_RESET_MS = MAX_WINDOW_MS + MAX_CLOCK_DIFFERENCE_MS

/** `Retry-After` may ask for more than a window, but not for more than a day. */
const MAX_RETRY_AFTER_MS = DAY_MS

const PREFIXES = ['x-account-rate-limit', 'x-rate-limit'] as const

/** The headers of each limit. */
const HEADERS = {
  'x-account-rate-limit': headersOf('x-account-rate-limit'),
  'x-rate-limit': headersOf('x-rate-limit'),
}

function headersOf(prefix: string) {
  return [`${prefix}-limit`, `${prefix}-remaining`, `${prefix}-reset`] as const
}

/**
 * The answer without rate-limit headers that are not plausible: a limit, remaining or reset that is not a whole number, and a
 * reset more than 20 minutes ahead of the service's time `now` (the longest window plus the difference of clocks) or more
 * than 5 minutes behind it, for example in milliseconds. Each is reported.
 */
export function withCheckedRateLimits(
  answer: WireAnswer,
  now: number,
  report: (header: string, value: string) => void,
): WireAnswer {
  let headers = answer.headers
  for (const prefix of PREFIXES) {
    const invalid = HEADERS[prefix].find((name) => !isPlausible(name, header(answer, name), now))
    if (invalid === undefined) continue
    report(invalid, header(answer, invalid)!)
    headers = pickBy(headers, (_, name) => !name.startsWith(`${prefix}-`))
  }
  const retryAfter = header(answer, 'retry-after')
  if (retryAfter !== undefined && retryAfterAt(retryAfter, now) === undefined) {
    report('retry-after', retryAfter)
    headers = { ...headers, 'retry-after': undefined }
  }
  return headers === answer.headers ? answer : { ...answer, headers }
}

function isPlausible(name: string, value: string | undefined, now: number): boolean {
  if (value === undefined) return true
  if (!/^\d{1,15}$/.test(value)) return false
  const aheadMs = Number(value) * 1000 - now
  return !name.endsWith('-reset') || (aheadMs >= -MAX_CLOCK_DIFFERENCE_MS && aheadMs <= MAX_RESET_MS)
}

/** The rate limit in the headers with this prefix; a 429 means that nothing remains. */
export function announcedLimitOf(answer: AnswerHead, prefix: (typeof PREFIXES)[number]): AnnouncedLimit | undefined {
  const [limitName, remainingName, resetName] = HEADERS[prefix]
  const limit = numberIn(answer, limitName)
  const remaining = answer.status === 429 ? 0 : numberIn(answer, remainingName)
  const resetSeconds = numberIn(answer, resetName)
  if (remaining === undefined || resetSeconds === undefined) return undefined
  return { limit: Math.max(limit ?? 0, remaining), remaining, resetAt: resetSeconds * 1000 }
}

function numberIn(answer: AnswerHead, name: string): number | undefined {
  const value = header(answer, name)
  return value === undefined ? undefined : Number(value)
}

/** The account's rate limit in the headers. Not of a 429 whose headers say that only the user's is spent. */
function accountLimitOf(answer: AnswerHead): AnnouncedLimit | undefined {
  const isUsers =
    answer.status === 429 &&
    numberIn(answer, 'x-rate-limit-remaining') === 0 &&
    numberIn(answer, 'x-account-rate-limit-remaining') !== 0
  return isUsers ? undefined : announcedLimitOf(answer, 'x-account-rate-limit')
}

/** When a refused request may be sent again according to its headers: when the rate limit resets, or after Retry-After. */
export function retryAtOf(answer: WireAnswer, now: number): number | undefined {
  if (answer.status === 429) {
    const announced = accountLimitOf(answer) ?? announcedLimitOf(answer, 'x-rate-limit')
    if (announced && announced.resetAt > now) return announced.resetAt
  }
  return retryAfterOf(answer, now)
}

function retryAfterOf(answer: AnswerHead, now: number): number | undefined {
  const retryAfter = header(answer, 'retry-after')
  return retryAfter === undefined ? undefined : retryAfterAt(retryAfter, now)
}

/** The time in Retry-After, which is in seconds or a date; undefined if it is invalid or too far ahead. */
function retryAfterAt(retryAfter: string, now: number): number | undefined {
  // Date.parse would also read "7.5", "2026-11-27" and "about 5" as dates. A date of HTTP begins with its weekday.
  const isDate = /^(?:mon|tue|wed|thu|fri|sat|sun)/i.test(retryAfter)
  if (!isDate && !/^\d{1,15}$/.test(retryAfter)) return undefined
  const at = isDate ? Date.parse(retryAfter) : now + Number(retryAfter) * 1000
  return Number.isNaN(at) || at > now + MAX_RETRY_AFTER_MS ? undefined : at
}

/**
 * The rate limit in the headers of an answer: the account's if there is one, unless only the user's is spent; otherwise the user's. A
 * refusal with Retry-After alone says that the user's is spent until then.
 */
export function announcedLimitIn(
  answer: AnswerHead,
  keys: RateLimitKeys,
  now: number,
): { key: string; announced: AnnouncedLimit } | undefined {
  const forAccount = accountLimitOf(answer)
  if (forAccount && keys.account !== undefined) return { key: keys.account, announced: forAccount }
  const forUser = announcedLimitOf(answer, 'x-rate-limit')
  if (forUser) return { key: keys.user, announced: forUser }
  const resetAt = answer.status === 429 ? retryAfterOf(answer, now) : undefined
  return resetAt === undefined ? undefined : { key: keys.user, announced: { limit: 0, remaining: 0, resetAt } }
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
