import { fundingInstruments } from '../../sandbox/account/funding-instrument.ts'
import { customAudiencePermissions } from '../../sandbox/audience/custom-audience-permission.ts'
import { customAudiences } from '../../sandbox/audience/custom-audience.ts'
import { doNotReachLists } from '../../sandbox/audience/do-not-reach-list.ts'
import { campaigns } from '../../sandbox/campaign/campaign.ts'
import { lineItems } from '../../sandbox/campaign/line-item.ts'
import { targetingCriteria } from '../../sandbox/campaign/targeting-criterion.ts'
import { tvShows } from '../../sandbox/campaign/targeting-option.ts'
import { posts } from '../../sandbox/creative/post.ts'
import {
  DEMO_ACCOUNT_ID,
  EURO_ACCOUNT_ID,
  NO_ACCOUNT,
  type Row,
  type Store,
  type TableDefinition,
} from '../../sandbox/index.ts'
import { snakeCase } from '../../src/schema/wire-name.ts'
import { seededRandom } from './random-document.ts'

/** One operation of a batch, before it has the form of an input or of the wire. */
export interface Drawn {
  type: 'Create' | 'Update' | 'Delete'
  /** The row to change. Undefined for a Create. */
  id?: string
  fields: Record<string, unknown>
}

/** A batch mutation, and how its operations are drawn and sent. */
export interface Batch {
  mutation: string
  /** The input field with the ID of the row that an operation changes, if it has one. */
  idField?: string
  /** Draws an operation. `few` draws from one or two entities, so that operations depend on each other. */
  draw: (draw: Draw) => Drawn
  /** The rest of the input. */
  input?: (draw: Draw) => Record<string, unknown>
  /** The path of the request, and its body if it is not a JSON array of operations. */
  path: string
  /** The body of the request that the service gets for these operations. Defaults to `wireOf`. */
  body?: (operations: readonly Drawn[], input: Record<string, unknown>) => object
}

/** What an operation is drawn with. */
export interface Draw {
  pick: <T>(list: readonly T[]) => T
  chance: (probability: number) => boolean
  /** Whether the operations of the sequence depend on each other. */
  few: boolean
}

/** Draws sequences: the same for the same seed. */
export function sequenceDrawer(
  seed: number,
): (batch: Batch) => { operations: Drawn[]; input: Record<string, unknown> } {
  const random = seededRandom(seed)
  let drawn = 0
  return ({ draw, input }) => {
    const few = drawn % 2 === 0
    drawn += 1
    const tools: Draw = {
      pick: (list) => list[Math.floor(random() * list.length)]!,
      chance: (probability) => random() < probability,
      few,
    }
    const length = few ? 2 + Math.floor(random() * 5) : 1 + Math.floor(random() * 4)
    const operations = Array.from({ length }, () => draw(tools))
    return { operations, input: input?.(tools) ?? {} }
  }
}

/** An item of the list `operations` of an input. */
export function itemOf({ idField }: Pick<Batch, 'idField'>, { type, id, fields }: Drawn): unknown {
  return { [type.toLowerCase()]: { ...(id === undefined || !idField ? {} : { [idField]: id }), ...fields } }
}

/** The operations on the wire. */
export function wireOf({ idField }: Pick<Batch, 'idField'>, operations: readonly Drawn[]): object[] {
  return operations.map(({ type, id, fields }) => ({
    operation_type: type,
    params: { ...wireFields(fields), ...(id === undefined || !idField ? {} : { [snakeCase(idField)]: id }) },
  }))
}

function wireFields(fields: object): object {
  return Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [snakeCase(name), value === null ? '' : wireValue(value)]),
  )
}

function wireValue(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(wireValue)
  return typeof value === 'object' && value !== null ? wireFields(value) : value
}

/** The rows that sequences are about, in addition to the seed's. */
export function prepare(store: Store): void {
  const copy = <R extends Row>(
    table: TableDefinition<R>,
    sample: R,
    id: string,
    changes: Partial<R>,
    owner = DEMO_ACCOUNT_ID,
  ) => store.table(table).insert(owner, { ...sample, ...changes, id, deleted: changes.deleted ?? false })
  const [campaign] = store.table(campaigns).rows(DEMO_ACCOUNT_ID)
  const campaignsOfTest: [string, Partial<typeof campaign>][] = [
    [
      'ca',
      {
        budget_optimization: 'CAMPAIGN',
        entity_status: 'PAUSED',
        daily_budget_amount_local_micro: 5,
        total_budget_amount_local_micro: 10,
      },
    ],
    [
      'cb',
      {
        budget_optimization: 'LINE_ITEM',
        entity_status: 'ACTIVE',
        daily_budget_amount_local_micro: 5,
        total_budget_amount_local_micro: null,
      },
    ],
    ['cc', { budget_optimization: 'CAMPAIGN', entity_status: 'ACTIVE' }],
    ['ce', {}],
    ['cx', { deleted: true }],
  ]
  for (const [id, changes] of campaignsOfTest)
    copy(campaigns, campaign!, id, { ...(changes as object), funding_instrument_id: INSTRUMENT(store) })
  const sample = store
    .table(lineItems)
    .rows(DEMO_ACCOUNT_ID)
    .find((row) => !row.deleted)!
  const plain = {
    entity_status: 'PAUSED',
    placements: ['ALL_ON_SVC'],
    product_type: 'PROMOTED_POSTS',
    start_time: '2030-01-01T00:00:00Z',
    end_time: '2030-02-01T00:00:00Z',
    bid_strategy: 'AUTO',
    bid_amount_local_micro: null,
    advertiser_domain: null,
    categories: [],
    android_app_store_identifier: null,
    ios_app_store_identifier: null,
    frequency_cap: null,
    primary_web_event_tag: null,
  }
  copy(lineItems, sample, 'la', { ...plain, campaign_id: 'ca', objective: 'REACH', goal: 'MAX_REACH' })
  copy(lineItems, sample, 'lb', {
    ...plain,
    campaign_id: 'cb',
    objective: 'APP_INSTALLS',
    goal: 'APP_INSTALLS',
    android_app_store_identifier: 'a.b',
  })
  copy(lineItems, sample, 'lc', {
    ...plain,
    campaign_id: 'cb',
    objective: 'APP_INSTALLS',
    goal: 'APP_INSTALLS',
    bid_strategy: 'MAX',
    bid_amount_local_micro: 5,
    ios_app_store_identifier: '5',
  })
  copy(lineItems, sample, 'ld', {
    ...plain,
    campaign_id: 'cd',
    objective: 'PREROLL_VIEWS',
    goal: 'PREROLL',
    product_type: 'MEDIA',
    categories: ['1'],
    deleted: true,
  })
  for (let index = 0; index < 99; index += 1)
    copy(lineItems, sample, `lm${index}`, { ...plain, campaign_id: 'cc', objective: 'REACH', goal: 'MAX_REACH' })
  const [criterion] = store.table(targetingCriteria).rows(DEMO_ACCOUNT_ID)
  const criteria: [id: string, lineItem: string, type: string, value: string][] = [
    ['ta1', 'la', 'LOCATION', LOCATIONS[0]!],
    ['ta2', 'la', 'AGE', 'AGE_OVER_50'],
    ['ta3', 'la', 'BROAD_KEYWORD', 'shoes'],
    ['tb1', 'lb', 'LOCATION', LOCATIONS[1]!],
    ['tb2', 'lb', 'GENDER', '1'],
  ]
  for (const [id, line_item_id, targeting_type, targeting_value] of criteria)
    copy(targetingCriteria, criterion!, id, { line_item_id, targeting_type, targeting_value, operator_type: 'EQ' })
  const audience = store
    .table(customAudiences)
    .rows(DEMO_ACCOUNT_ID)
    .find((row) => !row.deleted)!
  const own = { owner_account_id: DEMO_ACCOUNT_ID, permission_level: 'READ_WRITE', is_owner: true }
  copy(customAudiences, audience, 'aa', { ...own, name: 'One', audience_type: 'CRM', targetable: true })
  copy(customAudiences, audience, 'am', { ...own, name: 'Two', audience_type: 'MOBILE_AUDIENCE', targetable: true })
  copy(customAudiences, audience, 'an', { ...own, name: 'Three', audience_type: 'MOBILE_AUDIENCE', targetable: false })
  copy(customAudiences, audience, 'ax', { ...own, name: 'Four', deleted: true })
  const [permission] = store.table(customAudiencePermissions).rows(DEMO_ACCOUNT_ID)
  for (const [id, level] of [
    ['ar', 'READ_ONLY'],
    ['aw', 'READ_WRITE'],
  ] as const) {
    copy(
      customAudiences,
      audience,
      id,
      { ...own, owner_account_id: EURO_ACCOUNT_ID, name: `Of ${id}`, targetable: true },
      EURO_ACCOUNT_ID,
    )
    copy(
      customAudiencePermissions,
      permission!,
      `p${id}`,
      { custom_audience_id: id, granted_account_id: DEMO_ACCOUNT_ID, permission_level: level },
      EURO_ACCOUNT_ID,
    )
  }
}

const INSTRUMENT = (store: Store) =>
  store
    .table(fundingInstruments)
    .rows(DEMO_ACCOUNT_ID)
    .find((row) => !row.deleted && row.type !== 'INSERTION_ORDER')!.id

/** The United States and Germany. */
const LOCATIONS = ['fb183f02b409afeb', '3a2c075d8104bdda']

type FieldsOf = Record<string, readonly unknown[]>

/** Some of these fields, each with one of its values. */
function some({ pick, chance }: Draw, presence: number, values: FieldsOf): Record<string, unknown> {
  const kept = Object.entries(values).filter(() => chance(presence))
  return Object.fromEntries(kept.map(([name, list]) => [name, pick(list)]))
}

/** The batches of the schema. */
export function batchesIn(store: Store): Batch[] {
  const instrument = INSTRUMENT(store)
  const shows = store.table(tvShows).rows(NO_ACCOUNT)
  const [list] = store.table(doNotReachLists).rows(DEMO_ACCOUNT_ID)
  const authored = store
    .table(posts)
    .rows(DEMO_ACCOUNT_ID)
    .filter((row) => !row.deleted)
    .slice(0, 6)
  const postIds = [...authored.map(({ id }) => id), '1']

  const campaignFields: FieldsOf = {
    name: ['New', 'New', ''],
    dailyBudgetAmountLocalMicro: ['4', '6', '12'],
    totalBudgetAmountLocalMicro: ['5', '11', null],
    budgetOptimization: ['CAMPAIGN', 'LINE_ITEM'],
    standardDelivery: [true, false, null],
    entityStatus: ['ACTIVE', 'PAUSED'],
    purchaseOrderNumber: ['7', null],
    fundingInstrumentId: [instrument, instrument, 'none'],
  }
  const kind = {
    campaignId: ['ca', 'cb', 'ce', 'cc'],
    objective: ['REACH', 'APP_INSTALLS'],
    bidStrategy: ['AUTO', 'MAX', 'TARGET'],
  }
  const lineItemFields: FieldsOf = {
    name: ['New', 'New', ''],
    startTime: ['2030-01-05T00:00:00Z', '2030-03-01T00:00:00Z'],
    endTime: ['2030-01-10T00:00:00Z', '2030-04-01T00:00:00Z'],
    bidStrategy: ['AUTO', 'MAX', 'TARGET'],
    bidAmountLocalMicro: ['5', null],
    goal: ['MAX_REACH', 'APP_INSTALLS', 'APP_PURCHASES', 'SITE_VISITS', 'WEBSITE_CONVERSIONS'],
    frequencyCap: [1, null],
    payBy: ['APP_CLICK'],
    entityStatus: ['PAUSED', 'ACTIVE'],
    androidAppStoreIdentifier: ['a.b', null],
    iosAppStoreIdentifier: ['5', null],
    categories: [['IAB1'], null],
    advertiserDomain: ['shop.example', null],
  }
  const names = ['One', 'Two', 'Five', 'Six']
  const hashes = ['a'.repeat(64), 'b'.repeat(64)]
  const users_ =
    (kinds: readonly string[]) =>
    ({ pick, chance }: Draw) =>
      Array.from({ length: chance(0.05) ? 0 : 1 + Math.floor(pick([0, 1, 2])) }, () => ({
        [pick(kinds)]: [chance(0.05) ? 'x' : pick(hashes)],
      }))
  const times: FieldsOf = {
    effectiveAt: ['2031-01-01T00:00:00Z', '2033-01-01T00:00:00Z'],
    expiresAt: ['2032-01-01T00:00:00Z', '2034-01-01T00:00:00Z', '2020-01-01T00:00:00Z'],
  }
  const segment = ({ pick, chance }: Draw, ids: readonly string[], depth = 0): Record<string, unknown> =>
    depth < 2 && chance(0.4)
      ? {
          booleanOperator: pick(['AND', 'OR']),
          negate: chance(0.3),
          childSegments: Array.from({ length: pick([1, 2, 2, 6]) }, () =>
            segment({ pick, chance, few: false }, ids, depth + 1),
          ),
        }
      : {
          customAudienceId: pick(ids),
          negate: chance(0.3),
          childSegments: [],
          ...some({ pick, chance, few: false }, 0.3, { lookbackWindow: [1, 30, 3], frequency: [1, 5] }),
        }

  return [
    {
      mutation: 'batchCampaigns',
      idField: 'campaignId',
      path: 'batch/accounts/:account_id/campaigns',
      draw(draw) {
        const { pick, chance, few } = draw
        const type = pick(['Create', 'Update', 'Update', 'Update', 'Delete'] as const)
        const ids = few ? ['ca', 'cb'] : ['ca', 'cb', 'cc', 'ce', 'cx', 'none']
        if (type === 'Delete') return { type, id: pick(ids), fields: {} }
        const fields = some(draw, 0.3, campaignFields)
        if (type === 'Update') {
          const spreads = fields['dailyBudgetAmountLocalMicro'] === undefined && chance(0.2)
          return { type, id: pick(ids), fields: spreads ? { ...fields, spreadBudgetEvenly: true } : fields }
        }
        const needed = { fundingInstrumentId: chance(0.9) ? instrument : 'none', name: 'New' }
        return { type, fields: { ...fields, ...needed } }
      },
      body: (operations) => keptBudgets(store, operations),
    },
    {
      mutation: 'batchLineItems',
      idField: 'lineItemId',
      path: 'batch/accounts/:account_id/line_items',
      draw(draw) {
        const { pick, few } = draw
        const type = pick(['Create', 'Create', 'Update', 'Update', 'Delete'] as const)
        const ids = few ? ['la', 'lb', 'lc', 'lm0'] : ['la', 'lb', 'lc', 'ld', 'lm0', 'none']
        if (type === 'Delete') return { type, id: pick(ids), fields: {} }
        if (type === 'Update') return { type, id: pick(ids), fields: some(draw, 0.2, lineItemFields) }
        const objective = pick(kind.objective)
        // On the wire, an empty name of a new line item is none, which the documents (R-LI-13) do not allow.
        const suited = some(draw, 0.1, { ...lineItemFields, name: ['New'] })
        const app = objective === 'APP_INSTALLS' ? { androidAppStoreIdentifier: 'a.b' } : {}
        return {
          type,
          fields: {
            ...suited,
            ...app,
            campaignId: pick(few ? kind.campaignId : [...kind.campaignId, 'cx', 'none']),
            objective,
            productType: pick(['PROMOTED_POSTS', 'PROMOTED_POSTS', 'PROMOTED_POSTS', 'MEDIA']),
            placements: ['ALL_ON_SVC'],
            startTime: '2030-01-01T00:00:00Z',
            endTime: '2030-02-01T00:00:00Z',
          },
        }
      },
      body: (operations) => wireOf({ idField: 'lineItemId' }, operations.map(joined)),
    },
    {
      mutation: 'batchTargetingCriteria',
      idField: 'targetingCriterionId',
      path: 'batch/accounts/:account_id/targeting_criteria',
      draw(draw) {
        const { pick, chance, few } = draw
        if (chance(0.3))
          return {
            type: 'Delete',
            id: pick(few ? ['ta1', 'ta2', 'tb1'] : ['ta1', 'ta2', 'ta3', 'tb2', 'none']),
            fields: {},
          }
        const [targetingType, targetingValue] = pick([
          ['AGE', 'AGE_OVER_50'],
          ['AGE', 'AGE_13_TO_24'],
          ['EVENT', '93h'],
          ['LOCATION', LOCATIONS[0]],
          ['LOCATION', LOCATIONS[1]],
          ['TV_SHOW', pick(shows).id],
          ['GENDER', '1'],
          ['BROAD_KEYWORD', 'shoes'],
          ['CUSTOM_AUDIENCE', pick(['aa', 'am', 'an', 'ax', 'ar', 'none'])],
          ['IAB_CATEGORY', pick(['IAB1', 'IAB1', 'zzz'])],
          ['LANGUAGE', pick(['en', 'en', 'zz'])],
          ['FOLLOWERS_OF_USER', pick(['1', 'x'])],
        ] as [string, string][])
        const operatorType = chance(0.9) ? 'EQ' : pick(['NE', 'LT'])
        const lineItemId = pick(few ? ['la', 'lb'] : ['la', 'lb', 'lc', 'ld', 'none'])
        return { type: 'Create', fields: { lineItemId, targetingType, targetingValue, operatorType } }
      },
    },
    {
      mutation: 'batchCustomAudiences',
      idField: 'customAudienceId',
      path: 'batch/accounts/:account_id/custom_audiences',
      draw(draw) {
        const { pick, chance, few } = draw
        const type = pick(['Create', 'Create', 'Update', 'Update', 'Delete'] as const)
        const ids = few ? ['aa', 'am', 'an'] : ['aa', 'am', 'an', 'ax', 'aw', 'ar', 'none']
        if (type === 'Delete') return { type, id: pick(ids), fields: {} }
        if (type === 'Update')
          return { type, id: pick(ids), fields: some(draw, 0.6, { name: names, description: ['D', null] }) }
        const tree = chance(0.5)
          ? { audienceType: 'MOBILE_AUDIENCE' }
          : { segments: segment(draw, few ? ['am', 'an', 'AN'] : ['am', 'an', 'AM', 'an', 'aa', 'none']) }
        return { type, fields: { name: pick(names), ...some(draw, 0.3, { description: ['D'] }), ...tree } }
      },
    },
    {
      mutation: 'updateCustomAudienceUsers',
      path: 'accounts/:account_id/custom_audiences/:id/users',
      input: ({ pick }) => ({ customAudienceId: pick(['aa', 'aa', 'an', 'aw', 'ar', 'ax', 'none']) }),
      draw: (draw) => ({
        type: draw.pick(['Update', 'Delete'] as const),
        fields: { users: users_(['email', 'handle', 'partnerUserId'])(draw), ...some(draw, 0.2, times) },
      }),
    },
    {
      mutation: 'updateDoNotReachListUsers',
      path: 'batch/accounts/:account_id/do_not_reach_lists/:id/users',
      input: ({ pick }) => ({ doNotReachListId: pick([list!.id, list!.id, list!.id, 'none']) }),
      draw: (draw) => ({
        type: draw.pick(['Update', 'Delete'] as const),
        fields: {
          users: users_(['email', 'phoneNumber'])(draw),
          ...some(draw, 0.2, { expiresAt: times['expiresAt']! }),
        },
      }),
    },
    {
      mutation: 'createPromotedPosts',
      path: 'accounts/:account_id/promoted_posts',
      input: ({ pick }) => ({ lineItemId: pick(['la', 'la', 'lb', 'ld', 'none']) }),
      draw: ({ pick, few }) => ({ type: 'Create', fields: { postId: pick(few ? postIds.slice(0, 2) : postIds) } }),
    },
  ]
}

function joined({ fields, ...operation }: Drawn): Drawn {
  const lists = Object.entries(fields).map(([name, value]) => [name, Array.isArray(value) ? value.join(',') : value])
  return { ...operation, fields: Object.fromEntries(lists) as Record<string, unknown> }
}

/** Operations on campaigns. Each update without a daily budget sends the current one. */
function keptBudgets(store: Store, operations: readonly Drawn[]): object[] {
  const budgets = new Map<string, unknown>()
  const sent = operations.map(({ type, id, fields }): Drawn => {
    if (type !== 'Update' || id === undefined) return { type, ...(id === undefined ? {} : { id }), fields }
    const stored = store.table(campaigns).find(DEMO_ACCOUNT_ID, id)?.daily_budget_amount_local_micro
    const kept = budgets.has(id) ? budgets.get(id) : stored
    const { spreadBudgetEvenly: spreads, ...own } = fields
    const { dailyBudgetAmountLocalMicro: daily = spreads ? undefined : (kept ?? undefined) } = own
    budgets.set(id, daily)
    return { type, id, fields: daily === undefined ? own : { ...own, dailyBudgetAmountLocalMicro: daily } }
  })
  return wireOf({ idField: 'campaignId' }, sent)
}
