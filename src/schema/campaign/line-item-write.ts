import { listBusinessCategories } from '../../rest/account/business-category.ts'
import { listIabCategories } from '../../rest/account/iab-category.ts'
import {
  batchLineItems,
  createLineItem,
  deleteLineItem,
  type LineItemParams,
  type LineItemRow,
  listLineItems,
  MAX_LINE_ITEM_OPERATIONS,
  MAX_LINE_ITEMS_PER_CAMPAIGN,
  updateLineItem,
} from '../../rest/campaign/line-item.ts'
import { listPlacements, type PlacementRow } from '../../rest/campaign/placement.ts'
import type { Row } from '../../rest/types.ts'
import type { Bounds } from '../cost/cost.ts'
import {
  type Change,
  type Check,
  decide,
  type Key,
  length,
  mutations,
  notNull,
  type Recognition,
  required,
  rulesFor,
  UNKNOWN,
  wholeKey,
} from '../kit.ts'
import { paramsOf } from '../write/input.ts'
import {
  idColumn,
  known,
  type Known,
  listsColumn,
  longColumn,
  type StoredRow,
  textColumn,
  textsColumn,
  timeColumn,
  wordColumn,
} from '../write/known.ts'
import { amounts, any, byType, checkOrder, need, nothingStored, type Rule, storedIn } from '../write/rule.ts'
import { childrenKey, type Rows } from '../write/stored.ts'
import { lineItemKey } from './in-line-item.ts'
import {
  CreateLineItemInput,
  type LineItemCreation,
  type LineItemInput,
  type LineItemUpdate,
  UpdateLineItemInput,
} from './line-item-input.ts'
import { LineItem } from './line-item.ts'

/** The objectives that require or allow certain fields (Ads Management Interface, section 2). */
const APP_OBJECTIVES = ['APP_INSTALLS', 'APP_ENGAGEMENTS']
const CAPPED_OBJECTIVES = ['REACH', 'ENGAGEMENTS', 'VIDEO_VIEWS', 'PREROLL_VIEWS']
const OBJECTIVES_WITHOUT_MAX = ['REACH', 'FOLLOWERS']
const OBJECTIVES_WITH_TARGET = ['REACH', 'FOLLOWERS', 'WEBSITE_CLICKS']

/** A domain: two or more labels of letters, digits and hyphens. The last one is not a number. */
const DOMAIN = /^(?=.{1,253}$)([\p{L}\p{N}]([\p{L}\p{N}-]{0,61}[\p{L}\p{N}])?\.)+(?!\d+$)[\p{L}\p{N}-]{2,63}$/u

const rule = rulesFor<LineItemInput>()

/** A rule that the defaults of the service keep. */
const ofGiven = (each: Rule<LineItemInput>): Rule<LineItemInput> => ({ ...each, ifGiven: true })

/** The rules for the fields of a line item (Ads Management Interface, section 2). */
const RULES = [
  ...notNull('R-LI-13', 'name'),
  ...length('R-LI-13', 'name', { min: 1, max: 255 }),
  ...amounts('dailyBudgetAmountLocalMicro', 'totalBudgetAmountLocalMicro'),
  byType('R-LI-9', 'audienceExpansion'),
  rule(
    'R-LI-10',
    ['durationInDays'],
    ({ durationInDays: days }) => days === null || [1, 7, 30].includes(days),
    ({ durationInDays: days }) => `is ${days}; it must be 1, 7 or 30`,
  ),
  rule(
    null,
    ['frequencyCap'],
    ({ frequencyCap: cap }) => cap === null || cap >= 0,
    ({ frequencyCap: cap }) => `is ${cap}; it cannot be negative`,
  ),
  // Categories are sent as a comma-separated list, so a comma would split a category in two.
  rule(
    'R-LI-3',
    ['categories'],
    ({ categories }) => (categories ?? []).every((category) => /^[^,]+$/.test(category)),
    'contains a category that is empty or has a comma',
  ),
  rule(
    'R-LI-3',
    ['advertiserDomain'],
    ({ advertiserDomain: domain }) => !domain || DOMAIN.test(domain),
    'must be a domain without a protocol, for example shop.example',
  ),
  rule(
    'R-LI-3',
    ['advertiserDomain'],
    (item) => Boolean(item.advertiserDomain) || !isOnNetwork(item.placements),
    'is required for the placement PUBLISHER_NETWORK',
  ),
  rule(
    'R-LI-3',
    ['categories'],
    (item) => Boolean(item.categories?.length) || !isOnNetwork(item.placements),
    'is required for the placement PUBLISHER_NETWORK',
  ),
  rule(
    'R-ACC-14',
    ['categories'],
    (item) => [1, 2].includes(item.categories?.length ?? 0) || item.objective !== 'PREROLL_VIEWS',
    ({ categories }) =>
      `has ${categories?.length ?? 0} categories; PREROLL_VIEWS requires one or two advertiser business categories`,
  ),
  rule(
    'R-LI-4',
    ['androidAppStoreIdentifier', 'iosAppStoreIdentifier'],
    (item) =>
      any(
        () => Boolean(item.androidAppStoreIdentifier),
        () => Boolean(item.iosAppStoreIdentifier),
        () => !isOneOf(APP_OBJECTIVES, item.objective),
      ),
    'or `iosAppStoreIdentifier` is required for APP_INSTALLS and APP_ENGAGEMENTS',
  ),
  rule(
    'R-LI-5',
    ['bidAmountLocalMicro'],
    ({ bidAmountLocalMicro: bid }) => bid === null || bid > 0n,
    ({ bidAmountLocalMicro: bid }) => `is ${bid}; it must be greater than 0`,
  ),
  rule(
    'R-LI-5',
    ['bidAmountLocalMicro', 'bidStrategy'],
    (item) =>
      any(
        () => item.bidAmountLocalMicro !== null,
        () => item.bidStrategy !== 'MAX' && item.bidStrategy !== 'TARGET',
      ),
    'is required for MAX and TARGET',
  ),
  ofGiven(
    rule(
      'R-LI-6',
      ['bidStrategy'],
      (item) =>
        (item.bidStrategy !== 'MAX' || !isOneOf(OBJECTIVES_WITHOUT_MAX, item.objective)) &&
        (item.bidStrategy !== 'TARGET' || isOneOf(OBJECTIVES_WITH_TARGET, item.objective)),
      ({ bidStrategy, objective }) => `is ${bidStrategy}, which is not available for ${objective}`,
    ),
  ),
  rule(
    'R-LI-7',
    ['goal'],
    (item) =>
      any(
        () => item.goal !== 'WEBSITE_CONVERSIONS',
        () => Boolean(item.primaryWebEventTag),
      ),
    'is WEBSITE_CONVERSIONS, which requires `primaryWebEventTag`',
  ),
  rule(
    'R-LI-11',
    ['frequencyCap'],
    (item) => item.frequencyCap === null || isOneOf(CAPPED_OBJECTIVES, item.objective),
    `can only be set for ${CAPPED_OBJECTIVES.join(', ')}`,
  ),
  ofGiven(
    rule(
      'R-LI-12',
      ['goal'],
      (item) =>
        (item.goal !== 'SITE_VISITS' || item.objective === 'WEBSITE_CLICKS') &&
        (item.goal !== 'APP_PURCHASES' || item.objective === 'APP_INSTALLS'),
      ({ goal, objective }) => `is ${goal}, which is not available for ${objective}`,
    ),
  ),
  rule(
    'R-LI-16',
    ['payBy'],
    (item) => item.payBy === null || item.objective === 'APP_INSTALLS',
    'can only be set for APP_INSTALLS',
  ),
  // Only the service knows how many line items of the account are active. A new one is, unless it has another status.
  rule(
    'R-LI-15',
    ['entityStatus'],
    (item, before) => (item.entityStatus ?? 'ACTIVE') !== 'ACTIVE' || before.entityStatus === 'ACTIVE' || UNKNOWN,
  ),
]

const CREATION_RULES = [
  ...required('R-LI-1', 'campaignId', 'objective', 'productType', 'placements', 'startTime', 'endTime'),
  rule(
    'R-LI-1',
    ['placements'],
    ({ placements }) => placements?.length !== 0,
    'is empty; at least one placement is required',
  ),
  // Only the service knows which client applications may set it.
  rule(
    'R-LI-8',
    ['advertiserUserId'],
    (item) => item.advertiserUserId === null || (item.objective === 'PREROLL_VIEWS' && UNKNOWN),
    'can only be set for PREROLL_VIEWS',
  ),
  ...RULES,
]

const UPDATE_RULES = [
  rule(
    'R-LI-16',
    ['entityStatus'],
    ({ entityStatus }) => entityStatus !== 'DRAFT',
    'is DRAFT; an update can only set ACTIVE or PAUSED',
  ),
  ...notNull('R-LI-1', 'startTime', 'endTime'),
  ...notNull('R-LI-6', 'bidStrategy'),
  ...notNull('R-LI-12', 'goal'),
  ...notNull('R-LI-16', 'entityStatus', 'payBy'),
  ...RULES,
]

/** The columns that rules rest on. */
const COLUMNS = {
  advertiserDomain: textColumn,
  androidAppStoreIdentifier: textColumn,
  bidAmountLocalMicro: longColumn,
  bidStrategy: wordColumn,
  categories: textsColumn,
  endTime: timeColumn,
  entityStatus: wordColumn,
  iosAppStoreIdentifier: textColumn,
  objective: wordColumn,
  placements: textsColumn,
  primaryWebEventTag: textColumn,
  startTime: timeColumn,
}

function isOneOf(objectives: readonly string[], objective: string | null): boolean {
  return objective !== null && objectives.includes(objective)
}

function isOnNetwork(placements: readonly string[] | null): boolean {
  return placements?.includes('PUBLISHER_NETWORK') ?? false
}

const placementsKey = wholeKey(listPlacements, {})

/** The catalog that categories are from: advertiser business categories for PREROLL_VIEWS, IAB categories for the others. */
function catalogOf(objective: Known<string> | undefined): Key<readonly StoredRow<Row>[]> {
  return objective === 'PREROLL_VIEWS' ? wholeKey(listBusinessCategories, {}) : wholeKey(listIabCategories, {})
}

function catalogOfRow(row: Key<StoredRow<LineItemRow> | null>): Key<readonly StoredRow<Row>[]> {
  const id = `catalog ${row.id}`
  const costs = (keys: Bounds) => ['PREROLL_VIEWS', ''].flatMap((objective) => catalogOf(objective).costs(keys))
  return {
    id,
    group: 'catalog',
    costs,
    read: async (context, stored) =>
      catalogOf(known(await stored.readOne(context, row), 'objective', wordColumn)).read(context, stored),
  }
}

/** The rules that the categories are in the catalog that the objective uses. */
function categoryRules(catalog: readonly StoredRow<Row>[] | undefined) {
  const isIn = (category: string) => need(catalog).some((row) => known(row, 'id', idColumn) === category)
  const missing = (categories: readonly string[] | null) => (categories ?? []).filter((one) => !isIn(one))
  const ofCatalog = (id: string, field: string, isOf: (objective: string | null) => boolean) =>
    rule(
      id,
      ['categories'],
      (item) =>
        !item.categories?.length || (need(catalog) && !isOf(item.objective)) || missing(item.categories).length === 0,
      ({ categories }) =>
        `are not all in the catalog; see \`${field}\` for the IDs. Not in it: ${missing(categories).join(', ')}`,
    )
  return [
    ofCatalog('R-LI-3', 'iabCategories', (objective) => objective !== 'PREROLL_VIEWS'),
    ofCatalog('R-ACC-14', 'advertiserBusinessCategories', (objective) => objective === 'PREROLL_VIEWS'),
  ]
}

/** The creation of a line item, with these parameters. Its campaign and the permitted placements limit it. */
function lineItemCreation(
  check: Check<LineItemInput>,
  account: string,
  params: LineItemParams,
): Change<LineItemParams> {
  const { objective, categories } = check.input
  const campaign = { parent: params.campaign_id ?? '', first: MAX_LINE_ITEMS_PER_CAMPAIGN }
  const siblings = childrenKey(listLineItems, 'campaign_ids', account, campaign, { with_draft: true })
  const catalog = catalogOf(objective)
  return {
    dependsOn: [siblings, placementsKey, categories?.length ? catalog : undefined],
    review(stored) {
      decide(check, CREATION_RULES, NEW)
      checkOrder(check, NEW)
      decide(check, [
        ...siblingRules(stored.rows(siblings)),
        placementRule(stored.get(placementsKey)),
        ...categoryRules(stored.get(catalog)),
      ])
    },
    apply(stored) {
      stored.add(siblings, listLineItems, params)
      return params
    },
  }
}

/** The bid strategy and the goal of a new line item depend on its objective, unless the input has them. How is not documented. */
const NEW = nothingStored('bidStrategy', 'goal')

/** The rules for a new line item, in addition to the rules of its campaign. */
function siblingRules({ rows, complete }: Rows<LineItemRow>) {
  const isFull = rows.length >= MAX_LINE_ITEMS_PER_CAMPAIGN
  // All have the same value, so one row is enough to know it.
  const common = (name: 'objective' | 'product_type') => {
    const values = rows.map((row) => known(row, name, wordColumn))
    return values.find((value) => typeof value === 'string') ?? (rows.length === 0 && complete ? null : need(UNKNOWN))
  }
  const sameAs = (field: 'objective' | 'productType', name: 'objective' | 'product_type') =>
    rule(
      'R-LI-2',
      [field],
      (item) => common(name) === null || item[field] === common(name),
      () => `must be ${common(name)}, as in the other line items of its campaign`,
    )
  return [
    sameAs('objective', 'objective'),
    sameAs('productType', 'product_type'),
    rule(
      'R-LI-15',
      ['campaignId'],
      () => !isFull && (complete || UNKNOWN),
      `has ${MAX_LINE_ITEMS_PER_CAMPAIGN} line items, which is the limit`,
    ),
  ]
}

const placementRule = (permitted: readonly StoredRow<PlacementRow>[] | undefined) =>
  rule(
    'R-ACC-10',
    ['placements'],
    ({ productType, placements }) => {
      const row = need(permitted).find((one) => known(one, 'product_type', wordColumn) === productType)
      const combinations = need(known(row, 'placements', listsColumn)) ?? need(UNKNOWN)
      return combinations.some((combination) => isSameSet(combination, placements ?? []))
    },
    ({ productType }) => `are not a permitted combination for ${productType}; see \`lineItemPlacements\``,
  )

function isSameSet(one: readonly string[], other: readonly string[]): boolean {
  const names = new Set(one)
  return names.size === new Set(other).size && other.every((name) => names.has(name))
}

/** The update of a line item, with these parameters. Its current values limit it. */
function lineItemUpdate(
  check: Check<LineItemInput>,
  account: string,
  id: string,
  params: LineItemParams,
): Change<LineItemParams> {
  const { categories } = check.input
  const key = lineItemKey(account, id)
  const catalog = catalogOfRow(key)
  return {
    dependsOn: [key, categories?.length ? catalog : undefined],
    review(stored) {
      const current = storedIn(stored.get(key), COLUMNS)
      decide(check, UPDATE_RULES, current)
      checkOrder(check, current)
      decide(check, categoryRules(stored.get(catalog)), current)
    },
    apply(stored) {
      stored.change(key, { ...params, ...(categories && { categories }) })
      // AUTO ignores the bid.
      if (known(stored.get(key), 'bid_strategy', wordColumn) === 'AUTO')
        stored.change(key, { bid_amount_local_micro: null })
      return params
    },
  }
}

/** How a new line item is recognized. */
const NEW_LINE_ITEM: Recognition = {
  isSorted: true,
  shownBy: {
    // It is ignored with an automatic bid (R-LI-5).
    bid_amount_local_micro: (row, sent) => (row.bid_strategy === 'AUTO' ? sent : row.bid_amount_local_micro),
  },
}

/** The parent of a new line item. */
const IN_CAMPAIGN = { type: 'Campaign', id: 'campaignId' } as const

const money = {
  bidAmountLocalMicro: 'bid',
  dailyBudgetAmountLocalMicro: 'dailyBudget',
  totalBudgetAmountLocalMicro: 'totalBudget',
} as const

const settings = { bidStrategy: 'limit', endTime: 'use', goal: 'use', payBy: 'use', startTime: 'use' } as const

mutations(LineItem, ['line item', 'line items'], {
  create: {
    endpoint: createLineItem,
    description:
      `Creates a line item. A campaign can have up to ${MAX_LINE_ITEMS_PER_CAMPAIGN} line items, and an account up ` +
      'to 256 active ones (R-LI-15). With `validateOnly`, the line items of its campaign, the permitted placements and ' +
      'the catalog of its categories are read.',
    input: CreateLineItemInput,
    does: { money, parent: IN_CAMPAIGN, serves: true, recognized: NEW_LINE_ITEM },
    prepare: creation,
  },
  update: {
    endpoint: updateLineItem,
    description:
      'Updates a line item. With `validateOnly`, the line item is read, and the changes are checked against it; new ' +
      'categories are checked against their catalog. @beyondDocuments',
    input: UpdateLineItemInput,
    does: { money, settings },
    prepare: update,
    // The goal requires a web event tag, which an update cannot set.
    fieldOf: ({ parameter }) => (parameter === 'primary_web_event_tag' ? 'goal' : undefined),
  },
  delete: {
    endpoint: deleteLineItem,
    description:
      'Deletes a line item. Deleting it again gives NOT_FOUND. Afterwards it is returned only with `withDeleted`. ' +
      '@beyondDocuments',
  },
  batch: {
    endpoint: batchLineItems,
    description:
      `Creates, updates and deletes up to ${MAX_LINE_ITEM_OPERATIONS} line items in one call, which succeeds or ` +
      'fails as a whole (R-LI-16). @beyondDocuments',
    maxItems: MAX_LINE_ITEM_OPERATIONS,
    rule: 'R-LI-16',
    ofOperation: 'One operation of a batch of line items. `accountId` can be omitted in it. @beyondDocuments',
    ofOperations: `The operations, in order: 1 to ${MAX_LINE_ITEM_OPERATIONS} in a call.`,
  },
})

function lineItemParams(check: Check<LineItemInput>, account: string): LineItemParams {
  const { input } = check
  const advertiserUserId = check.ids.one('advertiserUserId', 'User', account)
  // The service expects comma-separated lists, in JSON too.
  // A line item has a set of placements.
  const placements = input.placements && [...new Set(input.placements)]
  const lists = { placements: commaSeparated(placements), categories: commaSeparated(input.categories) }
  return paramsOf(check, { advertiserUserId, ...lists })
}

function commaSeparated(list: readonly string[] | null | undefined): string | null | undefined {
  return list ? list.join(',') : list
}

function creation(check: Check<LineItemCreation>): Change<LineItemParams> {
  const { account } = check.ids.parent(IN_CAMPAIGN)
  return lineItemCreation(check, account, lineItemParams(check, account))
}

function update(check: Check<LineItemUpdate>): Change<LineItemParams> {
  const { account, id } = check.ids.changed('lineItemId', 'LineItem')
  return lineItemUpdate(check, account, id, lineItemParams(check, account))
}
