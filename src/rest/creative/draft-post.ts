import { del, get, list, post, put } from '../endpoint.ts'
import type { Columns, ListParams, Long } from '../types.ts'
import type { PostRow } from './post.ts'

/** A draft, in the format of the list of drafts or of the list of posts, which has fewer columns. */
export interface DraftPostRow
  extends
    PostRow,
    Columns<{
      user_id: Long
      /** DELETED in the response to a deletion, which has no `deleted`. */
      status: string
    }> {}

export interface DraftPostFilters extends ListParams {
  /** Return only posts of this user, by the service's ID. Defaults to the FULL promotable user. */
  user_id?: string
}

/** The maximum number of media items in one post (Ads Creative Interface, section 8). */
export const MAX_MEDIA_PER_POST = 4

/** One draft post. `GET accounts/:account_id/draft_posts/:draft_post_id` (Ads Creative Interface, section 4.6). */
export const getDraftPost = get<DraftPostRow>()('accounts/:account_id/draft_posts/:draft_post_id')
/** The drafts of the account. `GET accounts/:account_id/draft_posts` (Ads Creative Interface, section 4.6). */
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
  /**
   * The ID of the advertiser on whose behalf the post is created. A caller who is not the FULL promotable user needs
   * the permission POST_COMPOSER for promoted-only posts (R-PERM-3).
   */
  as_user_id?: string
  /** The text of the post. Required if the post has no media (R-CARD-21). */
  text?: string
  /** The URI of the card, `card://<id>` (R-CARD-1). */
  card_uri?: string
  /**
   * The media items, each by media key: up to 4 images, or 1 animated GIF, or 1 video (R-CARD-21). They
   * must be in the media library (R-CARD-2).
   */
  media_keys?: readonly string[] | ''
  /** Whether the post is for promotion only. Defaults to true when a post is created. */
  nullcast?: boolean | ''
  /** The name of the post, up to 80 characters. Only advertisers see it (R-CARD-27). */
  name?: string
}

/** Creates a draft. `POST accounts/:account_id/draft_posts` (Ads Creative Interface, section 2). */
export const createDraftPost = post<DraftPostRow, DraftPostParams>()('accounts/:account_id/draft_posts')
/** Updates a draft. `PUT accounts/:account_id/draft_posts/:draft_post_id` (Ads Creative Interface, section 4.6). */
export const updateDraftPost = put<DraftPostRow, DraftPostParams>()('accounts/:account_id/draft_posts/:draft_post_id')
/**
 * Deletes a draft permanently.
 * `DELETE accounts/:account_id/draft_posts/:draft_post_id` (Ads Creative Interface, section 4.6).
 */
export const deleteDraftPost = del<DraftPostRow>()('accounts/:account_id/draft_posts/:draft_post_id')
/** Sends a notification to the devices of the user who signs the call. The response has no data. */
export const sendDraftPostPreview = post()('accounts/:account_id/draft_posts/preview/:draft_post_id', {
  mayLackData: () => true,
})
