import { scheduledPromotedPost } from '../../reference/campaign/scheduled-promoted-post.ts'
import { scheduledPosts } from '../creative/scheduled-post.ts'
import { endpointsOf, given } from '../endpoint/crud.ts'
import type { Endpoint } from '../endpoint/endpoint.ts'
import { brokenRule, refuseAll } from '../http/error.ts'
import { oldestFirst } from '../data/order.ts'
import { id, long } from '../endpoint/parameter.ts'
import type { Row, TableDefinition } from '../data/store.ts'
import { added, operation, removal, rowNamed } from '../endpoint/write.ts'
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

const wire = endpointsOf(scheduledPromotedPost)

const create = operation({
  parameters: given(scheduledPromotedPost, 'POST 12 accounts/:account_id/scheduled_promoted_posts', {
    line_item_id: id(),
    scheduled_post_id: long(),
  }),
  run(params, context) {
    rowNamed(context, lineItems, 'line_item_id', params.line_item_id)
    const post = rowNamed(context, scheduledPosts, 'scheduled_post_id', params.scheduled_post_id)
    return added(context, scheduledPromotedPosts, {
      line_item_id: params.line_item_id,
      scheduled_post_id: post.id,
      post_id: post.post_id,
    })
  },
})

/** A scheduled promoted post can be deleted only before its post is published (Ads Management Interface, section 3). */
const remove = removal({
  table: scheduledPromotedPosts,
  idName: wire.idName,
  check(row, { store, owner, now }) {
    const due = store.table(scheduledPosts).find(owner, String(row.scheduled_post_id))?.scheduled_at
    const isLate = due !== undefined && Date.parse(due) <= now.getTime()
    refuseAll([isLate && brokenRule('scheduled_at', `Scheduled post ${row.scheduled_post_id} was due at ${due}`)])
  },
})

/** The endpoints of scheduled promoted posts (Ads Management Interface, section 4.5). */
export const scheduledPromotedPostEndpoints: Endpoint[] = [
  wire.list(scheduledPromotedPosts),
  wire.single(scheduledPromotedPosts),
  wire.create(create),
  wire.delete(remove),
]
