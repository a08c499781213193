import { resource, type RowOf } from '../resource.ts'
import { id, ids, LISTED, longId, OF_LINE_ITEMS } from '../value.ts'

/** Scheduled promoted posts (Ads Management Interface, sections 3 and 4.5). */
const scheduledPromotedPosts = resource('accounts/:account_id/scheduled_promoted_posts/:scheduled_promoted_post_id', {
  columns: { post_id: longId },
  list: {
    ...LISTED,
    ...OF_LINE_ITEMS,
    /** Only rows with one of these IDs, at most 200. */
    scheduled_promoted_post_ids: ids,
  },
  create: {
    /** The ID of the line item. */
    line_item_id: id,
    /** The ID of the scheduled post. */
    scheduled_post_id: longId,
  },
  delete: true,
})

export interface ScheduledPromotedPostRow extends RowOf<typeof scheduledPromotedPosts> {}

/** The scheduled promoted posts of the account, across all line items. */
export const listScheduledPromotedPosts = scheduledPromotedPosts.list
/** One scheduled promoted post. */
export const getScheduledPromotedPost = scheduledPromotedPosts.get
/** Promotes a scheduled post with a line item once the post is published. */
export const createScheduledPromotedPost = scheduledPromotedPosts.create
/** Stops promoting a scheduled post. */
export const deleteScheduledPromotedPost = scheduledPromotedPosts.delete
