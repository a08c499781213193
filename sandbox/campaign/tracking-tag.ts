import { trackingTag } from '../../reference/campaign/tracking-tag.ts'
import { oldestFirst } from '../data/order.ts'
import { table } from '../data/store.ts'
import { crud, type RowOf } from '../endpoint/crud.ts'
import { lineItems } from './line-item.ts'

/** The tracking tags of each account, oldest first (Ads Management Interface, section 4.5). */
export const trackingTags = table<RowOf<typeof trackingTag.rows.TrackingTag>>('tracking_tags', oldestFirst(), 6)

export const trackingTagEndpoints = crud(trackingTag, trackingTags, { refersTo: { line_item_id: lineItems } })
