import { del, get, list } from '../endpoint.ts'
import type { EntityRow, ListParams } from '../types.ts'

export interface AccountMediaRow extends EntityRow {
  creative_type?: string | null
  media_url?: string | null
  video_id?: string | null
}

export interface AccountMediaFilters extends ListParams {
  account_media_ids?: readonly string[]
  creative_types?: readonly string[]
}

export const getAccountMedia = get<AccountMediaRow, { with_deleted?: boolean }>()(
  'accounts/:account_id/account_media/:account_media_id',
)
export const listAccountMedia = list<AccountMediaRow, AccountMediaFilters>()('accounts/:account_id/account_media', {
  ids: 'account_media_ids',
  get: getAccountMedia,
})

export const deleteAccountMedia = del<AccountMediaRow>()('accounts/:account_id/account_media/:account_media_id')
