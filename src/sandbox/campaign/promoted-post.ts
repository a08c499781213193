import type { Endpoint } from '../endpoint.ts'
import { anyOf, listEndpoint, singleEndpoint } from '../list.ts'
import { columns, oldestFirst } from '../order.ts'
import { idList } from '../parameter.ts'
import type { Row, TableDefinition } from '../store.ts'
import { lineItems } from './line-item.ts'

/** The tie between a post and a line item, as the service sends it. */
export interface PromotedPostRow extends Row {
  line_item_id: string
  entity_status: string
  approval_status: string
  post_id: string | bigint
}

/** The promoted posts of each account, oldest first. */
export const promotedPosts: TableDefinition<PromotedPostRow> = {
  name: 'promoted_posts',
  order: oldestFirst(),
  idLength: 6,
}

/** The reads of promoted posts (document 2, section 4.5). */
export const promotedPostEndpoints: Endpoint[] = [
  listEndpoint({
    path: 'accounts/:account_id/promoted_posts',
    quota: 'core',
    table: promotedPosts,
    filters: { line_item_ids: idList(), promoted_post_ids: idList() },
    sortable: {
      ...columns<PromotedPostRow>('created_at', 'updated_at', 'deleted'),
      paused: (row) => row.entity_status === 'PAUSED',
    },
    keep({ params, store, owner }) {
      const wanted = anyOf(params.promoted_post_ids)
      const inLineItem = anyOf(params.line_item_ids)
      const parents = store.table(lineItems)
      // Posts of a deleted line item are hidden like deleted ones, though they are not.
      const parentShown = (row: PromotedPostRow) =>
        params.with_deleted || !parents.find(owner, row.line_item_id)?.deleted
      return (row) => wanted(row.id) && inLineItem(row.line_item_id) && parentShown(row)
    },
  }),
  singleEndpoint({
    path: 'accounts/:account_id/promoted_posts/:promoted_post_id',
    quota: 'core',
    table: promotedPosts,
  }),
]
