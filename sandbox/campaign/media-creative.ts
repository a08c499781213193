import { accountMedia } from '../creative/account-media.ts'
import type { Endpoint } from '../endpoint/endpoint.ts'
import { missingParameter, refuseAll } from '../http/error.ts'
import { anyOf, listEndpoint, singleEndpoint } from '../endpoint/list.ts'
import { columns, newestFirst } from '../data/order.ts'
import { id, idList, required, text, unsettable } from '../endpoint/parameter.ts'
import type { Row, TableDefinition } from '../data/store.ts'
import { timestamp } from '../data/time.ts'
import { createEndpoint, deleteEndpoint, operation, removal, rowNamed } from '../endpoint/write.ts'
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
  parameters: {
    account_media_id: required(id()),
    line_item_id: required(id()),
    ...unsettable({ landing_url: text({ min: 1 }) }),
  },
  run(params, context) {
    const media = rowNamed(context, accountMedia, 'account_media_id', params.account_media_id)
    const lineItem = rowNamed(context, lineItems, 'line_item_id', params.line_item_id)
    // The landing URL of a preroll is ignored.
    const landingUrl = media.creative_type === 'PREROLL' ? null : (params.landing_url ?? null)
    const needsUrl = lineItem.objective === 'WEBSITE_CLICKS' && media.creative_type !== 'PREROLL'
    refuseAll([needsUrl && landingUrl === null && missingParameter('landing_url')])
    const table = context.store.table(mediaCreatives)
    const now = timestamp(context.now)
    return table.insert(context.owner, {
      line_item_id: lineItem.id,
      landing_url: landingUrl,
      creative_type: media.creative_type,
      id: table.newId(),
      entity_status: 'ACTIVE',
      created_at: now,
      account_media_id: media.id,
      updated_at: now,
      approval_status: 'UNDER_REVIEW',
      deleted: false,
    })
  },
})

/** The endpoints of media creatives (Ads Management Interface, section 4.5). Their campaign filter accepts one ID only. */
export const mediaCreativeEndpoints: Endpoint[] = [
  listEndpoint({
    path: 'accounts/:account_id/media_creatives',
    quota: 'core',
    table: mediaCreatives,
    filters: { campaign_id: id(), line_item_ids: idList(), media_creative_ids: idList() },
    sortable: columns<MediaCreativeRow>('created_at', 'updated_at', 'deleted'),
    keep({ params, store, owner }) {
      const wanted = anyOf(params.media_creative_ids)
      const inLineItem = anyOf(params.line_item_ids)
      const inCampaign = anyOf(params.campaign_id === undefined ? undefined : [params.campaign_id])
      const parents = store.table(lineItems)
      const campaignOf = (row: MediaCreativeRow) => parents.find(owner, row.line_item_id)?.campaign_id ?? ''
      return (row) => wanted(row.id) && inLineItem(row.line_item_id) && inCampaign(campaignOf(row))
    },
  }),
  singleEndpoint({
    path: 'accounts/:account_id/media_creatives/:media_creative_id',
    quota: 'core',
    table: mediaCreatives,
  }),
  createEndpoint('accounts/:account_id/media_creatives', create),
  deleteEndpoint(
    'accounts/:account_id/media_creatives/:media_creative_id',
    removal({ table: mediaCreatives, idName: 'media_creative_id' }),
  ),
]
