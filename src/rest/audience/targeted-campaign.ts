import { list } from '../endpoint.ts'
import type { Columns, RowColumns } from '../types.ts'
import { flag, PAGED } from '../value.ts'

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

/** The campaigns that target the audience (Ads Management Interface, section 4.9). */
export const listTargetedCampaigns = list<TargetedCampaignRow>()(
  'accounts/:account_id/custom_audiences/:custom_audience_id/targeted',
  {
    key: 'campaign_id',
    params: {
      cursor: PAGED.cursor,
      /** If false, line items that are not servable are included too. */
      with_active: flag,
    },
  },
)
