import { del, get, list, post, put } from '../endpoint.ts'
import type { Columns, Long } from '../types.ts'
import { OF_USER, PAGED } from '../value.ts'
import { DRAFT_POST, type DraftPostParams, type PostRow } from './post.ts'

/** A draft, in the format of the list of drafts or of the list of posts, which has fewer columns. */
export interface DraftPostRow
  extends
    PostRow,
    Columns<{
      user_id: Long
      /** DELETED in the response to a deletion, which has no `deleted`. */
      status: string
    }> {}

/** The maximum number of media items in one post (Ads Creative Interface, section 8). */
export const MAX_MEDIA_PER_POST = 4

/** One draft post. `GET accounts/:account_id/draft_posts/:draft_post_id` (Ads Creative Interface, section 4.6). */
export const getDraftPost = get<DraftPostRow>()('accounts/:account_id/draft_posts/:draft_post_id')
/** The drafts of the account. `GET accounts/:account_id/draft_posts` (Ads Creative Interface, section 4.6). */
export const listDraftPosts = list<DraftPostRow>()('accounts/:account_id/draft_posts', {
  get: getDraftPost,
  count: { default: 100, max: 200 },
  params: { ...PAGED, ...OF_USER },
})

/** Creates a draft. `POST accounts/:account_id/draft_posts` (Ads Creative Interface, section 2). */
export const createDraftPost = post<DraftPostRow, DraftPostParams>()('accounts/:account_id/draft_posts', {
  params: DRAFT_POST,
})
/** Updates a draft. `PUT accounts/:account_id/draft_posts/:draft_post_id` (Ads Creative Interface, section 4.6). */
export const updateDraftPost = put<DraftPostRow, DraftPostParams>()('accounts/:account_id/draft_posts/:draft_post_id')
/**
 * Deletes a draft permanently.
 * `DELETE accounts/:account_id/draft_posts/:draft_post_id` (Ads Creative Interface, section 4.6).
 */
export const deleteDraftPost = del<DraftPostRow>()('accounts/:account_id/draft_posts/:draft_post_id')
/** Sends a notification to the devices of the user who signs the call. The response has no data. */
export const sendDraftPostPreview = post()('accounts/:account_id/draft_posts/preview/:draft_post_id', {
  answer: 'nothing',
})
