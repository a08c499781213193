import { listCampaigns, type CampaignRow } from '../../rest/campaign/campaign.ts'
import { Account, accountOfRow } from '../account/account.ts'
import { EntityStatus, FundingInstrument, PAID_BY } from '../account/funding-instrument.ts'
import { builder, COMMON_ATTRIBUTES, entity, openEnum, sortArgOf } from '../kit.ts'

export const Campaign = builder.objectRef<CampaignRow>('Campaign')

export const ReasonNotServable = openEnum(
  'ReasonNotServable',
  'A reason why the ads of a campaign or a line item cannot be shown. @beyondDocuments',
  {
    ACCOUNT_REJECTED: 'The review rejected the account.',
    ACCOUNT_UNDER_REVIEW: 'The account is being reviewed.',
    AWAITING_APPROVAL_BY_ADVERTISER: 'The advertiser has not approved it yet.',
    BUDGET_EXHAUSTED: 'Its budget is spent.',
    CONTENT_REVIEW_PROBLEM: 'The review found a problem with its content.',
    DELETED: 'It is deleted.',
    EXPIRED: 'Its end time has passed.',
    FUNDING_PROBLEM: 'Its funding instrument cannot fund it.',
    INCOMPLETE: 'Something that it needs is missing.',
    PAUSED_BY_ADVERTISER: 'The advertiser paused it.',
    RETIRED_OBJECTIVE: 'The service no longer offers its objective.',
    STARTS_IN_FUTURE: 'Its start time is in the future.',
  },
)

export const BudgetOptimization = openEnum('BudgetOptimization', 'The level at which a budget is spread (R-CAMP-2).', {
  CAMPAIGN:
    'The campaign spreads its budget over its line items. Since June 2026 the live service takes only LINE_ITEM.',
  LINE_ITEM: 'Each line item has its own budget.',
})

entity(Campaign, listCampaigns, {
  description:
    'A campaign: a group of line items that share a budget. Amounts are in micros of `currency`: 5.50 is 5500000 ' +
    '(R-CONV-21). An account can have up to 200 active campaigns, or up to 8,000 on request to the service. The ' +
    'number of inactive campaigns is not limited (R-CAMP-7).',
  fields: (t) => ({
    ...t.columns({
      name: 'The name of the campaign, at most 255 characters.',
      budgetOptimization: [BudgetOptimization, 'The level at which its budget is spread.'],
      dailyBudgetAmountLocalMicro: ['Long', 'The daily budget in micros, at most the total budget.'],
      totalBudgetAmountLocalMicro: ['Long', 'The total budget in micros.'],
      standardDelivery: ['Boolean', 'Whether the budget is spent evenly over the day instead of as fast as possible.'],
      entityStatus: [EntityStatus, 'The status that the advertiser set.'],
      effectiveStatus:
        'The current delivery status, for example RUNNING, PAUSED or EXPIRED. The service may add values. ' +
        '@beyondDocuments',
      servable: ['Boolean', 'Whether its ads can be shown at the moment. @beyondDocuments'],
      reasonsNotServable: [[ReasonNotServable], 'The reasons why its ads cannot be shown. @beyondDocuments'],
      purchaseOrderNumber: "The advertiser's purchase order number, at most 50 characters.",
      currency: 'The currency of the campaign, as an ISO 4217 code. @beyondDocuments',
      durationInDays: ['Int', 'The period that `frequencyCap` applies to, in days. @beyondDocuments'],
      frequencyCap: [
        'Int',
        'The maximum number of times that a user sees the campaign within `durationInDays`. @beyondDocuments',
      ],
    }),
    account: t.field(accountOfRow('The account of the campaign.')),
    fundingInstrumentId: t.foreignKey('funding_instrument_id', 'the funding instrument that pays for the campaign'),
    fundingInstrument: t.reference(
      FundingInstrument,
      'funding_instrument_id',
      'The funding instrument that pays for the campaign.',
    ),
  }),
  list: [Account, 'campaigns', 'The campaigns of the account.'],
  parents: {
    funding_instrument_ids: [
      FundingInstrument,
      'campaigns',
      'The campaigns that the funding instrument pays for. Campaigns of up to 200 funding instruments are read in ' +
        'one call.',
      PAID_BY,
    ],
  },
  sort: sortArgOf('CampaignSortBy', 'campaigns', {
    ...COMMON_ATTRIBUTES,
    name: 'The name.',
    start_time: 'The start time.',
    end_time: 'The end time.',
    daily_budget_amount_local_micro: 'The daily budget.',
    total_budget_amount_local_micro: 'The total budget.',
    standard_delivery: 'Whether the budget is spent evenly over the day.',
  }),
})
