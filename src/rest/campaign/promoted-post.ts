import { post } from '../endpoint.ts'
import { resource, type RowOf } from '../resource.ts'
import type { Long } from '../types.ts'
import { id, ids, LISTED, OF_LINE_ITEMS, type Sent, value, word } from '../value.ts'

/** Promoted posts (Ads Management Interface, sections 3 and 4.5). */
const promotedPosts = resource(
  'accounts/:account_id/promoted_posts/:promoted_post_id',
  {
    columns: {
      line_item_id: id,
      post_id: value<Long>('ID'),
      entity_status: word('EntityStatus'),
      approval_status: word('ApprovalStatus'),
    },
    list: {
      ...LISTED,
      ...OF_LINE_ITEMS,
      /** Only rows with one of these IDs, at most 200. */
      promoted_post_ids: ids,
    },
    delete: true,
  },
  { lookup: { with_deleted: true } },
)

/** The parameters of a creation, which makes a row for each post. */
const creation = {
  /** The ID of the line item. */
  line_item_id: id,
  /** The IDs of the posts, 1 to 50 in a call (R-PROMO-7). */
  post_ids: ids,
}

export interface PromotedPostRow extends RowOf<typeof promotedPosts> {}
/** The parameters that promote posts. */
export interface PromotedPostParams extends Sent<typeof creation> {}

/** The maximum number of posts in one call (Ads Management Interface, section 8). */
export const MAX_PROMOTED_POSTS = 50

/** The promoted posts of the account, across all line items. */
export const listPromotedPosts = promotedPosts.list
/** One promoted post. */
export const getPromotedPost = promotedPosts.get
/** Promotes up to 50 posts with a line item in one call (R-PROMO-7). */
export const createPromotedPosts = post<PromotedPostRow[], PromotedPostParams>()(
  'accounts/:account_id/promoted_posts',
  { answer: 'rows', params: creation },
)
/** Stops promoting a post with a line item. */
export const deletePromotedPost = promotedPosts.delete
