import { CombinedGraphQLErrors, ServerError } from '@apollo/client/errors'
import { useEffect, useEffectEvent } from 'react'
import { failureStore } from './failure-store.ts'

/** Why something could not be read. */
export interface Reason {
  message: string
  /** When the rate limit of the service that it met resets, as an ISO 8601 time. */
  resetsAt?: string
  /** Whether the server gave no answer at all. */
  isUnreachable?: boolean
}

/** Why a whole request failed. */
function requestReason(error: Error): Reason {
  if (ServerError.is(error) && error.statusCode < 500) return { message: error.message }
  const message = navigator.onLine ? 'The server cannot be reached.' : 'You are offline.'
  return { message, isUnreachable: true }
}

/**
 * Why the list or entity at `path` is null: the error at that path or above, or of a request that failed as a whole.
 * A path without indexes matches in all items of a list. A list that the cache remembers as failed has no error any more.
 */
export function reasonAt(error: unknown, ...path: (string | number)[]): Reason | undefined {
  if (!CombinedGraphQLErrors.is(error)) return error instanceof Error ? requestReason(error) : undefined
  const hasIndexes = path.some((key) => typeof key === 'number')
  const found = error.errors.find((each) => {
    const at = (each.path ?? []).filter((key) => hasIndexes || typeof key === 'string')
    return at.every((key, index) => key === path[index])
  })
  if (!found) return undefined
  const resetsAt = found.extensions?.['retryAt']
  if (found.extensions?.['code'] !== 'RATE_LIMITED' || typeof resetsAt !== 'string') return { message: found.message }
  return { message: `The rate limit of the service is spent. It resets at ${timeOf(resetsAt)}.`, resetsAt }
}

export function timeOf(instant: string): string {
  return new Date(instant).toLocaleTimeString([], { hour: 'numeric', minute: '2-digit' })
}

interface FailureProps {
  what: string
  reason?: Reason
  onRetry: () => unknown
}

/** Says in the place of a list that it could not be read, why, and offers to try again. */
export function Failure({ what, reason, onRetry }: FailureProps) {
  const retry = useEffectEvent(() => void onRetry())
  useEffect(() => failureStore.add({ reason, retry: () => retry() }), [reason])
  return (
    <div className="failure" role="alert">
      <p>
        <strong>{what} could not be loaded.</strong> {reason?.message}
      </p>
      <button type="button" onClick={() => void onRetry()}>
        Try again
      </button>
    </div>
  )
}
