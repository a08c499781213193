import { del, get, list, post } from '../endpoint.ts'
import type { EntityColumns, FiltersByLineItem, WithDeleted } from '../types.ts'

export interface MediaCreativeRow extends EntityColumns<{
  line_item_id: string
  account_media_id: string
  creative_type: string
  landing_url: string
  entity_status: string
  approval_status: string
}> {}

export interface MediaCreativeFilters extends FiltersByLineItem {
  /** A single ID: the interface accepts no list here. */
  campaign_id?: string
}

/**
 * One media creative.
 * `GET accounts/:account_id/media_creatives/:media_creative_id` (Ads Management Interface, section 4.5).
 */
export const getMediaCreative = get<MediaCreativeRow, WithDeleted>()(
  'accounts/:account_id/media_creatives/:media_creative_id',
)
/**
 * The media creatives of the account, across all line items.
 * `GET accounts/:account_id/media_creatives` (Ads Management Interface, section 4.5).
 */
export const listMediaCreatives = list<MediaCreativeRow, MediaCreativeFilters>()(
  'accounts/:account_id/media_creatives',
  { ids: 'media_creative_ids', get: getMediaCreative },
)

/** The parameters that create a media creative (Ads Management Interface, section 4.5). */
export interface MediaCreativeParams {
  /** The ID of the account media. */
  account_media_id?: string
  /** The ID of the line item. */
  line_item_id?: string
  /**
   * The URL that a click on a display image opens. Required for display images if the objective of the line item is
   * WEBSITE_CLICKS; ignored for prerolls (R-PROMO-11).
   */
  landing_url?: string
}

/**
 * Adds account media to a line item.
 * `POST accounts/:account_id/media_creatives` (Ads Management Interface, section 4.5).
 */
export const createMediaCreative = post<MediaCreativeRow, MediaCreativeParams>()('accounts/:account_id/media_creatives')
/**
 * Deletes a media creative.
 * `DELETE accounts/:account_id/media_creatives/:media_creative_id` (Ads Management Interface, section 4.5).
 */
export const deleteMediaCreative = del<MediaCreativeRow>()('accounts/:account_id/media_creatives/:media_creative_id')
