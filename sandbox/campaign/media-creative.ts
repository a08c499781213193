import { mediaCreative } from '../../reference/campaign/media-creative.ts'
import { accountMedia } from '../creative/account-media.ts'
import { newestFirst } from '../data/order.ts'
import { table } from '../data/store.ts'
import { crud, type RowOf } from '../endpoint/crud.ts'
import { missingParameter } from '../http/error.ts'
import { lineItems } from './line-item.ts'

/** A media creative, which adds account media to a line item, as the service sends it. */
export type MediaCreativeRow = RowOf<typeof mediaCreative.rows.MediaCreative, { landing_url: string | null }>

/** The media creatives of each account, newest first. */
export const mediaCreatives = table<MediaCreativeRow>('media_creatives', newestFirst(), 6)

/** The types of media creatives that have no landing URL: it is ignored. */
const PREROLLS = ['PREROLL', 'VAST_PREROLL']

/** The endpoints of media creatives (Ads Management Interface, section 4.5). Their campaign filter accepts one ID only. */
export const mediaCreativeEndpoints = crud(mediaCreative, mediaCreatives, {
  refersTo: { account_media_id: accountMedia, line_item_id: lineItems },
  list: {
    keep({ params, store, owner }) {
      const parents = store.table(lineItems)
      return ({ line_item_id }) =>
        params.campaign_id === undefined || parents.find(owner, line_item_id)?.campaign_id === params.campaign_id
    },
  },
  create({ account_media_id, line_item_id, landing_url = null }, { store, owner }) {
    const { creative_type } = store.table(accountMedia).find(owner, account_media_id)!
    return {
      account_media_id,
      line_item_id,
      landing_url: PREROLLS.includes(creative_type) ? null : landing_url,
      creative_type,
      entity_status: 'ACTIVE',
      approval_status: 'UNDER_REVIEW',
    }
  },
  check(row, _, { store, owner }) {
    const isWebsite = store.table(lineItems).find(owner, row.line_item_id)?.objective === 'WEBSITE_CLICKS'
    const needsUrl = isWebsite && !PREROLLS.includes(row.creative_type)
    return [needsUrl && row.landing_url === null && missingParameter('landing_url')]
  },
})
