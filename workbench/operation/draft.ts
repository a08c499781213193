import { pick, tryParseJSONC, useGraphiQL } from '@graphiql/react'
import { useCallback, useEffect } from 'react'
import { linkTo, type Draft } from './link.ts'

/** The operation in the open tab, as it changes. */
export function useDraft(): Draft {
  const { tabs, activeTabIndex } = useGraphiQL(pick('tabs', 'activeTabIndex'))
  const tab = tabs[activeTabIndex]
  return { query: tab?.query ?? '', variables: tab?.variables ?? '' }
}

/** The variables in the open tab. Empty while they cannot be parsed. */
export function useVariables(): Record<string, unknown> {
  return variablesIn(useDraft().variables)
}

/** The variables in a text. Empty if it cannot be parsed. */
export function variablesIn(text: string): Record<string, unknown> {
  try {
    return tryParseJSONC(text) ?? {}
  } catch {
    return {}
  }
}

/** Reads the headers of requests that are in the header editor. */
export function useHeaders(): () => Record<string, string> {
  const headerEditor = useGraphiQL((state) => state.headerEditor)
  return useCallback(
    () =>
      Object.fromEntries(Object.entries(variablesIn(headerEditor?.getValue() ?? '')).map(([k, v]) => [k, String(v)])),
    [headerEditor],
  )
}

/** The pause in typing after which the address changes: Safari refuses more than 100 changes in 10 seconds. */
const PAUSE_MS = 400

/** Keeps the link to the operation in the open tab in the address bar, and opens a link that is entered there. */
export function AddressBar() {
  const link = linkTo(useDraft())
  useEffect(() => {
    const timer = setTimeout(() => history.replaceState(null, '', link), PAUSE_MS)
    return () => clearTimeout(timer)
  }, [link])
  useEffect(() => {
    // The browser does not load the page for a link that differs in the fragment only.
    const reload = () => location.reload()
    addEventListener('hashchange', reload)
    return () => removeEventListener('hashchange', reload)
  }, [])
  return null
}
