import { useRef, useState } from 'react'
import { Failure, reasonAt, type Reason } from './failure.tsx'
import { useNear } from './near.ts'

interface NextPageProps {
  /** What the list has, as the start of a sentence. */
  what: string
  /** The `endCursor` of the last page, if the list has another page. */
  cursor: string | null | undefined
  /** Loads the page after a cursor. Rejects if that failed. */
  load: (after: string) => Promise<unknown>
  /** The path of the list in the response. */
  path: string[]
  /** The text of a button. Without one, the page is loaded when its end is near the window. */
  label?: string
}

/** The end of a list that has more pages. A page that fails leaves those before it, and can be tried again. */
export function NextPage({ what, cursor, load, path, label }: NextPageProps) {
  const [failed, setFailed] = useState<{ cursor: string; reason: Reason | undefined }>()
  const [isLoading, setLoading] = useState(false)
  const end = useRef<HTMLButtonElement>(null)

  async function loadAfter(after: string) {
    setLoading(true)
    setFailed(undefined)
    try {
      await load(after)
    } catch (error) {
      setFailed({ cursor: after, reason: reasonAt(error, ...path) })
    }
    setLoading(false)
  }

  const isFailed = failed !== undefined && failed.cursor === cursor
  const isAutomatic = label === undefined && !isLoading && !isFailed
  useNear(end, Boolean(cursor) && isAutomatic, () => cursor && void loadAfter(cursor))

  if (!cursor) return null
  if (isFailed) return <Failure what={what} reason={failed.reason} onRetry={() => loadAfter(cursor)} />
  return (
    <button ref={end} type="button" className="next-page" disabled={isLoading} onClick={() => void loadAfter(cursor)}>
      {isLoading ? 'Loading…' : (label ?? `Load more ${what.toLowerCase()}`)}
    </button>
  )
}
