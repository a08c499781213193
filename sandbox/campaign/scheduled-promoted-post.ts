import { scheduledPromotedPost } from '../../reference/campaign/scheduled-promoted-post.ts'
import { scheduledPosts } from '../creative/scheduled-post.ts'
import { oldestFirst } from '../data/order.ts'
import { table } from '../data/store.ts'
import { crud, type RowOf } from '../endpoint/crud.ts'
import { brokenRule, refuseAll } from '../http/error.ts'
import { lineItems } from './line-item.ts'

/** A scheduled post that a line item promotes, as the service sends it. `post_id` is null until it is published. */
export type ScheduledPromotedPostRow = RowOf<
  typeof scheduledPromotedPost.rows.ScheduledPromotedPost,
  { scheduled_post_id: string | bigint; post_id: string | bigint | null }
>

/** The scheduled promoted posts of each account, oldest first. */
export const scheduledPromotedPosts = table<ScheduledPromotedPostRow>('scheduled_promoted_posts', oldestFirst(), 6)

/** The endpoints of scheduled promoted posts (Ads Management Interface, section 4.5). */
export const scheduledPromotedPostEndpoints = crud(scheduledPromotedPost, scheduledPromotedPosts, {
  refersTo: { line_item_id: lineItems, scheduled_post_id: scheduledPosts },
  create: (sent, { store, owner }) => ({
    ...sent,
    post_id: store.table(scheduledPosts).find(owner, sent.scheduled_post_id)!.post_id,
  }),
  /** One can be deleted only before its post is published (section 3). */
  remove({ scheduled_post_id: id }, { store, owner, now }) {
    const due = store.table(scheduledPosts).find(owner, String(id))?.scheduled_at
    const isLate = due !== undefined && Date.parse(due) <= now.getTime()
    refuseAll([isLate && brokenRule('scheduled_at', `Scheduled post ${id} was due at ${due}`)])
    return {}
  },
})
