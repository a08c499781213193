import { del, get, list, post } from '../endpoint.ts'
import type { EntityRow, ListParams, Long } from '../types.ts'

export interface PromotedPostRow extends EntityRow {
  line_item_id?: string | null
  post_id?: Long | null
  entity_status?: string | null
  approval_status?: string | null
}

export interface PromotedPostFilters extends ListParams {
  promoted_post_ids?: readonly string[]
  line_item_ids?: readonly string[]
}

export const getPromotedPost = get<PromotedPostRow, { with_deleted?: boolean }>()(
  'accounts/:account_id/promoted_posts/:promoted_post_id',
)
export const listPromotedPosts = list<PromotedPostRow, PromotedPostFilters>()('accounts/:account_id/promoted_posts', {
  ids: 'promoted_post_ids',
  get: getPromotedPost,
})

/** The parameters that promote posts (Ads Management Interface, section 4.5). */
export interface PromotedPostParams {
  line_item_id?: string
  post_ids?: readonly string[]
}

/** The maximum number of posts in one call (Ads Management Interface, section 8). */
export const MAX_PROMOTED_POSTS = 50

export const createPromotedPosts = post<PromotedPostRow[], PromotedPostParams>()(
  'accounts/:account_id/promoted_posts',
  { many: true },
)
export const deletePromotedPost = del<PromotedPostRow>()('accounts/:account_id/promoted_posts/:promoted_post_id')
