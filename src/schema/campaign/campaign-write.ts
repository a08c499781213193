import type { Cost } from '../cost/cost.ts'
import { MAX_BATCH_ITEMS, maxItems } from '../cost/list-limit.ts'
import type { Context } from '../../context.ts'
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
import { EntityStatus } from '../account/funding-instrument.ts'
import { BatchOperationType, BatchPayload, type BatchOutcome } from '../write/batch.ts'
import { readCost } from '../cost/write-cost.ts'
import { builder, type InputFields } from '../builder.ts'
import { accountField, ownAccountField, toParams, type Check } from '../write/input.ts'
import { DeletePayload, Payload, type Outcome } from '../write/mutation.ts'
import { batchField, writeField } from '../write/mutation-field.ts'
import { bigintOf } from '../scalar/scalar.ts'
import { BudgetOptimization, Campaign } from './campaign.ts'

/** The input fields that create and update share (Ads Management Interface, section 2). */
const writableFields = (t: InputFields) => ({
  budgetOptimization: t.field({
    type: BudgetOptimization,
    description: 'The level at which the budget is spread. If omitted, the service decides (R-CAMP-2).',
  }),
  dailyBudgetAmountLocalMicro: t.field({
    type: 'Long',
    description:
      'The daily budget in micros, at most the total budget. Required for most types of funding instrument (R-CAMP-3).',
  }),
  totalBudgetAmountLocalMicro: t.field({
    type: 'Long',
    description: 'The total budget in micros. Null removes it.',
  }),
  entityStatus: t.field({
    type: EntityStatus,
    description:
      'The status of the campaign. Create accepts ACTIVE (the default), DRAFT and PAUSED; update accepts ACTIVE and ' +
      'PAUSED (R-CAMP-4).',
  }),
  purchaseOrderNumber: t.string({
    description: 'A purchase order number for your own use, at most 50 characters. Null removes it (R-CAMP-5).',
  }),
  standardDelivery: t.boolean({
    description:
      'Whether to spend the budget evenly over the day instead of as fast as possible. Defaults to true. Allowed ' +
      'only with `budgetOptimization` CAMPAIGN (R-CAMP-5).',
  }),
})

/** Whether an update may let the service change how the campaign spends its budget. */
const spreadBudgetField = (t: InputFields) => ({
  spreadBudgetEvenly: t.boolean({
    description:
      'Whether to spread the spend evenly over the flight. The service does so for any update without a daily ' +
      'budget. Unless this is true, an update without `dailyBudgetAmountLocalMicro` reads the current daily budget ' +
      'and sends it again (R-CAMP-6).',
  }),
})

const CreateCampaignInput = builder.inputType('CreateCampaignInput', {
  description: 'The campaign to create.',
  fields: (t) => ({
    ...accountField(t),
    fundingInstrumentId: t.id({
      required: true,
      description: "The funding instrument that pays for the campaign: its global ID or the service's ID (R-CAMP-1).",
    }),
    name: t.string({ required: true, description: 'The name of the campaign, 1 to 255 characters (R-CAMP-1).' }),
    ...writableFields(t),
  }),
})

const UpdateCampaignInput = builder.inputType('UpdateCampaignInput', {
  description: 'The changes to a campaign. Omitted fields keep their values; null removes a value.',
  fields: (t) => ({
    campaignId: t.id({ required: true, description: "The global ID, or the service's ID together with `accountId`." }),
    ...ownAccountField(t),
    fundingInstrumentId: t.id({
      description: "The new funding instrument: its global ID or the service's ID (R-CAMP-1).",
    }),
    name: t.string({ description: 'The name of the campaign, 1 to 255 characters (R-CAMP-1).' }),
    ...writableFields(t),
    ...spreadBudgetField(t),
  }),
})

const DeleteCampaignInput = builder.inputType('DeleteCampaignInput', {
  description: 'The campaign to delete.',
  fields: (t) => ({
    campaignId: t.id({ required: true, description: "The global ID, or the service's ID together with `accountId`." }),
    ...ownAccountField(t),
  }),
})

const CampaignOperation = builder.inputType('CampaignOperation', {
  description: 'One operation of a batch of campaigns.',
  fields: (t) => ({
    operationType: t.field({ type: BatchOperationType, required: true, description: 'The type of the operation.' }),
    campaignId: t.id({
      description:
        "The campaign: its global ID or the service's ID. Required for Update and Delete, not allowed for Create. Beyond " +
        'the documents.',
    }),
    fundingInstrumentId: t.id({
      description: "The funding instrument: its global ID or the service's ID. Required for Create (R-CAMP-1).",
    }),
    name: t.string({ description: 'The name of the campaign, 1 to 255 characters. Required for Create (R-CAMP-1).' }),
    ...writableFields(t),
    ...spreadBudgetField(t),
  }),
})

const BatchCampaignsInput = builder.inputType('BatchCampaignsInput', {
  description: 'The campaigns to create, update and delete in one call.',
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
        description: 'The campaign as returned by the service. Null if the input was refused.',
        resolve: ({ data }) => data,
      }),
    }),
  })
const CreateCampaignPayload = campaignPayload('CreateCampaignPayload', 'The result of creating a campaign.')
const UpdateCampaignPayload = campaignPayload('UpdateCampaignPayload', 'The result of updating a campaign.')
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
        'The campaigns as returned by the service, in the order of the operations. Null for an operation that ' +
        'changed nothing.',
      resolve: ({ data }) => data,
    }),
  }),
})

/** The fields of all of these inputs. */
type CampaignInput = Partial<typeof CampaignOperation.$inferInput> & { accountId?: string | null }

/** Checks the rules for the fields of a campaign that do not depend on its current values. */
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
  checkBudgets(check, input)
  const settable = operation === 'Create' || input.entityStatus !== 'DRAFT'
  check.that(settable, 'entityStatus', 'R-CAMP-4', 'is DRAFT; an update can only set ACTIVE or PAUSED')
  check.length('purchaseOrderNumber', { max: 50 }, 'R-CAMP-5')
  const onePlan = input.spreadBudgetEvenly !== true || daily === undefined
  check.that(onePlan, 'spreadBudgetEvenly', 'R-CAMP-6', 'cannot be true together with `dailyBudgetAmountLocalMicro`')
  if (activates(input, operation)) check.leaveUnchecked('R-CAMP-7')
  // The funding instrument may require a daily budget, and an update may set one budget while the other one stays.
  const [hasDaily, hasTotal] = [typeof daily === 'bigint', typeof total === 'bigint']
  if (operation === 'Create' ? !hasDaily : hasDaily !== hasTotal) check.leaveUnchecked('R-CAMP-3')
  // If the input does not set it, the level of the budget is what the service decides, or what the campaign has.
  if (typeof input.standardDelivery === 'boolean' && !input.budgetOptimization) check.leaveUnchecked('R-CAMP-5')
}

/** Whether a write can add to the active campaigns of the account, whose number is limited (R-CAMP-7). */
function activates({ entityStatus }: CampaignInput, operation: 'Create' | 'Update'): boolean {
  return entityStatus === 'ACTIVE' || (operation === 'Create' && !entityStatus)
}

/** The current or future values of a campaign that rules between fields depend on. */
type WholeCampaign = Pick<
  CampaignInput,
  'budgetOptimization' | 'dailyBudgetAmountLocalMicro' | 'totalBudgetAmountLocalMicro'
>

/** Checks the rules for input fields that depend on other fields of the campaign. */
function checkBudgets(check: Check<CampaignInput>, whole: WholeCampaign): void {
  const { dailyBudgetAmountLocalMicro: daily, totalBudgetAmountLocalMicro: total } = whole
  const fits = typeof daily !== 'bigint' || typeof total !== 'bigint' || daily <= total
  check.that(
    fits,
    'dailyBudgetAmountLocalMicro',
    'R-CAMP-3',
    `is ${daily}; it must not exceed the total budget, ${total}`,
  )
  const delivers = typeof check.input.standardDelivery !== 'boolean' || whole.budgetOptimization !== 'LINE_ITEM'
  check.that(delivers, 'standardDelivery', 'R-CAMP-5', 'can only be set with `budgetOptimization` CAMPAIGN')
}

/** Reads the current campaign of an update, and checks the rules that depend on it. */
async function validateChange(
  { loaders }: Context,
  check: Check<CampaignInput>,
  account: string,
  id: string,
): Promise<void> {
  const row = await loaders.byId(listCampaigns, { account_id: account })(id)
  if (row) checkChange(check, row)
}

/** Checks the rules of an update that depend on the current campaign. */
function checkChange(check: Check<CampaignInput>, row: CampaignRow): void {
  const { input } = check
  const kept = input.spreadBudgetEvenly ? null : bigintOf(row.daily_budget_amount_local_micro)
  const {
    budgetOptimization = row.budget_optimization,
    dailyBudgetAmountLocalMicro = kept,
    totalBudgetAmountLocalMicro = bigintOf(row.total_budget_amount_local_micro),
  } = input
  const whole = { budgetOptimization, dailyBudgetAmountLocalMicro, totalBudgetAmountLocalMicro }
  // Rows can lack columns. Rules about a column that is not known stay unchecked.
  if (Object.values(whole).every((value) => value !== undefined)) {
    check.markChecked('R-CAMP-3', 'R-CAMP-5')
    checkBudgets(check, whole)
  }
  if (row.entity_status === 'ACTIVE' && activates(input, 'Update')) check.markChecked('R-CAMP-7')
}

/** The parameters of a campaign. */
function campaignParams(check: Check<CampaignInput>, account: string): CampaignParams {
  const fundingInstrumentId = check.id('fundingInstrumentId', 'FundingInstrument', account)
  const ours = ['accountId', 'operationType', 'campaignId', 'spreadBudgetEvenly']
  return toParams({ ...check.input, fundingInstrumentId }, ours)
}

/**
 * Reads the campaign of an update that keeps the daily budget. Without a daily budget the service spreads the spend
 * evenly over the flight (R-CAMP-6), so the update must send it again. Undefined for an update that does not keep it.
 */
async function campaignToKeep(
  { loaders }: Context,
  input: CampaignInput,
  account: string,
  id: string,
): Promise<CampaignRow | null | undefined> {
  if (!keepsBudget(input)) return undefined
  return loaders.byId(listCampaigns, { account_id: account }, { alone: true })(id)
}

function keepsBudget({ dailyBudgetAmountLocalMicro, spreadBudgetEvenly }: CampaignInput): boolean {
  return dailyBudgetAmountLocalMicro === undefined && !spreadBudgetEvenly
}

/** Checks an update against the current campaign, if it is read before it is sent. */
async function reviewChange(context: Context, check: Check<CampaignInput>, account: string, id: string): Promise<void> {
  const row = await campaignToKeep(context, check.input, account, id)
  if (row) checkChange(check, row)
  if (row === null) check.refuse('campaignId', 'is not the ID of a Campaign of the account')
}

/** The daily budget that an update must send again to keep it. */
async function keptBudget(
  context: Context,
  input: CampaignInput,
  account: string,
  id: string,
): Promise<CampaignParams> {
  const campaign = await campaignToKeep(context, input, account, id)
  return dailyBudgetParams(bigintOf(campaign?.daily_budget_amount_local_micro))
}

function dailyBudgetParams(daily: bigint | null | undefined): CampaignParams {
  return daily === null || daily === undefined ? {} : { daily_budget_amount_local_micro: daily }
}

/** The cost of the campaigns whose daily budgets are kept: a single one has an endpoint of its own. */
function keptBudgetCost(campaigns: number): Cost {
  return { ...readCost(listCampaigns, campaigns), endpoint: campaigns === 1 ? listCampaigns.get : listCampaigns }
}

type Operation = ReturnType<typeof campaignOperation>

/** An operation of a batch, ready to send except for the daily budget that it keeps. */
function campaignOperation(check: Check<typeof CampaignOperation.$inferInput>, account: string) {
  const { input } = check
  const campaign_id = check.id('campaignId', 'Campaign', account)
  const hasTarget = (input.operationType === 'Create') === !input.campaignId
  check.that(hasTarget, 'campaignId', 'R-CAMP-9', 'is required for Update and Delete, and not allowed for Create')
  if (input.operationType !== 'Delete') checkCampaign(check, input.operationType)
  const params = input.operationType === 'Delete' ? {} : campaignParams(check, account)
  return { check, operation_type: input.operationType, params: { ...params, campaign_id } }
}

/**
 * The daily budgets that the operations of one call must send again to keep them, in their order. An update keeps what an earlier
 * update of the same campaign sets, not what the campaign has before the call.
 */
function keptBudgets(context: Context, operations: readonly Operation[], account: string): Promise<CampaignParams[]> {
  const set = new Map<string, CampaignParams>()
  return Promise.all(
    operations.map(async ({ check: { input }, operation_type, params: { campaign_id: id } }) => {
      if (operation_type !== 'Update' || id === undefined) return {}
      if (keepsBudget(input)) return set.get(id) ?? keptBudget(context, input, account, id)
      set.set(id, dailyBudgetParams(input.dailyBudgetAmountLocalMicro))
      return {}
    }),
  )
}

/** The first update of each campaign. What a later one depends on is changed by the first. */
function firstUpdates(operations: readonly Operation[]): Operation[] {
  const updates = operations.filter(({ operation_type }) => operation_type === 'Update')
  const ids = updates.map(({ params }) => params.campaign_id)
  return updates.filter(({ params }, index) => ids.indexOf(params.campaign_id) === index)
}

builder.mutationFields((t) => ({
  createCampaign: writeField(t, {
    payload: CreateCampaignPayload,
    endpoint: createCampaign,
    description:
      'Creates a campaign. An account can have up to 200 active campaigns, and more on request to the service ' +
      '(R-CAMP-7).',
    input: CreateCampaignInput,
    inputDescription: 'The campaign to create.',
    prepare(check, context) {
      const account = check.account('accountId')
      checkCampaign(check, 'Create')
      const params = campaignParams(check, account)
      return { send: () => context.rest.call(createCampaign, { account_id: account }, params) }
    },
  }),

  updateCampaign: writeField(t, {
    payload: UpdateCampaignPayload,
    endpoint: updateCampaign,
    before: () => [keptBudgetCost(1)],
    reads: () => [readCost(listCampaigns)],
    description:
      'Updates a campaign. If the input has no daily budget, the current one is read and kept (R-CAMP-6). Whenever the ' +
      'campaign is read, as always with `validateOnly`, the changes are checked against it.',
    input: UpdateCampaignInput,
    inputDescription: 'The changes to the campaign.',
    prepare(check, context) {
      const { input } = check
      const { account, id } = check.changes('campaignId', 'Campaign')
      checkCampaign(check, 'Update')
      const params = campaignParams(check, account)
      return {
        review: () => reviewChange(context, check, account, id),
        send: async () => {
          const kept = await keptBudget(context, input, account, id)
          return context.rest.call(updateCampaign, { account_id: account, campaign_id: id }, { ...params, ...kept })
        },
        validate: () => validateChange(context, check, account, id),
      }
    },
  }),

  deleteCampaign: writeField(t, {
    payload: DeleteCampaignPayload,
    endpoint: deleteCampaign,
    description:
      'Deletes a campaign. This cannot be undone, and deleting it again gives NOT_FOUND (R-CAMP-8). Afterwards it is ' +
      'returned only with `withDeleted`.',
    input: DeleteCampaignInput,
    inputDescription: 'The campaign to delete.',
    prepare(check, context) {
      const { account, id } = check.changes('campaignId', 'Campaign')
      return { send: () => context.rest.call(deleteCampaign, { account_id: account, campaign_id: id }) }
    },
  }),

  batchCampaigns: batchField(t, {
    payload: BatchCampaignsPayload,
    endpoint: batchCampaigns,
    maxItems: MAX_CAMPAIGN_OPERATIONS,
    before: (operations) => [keptBudgetCost(operations)],
    reads: (ids) => [readCost(listCampaigns, ids)],
    description:
      `Creates, updates and deletes up to ${MAX_CAMPAIGN_OPERATIONS} campaigns in one call, which succeeds or fails ` +
      'as a whole (R-CAMP-9). An Update keeps the daily budget as `updateCampaign` does.',
    input: BatchCampaignsInput,
    inputDescription: 'The operations.',
    prepare(check, context) {
      const { input } = check
      const account = check.account('accountId')
      return {
        field: 'operations',
        rule: 'R-CAMP-9',
        operations: check.each('operations', input.operations).map((item) => campaignOperation(item, account)),
        target: ({ params: { campaign_id: id } }: Operation) => (id === undefined ? undefined : { account, id }),
        async review(operations: Operation[]) {
          await Promise.all(
            firstUpdates(operations).map(({ check, params }) =>
              reviewChange(context, check, account, params.campaign_id ?? ''),
            ),
          )
        },
        async send(operations: Operation[]) {
          const kept = await keptBudgets(context, operations, account)
          const batch = operations.map(({ operation_type, params }, index) => ({
            operation_type,
            params: { ...params, ...kept[index] },
          }))
          return context.rest.call(batchCampaigns, { account_id: account }, batch)
        },
        async validate(operations: Operation[]) {
          await Promise.all(
            firstUpdates(operations).map(({ check, params }) =>
              validateChange(context, check, account, params.campaign_id ?? ''),
            ),
          )
        },
      }
    },
  }),
}))
