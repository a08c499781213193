import { del, get, list, post } from '../endpoint.ts'
import type { EntityRow, ListParams } from '../types.ts'

export interface MediaCreativeRow extends EntityRow {
  line_item_id?: string | null
  account_media_id?: string | null
  creative_type?: string | null
  landing_url?: string | null
  entity_status?: string | null
  approval_status?: string | null
}

export interface MediaCreativeFilters extends ListParams {
  media_creative_ids?: readonly string[]
  line_item_ids?: readonly string[]
  /** A single ID: the interface accepts no list here. */
  campaign_id?: string
}

export const getMediaCreative = get<MediaCreativeRow, { with_deleted?: boolean }>()(
  'accounts/:account_id/media_creatives/:media_creative_id',
)
export const listMediaCreatives = list<MediaCreativeRow, MediaCreativeFilters>()(
  'accounts/:account_id/media_creatives',
  { ids: 'media_creative_ids', get: getMediaCreative },
)

/** The parameters that create a media creative (Ads Management Interface, section 4.5). */
export interface MediaCreativeParams {
  account_media_id?: string
  line_item_id?: string
  landing_url?: string
}

export const createMediaCreative = post<MediaCreativeRow, MediaCreativeParams>()('accounts/:account_id/media_creatives')
export const deleteMediaCreative = del<MediaCreativeRow>()('accounts/:account_id/media_creatives/:media_creative_id')
