import type { LineItemsFragment } from '../graphql.ts'
import { isLive, stateOf } from '../row/delivery.tsx'
import { countOf } from '../words.ts'

/** A line item with its posts, as far as they are known. */
export type ListedLineItem = NonNullable<LineItemsFragment['lineItems']>['edges'][number]['node']

function rejectedPosts(lineItem: ListedLineItem): number {
  if (!isLive(lineItem)) return 0
  return lineItem.promotedPosts?.edges.filter(({ node }) => node.approvalStatus === 'REJECTED').length ?? 0
}

/** What somebody can do: replace rejected posts and, `isOfCampaign`, make line items serve that are active. */
export function warningsOf(lineItems: readonly ListedLineItem[], isOfCampaign: boolean): string[] {
  const rejected = lineItems.reduce((total, lineItem) => total + rejectedPosts(lineItem), 0)
  const unable = isOfCampaign ? lineItems.filter((lineItem) => stateOf(lineItem) === 'attention').length : 0
  return [
    ...(unable > 0 ? [`${countOf(unable, 'line item')} cannot serve`] : []),
    ...(rejected > 0 ? [`${countOf(rejected, 'post')} rejected`] : []),
  ]
}
