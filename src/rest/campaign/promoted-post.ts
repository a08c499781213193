import { del, get, list, post } from '../endpoint.ts'
import type { EntityColumns, FiltersByLineItem, Long, WithDeleted } from '../types.ts'

export interface PromotedPostRow extends EntityColumns<{
  line_item_id: string
  post_id: Long
  entity_status: string
  approval_status: string
}> {}

/**
 * One promoted post.
 * `GET accounts/:account_id/promoted_posts/:promoted_post_id` (Ads Management Interface, section 4.5).
 */
export const getPromotedPost = get<PromotedPostRow, WithDeleted>()(
  'accounts/:account_id/promoted_posts/:promoted_post_id',
)
/**
 * The promoted posts of the account, across all line items.
 * `GET accounts/:account_id/promoted_posts` (Ads Management Interface, section 4.5).
 */
export const listPromotedPosts = list<PromotedPostRow, FiltersByLineItem>()('accounts/:account_id/promoted_posts', {
  ids: 'promoted_post_ids',
  get: getPromotedPost,
  hidesOrphans: true,
})

/** The parameters that promote posts (Ads Management Interface, section 4.5). */
export interface PromotedPostParams {
  /** The ID of the line item. */
  line_item_id?: string
  /** The IDs of the posts, 1 to 50 in a call (R-PROMO-7). */
  post_ids?: readonly string[]
}

/** The maximum number of posts in one call (Ads Management Interface, section 8). */
export const MAX_PROMOTED_POSTS = 50

/**
 * Promotes up to 50 posts with a line item in one call (R-PROMO-7).
 * `POST accounts/:account_id/promoted_posts` (Ads Management Interface, section 4.5).
 */
export const createPromotedPosts = post<PromotedPostRow[], PromotedPostParams>()(
  'accounts/:account_id/promoted_posts',
  { many: true },
)
/**
 * Stops promoting a post with a line item.
 * `DELETE accounts/:account_id/promoted_posts/:promoted_post_id` (Ads Management Interface, section 3).
 */
export const deletePromotedPost = del<PromotedPostRow>()('accounts/:account_id/promoted_posts/:promoted_post_id')
