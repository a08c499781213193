import type { Endpoint } from '../endpoint/endpoint.ts'
import { anyOf, listEndpoint, singleEndpoint } from '../endpoint/list.ts'
import { columns, oldestFirst } from '../data/order.ts'
import { id, idList, oneOf, required, text } from '../endpoint/parameter.ts'
import type { Row, TableDefinition } from '../data/store.ts'
import { timestamp } from '../data/time.ts'
import {
  createEndpoint,
  deleteEndpoint,
  liveRow,
  operation,
  removal,
  rowNamed,
  updateEndpoint,
} from '../endpoint/write.ts'
import { lineItems } from './line-item.ts'

/** A tracking tag of a line item as the service sends it. */
export interface TrackingTagRow extends Row {
  line_item_id: string
  tracking_tag_url: string
  tracking_tag_type: string
}

/** The tracking tags of each account, oldest first. */
export const trackingTags: TableDefinition<TrackingTagRow> = {
  name: 'tracking_tags',
  order: oldestFirst(),
  idLength: 6,
}

const tracking_tag_url = required(text({ min: 1 }))

const create = operation({
  parameters: {
    line_item_id: required(id()),
    tracking_tag_type: required(oneOf('IMPRESSION_TAG', 'CLICK_TRACKER')),
    tracking_tag_url,
  },
  run(params, context) {
    rowNamed(context, lineItems, 'line_item_id', params.line_item_id)
    const table = context.store.table(trackingTags)
    const now = timestamp(context.now)
    return table.insert(context.owner, {
      line_item_id: params.line_item_id,
      tracking_tag_url: params.tracking_tag_url,
      tracking_tag_type: params.tracking_tag_type,
      id: table.newId(),
      created_at: now,
      updated_at: now,
      deleted: false,
    })
  },
})

const update = operation({
  parameters: { tracking_tag_url },
  run(params, context, tagId) {
    liveRow(context, trackingTags, 'tracking_tag_id', tagId)
    const changes = { ...params, updated_at: timestamp(context.now) }
    return context.store.table(trackingTags).update(context.owner, tagId, changes)
  },
})

/** The endpoints of tracking tags (Ads Management Interface, section 4.5). An update can change only the URL. */
export const trackingTagEndpoints: Endpoint[] = [
  listEndpoint({
    path: 'accounts/:account_id/tracking_tags',
    quota: 'core',
    table: trackingTags,
    filters: { line_item_ids: idList(), tracking_tag_ids: idList() },
    sortable: columns<TrackingTagRow>('created_at', 'updated_at', 'deleted'),
    keep({ params }) {
      const wanted = anyOf(params.tracking_tag_ids)
      const inLineItem = anyOf(params.line_item_ids)
      return (row) => wanted(row.id) && inLineItem(row.line_item_id)
    },
  }),
  singleEndpoint({ path: 'accounts/:account_id/tracking_tags/:tracking_tag_id', quota: 'core', table: trackingTags }),
  createEndpoint('accounts/:account_id/tracking_tags', create),
  updateEndpoint('accounts/:account_id/tracking_tags/:tracking_tag_id', update),
  deleteEndpoint(
    'accounts/:account_id/tracking_tags/:tracking_tag_id',
    removal({ table: trackingTags, idName: 'tracking_tag_id' }),
  ),
]
