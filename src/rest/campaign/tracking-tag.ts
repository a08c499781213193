import { del, get, list, post, put } from '../endpoint.ts'
import type { EntityColumns, FiltersByLineItem, WithDeleted } from '../types.ts'

export interface TrackingTagRow extends EntityColumns<{
  line_item_id: string
  tracking_tag_type: string
  tracking_tag_url: string
}> {}

/**
 * One tracking tag.
 * `GET accounts/:account_id/tracking_tags/:tracking_tag_id` (Ads Management Interface, section 4.5).
 */
export const getTrackingTag = get<TrackingTagRow, WithDeleted>()('accounts/:account_id/tracking_tags/:tracking_tag_id')
/**
 * The tracking tags of the account, across all line items.
 * `GET accounts/:account_id/tracking_tags` (Ads Management Interface, section 4.5).
 */
export const listTrackingTags = list<TrackingTagRow, FiltersByLineItem>()('accounts/:account_id/tracking_tags', {
  ids: 'tracking_tag_ids',
  get: getTrackingTag,
})

/** The parameters that create a tracking tag. Only its URL can be updated (Ads Management Interface, section 4.5). */
export interface TrackingTagParams {
  /** The ID of the line item. */
  line_item_id?: string
  /** The event to count (R-PROMO-13). */
  tracking_tag_type?: string
  /** The URL to request (R-PROMO-13). */
  tracking_tag_url?: string
}

/**
 * Creates a tracking tag for a line item.
 * `POST accounts/:account_id/tracking_tags` (Ads Management Interface, section 4.5).
 */
export const createTrackingTag = post<TrackingTagRow, TrackingTagParams>()('accounts/:account_id/tracking_tags')
/**
 * Updates the URL of a tracking tag.
 * `PUT accounts/:account_id/tracking_tags/:tracking_tag_id` (Ads Management Interface, section 4.5).
 */
export const updateTrackingTag = put<TrackingTagRow, Pick<TrackingTagParams, 'tracking_tag_url'>>()(
  'accounts/:account_id/tracking_tags/:tracking_tag_id',
)
/**
 * Deletes a tracking tag.
 * `DELETE accounts/:account_id/tracking_tags/:tracking_tag_id` (Ads Management Interface, section 4.5).
 */
export const deleteTrackingTag = del<TrackingTagRow>()('accounts/:account_id/tracking_tags/:tracking_tag_id')
