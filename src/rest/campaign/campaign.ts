import { del, get, list, post, postJson, put, type BatchOperation } from '../endpoint.ts'
import type { EntityRow, ListParams, Long } from '../types.ts'

export interface CampaignRow extends EntityRow {
  name?: string | null
  funding_instrument_id?: string | null
  budget_optimization?: string | null
  daily_budget_amount_local_micro?: Long | null
  total_budget_amount_local_micro?: Long | null
  standard_delivery?: boolean | null
  entity_status?: string | null
  effective_status?: string | null
  servable?: boolean | null
  reasons_not_servable?: string[] | null
  purchase_order_number?: string | null
  currency?: string | null
  duration_in_days?: number | null
  frequency_cap?: number | null
}

export interface CampaignFilters extends ListParams {
  campaign_ids?: readonly string[]
  funding_instrument_ids?: readonly string[]
  q?: string
  with_draft?: boolean
}

export const getCampaign = get<CampaignRow, { with_deleted?: boolean }>()('accounts/:account_id/campaigns/:campaign_id')
export const listCampaigns = list<CampaignRow, CampaignFilters>()('accounts/:account_id/campaigns', {
  ids: 'campaign_ids',
  get: getCampaign,
  lookup: { with_draft: true },
})

/** The parameters that create or update a campaign (Ads Management Interface, section 2). */
export interface CampaignParams {
  funding_instrument_id?: string
  name?: string
  budget_optimization?: string
  daily_budget_amount_local_micro?: bigint | Long
  total_budget_amount_local_micro?: bigint | Long
  entity_status?: string
  purchase_order_number?: string
  standard_delivery?: boolean
}

/** The maximum number of campaigns in one batch (Ads Management Interface, section 8). */
export const MAX_CAMPAIGN_OPERATIONS = 40

export const createCampaign = post<CampaignRow, CampaignParams>()('accounts/:account_id/campaigns')
export const updateCampaign = put<CampaignRow, CampaignParams>()('accounts/:account_id/campaigns/:campaign_id')
export const deleteCampaign = del<CampaignRow>()('accounts/:account_id/campaigns/:campaign_id')
export const batchCampaigns = postJson<CampaignRow[], BatchOperation<CampaignParams & { campaign_id?: string }>[]>()(
  'batch/accounts/:account_id/campaigns',
  { many: true },
)
