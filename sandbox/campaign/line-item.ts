import { lineItem } from '../../reference/campaign/line-item.ts'
import { endpointsOf } from '../endpoint/crud.ts'
import type { Call, Endpoint } from '../endpoint/endpoint.ts'
import { anyOf } from '../endpoint/list.ts'
import { columns, oldestFirst } from '../data/order.ts'
import { boolean, idList } from '../endpoint/parameter.ts'
import type { Row, TableDefinition } from '../data/store.ts'
import { campaigns } from './campaign.ts'

/** A line item as the service sends it. Some responses omit the optional columns. */
export interface LineItemRow extends Row {
  advertiser_user_id: string
  name: string | null
  placements: string[]
  start_time: string | null
  bid_amount_local_micro: number | bigint | null
  advertiser_domain: string | null
  target_cpa_local_micro: number | bigint | null
  primary_web_event_tag: string | null
  goal: string | null
  daily_budget_amount_local_micro?: number | bigint | null
  product_type: string
  end_time: string | null
  funding_instrument_id?: string
  bid_strategy: string
  duration_in_days: number | null
  standard_delivery?: boolean | null
  total_budget_amount_local_micro: number | bigint | null
  objective: string
  entity_status: string
  automatic_post_promotion?: boolean | null
  frequency_cap: number | null
  android_app_store_identifier?: string | null
  categories: string[]
  currency: string
  pay_by: string
  ios_app_store_identifier?: string | null
  campaign_id: string
  creative_source: string
  audience_expansion?: string | null
}

/** The line items of each account, oldest first. */
export const lineItems: TableDefinition<LineItemRow> = { name: 'line_items', order: oldestFirst(), idLength: 5 }

const wire = endpointsOf(lineItem)

/** The reads of line items (Ads Management Interface, section 4.5). */
export const lineItemEndpoints: Endpoint[] = [
  wire.list(lineItems, {
    filters: { funding_instrument_ids: idList(), with_draft: boolean() },
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
function withDelivery(row: LineItemRow, { store, owner }: Pick<Call, 'store' | 'owner'>): LineItemRow & Delivery {
  const reasons = new Set([
    ...(row.deleted ? ['DELETED'] : []),
    ...(row.entity_status === 'DRAFT' ? ['INCOMPLETE'] : []),
    ...(row.entity_status === 'PAUSED' ? ['PAUSED_BY_ADVERTISER'] : []),
    ...(store.table(campaigns).find(owner, row.campaign_id)?.reasons_not_servable ?? []),
  ])
  return { ...row, reasons_not_servable: [...reasons], servable: row.deleted ? null : reasons.size === 0 }
}

/** Whether ads can be shown, and the reasons why not. */
interface Delivery {
  reasons_not_servable: string[]
  servable: boolean | null
}
