import type { WireFailure } from '../wire/transport.ts'

/** A failed attempt. Times are milliseconds since the epoch by the service's clock. */
export interface FailedAttempt {
  /** 1 for the first. */
  attempt: number
  /** Whether the request changes nothing, so that it can be repeated. */
  safe: boolean
  /** The status of the answer, or why there is none. */
  outcome: number | WireFailure
  /** When the request may be sent again according to the answer's headers. */
  retryAt: number | undefined
  now: number
}

const MAX_ATTEMPTS = 4

const FIRST_BACKOFF_MS = 250

/**
 * The delay in milliseconds before the request is sent again, or undefined if it must not be. The caller checks the
 * operation's deadline and the retry budget.
 */
export function retryDelay({ attempt, safe, outcome, retryAt, now }: FailedAttempt): number | undefined {
  if (attempt >= MAX_ATTEMPTS) return undefined
  // A request that was refused because of a rate limit or was not sent had no effect: even a write may be repeated.
  const surelyDidNotHappen = outcome === 429 || outcome === 'unreached' || outcome === 'unsent'
  if (!surelyDidNotHappen && !(safe && isOutage(outcome))) return undefined
  if (retryAt !== undefined && retryAt > now) return retryAt - now
  // Half of the delay is random, so that callers that failed together do not retry together.
  const ceiling = FIRST_BACKOFF_MS * 2 ** (attempt - 1)
  return ceiling / 2 + (Math.random() * ceiling) / 2
}

/**
 * Whether a retry does not count against the retry budget, which protects a failing service from more calls than it would
 * get anyway. It does not count if the service answered 429 with the time of its reset: the retry is sent then, within the
 * rate limit that the service set, and every other call waits for the same reset. It does not count after `unsent` either,
 * because nothing was sent.
 */
export function isAwaited(outcome: number | WireFailure, retryAt: number | undefined): boolean {
  return outcome === 'unsent' || (outcome === 429 && retryAt !== undefined)
}

/** Whether an attempt failed because of the service. Undefined if the outcome says nothing about the service. */
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
