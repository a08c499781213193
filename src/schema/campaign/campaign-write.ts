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
import {
  batchField,
  batchInput,
  batchOf,
  bigintOf,
  builder,
  type Change,
  type Check,
  deletionOf,
  type InputFields,
  inputType,
  type Made,
  ownAccountField,
  rowKey,
  withParents,
  writeField,
} from '../kit.ts'
import { EntityStatus } from '../account/funding-instrument.ts'
import { BudgetOptimization, Campaign } from './campaign.ts'

/** The input fields that create and update share (Ads Management Interface, section 2). */
const writableFields = (t: InputFields) =>
  t.optional({
    budgetOptimization: [
      BudgetOptimization,
      'The level at which the budget is spread. If omitted, the service decides (R-CAMP-2).',
    ],
    dailyBudgetAmountLocalMicro: [
      'Long',
      'The daily budget in micros, at most the total budget. Required for most types of funding instrument (R-CAMP-3).',
    ],
    totalBudgetAmountLocalMicro: [
      'Long',
      'The total budget in micros, at least the daily budget (R-CAMP-3). Null removes it.',
    ],
    entityStatus: [
      EntityStatus,
      'The status of the campaign. Create accepts ACTIVE (the default), DRAFT and PAUSED; update accepts ACTIVE and ' +
        'PAUSED (R-CAMP-4). The number of active campaigns is limited (R-CAMP-7).',
    ],
    purchaseOrderNumber: 'A purchase order number for your own use, at most 50 characters. Null removes it (R-CAMP-5).',
    standardDelivery: [
      'Boolean',
      'Whether to spend the budget evenly over the day instead of as fast as possible. Defaults to true. Allowed ' +
        'only with `budgetOptimization` CAMPAIGN (R-CAMP-5).',
    ],
  })

const CreateCampaignInput = inputType('CreateCampaignInput', 'The campaign to create.', (t) => ({
  ...ownAccountField(t),
  ...t.required({
    fundingInstrumentId: [
      'ID',
      "The funding instrument that pays for the campaign: its global ID or the service's ID (R-CAMP-1).",
    ],
    name: 'The name of the campaign, 1 to 255 characters (R-CAMP-1).',
  }),
  ...writableFields(t),
}))

const UpdateCampaignInput = inputType(
  'UpdateCampaignInput',
  'The changes to a campaign. Omitted fields keep their values; null removes a value.',
  (t) => ({
    ...t.required({
      campaignId: ['ID', "The campaign: its global ID or the service's ID."],
    }),
    ...ownAccountField(t),
    ...t.optional({
      fundingInstrumentId: ['ID', "The new funding instrument: its global ID or the service's ID (R-CAMP-1)."],
      name: 'The name of the campaign, 1 to 255 characters (R-CAMP-1).',
    }),
    ...writableFields(t),
    ...t.optional({
      spreadBudgetEvenly: [
        'Boolean',
        'Whether to spread the spend evenly over the flight. The service does so for any update without a daily ' +
          'budget. Unless this is true, an update without `dailyBudgetAmountLocalMicro` reads the current daily budget ' +
          'and sends it again (R-CAMP-6).',
      ],
    }),
  }),
)

const DeleteCampaignInput = inputType('DeleteCampaignInput', 'The campaign to delete.', (t) => ({
  ...t.required({
    campaignId: ['ID', "The campaign: its global ID or the service's ID."],
  }),
  ...ownAccountField(t),
}))

const CampaignOperation = builder.inputType('CampaignOperation', {
  description: 'One operation of a batch of campaigns. `accountId` can be omitted in it.',
  isOneOf: true,
  fields: (t) =>
    t.optional({
      create: [CreateCampaignInput, 'The campaign to create.'],
      update: [UpdateCampaignInput, 'The changes to a campaign.'],
      delete: [DeleteCampaignInput, 'The campaign to delete.'],
    }),
})

const BatchCampaignsInput = batchInput(
  'BatchCampaignsInput',
  'The campaigns to create, update and delete in one call.',
  CampaignOperation,
  `The operations, in order: 1 to ${MAX_CAMPAIGN_OPERATIONS} in a call (R-CAMP-9).`,
)

/** The fields of all of these inputs. */
type CampaignInput = Partial<typeof UpdateCampaignInput.$inferInput>

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
  // An update without either field keeps the daily budget.
  if (operation === 'Update') check.checked.add('R-CAMP-6')
  if (activates(input, operation)) check.leaveUnchecked('R-CAMP-7')
  // An update may set one budget while the other one stays.
  const isPart = operation === 'Update' && (typeof daily === 'bigint') !== (typeof total === 'bigint')
  if (isPart || mayNeedDaily(input, daily, operation)) check.leaveUnchecked('R-CAMP-3')
  // If the input does not set it, the level of the budget is what the service decides, or what the campaign has.
  if (typeof input.standardDelivery === 'boolean' && !input.budgetOptimization) check.leaveUnchecked('R-CAMP-5')
}

/**
 * Whether a write can leave a campaign without the daily budget that its funding instrument requires: only the service knows which
 * types require one (R-CAMP-3). `daily` is the daily budget after the write. An update that only omits it spreads the spend
 * evenly, which needs none.
 */
function mayNeedDaily(
  { fundingInstrumentId, dailyBudgetAmountLocalMicro }: CampaignInput,
  daily: bigint | null | undefined,
  operation: 'Create' | 'Update',
): boolean {
  const decides = operation === 'Create' || Boolean(fundingInstrumentId) || dailyBudgetAmountLocalMicro === null
  return decides && typeof daily !== 'bigint'
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
  check.that(
    typeof daily !== 'bigint' || typeof total !== 'bigint' || daily <= total,
    'dailyBudgetAmountLocalMicro',
    'R-CAMP-3',
    `is ${daily}; it must not exceed the total budget, ${total}`,
  )
  const delivers = typeof check.input.standardDelivery !== 'boolean' || whole.budgetOptimization !== 'LINE_ITEM'
  check.that(delivers, 'standardDelivery', 'R-CAMP-5', 'can only be set with `budgetOptimization` CAMPAIGN')
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
    check.markChecked('R-CAMP-5')
    if (!mayNeedDaily(input, dailyBudgetAmountLocalMicro, 'Update')) check.markChecked('R-CAMP-3')
    checkBudgets(check, whole)
  }
  if (row.entity_status === 'ACTIVE' && activates(input, 'Update')) check.markChecked('R-CAMP-7')
}

/** The parameters of a campaign. */
function campaignParams(check: Check<CampaignInput>, account: string): CampaignParams {
  check.id('fundingInstrumentId', 'FundingInstrument', account)
  return check.params({ spreadBudgetEvenly: undefined })
}

/** A campaign. If no other is read, its own GET is used. */
const campaignKey = (account: string, id: string) => rowKey(listCampaigns, account, id, { alone: true })

function creation(check: Check<typeof CreateCampaignInput.$inferInput>): Change<CampaignParams> {
  const account = check.account('accountId', 'fundingInstrumentId')
  checkCampaign(check, 'Create')
  const params = campaignParams(check, account)
  return { apply: () => params }
}

/**
 * Without a daily budget, an update makes the service spread the spend evenly over the flight (R-CAMP-6). An update that
 * does not ask for that needs the campaign, and sends the budget that it has by then.
 */
function update(check: Check<typeof UpdateCampaignInput.$inferInput>): Change<CampaignParams> {
  const { dailyBudgetAmountLocalMicro, spreadBudgetEvenly } = check.input
  const { account, id } = check.changes('campaignId', 'Campaign')
  checkCampaign(check, 'Update')
  const params = campaignParams(check, account)
  const keepsBudget = dailyBudgetAmountLocalMicro === undefined && !spreadBudgetEvenly
  const key = campaignKey(account, id)
  return {
    dependsOn: [key],
    needs: keepsBudget ? [key] : [],
    review(stored) {
      const row = stored.get(key)
      if (row) checkChange(check, row)
      if (row === null) check.refuse('campaignId', 'is not the ID of a Campaign of the account')
    },
    apply(stored) {
      const daily = keepsBudget ? bigintOf(stored.get(key)?.daily_budget_amount_local_micro) : undefined
      const sent = { ...params, ...(typeof daily === 'bigint' ? { daily_budget_amount_local_micro: daily } : {}) }
      stored.change(key, { daily_budget_amount_local_micro: null, ...sent })
      return sent
    },
  }
}

const deletion = deletionOf('campaignId', 'Campaign')

/** How a new campaign is recognized. */
const NEW_CAMPAIGN: Made = {
  filter: withParents('funding_instrument_ids'),
  isSorted: true,
}

builder.mutationFields((t) => ({
  createCampaign: writeField(t, {
    payload: ['CreateCampaignPayload', 'campaign', Campaign],
    endpoint: createCampaign,
    makes: NEW_CAMPAIGN,
    description:
      'Creates a campaign. An account can have up to 200 active campaigns, and more on request to the service ' +
      '(R-CAMP-7).',
    input: CreateCampaignInput,
    prepare: creation,
  }),

  updateCampaign: writeField(t, {
    payload: ['UpdateCampaignPayload', 'campaign', Campaign],
    endpoint: updateCampaign,
    description:
      'Updates a campaign. If the input has no daily budget, the current one is read and kept (R-CAMP-6). Whenever the ' +
      'campaign is read, as always with `validateOnly`, the changes are checked against it.',
    canNeed: campaignKey('', ''),
    input: UpdateCampaignInput,
    prepare: update,
  }),

  deleteCampaign: writeField(t, {
    payload: ['DeleteCampaignPayload', 'campaign', Campaign],
    endpoint: deleteCampaign,
    description:
      'Deletes a campaign. This cannot be undone, and deleting it again gives NOT_FOUND (R-CAMP-8). Afterwards it is ' +
      'returned only with `withDeleted`.',
    input: DeleteCampaignInput,
    prepare: deletion,
  }),

  batchCampaigns: batchField(t, {
    payload: [
      'BatchCampaignsPayload',
      'campaigns',
      Campaign,
      'The result of a batch of campaigns.',
      'The campaigns as returned by the service, in the order of the operations. Null for an operation that ' +
        'changed nothing.',
    ],
    endpoint: batchCampaigns,
    makes: NEW_CAMPAIGN,
    maxItems: MAX_CAMPAIGN_OPERATIONS,
    description:
      `Creates, updates and deletes up to ${MAX_CAMPAIGN_OPERATIONS} campaigns in one call, which succeeds or fails ` +
      'as a whole (R-CAMP-9). An update keeps the daily budget as `updateCampaign` does.',
    canNeed: campaignKey('', ''),
    input: BatchCampaignsInput,
    prepare: (check) => batchOf(check, batchCampaigns, 'R-CAMP-9', { create: creation, update, delete: deletion }),
  }),
}))
