import type { LineItemsFragment } from '../graphql.ts'
import { Failure, type Reason } from '../list/failure.tsx'
import { LineItem } from './line-item.tsx'

interface LineItemsProps {
  /** Null if they could not be read, undefined if they are not there yet. */
  lineItems: LineItemsFragment['lineItems'] | undefined
  failure: Reason | undefined
  onRead: () => void
}

/** The line items of a campaign that is open. */
export function LineItems({ lineItems, failure, onRead }: LineItemsProps) {
  if (failure)
    return (
      <div className="nested">
        <Failure what="Line items" reason={failure} onRetry={onRead} />
      </div>
    )
  if (!lineItems) return <p className="loading nested">Loading line items…</p>
  if (lineItems.edges.length === 0) return <p className="empty nested">This campaign has no line items.</p>
  return (
    <ul className="line-items" aria-label="Line items">
      {lineItems.edges.map(({ node }) => (
        <LineItem key={node.id} lineItem={node} />
      ))}
    </ul>
  )
}
