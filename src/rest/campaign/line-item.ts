import { del, get, list, post, postJson, put, type BatchOperation } from '../endpoint.ts'
import type { EntityRow, ListParams, Long } from '../types.ts'

export interface LineItemRow extends EntityRow {
  campaign_id?: string | null
  funding_instrument_id?: string | null
  name?: string | null
  objective?: string | null
  product_type?: string | null
  placements?: string[] | null
  goal?: string | null
  start_time?: string | null
  end_time?: string | null
  bid_strategy?: string | null
  bid_amount_local_micro?: Long | null
  target_cpa_local_micro?: Long | null
  daily_budget_amount_local_micro?: Long | null
  total_budget_amount_local_micro?: Long | null
  currency?: string | null
  standard_delivery?: boolean | null
  pay_by?: string | null
  frequency_cap?: number | null
  duration_in_days?: number | null
  entity_status?: string | null
  /** Beyond the documents. */
  servable?: boolean | null
  /** Beyond the documents. */
  reasons_not_servable?: string[] | null
  creative_source?: string | null
  automatic_post_promotion?: string | boolean | null
  advertiser_user_id?: Long | null
  advertiser_domain?: string | null
  primary_web_event_tag?: string | null
  categories?: string[] | null
  android_app_store_identifier?: string | null
  ios_app_store_identifier?: string | null
  audience_expansion?: string | null
}

export interface LineItemFilters extends ListParams {
  line_item_ids?: readonly string[]
  campaign_ids?: readonly string[]
  funding_instrument_ids?: readonly string[]
  q?: string
  with_draft?: boolean
}

/** The maximum number of line items in one campaign (Ads Management Interface, section 8). */
export const MAX_LINE_ITEMS_PER_CAMPAIGN = 100

export const getLineItem = get<LineItemRow, { with_deleted?: boolean }>()(
  'accounts/:account_id/line_items/:line_item_id',
)
export const listLineItems = list<LineItemRow, LineItemFilters>()('accounts/:account_id/line_items', {
  ids: 'line_item_ids',
  get: getLineItem,
  lookup: { with_draft: true },
  maxPerParent: { campaign_ids: MAX_LINE_ITEMS_PER_CAMPAIGN },
})

/** The parameters that can be set only when a line item is created (Ads Management Interface, section 2). */
interface FixedLineItemParams {
  campaign_id?: string
  objective?: string
  product_type?: string
  /** A comma-separated list. */
  placements?: string
  primary_web_event_tag?: string
  advertiser_user_id?: string
  /** Beyond the documents. */
  standard_delivery?: boolean
}

/** The parameters that can be updated (Ads Management Interface, section 2). */
export interface LineItemChanges {
  name?: string
  start_time?: string
  end_time?: string
  goal?: string
  bid_strategy?: string
  bid_amount_local_micro?: bigint
  audience_expansion?: string
  duration_in_days?: number
  frequency_cap?: number
  entity_status?: string
  advertiser_domain?: string
  /** A comma-separated list. */
  categories?: string
  android_app_store_identifier?: string
  ios_app_store_identifier?: string
  /** Beyond the documents. */
  pay_by?: string
  /** Beyond the documents. */
  daily_budget_amount_local_micro?: bigint
  /** Beyond the documents. */
  total_budget_amount_local_micro?: bigint
}

export type LineItemParams = FixedLineItemParams & LineItemChanges

/** The maximum number of line items in one batch. Beyond the documents. */
export const MAX_LINE_ITEM_OPERATIONS = 40

export const createLineItem = post<LineItemRow, LineItemParams>()('accounts/:account_id/line_items')
/** Beyond the documents. */
export const updateLineItem = put<LineItemRow, LineItemChanges>()('accounts/:account_id/line_items/:line_item_id')
/** Beyond the documents. */
export const deleteLineItem = del<LineItemRow>()('accounts/:account_id/line_items/:line_item_id')
/** Beyond the documents. */
export const batchLineItems = postJson<LineItemRow[], BatchOperation<LineItemParams & { line_item_id?: string }>[]>()(
  'batch/accounts/:account_id/line_items',
  { many: true },
)
