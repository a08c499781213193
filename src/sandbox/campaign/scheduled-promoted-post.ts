import type { Endpoint } from '../endpoint.ts'
import { anyOf, listEndpoint, singleEndpoint } from '../list.ts'
import { columns, oldestFirst } from '../order.ts'
import { idList } from '../parameter.ts'
import type { Row, TableDefinition } from '../store.ts'

/** The tie between a scheduled post and a line item, as the service sends it; `post_id` is null until it is published. */
export interface ScheduledPromotedPostRow extends Row {
  line_item_id: string
  scheduled_post_id: string | bigint
  post_id: string | bigint | null
}

/** The scheduled promoted posts of each account, oldest first. */
export const scheduledPromotedPosts: TableDefinition<ScheduledPromotedPostRow> = {
  name: 'scheduled_promoted_posts',
  order: oldestFirst(),
  idLength: 6,
}

/** The reads of scheduled promoted posts (document 2, section 4.5). */
export const scheduledPromotedPostEndpoints: Endpoint[] = [
  listEndpoint({
    path: 'accounts/:account_id/scheduled_promoted_posts',
    quota: 'core',
    table: scheduledPromotedPosts,
    filters: { line_item_ids: idList(), scheduled_promoted_post_ids: idList() },
    sortable: columns<ScheduledPromotedPostRow>('created_at', 'updated_at', 'deleted'),
    keep({ params }) {
      const wanted = anyOf(params.scheduled_promoted_post_ids)
      const inLineItem = anyOf(params.line_item_ids)
      return (row) => wanted(row.id) && inLineItem(row.line_item_id)
    },
  }),
  singleEndpoint({
    path: 'accounts/:account_id/scheduled_promoted_posts/:scheduled_promoted_post_id',
    quota: 'core',
    table: scheduledPromotedPosts,
  }),
]
