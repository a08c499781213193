import { explorerPlugin } from '@graphiql/plugin-explorer'
import { useEffect, useRef } from 'react'

/** GraphiQL's Explorer. */
export const EXPLORER = explorerPlugin()

const Content = EXPLORER.content

/** How long after it opens the Explorer may take the focus. */
const OPENING_MS = 1_000

/** GraphiQL's Explorer, from its top: it focuses the last value of the query, which may be far below. */
export function Explorer() {
  const frame = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const pane = frame.current!.closest('.graphiql-plugin')!
    const opening = AbortSignal.timeout(OPENING_MS)
    pane.addEventListener('focusin', () => requestAnimationFrame(() => pane.scrollTo(0, 0)), { signal: opening })
    requestAnimationFrame(() => pane.scrollTo(0, 0))
  }, [])
  return (
    <div ref={frame}>
      <Content />
    </div>
  )
}
