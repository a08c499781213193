import { get, list } from '../endpoint.ts'
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
  one: getTrackingTag,
})
