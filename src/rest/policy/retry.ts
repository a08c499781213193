import type { WireFailure } from '../wire/transport.ts'

/** Everything the decision to try again rests on. Times are milliseconds, moments since the epoch by the service's clock. */
export interface FailedAttempt {
  /** 1 for the first. */
  attempt: number
  /** Whether the request changes nothing, so that repeating it is harmless. */
  safe: boolean
  /** The status of the answer, or why none came. */
  outcome: number | WireFailure
  /** When the answer's headers say to come back. */
  retryAt: number | undefined
  now: number
}

const MAX_ATTEMPTS = 4

const FIRST_BACKOFF_MS = 250

/**
 * How many milliseconds to wait before the same request is tried again, or undefined when it must not be.
 * Whether that wait fits the operation's deadline and the retry budget is for the caller to see.
 */
export function retryDelay({ attempt, safe, outcome, retryAt, now }: FailedAttempt): number | undefined {
  if (attempt >= MAX_ATTEMPTS) return undefined
  // What was refused unread, or never left, surely did not happen: even a write may be repeated.
  const surelyDidNotHappen = outcome === 429 || outcome === 'unreached' || outcome === 'unsent'
  if (!surelyDidNotHappen && !(safe && isOutage(outcome))) return undefined
  if (retryAt !== undefined && retryAt > now) return retryAt - now
  // Half of the wait is random, so that callers who failed together do not come back together.
  const ceiling = FIRST_BACKOFF_MS * 2 ** (attempt - 1)
  return ceiling / 2 + (Math.random() * ceiling) / 2
}

/**
 * Whether a retry waits for a moment that the service named, or follows a wait in which nothing was sent. Such retries
 * multiply no outage, and do not count against the retry budget.
 */
export function isAwaited(outcome: number | WireFailure, retryAt: number | undefined): boolean {
  return outcome === 'unsent' || (outcome === 429 && retryAt !== undefined)
}

/** Whether an attempt failed because the service did; undefined where its end says nothing about the service. */
export function isOutage(outcome: number | WireFailure): boolean | undefined {
  switch (outcome) {
    case 500:
    case 502:
    case 503:
    case 504:
    case 'broken':
    case 'timeout':
    case 'unreached':
      return true
    case 'unsent':
    case 'overloaded':
    case 'aborted':
    case 'oversized':
      return undefined
    default:
      return false
  }
}
