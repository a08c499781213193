import { DAY_MS } from '../../async/duration.ts'
import { pickBy } from '../../json/object.ts'
import { header, type AnswerHead, type WireAnswer } from '../wire/transport.ts'

/** A rate limit: the requests of a window, those that remain, and when it resets, in milliseconds since the epoch. */
export interface AnnouncedLimit {
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
const HEADERS = PREFIXES.map((prefix) => ({
  prefix,
  names: ['limit', 'remaining', 'reset'].map((part) => `${prefix}-${part}`),
}))

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
  for (const { prefix, names } of HEADERS) {
    const invalid = names.find((name) => !isPlausible(name, header(answer, name), now))
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
  const limit = numberIn(answer, `${prefix}-limit`)
  const remaining = answer.status === 429 ? 0 : numberIn(answer, `${prefix}-remaining`)
  const resetSeconds = numberIn(answer, `${prefix}-reset`)
  if (remaining === undefined || resetSeconds === undefined) return undefined
  return { limit: Math.max(limit ?? 0, remaining), remaining, resetAt: resetSeconds * 1000 }
}

function numberIn(answer: AnswerHead, name: string): number | undefined {
  const value = header(answer, name)
  return value === undefined ? undefined : Number(value)
}

/** When a refused request may be sent again according to its headers: when the rate limit resets, or after Retry-After. */
export function retryAtOf(answer: WireAnswer, now: number): number | undefined {
  if (answer.status === 429) {
    const announced = announcedLimitOf(answer, 'x-account-rate-limit') ?? announcedLimitOf(answer, 'x-rate-limit')
    if (announced) return announced.resetAt
  }
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
