import { ApolloLink } from '@apollo/client'
import { OperationTypeNode } from 'graphql'
import { useEffect, useEffectEvent } from 'react'
import { tap } from 'rxjs'

/** The age at which the page reads again what it shows, even if nothing is known to have changed. */
const MAX_AGE_MS = 60_000

/** Where the other tabs of this browser hear that something was changed. */
const KEY = 'adgraph-changed'

export const changesLink = new ApolloLink((operation, forward) =>
  forward(operation).pipe(
    tap(() => {
      if (operation.operationType === OperationTypeNode.MUTATION && operation.variables['validateOnly'] !== true)
        localStorage.setItem(KEY, String(Date.now()))
    }),
  ),
)

/**
 * Reads again when the tab gets the focus, if another tab has changed something or the shown values are old, and when the
 * network is back.
 */
export function useFollow(read: () => unknown): void {
  const onRead = useEffectEvent(() => void read())
  useEffect(() => {
    const controller = new AbortController()
    const { signal } = controller
    let isChanged = false
    let readAt = Date.now()
    function follow() {
      if (document.visibilityState !== 'visible') return
      if (!isChanged && Date.now() - readAt < MAX_AGE_MS) return
      isChanged = false
      readAt = Date.now()
      onRead()
    }
    function onChange() {
      isChanged = true
    }
    window.addEventListener('storage', ({ key }) => key === KEY && onChange(), { signal })
    window.addEventListener('focus', follow, { signal })
    document.addEventListener('visibilitychange', follow, { signal })
    window.addEventListener('online', () => (onChange(), follow()), { signal })
    return () => controller.abort()
  }, [])
}
