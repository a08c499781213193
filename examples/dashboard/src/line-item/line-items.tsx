import { useQuery } from '@apollo/client/react'
import { LineItemsDocument } from '../graphql.ts'
import { Failure, reasonAt } from '../list/failure.tsx'
import { NextPage } from '../list/next-page.tsx'
import { LineItem } from './line-item.tsx'

/** The line items of a campaign, read when it is opened. */
export function LineItems({ campaignId }: { campaignId: string }) {
  const { data, error, loading, refetch, fetchMore } = useQuery(LineItemsDocument, {
    variables: { campaignId, count: true },
  })
  const lineItems = data?.campaign?.lineItems
  if (!lineItems) {
    if (loading) return <p className="loading nested">Loading line items…</p>
    return (
      <div className="nested">
        <Failure what="Line items" reason={reasonAt(error, 'campaign', 'lineItems')} onRetry={refetch} />
      </div>
    )
  }
  const { edges, pageInfo, totalCount } = lineItems
  if (edges.length === 0) return <p className="empty nested">This campaign has no line items.</p>
  const more = totalCount ? `${totalCount - edges.length} more` : 'More'
  return (
    <>
      <ul className="line-items" aria-label="Line items">
        {edges.map(({ node }) => (
          <LineItem key={node.id} lineItem={node} />
        ))}
      </ul>
      <div className="nested">
        <NextPage
          what="Line items"
          cursor={pageInfo.hasNextPage ? pageInfo.endCursor : null}
          load={(after) => fetchMore({ variables: { after, count: false }, errorPolicy: 'none' })}
          path={['campaign', 'lineItems']}
          label={`${more} line items`}
        />
      </div>
    </>
  )
}
