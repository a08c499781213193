import { del, get, list, post, put } from '../endpoint.ts'
import type { EntityRow, ListParams } from '../types.ts'

export interface TrackingTagRow extends EntityRow {
  line_item_id?: string | null
  tracking_tag_type?: string | null
  tracking_tag_url?: string | null
}

export interface TrackingTagFilters extends ListParams {
  tracking_tag_ids?: readonly string[]
  line_item_ids?: readonly string[]
}

export const getTrackingTag = get<TrackingTagRow, { with_deleted?: boolean }>()(
  'accounts/:account_id/tracking_tags/:tracking_tag_id',
)
export const listTrackingTags = list<TrackingTagRow, TrackingTagFilters>()('accounts/:account_id/tracking_tags', {
  ids: 'tracking_tag_ids',
  get: getTrackingTag,
})

/** The parameters that create a tracking tag. Only its URL can be updated (Ads Management Interface, section 4.5). */
export interface TrackingTagParams {
  line_item_id?: string
  tracking_tag_type?: string
  tracking_tag_url?: string
}

export const createTrackingTag = post<TrackingTagRow, TrackingTagParams>()('accounts/:account_id/tracking_tags')
export const updateTrackingTag = put<TrackingTagRow, Pick<TrackingTagParams, 'tracking_tag_url'>>()(
  'accounts/:account_id/tracking_tags/:tracking_tag_id',
)
export const deleteTrackingTag = del<TrackingTagRow>()('accounts/:account_id/tracking_tags/:tracking_tag_id')
