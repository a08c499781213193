import { useEffect, useSyncExternalStore } from 'react'
import { failureStore } from './failure-store.ts'
import { timeOf } from './failure.tsx'

/** How often the page tries whether a server that gave no answer is back. */
const PROBE_MS = 2_000

function subscribe(listener: () => void): () => void {
  for (const event of ['online', 'offline']) window.addEventListener(event, listener)
  return () => {
    for (const event of ['online', 'offline']) window.removeEventListener(event, listener)
  }
}

/** Whether the server answers a query that takes no REST call. */
async function isServerBack(): Promise<boolean> {
  if (!navigator.onLine) return false
  const headers = { 'content-type': 'application/json' }
  const response = await fetch('/graphql', { method: 'POST', headers, body: '{"query":"{ __typename }"}' })
  return response.status < 500
}

/** Says what stands in the way of the whole page, tries again by itself when the server is back, or all at once on request. */
export function Trouble() {
  const isOnline = useSyncExternalStore(subscribe, () => navigator.onLine)
  const failed = failureStore.use()
  const isUnreachable = failed.some(({ reason }) => reason?.isUnreachable)
  const resetsAt = failed
    .map(({ reason }) => reason?.resetsAt ?? '')
    .reduce((one, other) => (one > other ? one : other), '')

  useEffect(() => {
    if (!isUnreachable) return undefined
    const probe = () =>
      void isServerBack().then(
        (isBack) => isBack && failureStore.retryAll(),
        () => undefined,
      )
    const timer = setInterval(probe, PROBE_MS)
    window.addEventListener('online', probe)
    return () => {
      clearInterval(timer)
      window.removeEventListener('online', probe)
    }
  }, [isUnreachable])

  if (!isOnline)
    return (
      <p className="trouble" role="status">
        <strong>You are offline.</strong> The page shows what it had loaded, and loads the rest when the network is
        back.
      </p>
    )
  if (isUnreachable)
    return (
      <p className="trouble" role="status">
        <strong>The server cannot be reached.</strong> The page goes on by itself when it answers again.
      </p>
    )
  if (failed.length < 2 && !resetsAt) return null
  return (
    <div className="trouble" role="status">
      <p>
        <strong>Some lists could not be loaded.</strong>{' '}
        {resetsAt && `The rate limit of the service is spent. It resets at ${timeOf(resetsAt)}.`}
      </p>
      <button type="button" onClick={() => failureStore.retryAll()}>
        Try all again
      </button>
    </div>
  )
}
