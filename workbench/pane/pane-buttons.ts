import { pick, useGraphiQL } from '@graphiql/react'
import { useEffect } from 'react'

/**
 * Names GraphiQL's buttons of the panes by their titles, which are also written below the icons. A pane that has a button
 * to close it stays open when its own button is pressed again. A pane that is opened begins at its top.
 */
export function PaneButtons() {
  const { plugins, visiblePlugin } = useGraphiQL(pick('plugins', 'visiblePlugin'))
  useEffect(() => {
    const stale = new AbortController()
    for (const button of document.querySelectorAll<HTMLElement>('.graphiql-sidebar > button[data-index]')) {
      const plugin = plugins[Number(button.dataset['index'])]!
      button.ariaLabel = plugin.title
      button.ariaPressed = String(plugin === visiblePlugin)
      button.dataset['title'] = plugin.title
      const stay = (event: Event) => {
        if (plugin === visiblePlugin && document.querySelector('.pane-close')) event.stopPropagation()
      }
      button.addEventListener('click', stay, { signal: stale.signal })
    }
    return () => stale.abort()
  })
  useEffect(() => {
    document.querySelector('.graphiql-plugin')?.scrollTo(0, 0)
  }, [visiblePlugin])
  return null
}
