import type { WireFailure } from './transport.ts'

/** Everything the decision to try again rests on. Times are milliseconds, moments since the epoch. */
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

const MOST_ATTEMPTS = 4

const FIRST_BACKOFF_MS = 250

/**
 * How many milliseconds to wait before the same request is tried again, or undefined when it must not be.
 * Whether that wait still fits the operation's deadline is for the caller to see.
 */
export function retryDelay({ attempt, safe, outcome, retryAt, now }: FailedAttempt): number | undefined {
  if (attempt >= MOST_ATTEMPTS) return undefined
  // What was refused unread, or never left, surely did not happen: even a write may be repeated.
  const surelyDidNotHappen = outcome === 429 || outcome === 'unreached' || outcome === 'unsent'
  if (!surelyDidNotHappen && !(safe && isPassing(outcome))) return undefined
  if (retryAt !== undefined && retryAt > now) return retryAt - now
  // Half of the wait is drawn by lot, so that callers who failed together do not come back together.
  const ceiling = FIRST_BACKOFF_MS * 2 ** (attempt - 1)
  return ceiling / 2 + (Math.random() * ceiling) / 2
}

/** Faults that the next attempt may well not meet. */
function isPassing(outcome: number | WireFailure): boolean {
  switch (outcome) {
    case 500:
    case 502:
    case 503:
    case 504:
    case 'broken':
    case 'timeout':
      return true
    default:
      return false
  }
}
