import { del, get, list, post, postJson, put, type BatchOperation } from '../endpoint.ts'
import type { EntityColumns, Long, NamedFilters, WithDeleted } from '../types.ts'

export interface CampaignRow extends EntityColumns<{
  name: string
  funding_instrument_id: string
  budget_optimization: string
  daily_budget_amount_local_micro: Long
  total_budget_amount_local_micro: Long
  standard_delivery: boolean
  entity_status: string
  effective_status: string
  servable: boolean
  reasons_not_servable: string[]
  purchase_order_number: string
  currency: string
  duration_in_days: number
  frequency_cap: number
}> {}

export interface CampaignFilters extends NamedFilters {
  /** Only rows that these funding instruments pay for, up to 200 IDs. */
  funding_instrument_ids?: readonly string[]
  /** Also drafts. Defaults to false. */
  with_draft?: boolean
}

/** One campaign. `GET accounts/:account_id/campaigns/:campaign_id` (Ads Management Interface, section 4.4). */
export const getCampaign = get<CampaignRow, WithDeleted>()('accounts/:account_id/campaigns/:campaign_id')
/** The campaigns of the account. `GET accounts/:account_id/campaigns` (Ads Management Interface, section 4.4). */
export const listCampaigns = list<CampaignRow, CampaignFilters>()('accounts/:account_id/campaigns', {
  ids: 'campaign_ids',
  get: getCampaign,
  lookup: { with_draft: true },
})

/** The parameters that create or update a campaign (Ads Management Interface, section 2). */
export interface CampaignParams {
  /** The ID of the funding instrument that pays for the campaign (R-CAMP-1). */
  funding_instrument_id?: string
  /** The name of the campaign, 1 to 255 characters (R-CAMP-1). */
  name?: string
  /** The level at which the budget is spread. If omitted, the service decides (R-CAMP-2). */
  budget_optimization?: string
  /** The daily budget in micros, at most the total budget. Required for most types of funding instrument (R-CAMP-3). */
  daily_budget_amount_local_micro?: bigint | Long
  /** The total budget in micros, at least the daily budget (R-CAMP-3). Null removes it. */
  total_budget_amount_local_micro?: bigint | Long
  /**
   * The status of the campaign. Create accepts ACTIVE (the default), DRAFT and PAUSED; update accepts ACTIVE and
   * PAUSED (R-CAMP-4).
   */
  entity_status?: string
  /** A purchase order number for your own use, at most 50 characters. Null removes it (R-CAMP-5). */
  purchase_order_number?: string
  /** Whether to spend the budget evenly over the day instead of as fast as possible. Defaults to true. */
  standard_delivery?: boolean
}

interface CampaignId {
  /** The campaign of an update or a deletion. */
  campaign_id?: string
}

/** The maximum number of campaigns in one batch (Ads Management Interface, section 8). */
export const MAX_CAMPAIGN_OPERATIONS = 40

/** Creates a campaign. `POST accounts/:account_id/campaigns` (Ads Management Interface, section 2). */
export const createCampaign = post<CampaignRow, CampaignParams>()('accounts/:account_id/campaigns')
/** Updates a campaign. `PUT accounts/:account_id/campaigns/:campaign_id` (Ads Management Interface, section 2). */
export const updateCampaign = put<CampaignRow, CampaignParams>()('accounts/:account_id/campaigns/:campaign_id')
/**
 * Deletes a campaign.
 * `DELETE accounts/:account_id/campaigns/:campaign_id` (Ads Management Interface, section 3).
 */
export const deleteCampaign = del<CampaignRow>()('accounts/:account_id/campaigns/:campaign_id')
/**
 * Creates, updates and deletes up to 40 campaigns in one call, which succeeds or fails as a whole (R-CAMP-9).
 * `POST batch/accounts/:account_id/campaigns` (Ads Management Interface, section 4.1).
 */
export const batchCampaigns = postJson<CampaignRow[], BatchOperation<CampaignParams & CampaignId>[]>()(
  'batch/accounts/:account_id/campaigns',
  { many: true },
)
