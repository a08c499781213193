import { del, get, list, post } from '../endpoint.ts'
import type { EntityRow, ListParams, Long } from '../types.ts'

export interface ScheduledPromotedPostRow extends EntityRow {
  line_item_id?: string | null
  scheduled_post_id?: Long | null
  post_id?: Long | null
}

export interface ScheduledPromotedPostFilters extends ListParams {
  scheduled_promoted_post_ids?: readonly string[]
  line_item_ids?: readonly string[]
}

export const getScheduledPromotedPost = get<ScheduledPromotedPostRow, { with_deleted?: boolean }>()(
  'accounts/:account_id/scheduled_promoted_posts/:scheduled_promoted_post_id',
)
export const listScheduledPromotedPosts = list<ScheduledPromotedPostRow, ScheduledPromotedPostFilters>()(
  'accounts/:account_id/scheduled_promoted_posts',
  { ids: 'scheduled_promoted_post_ids', get: getScheduledPromotedPost },
)

/** The parameters that promote a scheduled post (Ads Management Interface, section 4.5). */
export interface ScheduledPromotedPostParams {
  line_item_id?: string
  scheduled_post_id?: string
}

export const createScheduledPromotedPost = post<ScheduledPromotedPostRow, ScheduledPromotedPostParams>()(
  'accounts/:account_id/scheduled_promoted_posts',
)
export const deleteScheduledPromotedPost = del<ScheduledPromotedPostRow>()(
  'accounts/:account_id/scheduled_promoted_posts/:scheduled_promoted_post_id',
)
