import type { Endpoint } from '../endpoint.ts'
import { anyOf, listEndpoint, singleEndpoint } from '../list.ts'
import { columns, oldestFirst } from '../order.ts'
import { idList } from '../parameter.ts'
import type { Row, TableDefinition } from '../store.ts'

/** A tracking tag of a line item as the service sends it. */
export interface TrackingTagRow extends Row {
  line_item_id: string
  tracking_tag_url: string
  tracking_tag_type: string
}

/** The tracking tags of each account, oldest first. */
export const trackingTags: TableDefinition<TrackingTagRow> = {
  name: 'tracking_tags',
  order: oldestFirst(),
  idLength: 6,
}

/** The reads of tracking tags (document 2, section 4.5). */
export const trackingTagEndpoints: Endpoint[] = [
  listEndpoint({
    path: 'accounts/:account_id/tracking_tags',
    quota: 'core',
    table: trackingTags,
    filters: { line_item_ids: idList(), tracking_tag_ids: idList() },
    sortable: columns<TrackingTagRow>('created_at', 'updated_at', 'deleted'),
    keep({ params }) {
      const wanted = anyOf(params.tracking_tag_ids)
      const inLineItem = anyOf(params.line_item_ids)
      return (row) => wanted(row.id) && inLineItem(row.line_item_id)
    },
  }),
  singleEndpoint({ path: 'accounts/:account_id/tracking_tags/:tracking_tag_id', quota: 'core', table: trackingTags }),
]
