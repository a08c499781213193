import { pick, useGraphiQL } from '@graphiql/react'
import { useEffect } from 'react'
import { stepIn } from '../operation/example.ts'

/**
 * Names GraphiQL's buttons of the panes by their titles, which are also written below the icons, and the tabs of examples by
 * those. A pane that is opened begins at its top, and the open tab
 * is in view, also when panes leave less room.
 */
export function PaneButtons() {
  const { plugins, visiblePlugin, tabs, activeTabIndex } = useGraphiQL(
    pick('plugins', 'visiblePlugin', 'tabs', 'activeTabIndex'),
  )
  useEffect(() => {
    for (const button of document.querySelectorAll<HTMLElement>('.graphiql-sidebar > button[data-index]')) {
      const plugin = plugins[Number(button.dataset['index'])]!
      button.ariaLabel = plugin.title
      button.ariaPressed = String(plugin === visiblePlugin)
      button.dataset['title'] = plugin.title
    }
    // GraphiQL names a tab after its operation, whenever that changes.
    for (const [index, { query, title }] of tabs.entries()) {
      const button = document.getElementById(`graphiql-session-tab-${index}`)
      const name = stepIn(query ?? '')?.example.name ?? title
      if (button && button.textContent !== name) button.textContent = name
    }
  })
  useEffect(() => {
    document.querySelector('.graphiql-plugin')?.scrollTo(0, 0)
  }, [visiblePlugin])
  useEffect(() => {
    const strip = document.querySelector('.graphiql-tabs')!
    // It is called at once too.
    const observer = new ResizeObserver(() => {
      strip.querySelector('.graphiql-tab-active')?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
    })
    observer.observe(strip)
    return () => observer.disconnect()
  }, [tabs, activeTabIndex])
  return null
}
