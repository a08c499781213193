import { CombinedGraphQLErrors } from '@apollo/client/errors'

/**
 * Why the list or entity at `path` is null: the message of the error at that path or above, or of a request that failed
 * as a whole. A list that the cache remembers as failed has no error any more.
 */
export function reasonAt(error: unknown, ...path: string[]): string | undefined {
  if (!CombinedGraphQLErrors.is(error)) return error instanceof Error ? error.message : undefined
  const names = (at: readonly (string | number)[] = []) => at.filter((key) => typeof key === 'string')
  return error.errors.find((each) => names(each.path).every((name, index) => name === path[index]))?.message
}

/** Says in the place of a list that it could not be read, why, and offers to try again. */
export function Failure({ what, reason, onRetry }: { what: string; reason?: string; onRetry: () => unknown }) {
  return (
    <div className="failure" role="alert">
      <p>
        <strong>{what} could not be loaded.</strong> {reason}
      </p>
      <button type="button" onClick={() => void onRetry()}>
        Try again
      </button>
    </div>
  )
}
