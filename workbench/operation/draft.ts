import { pick, useGraphiQL } from '@graphiql/react'
import { useEffect } from 'react'
import { linkTo, type Draft } from './link.ts'

/** The operation in the open tab, as it changes. */
export function useDraft(): Draft {
  const { tabs, activeTabIndex } = useGraphiQL(pick('tabs', 'activeTabIndex'))
  const tab = tabs[activeTabIndex]
  return { query: tab?.query ?? '', variables: tab?.variables ?? '' }
}

/** Keeps the link to the operation in the open tab in the address bar. */
export function AddressBar() {
  const link = linkTo(useDraft())
  useEffect(() => history.replaceState(null, '', link), [link])
  return null
}
