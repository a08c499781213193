import { MAX_BATCH_ITEMS, maxItems } from '../cost/list-limit.ts'
import type { Context } from '../../context.ts'
import { listFundingInstruments } from '../../rest/account/funding-instrument.ts'
import {
  batchCampaigns,
  createCampaign,
  deleteCampaign,
  listCampaigns,
  MAX_CAMPAIGN_OPERATIONS,
  updateCampaign,
  type CampaignParams,
  type CampaignRow,
} from '../../rest/campaign/campaign.ts'
import { Account } from '../account/account.ts'
import { EntityStatus, FundingInstrument } from '../account/funding-instrument.ts'
import { BatchOperationType, BatchPayload, type BatchOutcome } from '../write/batch.ts'
import { builder, type InputFields } from '../builder.ts'
import { connectionType, queryArg, sortArg, withDeletedArg, withDraftArg, idsArg } from '../list/connection-type.ts'
import { Entity, Node, nodeType } from '../node/entity.ts'
import { restIds } from '../node/global-id.ts'
import { accountField, ownAccountField, toParams, type Check } from '../write/input.ts'
import { DeletePayload, Payload, type Outcome } from '../write/mutation.ts'
import { batchField, writeField } from '../write/mutation-field.ts'
import { openEnum } from '../scalar/open-enum.ts'
import { nameQuery } from '../list/name-query.ts'

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
    fundingInstrument: t.reference({
      type: FundingInstrument,
      endpoint: listFundingInstruments,
      description: 'Who pays.',
      id: (row) => row.funding_instrument_id,
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

nodeType(Campaign, listCampaigns)

builder.queryField('campaign', (t) =>
  t.byId({ type: Campaign, endpoint: listCampaigns, description: 'One campaign.', args: withDeletedArg }),
)

builder.objectFields(Account, (t) => ({
  campaign: t.byId({
    type: Campaign,
    endpoint: listCampaigns,
    description: 'One of its campaigns.',
    args: withDeletedArg,
  }),
  campaigns: t.list({
    type: CampaignConnection,
    endpoint: listCampaigns,
    description: 'Its campaigns.',
    args: {
      ...idsArg,
      fundingInstrumentIds: t.arg.idList({
        description: 'Only the items paid by these funding instruments, at most 200.',
      }),
      ...queryArg,
      ...sortArg,
      ...withDeletedArg,
      ...withDraftArg,
    },
    filters: ({ ids, fundingInstrumentIds, query, withDraft }, account) => ({
      campaign_ids: restIds('Campaign', account.id, ids, 'ids'),
      funding_instrument_ids: restIds('FundingInstrument', account.id, fundingInstrumentIds, 'fundingInstrumentIds'),
      q: nameQuery(query),
      with_draft: withDraft || undefined,
    }),
  }),
}))

builder.objectField(FundingInstrument, 'campaigns', (t) =>
  t.children({
    type: CampaignConnection,
    endpoint: listCampaigns,
    description: 'The campaigns it pays. Lists of up to 200 funding instruments are read in one call.',
    parentFilter: 'funding_instrument_ids',
    parentOf: (row) => row.funding_instrument_id,
    args: { ...queryArg, ...sortArg, ...withDeletedArg, ...withDraftArg },
    filters: ({ query, withDraft }) => ({ q: nameQuery(query), with_draft: withDraft || undefined }),
  }),
)

/** The fields of a campaign that can be written (Ads Management Interface, section 2). */
const writableFields = (t: InputFields) => ({
  budgetOptimization: t.field({
    type: BudgetOptimization,
    description: 'On which level the budget is spread; the service decides where nothing is sent (R-CAMP-2).',
  }),
  dailyBudgetAmountLocalMicro: t.field({
    type: 'Long',
    description:
      'What it may spend a day, in micros: at most the total budget; most funding instruments require it (R-CAMP-3).',
  }),
  totalBudgetAmountLocalMicro: t.field({
    type: 'Long',
    description: 'What it may spend in all, in micros; null removes it.',
  }),
  entityStatus: t.field({
    type: EntityStatus,
    description: 'ACTIVE (the default), DRAFT or PAUSED on create; ACTIVE or PAUSED on update (R-CAMP-4).',
  }),
  purchaseOrderNumber: t.string({ description: 'A reference of your own, at most 50 characters; null removes it.' }),
  standardDelivery: t.boolean({
    description:
      'Whether spend is spread over the day, as it is by default. Only with `budgetOptimization` CAMPAIGN (R-CAMP-5).',
  }),
})

/** What keeps an update from changing how a campaign spends without being asked to. */
const spreadBudgetField = (t: InputFields) => ({
  spreadBudgetEvenly: t.boolean({
    description:
      'Spread the spend evenly over the flight: what the service does with an update that names no daily budget. ' +
      'Unless this is true, such an update keeps the daily budget, which is read and sent again (R-CAMP-6).',
  }),
})

const CreateCampaignInput = builder.inputType('CreateCampaignInput', {
  description: 'A new campaign.',
  fields: (t) => ({
    ...accountField(t),
    fundingInstrumentId: t.id({ required: true, description: 'Who pays, by either kind of id (R-CAMP-1).' }),
    name: t.string({ required: true, description: 'Its name, 1 to 255 characters (R-CAMP-1).' }),
    ...writableFields(t),
  }),
})

const UpdateCampaignInput = builder.inputType('UpdateCampaignInput', {
  description: 'What is to change of a campaign: what is left out stays, null removes.',
  fields: (t) => ({
    campaignId: t.id({ required: true, description: "The global id, or the service's own together with `accountId`." }),
    ...ownAccountField(t),
    fundingInstrumentId: t.id({ description: 'Who pays from now on, by either kind of id (R-CAMP-1).' }),
    name: t.string({ description: 'Its name, 1 to 255 characters (R-CAMP-1).' }),
    ...writableFields(t),
    ...spreadBudgetField(t),
  }),
})

const DeleteCampaignInput = builder.inputType('DeleteCampaignInput', {
  description: 'The campaign to delete.',
  fields: (t) => ({
    campaignId: t.id({ required: true, description: "The global id, or the service's own together with `accountId`." }),
    ...ownAccountField(t),
  }),
})

const CampaignOperation = builder.inputType('CampaignOperation', {
  description: 'One operation of a batch of campaigns.',
  fields: (t) => ({
    operationType: t.field({ type: BatchOperationType, required: true, description: 'What it does.' }),
    campaignId: t.id({
      description: 'The campaign, by either kind of id. Required for Update and Delete, which take it.',
    }),
    fundingInstrumentId: t.id({ description: 'Who pays, by either kind of id. Required for Create (R-CAMP-1).' }),
    name: t.string({ description: 'Its name, 1 to 255 characters. Required for Create (R-CAMP-1).' }),
    ...writableFields(t),
    ...spreadBudgetField(t),
  }),
})

const BatchCampaignsInput = builder.inputType('BatchCampaignsInput', {
  description: 'Campaigns to create, change and delete in one call.',
  fields: (t) => ({
    ...accountField(t),
    operations: t.field({
      type: [CampaignOperation],
      required: true,
      extensions: maxItems(MAX_BATCH_ITEMS),
      description: `The operations, in order: 1 to ${MAX_CAMPAIGN_OPERATIONS} in a call (R-CAMP-9).`,
    }),
  }),
})

const campaignPayload = (name: string, description: string, interfaces = [Payload]) =>
  builder.objectRef<Outcome<CampaignRow>>(name).implement({
    description,
    interfaces,
    fields: (t) => ({
      campaign: t.field({
        type: Campaign,
        description: 'The campaign as the service answered; null if it was refused.',
        resolve: ({ data }) => data,
      }),
    }),
  })
const CreateCampaignPayload = campaignPayload('CreateCampaignPayload', 'The result of creating a campaign.')
const UpdateCampaignPayload = campaignPayload('UpdateCampaignPayload', 'The result of changing a campaign.')
const DeleteCampaignPayload = campaignPayload('DeleteCampaignPayload', 'The result of deleting a campaign.', [
  Payload,
  DeletePayload,
])

const BatchCampaignsPayload = builder.objectRef<BatchOutcome<CampaignRow>>('BatchCampaignsPayload').implement({
  description: 'The result of a batch of campaigns.',
  interfaces: [Payload, BatchPayload],
  fields: (t) => ({
    campaigns: t.field({
      type: [Campaign],
      nullable: { list: true, items: true },
      description:
        'The campaigns as the service answered, in the order of the operations; null where nothing was changed.',
      resolve: ({ data }) => data,
    }),
  }),
})

/** All that any of these inputs may hold. */
type CampaignInput = Partial<typeof CampaignOperation.$inferInput> & { accountId?: string | null }

/** Holds the rules for what can be written of a campaign. */
function checkCampaign(check: Check<CampaignInput>, operation: 'Create' | 'Update'): void {
  const { input } = check
  const { dailyBudgetAmountLocalMicro: daily, totalBudgetAmountLocalMicro: total } = input
  if (operation === 'Create') {
    check.required('fundingInstrumentId', 'R-CAMP-1')
    check.required('name', 'R-CAMP-1')
  } else {
    check.notNull('R-CAMP-1', 'fundingInstrumentId', 'name')
    check.notNull('R-CAMP-2', 'budgetOptimization')
    check.notNull('R-CAMP-4', 'entityStatus')
  }
  check.length('name', { min: 1, max: 255 }, 'R-CAMP-1')
  check.amounts('dailyBudgetAmountLocalMicro', 'totalBudgetAmountLocalMicro')
  const fits = typeof daily !== 'bigint' || typeof total !== 'bigint' || daily <= total
  check.that(
    fits,
    'dailyBudgetAmountLocalMicro',
    'R-CAMP-3',
    `is ${daily}; it can be at most the total budget, ${total}`,
  )
  const settable = operation === 'Create' || input.entityStatus !== 'DRAFT'
  check.that(settable, 'entityStatus', 'R-CAMP-4', 'is DRAFT; an update can set ACTIVE or PAUSED')
  check.length('purchaseOrderNumber', { max: 50 }, 'R-CAMP-5')
  const delivers = typeof input.standardDelivery !== 'boolean' || input.budgetOptimization !== 'LINE_ITEM'
  check.that(delivers, 'standardDelivery', 'R-CAMP-5', 'can be set only with `budgetOptimization` CAMPAIGN')
  const onePlan = input.spreadBudgetEvenly !== true || daily === undefined
  check.that(onePlan, 'spreadBudgetEvenly', 'R-CAMP-6', 'and `dailyBudgetAmountLocalMicro` exclude each other')
  check.leaveUnchecked('R-CAMP-7')
  // The funding instrument may ask for a daily budget; and a budget of an update stands beside the one that stays.
  const [hasDaily, hasTotal] = [typeof daily === 'bigint', typeof total === 'bigint']
  if (operation === 'Create' ? !hasDaily : hasDaily !== hasTotal) check.leaveUnchecked('R-CAMP-3')
  if (operation === 'Update' && typeof input.standardDelivery === 'boolean') check.leaveUnchecked('R-CAMP-5')
}

/** What goes on the wire of a campaign. */
function campaignParams(check: Check<CampaignInput>, account: string): CampaignParams {
  const fundingInstrumentId = check.id('fundingInstrumentId', 'FundingInstrument', account)
  const ours = ['accountId', 'operationType', 'campaignId', 'spreadBudgetEvenly']
  return toParams({ ...check.input, fundingInstrumentId }, ours)
}

/**
 * The daily budget that an update must send again to keep it: an update that names none makes the service spread the
 * spend evenly over the flight (R-CAMP-6).
 */
async function keptBudget(
  { loaders }: Context,
  account: string,
  id: string,
  { dailyBudgetAmountLocalMicro, spreadBudgetEvenly }: CampaignInput,
): Promise<CampaignParams> {
  if (dailyBudgetAmountLocalMicro !== undefined || spreadBudgetEvenly) return {}
  const campaign = await loaders.byId(listCampaigns, { account_id: account }, id, { alone: true })
  const daily = campaign?.daily_budget_amount_local_micro
  return daily === null || daily === undefined ? {} : { daily_budget_amount_local_micro: BigInt(daily) }
}

type Operation = ReturnType<typeof campaignOperation>

/** An operation of a batch, ready to be sent but for a budget that it keeps. */
function campaignOperation(check: Check<typeof CampaignOperation.$inferInput>, account: string) {
  const { input } = check
  const campaign_id = check.id('campaignId', 'Campaign', account)
  const named = (input.operationType === 'Create') === !input.campaignId
  check.that(named, 'campaignId', 'R-CAMP-9', 'names the campaign of an Update or Delete, and of nothing else')
  if (input.operationType !== 'Delete') checkCampaign(check, input.operationType)
  const params = input.operationType === 'Delete' ? {} : campaignParams(check, account)
  return { input, operation_type: input.operationType, params: { ...params, campaign_id } }
}

builder.mutationFields((t) => ({
  createCampaign: writeField(t, {
    payload: CreateCampaignPayload,
    description: 'Creates a campaign. An account can have 200 active ones, more on request (R-CAMP-7).',
    input: CreateCampaignInput,
    inputDescription: 'The campaign.',
    prepare(check, context) {
      const account = check.account('accountId')
      checkCampaign(check, 'Create')
      const params = campaignParams(check, account)
      return { send: () => context.rest.call(createCampaign, { account_id: account }, params) }
    },
  }),

  updateCampaign: writeField(t, {
    payload: UpdateCampaignPayload,
    description:
      'Changes a campaign. Where no daily budget is named, the one it has is kept, which takes a read (R-CAMP-6).',
    input: UpdateCampaignInput,
    inputDescription: 'The changes.',
    prepare(check, context) {
      const { input } = check
      const { account, id } = check.changes('campaignId', 'Campaign')
      checkCampaign(check, 'Update')
      const params = campaignParams(check, account)
      return {
        send: async () => {
          const kept = await keptBudget(context, account, id, input)
          return context.rest.call(updateCampaign, { account_id: account, campaign_id: id }, { ...params, ...kept })
        },
      }
    },
  }),

  deleteCampaign: writeField(t, {
    payload: DeleteCampaignPayload,
    description:
      'Deletes a campaign, which cannot be undone; deleting it again is NOT_FOUND (R-CAMP-8). From then on it is shown ' +
      'only with `withDeleted`.',
    input: DeleteCampaignInput,
    inputDescription: 'The campaign.',
    prepare(check, context) {
      const { account, id } = check.changes('campaignId', 'Campaign')
      return { send: () => context.rest.call(deleteCampaign, { account_id: account, campaign_id: id }) }
    },
  }),

  batchCampaigns: batchField(t, {
    payload: BatchCampaignsPayload,
    description:
      `Creates, changes and deletes campaigns, ${MAX_CAMPAIGN_OPERATIONS} in a call, which succeeds or fails as a ` +
      'whole (R-CAMP-9). An Update keeps the daily budget as `updateCampaign` does.',
    input: BatchCampaignsInput,
    inputDescription: 'The operations.',
    prepare(check, context) {
      const { input } = check
      const account = check.account('accountId')
      return {
        field: 'operations',
        maxItems: MAX_CAMPAIGN_OPERATIONS,
        rule: 'R-CAMP-9',
        operations: check.each('operations', input.operations).map((item) => campaignOperation(item, account)),
        target: ({ params: { campaign_id: id } }: Operation) => (id === undefined ? undefined : { account, id }),
        async send(operations: Operation[]) {
          const batch = operations.map(async ({ input: { operationType }, input, operation_type, params }) => {
            const id = operationType === 'Update' ? params.campaign_id : undefined
            const kept = id === undefined ? {} : await keptBudget(context, account, id, input)
            return { operation_type, params: { ...params, ...kept } }
          })
          return context.rest.call(batchCampaigns, { account_id: account }, await Promise.all(batch))
        },
      }
    },
  }),
}))
