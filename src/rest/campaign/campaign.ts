import { get, list } from '../endpoint.ts'
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
  one: getCampaign,
  lookup: { with_draft: true },
})
