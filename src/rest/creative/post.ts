import { listPromotableUsers, type PromotableUserRow } from '../account/promotable-user.ts'
import { list, post, put, type FurtherLookUps } from '../endpoint.ts'
import type { ListParams, Long, Row } from '../types.ts'

/** A post. Its ID is a number beyond 2^53, and `created_at` has the format `Tue Aug 27 22:22:12 +0000 2019`. */
export interface PostRow extends Row {
  post_id?: Long | null
  post_type?: string | null
  name?: string | null
  created_at?: string | null
  updated_at?: string | null
  deleted?: boolean | null
  media_keys?: readonly string[] | null
  text?: string | null
  full_text?: string | null
  truncated?: boolean | null
  display_text_range?: readonly number[] | null
  lang?: string | null
  source?: string | null
  user?: { id?: Long | null; id_str?: string | null; [member: string]: unknown } | null
  nullcast?: boolean | null
  card_uri?: string | null
  conversation_settings?: string | null
  entities?: unknown
  in_reply_to_status_id?: Long | null
  in_reply_to_status_id_str?: string | null
  in_reply_to_user_id?: Long | null
  in_reply_to_user_id_str?: string | null
  in_reply_to_screen_name?: string | null
  geo?: unknown
  coordinates?: unknown
  place?: unknown
  scopes?: unknown
  contributors?: readonly Long[] | null
  repost_count?: number | null
  favorite_count?: number | null
  favorited?: boolean | null
  reposted?: boolean | null
  possibly_sensitive?: boolean | null
  scheduled_at?: string | null
  scheduled_status?: string | null
}

export interface PostFilters extends ListParams {
  /** Required. */
  post_type?: string
  post_ids?: readonly string[]
  include_mentions_and_replies?: boolean
  name?: string
  timeline_type?: string
  trim_user?: boolean
  user_id?: string
}

/** The list has the posts of one user at a time, by default those of the FULL promotable user. */
export const postsOfOtherUsers: FurtherLookUps<PostFilters> = {
  list: listPromotableUsers,
  params: (users: readonly PromotableUserRow[]) =>
    users.flatMap(({ promotable_user_type, type, user_id }) =>
      user_id && (promotable_user_type ?? type) !== 'FULL' ? { user_id: String(user_id) } : [],
    ),
  max: 20,
}

export const listPosts = list<PostRow, PostFilters>()('accounts/:account_id/posts', {
  ids: 'post_ids',
  counted: false,
  // By default the list leaves out organic posts, mentions and replies, but each of them can be promoted.
  lookup: { post_type: 'PUBLISHED', timeline_type: 'ALL', include_mentions_and_replies: true },
  furtherLookUps: postsOfOtherUsers,
})

/** The writable parameters of a post (Ads Creative Interface, sections 2 and 4.8). */
export interface PostParams {
  as_user_id?: string
  text?: string
  card_uri?: string
  conversation_settings?: string
  media_keys?: readonly string[] | ''
  name?: string
  nullcast?: boolean | ''
  trim_user?: boolean | ''
  post_mode?: string
  video_cta?: string
  video_cta_value?: string
  video_description?: string
  video_title?: string
}

/** Creates a post. The path is singular. */
export const createPost = post<PostRow, PostParams>()('accounts/:account_id/post')
export const renamePost = put<PostRow, { name?: string }>()('accounts/:account_id/posts/:post_id/name')
