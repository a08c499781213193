import {
  listTargetedCampaigns,
  type TargetedCampaignRow,
  type TargetedLineItemRow,
} from '../../rest/audience/targeted-campaign.ts'
import { listCampaigns } from '../../rest/campaign/campaign.ts'
import { listLineItems } from '../../rest/campaign/line-item.ts'
import { builder } from '../builder.ts'
import { Campaign } from '../campaign/campaign.ts'
import { LineItem } from '../campaign/line-item.ts'
import { connectionType } from '../list/connection-type.ts'
import { partOf, accountOf, type OfAccount } from '../node/entity.ts'
import { CustomAudience } from './custom-audience.ts'

export const TargetedCampaign = builder.objectRef<TargetedCampaignRow>('TargetedCampaign')
export const TargetedCampaignConnection = connectionType(TargetedCampaign, { counted: false })
export const TargetedLineItem = builder.objectRef<TargetedLineItemRow & OfAccount>('TargetedLineItem')

TargetedCampaign.implement({
  description: 'A campaign that targets an audience.',
  fields: (t) => ({
    campaignId: t.exposeID('campaign_id', { description: "The campaign, by the service's own id." }),
    campaignName: t.exposeString('campaign_name', { description: 'The name of the campaign.' }),
    campaign: t.reference({
      type: Campaign,
      endpoint: listCampaigns,
      description: 'The campaign.',
      id: (row) => row.campaign_id,
    }),
    lineItems: t.field({
      type: [TargetedLineItem],
      nullable: { list: true, items: false },
      description: 'Those of its line items that target the audience.',
      resolve: (row) => row.line_items?.map((lineItem) => partOf(row, lineItem)),
    }),
    raw: t.field({ type: 'JSON', description: 'The row as the service sent it.', resolve: (row) => row }),
  }),
})

TargetedLineItem.implement({
  description: 'A line item that targets an audience.',
  fields: (t) => ({
    restId: t.exposeID('id', { description: "The line item, by the service's own id." }),
    name: t.exposeString('name', { description: 'Its name, which it need not have (R-AUD-10).' }),
    servable: t.exposeBoolean('servable', { description: 'Whether its ads can be shown now.' }),
    lineItem: t.reference({
      type: LineItem,
      endpoint: listLineItems,
      description: 'The line item.',
      id: (row) => row.id,
    }),
  }),
})

builder.objectField(CustomAudience, 'targeted', (t) =>
  t.list({
    type: TargetedCampaignConnection,
    endpoint: listTargetedCampaigns,
    description:
      'The campaigns that target it. One call for each audience; pages are as long as the service makes them.',
    args: {
      withActive: t.arg.boolean({
        defaultValue: true,
        description: 'False shows line items that are not servable too (R-AUD-10).',
      }),
    },
    path: (audience) => ({ account_id: accountOf(audience), custom_audience_id: audience.id }),
    filters: ({ withActive }) => ({ with_active: withActive === false ? false : undefined }),
  }),
)
