import { del, get, list, post, put } from '../endpoint.ts'
import type { ListParams, Long } from '../types.ts'
import type { PostRow } from './post.ts'

/** A draft, in the format of the list of drafts or of the list of posts, which has fewer columns. */
export interface DraftPostRow extends PostRow {
  user_id?: Long | null
  /** DELETED in the response to a deletion, which has no `deleted`. */
  status?: string | null
}

export interface DraftPostFilters extends ListParams {
  user_id?: string
}

/** The maximum number of media items in one post (Ads Creative Interface, section 8). */
export const MAX_MEDIA_PER_POST = 4

export const getDraftPost = get<DraftPostRow>()('accounts/:account_id/draft_posts/:draft_post_id')
export const listDraftPosts = list<DraftPostRow, DraftPostFilters>()('accounts/:account_id/draft_posts', {
  get: getDraftPost,
  defaultCount: 100,
  maxCount: 200,
  counted: false,
})

/**
 * The writable parameters of a draft (Ads Creative Interface, sections 2 and 4.6). An empty value removes the value.
 */
export interface DraftPostParams {
  as_user_id?: string
  text?: string
  card_uri?: string
  media_keys?: readonly string[] | ''
  nullcast?: boolean | ''
  name?: string
}

export const createDraftPost = post<DraftPostRow, DraftPostParams>()('accounts/:account_id/draft_posts')
export const updateDraftPost = put<DraftPostRow, DraftPostParams>()('accounts/:account_id/draft_posts/:draft_post_id')
export const deleteDraftPost = del<DraftPostRow>()('accounts/:account_id/draft_posts/:draft_post_id')
/** Sends a notification to the devices of the user who signs the call. The response has no data. */
export const sendDraftPostPreview = post()('accounts/:account_id/draft_posts/preview/:draft_post_id', {
  mayLackData: () => true,
})
