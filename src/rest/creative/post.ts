import { getAuthenticatedUserAccess, type AuthenticatedUserAccessRow } from '../account/authenticated-user-access.ts'
import { listPromotableUsers, promotableUserType, type PromotableUserRow } from '../account/promotable-user.ts'
import { list, post, put, type FurtherLookUps } from '../endpoint.ts'
import type { ListParams, Long, RowColumns } from '../types.ts'
import { flag, isId, isSameId, longId, POST_LIST, type Sent, text, value, word } from '../value.ts'

/** A post. Its ID is a number beyond 2^53, and `created_at` has the format `Tue Aug 27 22:22:12 +0000 2019`. */
export interface PostRow extends RowColumns<{
  post_id: Long
  post_type: string
  name: string
  created_at: string
  updated_at: string
  deleted: boolean
  media_keys: readonly string[]
  text: string
  full_text: string
  truncated: boolean
  display_text_range: readonly number[]
  lang: string
  source: string
  user: { id?: Long | null; id_str?: string | null; [member: string]: unknown }
  nullcast: boolean
  card_uri: string
  conversation_settings: string
  entities: unknown
  in_reply_to_status_id: Long
  in_reply_to_status_id_str: string
  in_reply_to_user_id: Long
  in_reply_to_user_id_str: string
  in_reply_to_screen_name: string
  geo: unknown
  coordinates: unknown
  place: unknown
  scopes: unknown
  contributors: readonly Long[]
  repost_count: number
  favorite_count: number
  favorited: boolean
  reposted: boolean
  possibly_sensitive: boolean
  scheduled_at: string
  scheduled_status: string
}> {}

export interface PostFilters extends ListParams, Sent<typeof POST_LIST> {}

/** The list has the posts of one user at a time, by default of the FULL promotable user. */
const postsOfPromotableUsers: FurtherLookUps<PostFilters> = {
  list: listPromotableUsers,
  params(users: readonly PromotableUserRow[]) {
    const others = users.filter((user) => promotableUserType(user) !== 'FULL')
    // Of several FULL users, it is not known whose posts the list has.
    const asked = others.length < users.length - 1 ? users : others
    return asked.flatMap(({ user_id }) => (isId(user_id) ? { user_id: String(user_id) } : []))
  },
  max: 20,
}

/** The caller can post too, without being a promotable user (R-CARD-22). */
export const postsOfOtherUsers: FurtherLookUps<PostFilters> = {
  ...postsOfPromotableUsers,
  last: {
    get: getAuthenticatedUserAccess,
    params({ user_id: caller }: AuthenticatedUserAccessRow, users: readonly PromotableUserRow[]) {
      const isOther = isId(caller) && !users.some(({ user_id }) => isId(user_id) && isSameId(user_id, caller))
      return isOther ? { user_id: String(caller) } : undefined
    },
  },
}

/** The posts of the account of one type. `GET accounts/:account_id/posts` (Ads Creative Interface, section 4.8). */
export const listPosts = list<PostRow>()('accounts/:account_id/posts', {
  ids: 'post_ids',
  params: POST_LIST,
  // By default the list leaves out organic posts, mentions and replies, but each of them can be promoted.
  lookup: { post_type: 'PUBLISHED', timeline_type: 'ALL', include_mentions_and_replies: true },
  furtherLookUps: postsOfOtherUsers,
})

/** Finds the posts that line items can promote, by ID: the posts of promotable users. */
export const findPromotablePosts: typeof listPosts = { ...listPosts, furtherLookUps: postsOfPromotableUsers }

/** The writable parameters of drafts, posts and scheduled posts. */
export const DRAFT_POST = {
  /**
   * The ID of the advertiser on whose behalf the post is created. A caller who is not the FULL promotable user needs
   * the permission POST_COMPOSER for promoted-only posts (R-PERM-3).
   */
  as_user_id: longId,
  /** The text of the post. Required if the post has no media (R-CARD-21). */
  text: text,
  /** The URI of the card, `card://<id>` (R-CARD-1). */
  card_uri: text,
  /**
   * The media items, each by media key: up to 4 images, or 1 animated GIF, or 1 video (R-CARD-21). They
   * must be in the media library (R-CARD-2).
   */
  media_keys: value<readonly string[], readonly string[] | ''>('ID'),
  /** Whether the post is for promotion only. Defaults to true when a post is created. */
  nullcast: flag,
  /** The name of the post, up to 80 characters. Only advertisers see it (R-CARD-27). */
  name: text,
}

/**
 * The writable parameters of a draft (Ads Creative Interface, sections 2 and 4.6), which posts have too. An empty value removes
 * the value.
 */
export interface DraftPostParams extends Sent<typeof DRAFT_POST> {}

const creation = {
  ...DRAFT_POST,
  /** Who can reply to the post. Defaults to EVERYONE. */
  conversation_settings: word('ConversationSettings'),
  /** Whether the answer has only the ID of the author instead of the whole user. */
  trim_user: flag,
  /** The format in which the service returns the post. */
  post_mode: word('PostMode'),
  /** The call to action of the button on the video. */
  video_cta: word('VideoCta'),
  /** The URL that the button links to. */
  video_cta_value: text,
  /** The description of the video, up to 200 characters (R-CARD-27). */
  video_description: text,
  /** The title of the video, up to 70 characters (R-CARD-27). */
  video_title: text,
}

/** The writable parameters of a post (Ads Creative Interface, sections 2 and 4.8). */
export interface PostParams extends Sent<typeof creation> {}

/** Creates a post. The path is singular. */
export const createPost = post<PostRow, PostParams>()('accounts/:account_id/post', { params: creation })
interface PostName {
  /** The new name, up to 80 characters. Only advertisers see it (R-CARD-27). */
  name?: string
}

/**
 * Changes the name of a post.
 * `PUT accounts/:account_id/posts/:post_id/name` (Ads Creative Interface, section 4.8).
 */
export const renamePost = put<PostRow, PostName>()('accounts/:account_id/posts/:post_id/name')
