import { mediaCreative } from '../../reference/campaign/media-creative.ts'
import { accountMedia } from '../creative/account-media.ts'
import { endpointsOf, given } from '../endpoint/crud.ts'
import type { Endpoint } from '../endpoint/endpoint.ts'
import { missingParameter, refuseAll } from '../http/error.ts'
import { newestFirst } from '../data/order.ts'
import { id, unsettable, url } from '../endpoint/parameter.ts'
import type { Row, TableDefinition } from '../data/store.ts'
import { added, operation, removal, rowNamed } from '../endpoint/write.ts'
import { lineItems } from './line-item.ts'

/** A media creative, which adds account media to a line item, as the service sends it. */
export interface MediaCreativeRow extends Row {
  line_item_id: string
  landing_url: string | null
  creative_type: string
  entity_status: string
  account_media_id: string
  approval_status: string
}

/** The media creatives of each account, newest first. */
export const mediaCreatives: TableDefinition<MediaCreativeRow> = {
  name: 'media_creatives',
  order: newestFirst(),
  idLength: 6,
}

const create = operation({
  parameters: given(mediaCreative, 'POST 12 accounts/:account_id/media_creatives', {
    account_media_id: id(),
    line_item_id: id(),
    ...unsettable({ landing_url: url() }),
  }),
  run(params, context) {
    const media = rowNamed(context, accountMedia, 'account_media_id', params.account_media_id)
    const lineItem = rowNamed(context, lineItems, 'line_item_id', params.line_item_id)
    // The landing URL of a preroll is ignored.
    const landingUrl = media.creative_type === 'PREROLL' ? null : (params.landing_url ?? null)
    const needsUrl = lineItem.objective === 'WEBSITE_CLICKS' && media.creative_type !== 'PREROLL'
    refuseAll([needsUrl && landingUrl === null && missingParameter('landing_url')])
    return added(context, mediaCreatives, {
      line_item_id: lineItem.id,
      landing_url: landingUrl,
      creative_type: media.creative_type,
      entity_status: 'ACTIVE',
      account_media_id: media.id,
      approval_status: 'UNDER_REVIEW',
    })
  },
})

const wire = endpointsOf(mediaCreative)

/** The endpoints of media creatives (Ads Management Interface, section 4.5). Their campaign filter accepts one ID only. */
export const mediaCreativeEndpoints: Endpoint[] = [
  wire.list(mediaCreatives, {
    filters: { campaign_id: id() },
    keep({ params, store, owner }) {
      const parents = store.table(lineItems)
      return ({ line_item_id }) =>
        params.campaign_id === undefined || parents.find(owner, line_item_id)?.campaign_id === params.campaign_id
    },
  }),
  wire.single(mediaCreatives),
  wire.create(create),
  wire.delete(removal({ table: mediaCreatives, idName: wire.idName })),
]
