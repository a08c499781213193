import { resource, type RowOf } from '../resource.ts'
import { id, ids, LISTED, OF_LINE_ITEMS, text, word } from '../value.ts'

/** Media creatives (Ads Management Interface, section 4.5). */
const mediaCreatives = resource('accounts/:account_id/media_creatives/:media_creative_id', {
  columns: {
    creative_type: word('CreativeType'),
    entity_status: word('EntityStatus'),
    approval_status: word('ApprovalStatus'),
  },
  list: {
    ...LISTED,
    ...OF_LINE_ITEMS,

    /** Only rows with one of these IDs, at most 200. */
    media_creative_ids: ids,
    /** A single ID: the interface accepts no list here. */
    campaign_id: id,
  },
  create: {
    /** The ID of the account media. */
    account_media_id: id,
    /** The ID of the line item. */
    line_item_id: id,
    /**
     * The URL that a click on a display image opens. Required for display images if the objective of the line item is
     * WEBSITE_CLICKS; ignored for prerolls (R-PROMO-11).
     */
    landing_url: text,
  },
  delete: true,
})

export interface MediaCreativeRow extends RowOf<typeof mediaCreatives> {}

/** The media creatives of the account, across all line items. */
export const listMediaCreatives = mediaCreatives.list
/** One media creative. */
export const getMediaCreative = mediaCreatives.get
/** Adds account media to a line item. */
export const createMediaCreative = mediaCreatives.create
/** Deletes a media creative. */
export const deleteMediaCreative = mediaCreatives.delete
