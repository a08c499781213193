import { resource, type RowOf } from '../resource.ts'
import { id, ids, LISTED, OF_LINE_ITEMS, text, word } from '../value.ts'

/** Third-party URLs that are requested when an ad is seen or clicked (Ads Management Interface, section 4.5). */
const trackingTags = resource('accounts/:account_id/tracking_tags/:tracking_tag_id', {
  list: {
    ...LISTED,
    ...OF_LINE_ITEMS,
    /** Only rows with one of these IDs, at most 200. */
    tracking_tag_ids: ids,
  },
  create: {
    /** The ID of the line item. */
    line_item_id: id,
    /** The event to count (R-PROMO-13). */
    tracking_tag_type: word('TrackingTagType'),
  },
  update: {
    /** The URL to request (R-PROMO-13). */
    tracking_tag_url: text,
  },
  delete: true,
})

export interface TrackingTagRow extends RowOf<typeof trackingTags> {}

/** The tracking tags of the account, across all line items. */
export const listTrackingTags = trackingTags.list
/** One tracking tag. */
export const getTrackingTag = trackingTags.get
/** Creates a tracking tag for a line item. */
export const createTrackingTag = trackingTags.create
/** Updates the URL of a tracking tag. */
export const updateTrackingTag = trackingTags.update
/** Deletes a tracking tag. */
export const deleteTrackingTag = trackingTags.delete
