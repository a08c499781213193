import { list } from '../endpoint.ts'
import type { ListParams, Row } from '../types.ts'

/** A campaign that targets an audience, with its line items that target the audience. */
export interface TargetedCampaignRow extends Row {
  campaign_id?: string | null
  campaign_name?: string | null
  line_items?: TargetedLineItemRow[] | null
}

export interface TargetedLineItemRow {
  id?: string | null
  name?: string | null
  servable?: boolean | null
}

export interface TargetedCampaignFilters extends ListParams {
  /** If false, line items that are not servable are included too. */
  with_active?: boolean
}

/**
 * The campaigns that target the audience.
 * `GET accounts/:account_id/custom_audiences/:custom_audience_id/targeted` (Ads Management Interface, section 4.9).
 */
export const listTargetedCampaigns = list<TargetedCampaignRow, TargetedCampaignFilters>()(
  'accounts/:account_id/custom_audiences/:custom_audience_id/targeted',
  { key: 'campaign_id', sized: false, paged: true, counted: false },
)
