import { header, type WireAnswer } from '../wire/transport.ts'

/** So many requests of so many are left until that moment, in milliseconds since the epoch. */
export interface AnnouncedLimit {
  limit: number
  remaining: number
  resetAt: number
}

/** The longest documented window (Ads Management Interface, section 9). */
const MAX_WINDOW_MS = 15 * 60_000

/** How far clocks may differ where no `Date` header has shown the service's time, on either side of a window. */
const MAX_CLOCK_DIFFERENCE_MS = 5 * 60_000

/** `Retry-After` may ask for more than a window, but not for more than a day. */
const MAX_RETRY_AFTER_MS = 86_400_000

const PREFIXES = ['x-account-rate-limit', 'x-rate-limit'] as const

/**
 * The answer without the rate-limit headers that cannot be true: a limit, remainder or reset that is no whole number, and
 * a reset more than 20 minutes ahead of the service's time `now` (the longest window, and what clocks may differ), or more
 * than 5 minutes behind it, as seconds and milliseconds that are mixed up give. Each is reported.
 */
export function withCheckedRateLimits(
  answer: WireAnswer,
  now: number,
  report: (header: string, value: string) => void,
): WireAnswer {
  let headers = answer.headers
  for (const prefix of PREFIXES) {
    const invalid = ['limit', 'remaining', 'reset']
      .map((part) => `${prefix}-${part}`)
      .find((name) => !isPlausible(name, header(answer, name), now))
    if (invalid === undefined) continue
    report(invalid, header(answer, invalid)!)
    headers = Object.fromEntries(Object.entries(headers).filter(([name]) => !name.startsWith(`${prefix}-`)))
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
  return (
    !name.endsWith('-reset') ||
    (aheadMs >= -MAX_CLOCK_DIFFERENCE_MS && aheadMs <= MAX_WINDOW_MS + MAX_CLOCK_DIFFERENCE_MS)
  )
}

/** The budget that headers with this prefix announce; a refused request has used it up. */
export function budgetOf(answer: WireAnswer, prefix: (typeof PREFIXES)[number]): AnnouncedLimit | undefined {
  const limit = numberIn(answer, `${prefix}-limit`)
  const remaining = answer.status === 429 ? 0 : numberIn(answer, `${prefix}-remaining`)
  const resetSeconds = numberIn(answer, `${prefix}-reset`)
  if (remaining === undefined || resetSeconds === undefined) return undefined
  return { limit: limit ?? remaining, remaining, resetAt: resetSeconds * 1000 }
}

function numberIn(answer: WireAnswer, name: string): number | undefined {
  const value = header(answer, name)
  return value === undefined ? undefined : Number(value)
}

/** When a refused request may be sent again by its headers: at the budget's reset, or after Retry-After. */
export function retryAtOf(answer: WireAnswer, now: number): number | undefined {
  if (answer.status === 429) {
    const budget = budgetOf(answer, 'x-account-rate-limit') ?? budgetOf(answer, 'x-rate-limit')
    if (budget) return budget.resetAt
  }
  const retryAfter = header(answer, 'retry-after')
  return retryAfter === undefined ? undefined : retryAfterAt(retryAfter, now)
}

/** The moment that Retry-After names, in seconds or as a date; undefined where it names none, or one too far ahead. */
function retryAfterAt(retryAfter: string, now: number): number | undefined {
  const at = /^\d{1,15}$/.test(retryAfter) ? now + Number(retryAfter) * 1000 : Date.parse(retryAfter)
  // Date.parse takes a negative number for a year.
  return Number.isNaN(at) || retryAfter.startsWith('-') || at > now + MAX_RETRY_AFTER_MS ? undefined : at
}
