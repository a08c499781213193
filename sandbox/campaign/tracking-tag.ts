import { trackingTag } from '../../reference/campaign/tracking-tag.ts'
import { oldestFirst } from '../data/order.ts'
import { crud, refersTo } from '../endpoint/crud.ts'
import { oneOf, url } from '../endpoint/parameter.ts'
import { lineItems } from './line-item.ts'

/** The tracking tags of each account, oldest first (Ads Management Interface, section 4.5). */
export const trackingTags = crud(trackingTag, {
  name: 'tracking_tags',
  order: oldestFirst(),
  idLength: 6,
  checks: {
    line_item_id: refersTo(lineItems),
    tracking_tag_type: oneOf(...trackingTag.enumerations.TrackingTagType.documents),
    tracking_tag_url: url(),
  },
})
