import {
  batchCampaigns,
  type CampaignParams,
  createCampaign,
  deleteCampaign,
  listCampaigns,
  MAX_CAMPAIGN_OPERATIONS,
  updateCampaign,
} from '../../rest/campaign/campaign.ts'
import { EntityStatus } from '../account/funding-instrument.ts'
import {
  type Change,
  type Check,
  decide,
  type InputFields,
  inputType,
  length,
  mutations,
  notNull,
  ownAccountField,
  required,
  rowKey,
  rulesFor,
  type Stored,
  UNKNOWN,
} from '../kit.ts'
import { paramsOf } from '../write/input.ts'
import { budgetColumn, wordColumn } from '../write/known.ts'
import { amounts, any, byType, nothingStored, storedIn } from '../write/rule.ts'
import { BudgetOptimization, Campaign } from './campaign.ts'

/** The input fields that create and update share (Ads Management Interface, section 2). */
const writableFields = (t: InputFields) =>
  t.optional({
    budgetOptimization: [
      BudgetOptimization,
      'The level at which the budget is spread. If omitted, the service decides (R-CAMP-2). Since June 2026 the live service ' +
        'takes only LINE_ITEM.',
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

/** The fields of both inputs. */
type CampaignInput = Partial<typeof UpdateCampaignInput.$inferInput>

const rule = rulesFor<CampaignInput>()

/** The rules for the fields of a campaign (Ads Management Interface, section 2). */
const RULES = [
  ...length('R-CAMP-1', 'name', { min: 1, max: 255 }),
  ...amounts('dailyBudgetAmountLocalMicro', 'totalBudgetAmountLocalMicro'),
  rule(
    'R-CAMP-3',
    ['dailyBudgetAmountLocalMicro', 'totalBudgetAmountLocalMicro'],
    (campaign) =>
      any(
        () => campaign.dailyBudgetAmountLocalMicro === null,
        () => campaign.totalBudgetAmountLocalMicro === null,
        () => (campaign.dailyBudgetAmountLocalMicro ?? 0n) <= (campaign.totalBudgetAmountLocalMicro ?? 0n),
      ),
    (campaign) =>
      `is ${campaign.dailyBudgetAmountLocalMicro}; it must not exceed the total budget, ${campaign.totalBudgetAmountLocalMicro}`,
  ),
  // Only the service knows which types of funding instrument, and which levels, require a daily budget.
  rule(
    'R-CAMP-3',
    ['dailyBudgetAmountLocalMicro', 'fundingInstrumentId', 'budgetOptimization'],
    (campaign) => campaign.dailyBudgetAmountLocalMicro !== null || UNKNOWN,
  ),
  rule(
    'R-CAMP-5',
    ['standardDelivery', 'budgetOptimization'],
    (campaign) =>
      any(
        () => campaign.standardDelivery === null,
        () => campaign.budgetOptimization !== 'LINE_ITEM',
      ),
    'can only be set with `budgetOptimization` CAMPAIGN',
  ),
  ...length('R-CAMP-5', 'purchaseOrderNumber', { max: 50 }),
  // Only the service knows how many campaigns are active. A new one is, unless it has another status.
  rule(
    'R-CAMP-7',
    ['entityStatus'],
    (campaign, before) =>
      (campaign.entityStatus ?? 'ACTIVE') !== 'ACTIVE' || before.entityStatus === 'ACTIVE' || UNKNOWN,
  ),
]

const CREATION_RULES = [
  ...required('R-CAMP-1', 'fundingInstrumentId', 'name'),
  // A new campaign can have any status.
  byType('R-CAMP-4', 'entityStatus'),
  byType('R-CAMP-2', 'budgetOptimization'),
  ...RULES,
]

const UPDATE_RULES = [
  ...notNull('R-CAMP-1', 'fundingInstrumentId', 'name'),
  ...notNull('R-CAMP-2', 'budgetOptimization'),
  ...notNull('R-CAMP-4', 'entityStatus'),
  rule(
    'R-CAMP-4',
    ['entityStatus'],
    (campaign) => campaign.entityStatus !== 'DRAFT',
    'is DRAFT; an update can only set ACTIVE or PAUSED',
  ),
  ...RULES,
]

/** The level of the budget of a new campaign is what the service decides, unless the input has it (R-CAMP-2). */
const NEW = nothingStored('budgetOptimization')

/** The columns that rules rest on. */
const COLUMNS = {
  budgetOptimization: wordColumn,
  dailyBudgetAmountLocalMicro: budgetColumn,
  entityStatus: wordColumn,
  totalBudgetAmountLocalMicro: budgetColumn,
}

/** The parent of a new campaign. */
const IN_FUNDING_INSTRUMENT = { type: 'FundingInstrument', id: 'fundingInstrumentId' } as const

function creation(check: Check<typeof CreateCampaignInput.$inferInput>): Change<CampaignParams> {
  check.ids.parent(IN_FUNDING_INSTRUMENT)
  const params = paramsOf<CampaignParams>(check)
  return { review: () => decide<CampaignInput>(check, CREATION_RULES, NEW), apply: () => params }
}

/** A campaign. If no other is read, its own GET is used. */
const campaignKey = (account: string, id: string) => rowKey(listCampaigns, account, id, { alone: true })

/**
 * Without a daily budget, an update makes the service spread the spend evenly over the flight (R-CAMP-6). An update that
 * does not ask for that needs the campaign, and sends the budget that it has by then. No other update may change it in between.
 */
function update(check: Check<typeof UpdateCampaignInput.$inferInput>): Change<CampaignParams> {
  const { dailyBudgetAmountLocalMicro, spreadBudgetEvenly } = check.input
  const { account, id } = check.ids.changed('campaignId', 'Campaign')
  check.ids.one('fundingInstrumentId', 'FundingInstrument', account)
  const params = paramsOf<CampaignParams>(check, { spreadBudgetEvenly: undefined })
  const key = campaignKey(account, id)
  const keepsBudget = dailyBudgetAmountLocalMicro === undefined && !spreadBudgetEvenly
  /** The campaign, with the daily budget that an update without one leaves. */
  const currentIn = (stored: Stored) => {
    const { valueOf, isNew } = storedIn(stored.get(key), COLUMNS)
    const daily = keepsBudget ? valueOf(DAILY) : null
    return { isNew, daily, valueOf: (field: string) => (field === DAILY ? daily : valueOf(field)) }
  }
  return {
    dependsOn: [key],
    needs: keepsBudget ? [key] : [],
    isExclusive: true,
    review(stored) {
      const row = stored.get(key)
      if (row === null) return check.refuse('campaignId', 'is not the ID of a Campaign of the account')
      const current = currentIn(stored)
      decide<CampaignInput>(check, UPDATE_RULES, current)
      decide<CampaignInput>(check, [
        rule(
          'R-CAMP-6',
          ['spreadBudgetEvenly'],
          () => !spreadBudgetEvenly || dailyBudgetAmountLocalMicro === undefined,
          `cannot be true together with \`${DAILY}\``,
        ),
        rule(
          'R-CAMP-6',
          [DAILY, 'campaignId'],
          () => current.daily !== UNKNOWN || (row ? false : UNKNOWN),
          UNKNOWN_BUDGET,
        ),
      ])
    },
    apply(stored) {
      const { daily, valueOf } = currentIn(stored)
      const sent = { ...params, ...(typeof daily === 'bigint' && { daily_budget_amount_local_micro: daily }) }
      const level = sent.budget_optimization
      const isOfOtherLevel = level !== undefined && level !== valueOf('budgetOptimization')
      stored.change(key, {
        daily_budget_amount_local_micro: null,
        // Whether the service keeps it at the other level is not known.
        ...(isOfOtherLevel && valueOf(TOTAL) !== null && { total_budget_amount_local_micro: UNKNOWN }),
        ...sent,
      })
      return sent
    },
  }
}

const DAILY = 'dailyBudgetAmountLocalMicro'
const TOTAL = 'totalBudgetAmountLocalMicro'

const UNKNOWN_BUDGET =
  'is required, because the current daily budget of the campaign is not known. Set it, or set `spreadBudgetEvenly` to true'

const money = { dailyBudgetAmountLocalMicro: 'dailyBudget', totalBudgetAmountLocalMicro: 'totalBudget' } as const

const settings = {
  budgetOptimization: 'limit',
  fundingInstrumentId: 'limit',
  spreadBudgetEvenly: 'limit',
  standardDelivery: 'use',
} as const

mutations(Campaign, ['campaign', 'campaigns'], {
  create: {
    endpoint: createCampaign,
    description:
      'Creates a campaign. An account can have up to 200 active campaigns, and more on request to the service ' +
      '(R-CAMP-7).',
    input: CreateCampaignInput,
    does: {
      money,
      parent: IN_FUNDING_INSTRUMENT,
      serves: true,
      recognized: { isSorted: true },
    },
    prepare: creation,
  },
  update: {
    endpoint: updateCampaign,
    description:
      'Updates a campaign. If the input has no daily budget, the current one is read and kept (R-CAMP-6). Whenever the ' +
      'campaign is read, as always with `validateOnly`, the changes are checked against it.',
    input: UpdateCampaignInput,
    does: { money, settings, canNeed: campaignKey('', '') },
    prepare: update,
  },
  delete: {
    endpoint: deleteCampaign,
    description:
      'Deletes a campaign. This cannot be undone, and deleting it again gives NOT_FOUND (R-CAMP-8). Afterwards it is ' +
      'returned only with `withDeleted`.',
  },
  batch: {
    endpoint: batchCampaigns,
    description:
      `Creates, updates and deletes up to ${MAX_CAMPAIGN_OPERATIONS} campaigns in one call, which succeeds or fails ` +
      'as a whole (R-CAMP-9). An update keeps the daily budget as `updateCampaign` does.',
    maxItems: MAX_CAMPAIGN_OPERATIONS,
    rule: 'R-CAMP-9',
    ofOperation: 'One operation of a batch of campaigns. `accountId` can be omitted in it.',
    ofOperations: `The operations, in order: 1 to ${MAX_CAMPAIGN_OPERATIONS} in a call (R-CAMP-9).`,
  },
})
