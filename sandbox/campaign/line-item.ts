import { lineItem } from '../../reference/campaign/line-item.ts'
import { columns, oldestFirst } from '../data/order.ts'
import { table } from '../data/store.ts'
import { endpointsOf, type RowOf } from '../endpoint/crud.ts'
import type { Call, Endpoint } from '../endpoint/endpoint.ts'
import { anyOf } from '../endpoint/list.ts'
import { campaigns } from './campaign.ts'

/** A line item as the service sends it. Some responses omit the optional columns. */
export type LineItemRow = RowOf<
  typeof lineItem.rows.LineItem,
  {
    name: string | null
    placements: string[]
    start_time: string | null
    bid_amount_local_micro: number | bigint | null
    advertiser_domain: string | null
    target_cpa_local_micro: number | bigint | null
    primary_web_event_tag: string | null
    goal: string | null
    daily_budget_amount_local_micro?: number | bigint | null
    end_time: string | null
    funding_instrument_id?: string
    duration_in_days: number | null
    standard_delivery?: boolean | null
    total_budget_amount_local_micro: number | bigint | null
    automatic_post_promotion?: boolean | null
    frequency_cap: number | null
    android_app_store_identifier?: string | null
    categories: string[]
    ios_app_store_identifier?: string | null
    audience_expansion?: string | null
    servable?: boolean | null
    reasons_not_servable?: string[]
  }
>

/** The line items of each account, oldest first. */
export const lineItems = table<LineItemRow>('line_items', oldestFirst(), 5)

const wire = endpointsOf(lineItem)

/** The reads of line items (Ads Management Interface, section 4.5). */
export const lineItemEndpoints: Endpoint[] = [
  wire.list(lineItems, {
    sortable: columns<LineItemRow>('bid_amount_local_micro'),
    present: withDelivery,
    keep({ params, store, owner }) {
      const funded = anyOf(params.funding_instrument_ids)
      // Some line items have no funding instrument column; their campaigns always have one.
      const funding = (row: LineItemRow) =>
        store.table(campaigns).find(owner, row.campaign_id)?.funding_instrument_id ?? ''
      return (row) => (params.with_draft || row.entity_status !== 'DRAFT') && funded(funding(row))
    },
  }),
  wire.single(lineItems, { present: withDelivery }),
]

/** The row with its delivery columns, which only reads return. A line item cannot serve if its campaign cannot. */
function withDelivery(row: LineItemRow, { store, owner }: Pick<Call, 'store' | 'owner'>): LineItemRow {
  const reasons = new Set([
    ...(row.deleted ? ['DELETED'] : []),
    ...(row.entity_status === 'DRAFT' ? ['INCOMPLETE'] : []),
    ...(row.entity_status === 'PAUSED' ? ['PAUSED_BY_ADVERTISER'] : []),
    ...(store.table(campaigns).find(owner, row.campaign_id)?.reasons_not_servable ?? []),
  ])
  return { ...row, reasons_not_servable: [...reasons], servable: row.deleted ? null : reasons.size === 0 }
}
