import {
  listTargetedCampaigns,
  type TargetedCampaignRow,
  type TargetedLineItemRow,
} from '../../rest/audience/targeted-campaign.ts'
import { MAX_LINE_ITEMS_PER_CAMPAIGN } from '../../rest/campaign/line-item.ts'
import { Campaign } from '../campaign/campaign.ts'
import { LineItem } from '../campaign/line-item.ts'
import { maxParts } from '../cost/cost.ts'
import { accountOf, builder, connectionType } from '../kit.ts'
import { type OfAccount, partsOf } from '../node/row.ts'
import { CustomAudience } from './custom-audience.ts'

const TargetedCampaign = builder.objectRef<TargetedCampaignRow>('TargetedCampaign')
const TargetedCampaignConnection = connectionType(TargetedCampaign, { counted: false })
const TargetedLineItem = builder.objectRef<TargetedLineItemRow & OfAccount>('TargetedLineItem')

TargetedCampaign.implement({
  description: 'A campaign that targets an audience.',
  fields: (t) => ({
    campaignId: t.foreignKey('campaign_id', 'the campaign'),
    ...t.columns({ campaignName: 'The name of the campaign.' }),
    campaign: t.reference(Campaign, 'campaign_id', 'The campaign.'),
    lineItems: t.field({
      type: [TargetedLineItem],
      description: 'The line items of the campaign that target the audience.',
      extensions: maxParts(MAX_LINE_ITEMS_PER_CAMPAIGN),
      resolve: (row) => partsOf(row, row.line_items),
    }),
    raw: t.raw(),
  }),
})

TargetedLineItem.implement({
  description: 'A line item that targets an audience.',
  fields: (t) => ({
    ...t.columns({
      name: 'The name of the line item. A line item can have no name (R-AUD-10).',
      servable: ['Boolean', 'Whether the ads of the line item can be shown now.'],
    }),
    lineItem: t.reference(LineItem, 'id', 'The line item.'),
  }),
})

builder.objectField(CustomAudience, 'targeted', (t) =>
  t.list(
    TargetedCampaignConnection,
    listTargetedCampaigns,
    'The campaigns that target the audience. Takes one call per audience and page. The service decides the size of its pages.',
    {
      args: {
        withActive: t.arg.boolean({
          required: true,
          defaultValue: true,
          description: 'If false, line items that are not servable are included too (R-AUD-10).',
        }),
      },
      path: (audience) => ({ account_id: accountOf(audience), custom_audience_id: audience.id }),
      filters: ({ withActive }) => ({ with_active: withActive ? undefined : false }),
    },
  ),
)
