import { del, get, list, post, put } from '../endpoint.ts'
import type { Columns, Long } from '../types.ts'
import { OF_USER, PAGED, POST_LIST, type Sent, time } from '../value.ts'
import { DRAFT_POST, postsOfOtherUsers, type PostRow } from './post.ts'

/** A scheduled post, in the format of the list of scheduled posts or of the list of posts, which has fewer columns. */
export interface ScheduledPostRow
  extends
    PostRow,
    Columns<{
      completed_at: string
      user_id: Long
    }> {}

/** One scheduled post. Not documented by the service. */
export const getScheduledPost = get<ScheduledPostRow>()('accounts/:account_id/scheduled_posts/:scheduled_post_id')
/** The scheduled posts of an account. Not documented by the service. */
export const listScheduledPosts = list<ScheduledPostRow>()('accounts/:account_id/scheduled_posts', {
  get: getScheduledPost,
  count: { default: 100, max: 200 },
  params: { ...PAGED, ...OF_USER },
})

/** Finds scheduled posts by ID. Only the list of posts can filter by ID. */
export const findScheduledPosts = list<ScheduledPostRow>()('accounts/:account_id/posts', {
  ids: 'post_ids',
  get: getScheduledPost,
  params: POST_LIST,
  lookup: { post_type: 'SCHEDULED', timeline_type: 'ALL', include_mentions_and_replies: true },
  furtherLookUps: postsOfOtherUsers,
})

/** How many days ahead a post can be scheduled. */
export const MAX_DAYS_AHEAD = 365

const writable = {
  ...DRAFT_POST,
  /** When to publish the post. Seconds are ignored; the time can be up to 365 days ahead. */
  scheduled_at: time,
}

/**
 * The writable parameters of a scheduled post: the parameters of a draft, and the time of publication (Ads Creative Interface,
 * section 4.7). The documents do not have the card and the media of an update.
 */
export interface ScheduledPostParams extends Sent<typeof writable> {}

/** Creates a scheduled post. Not documented by the service. */
export const createScheduledPost = post<ScheduledPostRow, ScheduledPostParams>()(
  'accounts/:account_id/scheduled_posts',
  {
    params: writable,
  },
)
/**
 * Updates a scheduled post.
 * `PUT accounts/:account_id/scheduled_posts/:scheduled_post_id` (Ads Creative Interface, section 4.7).
 */
export const updateScheduledPost = put<ScheduledPostRow, ScheduledPostParams>()(
  'accounts/:account_id/scheduled_posts/:scheduled_post_id',
)
/**
 * Deletes a scheduled post permanently.
 * `DELETE accounts/:account_id/scheduled_posts/:scheduled_post_id` (Ads Creative Interface, section 4.7).
 */
export const deleteScheduledPost = del<ScheduledPostRow>()('accounts/:account_id/scheduled_posts/:scheduled_post_id')
