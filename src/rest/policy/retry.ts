import type { WireFailure } from '../wire/transport.ts'

/** A failed attempt. Times are milliseconds since the epoch by the service's clock. */
export interface FailedAttempt {
  /** 1 for the first. */
  attempt: number
  /** The maximum number of retries. Defaults to 3. */
  retries?: number
  /** Whether the request changes nothing, so that it can be repeated. */
  safe: boolean
  /** The status of the answer, or why there is none. */
  outcome: number | WireFailure
  /** When the request may be sent again according to the answer's headers. */
  retryAt: number | undefined
  now: number
}

const MAX_RETRIES = 3

const FIRST_BACKOFF_MS = 250

/**
 * The delay in milliseconds before the request is sent again, or undefined if it must not be. The caller checks the
 * operation's deadline and the retry budget.
 */
export function retryDelay({
  attempt,
  retries = MAX_RETRIES,
  safe,
  outcome,
  retryAt,
  now,
}: FailedAttempt): number | undefined {
  if (attempt > retries) return undefined
  // A request that was refused because of a rate limit or was never handed to a socket had no effect: even a write may be repeated.
  const surelyDidNotHappen = outcome === 429 || isUnsent(outcome)
  const mayPass = outcome === 429 || isOutage(outcome) || isTimeout(outcome)
  if (!mayPass || !(safe || surelyDidNotHappen)) return undefined
  if (retryAt !== undefined && retryAt > now) return retryAt - now
  // Half of the delay is random, so that callers that failed together do not retry together.
  const ceiling = FIRST_BACKOFF_MS * 2 ** (attempt - 1)
  return ceiling / 2 + (Math.random() * ceiling) / 2
}

/**
 * Whether a retry does not count against the retry budget, which protects a failing service from more calls than it would
 * get anyway. It does not count if the service answered 429 with a time to come, of a reset or in `Retry-After`: the retry is sent
 * when the service expects it. It does not count either if the attempt waited too long for a connection, because nothing was sent.
 */
export function isAwaited(outcome: number | WireFailure, retryAt: number | undefined, now: number): boolean {
  if (outcome === 429) return retryAt !== undefined && retryAt > now
  return isUnsent(outcome) && isTimeout(outcome)
}

function isUnsent(outcome: number | WireFailure): boolean {
  return typeof outcome !== 'number' && !outcome.sent
}

function isTimeout(outcome: number | WireFailure): boolean {
  return typeof outcome !== 'number' && outcome.reason === 'timeout'
}

const OUTAGE_STATUSES: ReadonlySet<number> = new Set([500, 502, 503, 504])

/** Whether an attempt failed because of the service. Undefined if the outcome says nothing about the service. */
export function isOutage(outcome: number | WireFailure): boolean | undefined {
  if (typeof outcome === 'number') return OUTAGE_STATUSES.has(outcome)
  const { reason, sent } = outcome
  return reason === 'broken' || (reason === 'timeout' && sent) ? true : undefined
}

/** The time over which attempts and retries are compared. */
const WINDOW_MS = 10_000

/** While a third of the calls fail, four attempts each need 0.48 retries per request on average. */
const MAX_RETRIES_PER_FIRST_ATTEMPT = 0.6

/** Retries that are always allowed, so that few requests can be retried too. */
const MIN_RETRIES = 10

const BUCKET_MS = 100
const BUCKETS = WINDOW_MS / BUCKET_MS

/**
 * Limits how many retries are sent, so that they do not multiply the calls during an outage: 0.6 retries per first attempt over
 * the last ten seconds, and at least ten. One per host. Times are milliseconds.
 */
export function createRetryBudget() {
  // One bucket more than the window: only a part of the oldest belongs to it, which counts for retries, not for first attempts.
  const buckets = new Map<number, { firsts: number; retries: number }>()

  return {
    /** Counts the first attempt of a request. */
    countFirst(now: number) {
      bucketOf(numberAt(now)).firsts += 1
    },
    /** Counts a retry and returns true, or returns false if the budget is spent. */
    takeRetry(now: number) {
      const current = numberAt(now)
      const bucket = bucketOf(current)
      let firstCount = 0
      let retryCount = 0
      for (const [number, { firsts, retries }] of buckets) {
        if (number > current) continue
        retryCount += retries
        if (number > current - BUCKETS) firstCount += firsts
      }
      if (retryCount >= Math.max(MIN_RETRIES, Math.floor(MAX_RETRIES_PER_FIRST_ATTEMPT * firstCount))) return false
      bucket.retries += 1
      return true
    },
  }

  /** The bucket with this number. Buckets of earlier moments are dropped when it is new. */
  function bucketOf(number: number) {
    let bucket = buckets.get(number)
    if (!bucket) {
      for (const other of buckets.keys()) if (other < number - BUCKETS) buckets.delete(other)
      buckets.set(number, (bucket = { firsts: 0, retries: 0 }))
    }
    return bucket
  }
}

/** The number of the bucket for this moment. */
function numberAt(now: number): number {
  return Math.floor(now / BUCKET_MS)
}
