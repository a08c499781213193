import { scheduledPosts } from '../creative/scheduled-post.ts'
import type { Endpoint } from '../endpoint/endpoint.ts'
import { brokenRule, refuseAll } from '../http/error.ts'
import { anyOf, listEndpoint, singleEndpoint } from '../endpoint/list.ts'
import { columns, oldestFirst } from '../data/order.ts'
import { id, idList, long, required } from '../endpoint/parameter.ts'
import type { Row, TableDefinition } from '../data/store.ts'
import { timestamp } from '../data/time.ts'
import { createEndpoint, deleteEndpoint, operation, removal, rowNamed } from '../endpoint/write.ts'
import { lineItems } from './line-item.ts'

/** A scheduled post that a line item promotes, as the service sends it. `post_id` is null until it is published. */
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

const create = operation({
  parameters: { line_item_id: required(id()), scheduled_post_id: required(long()) },
  run(params, context) {
    rowNamed(context, lineItems, 'line_item_id', params.line_item_id)
    const post = rowNamed(context, scheduledPosts, 'scheduled_post_id', params.scheduled_post_id)
    const table = context.store.table(scheduledPromotedPosts)
    const now = timestamp(context.now)
    return table.insert(context.owner, {
      line_item_id: params.line_item_id,
      id: table.newId(),
      created_at: now,
      updated_at: now,
      scheduled_post_id: post.id,
      post_id: post.post_id,
      deleted: false,
    })
  },
})

/** A scheduled promoted post can be deleted only before its post is published (Ads Management Interface, section 3). */
const remove = removal({
  table: scheduledPromotedPosts,
  idName: 'scheduled_promoted_post_id',
  check(row, { store, owner, now }) {
    const due = store.table(scheduledPosts).find(owner, String(row.scheduled_post_id))?.scheduled_at
    const isLate = due !== undefined && Date.parse(due) <= now.getTime()
    refuseAll([isLate && brokenRule('scheduled_at', `Scheduled post ${row.scheduled_post_id} was due at ${due}`)])
  },
})

/** The endpoints of scheduled promoted posts (Ads Management Interface, section 4.5). */
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
  createEndpoint('accounts/:account_id/scheduled_promoted_posts', create),
  deleteEndpoint('accounts/:account_id/scheduled_promoted_posts/:scheduled_promoted_post_id', remove),
]
