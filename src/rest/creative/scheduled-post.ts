import { del, get, list, post, put } from '../endpoint.ts'
import type { ListParams, Long } from '../types.ts'
import type { DraftPostParams } from './draft-post.ts'
import type { PostFilters, PostRow } from './post.ts'

/** A scheduled post, in the form of its own list or of the list of posts: the latter tells less. */
export interface ScheduledPostRow extends PostRow {
  updated_at?: string | null
  completed_at?: string | null
  user_id?: Long | null
  media_keys?: readonly string[] | null
}

export interface ScheduledPostFilters extends ListParams {
  user_id?: string
}

/** Beyond the documents. */
export const getScheduledPost = get<ScheduledPostRow>()('accounts/:account_id/scheduled_posts/:scheduled_post_id')
/** Beyond the documents. */
export const listScheduledPosts = list<ScheduledPostRow, ScheduledPostFilters>()(
  'accounts/:account_id/scheduled_posts',
  { one: getScheduledPost, defaultCount: 100, maxCount: 200, counted: false },
)

/** Scheduled posts by their ids, which only the list of posts can be asked for. */
export const findScheduledPosts = list<ScheduledPostRow, PostFilters>()('accounts/:account_id/posts', {
  ids: 'post_ids',
  one: getScheduledPost,
  counted: false,
  lookup: { post_type: 'SCHEDULED', timeline_type: 'ALL', include_mentions_and_replies: true },
})

/**
 * What can be written of a scheduled post: as of a draft, and when it is published (Ads Creative Interface, section 4.7).
 * Beyond the documents: an update takes card and media too.
 */
export interface ScheduledPostParams extends DraftPostParams {
  scheduled_at?: string
}

/** Beyond the documents. */
export const createScheduledPost = post<ScheduledPostRow, ScheduledPostParams>()('accounts/:account_id/scheduled_posts')
export const updateScheduledPost = put<ScheduledPostRow, ScheduledPostParams>()(
  'accounts/:account_id/scheduled_posts/:scheduled_post_id',
)
export const deleteScheduledPost = del<ScheduledPostRow>()('accounts/:account_id/scheduled_posts/:scheduled_post_id')
