import { del, get, list, post } from '../endpoint.ts'
import type { EntityColumns, FiltersByLineItem, Long, WithDeleted } from '../types.ts'

export interface ScheduledPromotedPostRow extends EntityColumns<{
  line_item_id: string
  scheduled_post_id: Long
  post_id: Long
}> {}

/**
 * One scheduled promoted post.
 * `GET accounts/:account_id/scheduled_promoted_posts/:scheduled_promoted_post_id` (Ads Management Interface, section 4.5).
 */
export const getScheduledPromotedPost = get<ScheduledPromotedPostRow, WithDeleted>()(
  'accounts/:account_id/scheduled_promoted_posts/:scheduled_promoted_post_id',
)
/**
 * The scheduled promoted posts of the account, across all line items.
 * `GET accounts/:account_id/scheduled_promoted_posts` (Ads Management Interface, section 4.5).
 */
export const listScheduledPromotedPosts = list<ScheduledPromotedPostRow, FiltersByLineItem>()(
  'accounts/:account_id/scheduled_promoted_posts',
  { ids: 'scheduled_promoted_post_ids', get: getScheduledPromotedPost },
)

/** The parameters that promote a scheduled post (Ads Management Interface, section 4.5). */
export interface ScheduledPromotedPostParams {
  /** The ID of the line item. */
  line_item_id?: string
  /** The ID of the scheduled post. */
  scheduled_post_id?: string
}

/**
 * Promotes a scheduled post with a line item once the post is published.
 * `POST accounts/:account_id/scheduled_promoted_posts` (Ads Management Interface, section 4.5).
 */
export const createScheduledPromotedPost = post<ScheduledPromotedPostRow, ScheduledPromotedPostParams>()(
  'accounts/:account_id/scheduled_promoted_posts',
)
/**
 * Stops promoting a scheduled post.
 * `DELETE accounts/:account_id/scheduled_promoted_posts/:scheduled_promoted_post_id` (Ads Management Interface, section 3).
 */
export const deleteScheduledPromotedPost = del<ScheduledPromotedPostRow>()(
  'accounts/:account_id/scheduled_promoted_posts/:scheduled_promoted_post_id',
)
