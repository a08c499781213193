import { get, list } from '../endpoint.ts'
import type { EntityRow, ListParams, Long } from '../types.ts'

/** A draft. It has no `deleted`; the answer to its removal says `status: DELETED`. */
export interface DraftPostRow extends EntityRow {
  name?: string | null
  text?: string | null
  user_id?: Long | null
  nullcast?: boolean | null
  card_uri?: string | null
  media_keys?: readonly string[] | null
  status?: string | null
}

export interface DraftPostFilters extends ListParams {
  user_id?: bigint
}

export const getDraftPost = get<DraftPostRow>()('accounts/:account_id/draft_posts/:draft_post_id')
export const listDraftPosts = list<DraftPostRow, DraftPostFilters>()('accounts/:account_id/draft_posts', {
  one: getDraftPost,
  defaultCount: 100,
  maxCount: 200,
  counted: false,
})
