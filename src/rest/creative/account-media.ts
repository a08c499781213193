import { del, get, list } from '../endpoint.ts'
import type { EntityColumns, ListParams, WithDeleted } from '../types.ts'

export interface AccountMediaRow extends EntityColumns<{
  creative_type: string
  media_url: string
  video_id: string
}> {}

export interface AccountMediaFilters extends ListParams {
  /** Return only media items of these types. */
  creative_types?: readonly string[]
}

/**
 * One account media.
 * `GET accounts/:account_id/account_media/:account_media_id` (Ads Creative Interface, section 4.1).
 */
export const getAccountMedia = get<AccountMediaRow, WithDeleted>()(
  'accounts/:account_id/account_media/:account_media_id',
)
/**
 * The media items of the account that media creatives can use.
 * `GET accounts/:account_id/account_media` (Ads Creative Interface, section 4.1).
 */
export const listAccountMedia = list<AccountMediaRow, AccountMediaFilters>()('accounts/:account_id/account_media', {
  ids: 'account_media_ids',
  get: getAccountMedia,
})

/**
 * Deletes a media item that media creatives can use.
 * `DELETE accounts/:account_id/account_media/:account_media_id` (Ads Creative Interface, section 4.1).
 */
export const deleteAccountMedia = del<AccountMediaRow>()('accounts/:account_id/account_media/:account_media_id')
