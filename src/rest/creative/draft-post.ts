import { get, list } from '../endpoint.ts'
import type { ListParams, Long } from '../types.ts'
import type { PostRow } from './post.ts'

/** A draft, in the form of its own list or of the list of posts: the latter tells less. */
export interface DraftPostRow extends PostRow {
  updated_at?: string | null
  user_id?: Long | null
  media_keys?: readonly string[] | null
  /** Instead of `deleted`: the answer to its removal says DELETED. */
  status?: string | null
}

export interface DraftPostFilters extends ListParams {
  user_id?: string
}

/** Media in one post (Ads Creative Interface, section 8). */
export const MAX_MEDIA_PER_POST = 4

export const getDraftPost = get<DraftPostRow>()('accounts/:account_id/draft_posts/:draft_post_id')
export const listDraftPosts = list<DraftPostRow, DraftPostFilters>()('accounts/:account_id/draft_posts', {
  one: getDraftPost,
  defaultCount: 100,
  maxCount: 200,
  counted: false,
})
