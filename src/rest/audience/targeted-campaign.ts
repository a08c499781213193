import { list } from '../endpoint.ts'
import type { Columns, ListParams, RowColumns } from '../types.ts'

/** A campaign that targets an audience, with its line items that target the audience. */
export interface TargetedCampaignRow extends RowColumns<{
  campaign_id: string
  campaign_name: string
  line_items: TargetedLineItemRow[]
}> {}

export interface TargetedLineItemRow extends Columns<{
  id: string
  name: string
  servable: boolean
}> {}

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
  { key: 'campaign_id', sized: false, paged: true },
)
