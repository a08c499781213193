import { del, get, list, post, postJson, put, type BatchOperation } from '../endpoint.ts'
import type { EntityColumns, Long, NamedFilters, WithDeleted } from '../types.ts'

export interface LineItemRow extends EntityColumns<{
  campaign_id: string
  funding_instrument_id: string
  name: string
  objective: string
  product_type: string
  placements: string[]
  goal: string
  start_time: string
  end_time: string
  bid_strategy: string
  bid_amount_local_micro: Long
  target_cpa_local_micro: Long
  daily_budget_amount_local_micro: Long
  total_budget_amount_local_micro: Long
  currency: string
  standard_delivery: boolean
  pay_by: string
  frequency_cap: number
  duration_in_days: number
  entity_status: string
  /** Beyond the documents. */
  servable: boolean
  /** Beyond the documents. */
  reasons_not_servable: string[]
  creative_source: string
  automatic_post_promotion: string | boolean
  advertiser_user_id: Long
  advertiser_domain: string
  primary_web_event_tag: string
  categories: string[]
  android_app_store_identifier: string
  ios_app_store_identifier: string
  audience_expansion: string
}> {}

export interface LineItemFilters extends NamedFilters {
  /** Only rows of these campaigns, up to 200 IDs. */
  campaign_ids?: readonly string[]
  /** Only rows that these funding instruments pay for, up to 200 IDs. */
  funding_instrument_ids?: readonly string[]
  /** Also drafts. Defaults to false. */
  with_draft?: boolean
}

/** The maximum number of line items in one campaign (Ads Management Interface, section 8). */
export const MAX_LINE_ITEMS_PER_CAMPAIGN = 100

/** One line item. `GET accounts/:account_id/line_items/:line_item_id` (Ads Management Interface, section 4.5). */
export const getLineItem = get<LineItemRow, WithDeleted>()('accounts/:account_id/line_items/:line_item_id')
/**
 * The line items of the account, across all campaigns.
 * `GET accounts/:account_id/line_items` (Ads Management Interface, section 4.5).
 */
export const listLineItems = list<LineItemRow, LineItemFilters>()('accounts/:account_id/line_items', {
  ids: 'line_item_ids',
  get: getLineItem,
  lookup: { with_draft: true },
  maxPerParent: { campaign_ids: MAX_LINE_ITEMS_PER_CAMPAIGN },
})

/** The parameters that can be set only when a line item is created (Ads Management Interface, section 2). */
interface FixedLineItemParams {
  /** The ID of the campaign (R-LI-1). A campaign has at most 100 line items (R-LI-15). */
  campaign_id?: string
  /** The objective, which must be the same for all line items of the campaign (R-LI-2). */
  objective?: string
  /** The type of product to promote, which must be the same for all line items of the campaign (R-LI-2). */
  product_type?: string
  /**
   * The places to show ads, at least one. `line_item_placements` lists the permitted combinations (R-ACC-10). A
   * comma-separated list.
   */
  placements?: string
  /** The web event tag that counts conversions. Required for the goal WEBSITE_CONVERSIONS (R-LI-7). */
  primary_web_event_tag?: string
  /**
   * The user who advertises. Allowed only for the objective PREROLL_VIEWS, and only for some client applications
   * (R-LI-8).
   */
  advertiser_user_id?: string
  /** Whether to spend the budget evenly over the day instead of as fast as possible. Beyond the documents. */
  standard_delivery?: boolean
}

/** The parameters that can be updated (Ads Management Interface, section 2). */
export interface LineItemChanges {
  /** The name of the line item, 1 to 255 characters (R-LI-13). */
  name?: string
  /** When the line item starts (R-LI-1). */
  start_time?: string
  /** When the line item ends (R-LI-1). */
  end_time?: string
  /** The goal: what counts as success. The default depends on the objective (R-LI-12). */
  goal?: string
  /** The strategy for bidding. The default depends on the objective (R-LI-6). */
  bid_strategy?: string
  /** The bid in micros, greater than 0. Required for the bid strategies MAX and TARGET, ignored for AUTO (R-LI-5). */
  bid_amount_local_micro?: bigint
  /** How far to expand the audience beyond its targeting. By default it is not expanded (R-LI-9). */
  audience_expansion?: string
  /** The period that `frequency_cap` applies to: 1, 7 or 30 days (R-LI-10). */
  duration_in_days?: number
  /**
   * The maximum number of times that a user sees the line item within `duration_in_days`. Allowed only for the
   * objectives REACH, ENGAGEMENTS, VIDEO_VIEWS and PREROLL_VIEWS (R-LI-11).
   */
  frequency_cap?: number
  /**
   * The status of the line item. Create accepts ACTIVE (the default), DRAFT and PAUSED (R-LI-13); update accepts
   * ACTIVE and PAUSED (R-LI-16).
   */
  entity_status?: string
  /** The domain of the advertiser, without a protocol. Required for the placement PUBLISHER_NETWORK (R-LI-3). */
  advertiser_domain?: string
  /**
   * The categories, by ID: for the objective PREROLL_VIEWS one or two of `advertiser_business_categories` (R-ACC-14),
   * otherwise any of `iab_categories`. Required for the placement PUBLISHER_NETWORK (R-LI-3). A comma-separated list.
   */
  categories?: string
  /**
   * The identifier of the app in the Android store. APP_INSTALLS and APP_ENGAGEMENTS require this or
   * `ios_app_store_identifier`.
   */
  android_app_store_identifier?: string
  /**
   * The identifier of the app in the iOS store. APP_INSTALLS and APP_ENGAGEMENTS require this or
   * `android_app_store_identifier`.
   */
  ios_app_store_identifier?: string
  /**
   * The event that the advertiser is charged for. Allowed only for the objective APP_INSTALLS (R-LI-16). Beyond the
   * documents.
   */
  pay_by?: string
  /** The daily budget in micros, if budgets are set per line item. Null removes it. Beyond the documents. */
  daily_budget_amount_local_micro?: bigint
  /** The total budget in micros, if budgets are set per line item. Null removes it. Beyond the documents. */
  total_budget_amount_local_micro?: bigint
}

export type LineItemParams = FixedLineItemParams & LineItemChanges

interface LineItemId {
  /** The line item of an update or a deletion. */
  line_item_id?: string
}

/** The maximum number of line items in one batch. Beyond the documents. */
export const MAX_LINE_ITEM_OPERATIONS = 40

/** Creates a line item. `POST accounts/:account_id/line_items` (Ads Management Interface, section 2). */
export const createLineItem = post<LineItemRow, LineItemParams>()('accounts/:account_id/line_items')
/** Updates a line item. `PUT accounts/:account_id/line_items/:line_item_id`. Beyond the documents. */
export const updateLineItem = put<LineItemRow, LineItemChanges>()('accounts/:account_id/line_items/:line_item_id')
/** Deletes a line item. `DELETE accounts/:account_id/line_items/:line_item_id`. Beyond the documents. */
export const deleteLineItem = del<LineItemRow>()('accounts/:account_id/line_items/:line_item_id')
/**
 * Creates, updates and deletes up to 40 line items in one call, which succeeds or fails as a whole (R-LI-16).
 * `POST batch/accounts/:account_id/line_items`. Beyond the documents.
 */
export const batchLineItems = postJson<LineItemRow[], BatchOperation<LineItemParams & LineItemId>[]>()(
  'batch/accounts/:account_id/line_items',
  { many: true },
)
