import { listCampaigns, type CampaignRow } from '../../rest/campaign/campaign.ts'
import { listFundingInstruments } from '../../rest/account/funding-instrument.ts'
import { Account } from '../account/account.ts'
import { EntityStatus, FundingInstrument } from '../account/funding-instrument.ts'
import { builder } from '../builder.ts'
import { connectionType, pageArgs, queryArg, sortArg, withDeletedArg, withDraftArg } from '../connection-type.ts'
import { childConnection, connection } from '../connection.ts'
import { Entity, Node, nodeType } from '../entity.ts'
import { restIds } from '../global-id.ts'
import { openEnum } from '../open-enum.ts'
import { nameQuery } from '../query.ts'
import { findAtRoot, findInAccount, ownIdArgs, reference, rootIdArgs } from '../reference.ts'
import { keyOnly } from '../selection.ts'

export const Campaign = builder.objectRef<CampaignRow>('Campaign')
export const CampaignConnection = connectionType(Campaign)

export const BudgetOptimization = openEnum('BudgetOptimization', 'On which level a budget is spread (R-CAMP-2).', {
  CAMPAIGN: 'The campaign spreads its budget over its line items.',
  LINE_ITEM: 'Each line item has a budget of its own.',
})

Campaign.implement({
  description:
    'A campaign: line items that share a budget. Amounts are in micros of `currency`: 5.50 is 5500000 (R-CONV-21). ' +
    'An account can have 200 active campaigns (raisable to 8,000), and any number of inactive ones (R-CAMP-7).',
  interfaces: [Node, Entity],
  fields: (t) => ({
    name: t.exposeString('name', { description: 'Its name, at most 255 characters.' }),
    fundingInstrumentId: t.exposeID('funding_instrument_id', {
      description: "Who pays, by the service's own id.",
    }),
    fundingInstrument: t.field({
      type: FundingInstrument,
      description: 'Who pays.',
      resolve: (row, _args, context, info) =>
        reference(context, info, listFundingInstruments, row, row.funding_instrument_id),
    }),
    budgetOptimization: t.expose('budget_optimization', {
      type: BudgetOptimization,
      description: 'On which level its budget is spread.',
    }),
    dailyBudgetAmountLocalMicro: t.expose('daily_budget_amount_local_micro', {
      type: 'Long',
      description: 'What it may spend a day, in micros; at most the total budget.',
    }),
    totalBudgetAmountLocalMicro: t.expose('total_budget_amount_local_micro', {
      type: 'Long',
      description: 'What it may spend in all, in micros.',
    }),
    standardDelivery: t.exposeBoolean('standard_delivery', {
      description: 'Whether spend is spread over the day rather than spent as fast as it can be.',
    }),
    entityStatus: t.expose('entity_status', { type: EntityStatus, description: 'Whether it is switched on.' }),
    effectiveStatus: t.exposeString('effective_status', {
      description: 'What it is doing now, e.g. RUNNING, PAUSED, EXPIRED. The list is open.',
    }),
    servable: t.exposeBoolean('servable', { description: 'Whether its ads can be shown now.' }),
    reasonsNotServable: t.exposeStringList('reasons_not_servable', {
      nullable: { list: true, items: false },
      description: 'Why they cannot, e.g. PAUSED_BY_ADVERTISER, BUDGET_EXHAUSTED, STARTS_IN_FUTURE. The list is open.',
    }),
    purchaseOrderNumber: t.exposeString('purchase_order_number', {
      description: "The advertiser's own reference, at most 50 characters.",
    }),
    currency: t.exposeString('currency', { description: 'Its currency, three letters of ISO 4217.' }),
    durationInDays: t.exposeInt('duration_in_days', { description: 'The window of `frequencyCap`, in days.' }),
    frequencyCap: t.exposeInt('frequency_cap', { description: 'How often one user may see it in that window.' }),
  }),
})

nodeType(Campaign, ({ loaders }, account, id) => loaders.byId(listCampaigns, { account_id: account }, id))

builder.queryField('campaign', (t) =>
  t.field({
    type: Campaign,
    description: 'One campaign.',
    args: rootIdArgs,
    resolve: (_root, args, context, info) => findAtRoot(context, info, 'Campaign', listCampaigns, args),
  }),
)

builder.objectFields(Account, (t) => ({
  campaign: t.field({
    type: Campaign,
    description: 'One of its campaigns.',
    extensions: keyOnly,
    args: ownIdArgs,
    resolve: (account, args, context, info) =>
      findInAccount(context, info, 'Campaign', listCampaigns, account.id, args),
  }),
  campaigns: t.field({
    type: CampaignConnection,
    nullable: false,
    description: 'Its campaigns.',
    extensions: keyOnly,
    args: {
      ids: t.arg.idList({ description: 'Only these, at most 200.' }),
      fundingInstrumentIds: t.arg.idList({ description: 'Only those paid by these, at most 200.' }),
      ...queryArg,
      ...pageArgs,
      ...sortArg,
      ...withDeletedArg,
      ...withDraftArg,
    },
    resolve: (account, { ids, fundingInstrumentIds, query, withDraft, ...page }, context) =>
      connection(
        context,
        {
          endpoint: listCampaigns,
          path: { account_id: account.id },
          filters: {
            campaign_ids: restIds('Campaign', account.id, ids, 'ids'),
            funding_instrument_ids: restIds(
              'FundingInstrument',
              account.id,
              fundingInstrumentIds,
              'fundingInstrumentIds',
            ),
            q: nameQuery(query),
            with_draft: withDraft || undefined,
          },
        },
        page,
      ),
  }),
}))

builder.objectField(FundingInstrument, 'campaigns', (t) =>
  t.field({
    type: CampaignConnection,
    nullable: false,
    description: 'The campaigns it pays. Lists of up to 200 funding instruments are read in one call.',
    extensions: keyOnly,
    args: { ...queryArg, ...pageArgs, ...sortArg, ...withDeletedArg, ...withDraftArg },
    resolve: (instrument, { query, withDraft, ...page }, context) =>
      childConnection(
        context,
        {
          endpoint: listCampaigns,
          parent: instrument,
          filter: 'funding_instrument_ids',
          parentOf: (row) => row.funding_instrument_id,
          filters: { q: nameQuery(query), with_draft: withDraft || undefined },
        },
        page,
      ),
  }),
)
