import type { Bounds } from '../cost/cost.ts'
import { listBusinessCategories } from '../../rest/account/business-category.ts'
import { listIabCategories } from '../../rest/account/iab-category.ts'
import {
  listLineItems,
  MAX_LINE_ITEMS_PER_CAMPAIGN,
  type LineItemParams,
  type LineItemRow,
} from '../../rest/campaign/line-item.ts'
import { listPlacements, type PlacementRow } from '../../rest/campaign/placement.ts'
import type { Row } from '../../rest/types.ts'
import { bigintOf, type Change, type Check, childrenKey, type Key, type Rows, wholeKey } from '../kit.ts'
import { lineItemKey } from './in-line-item.ts'
import type { LineItemInput } from './line-item-input.ts'

/** The objectives that require or allow certain fields (Ads Management Interface, section 2). */
const APP_OBJECTIVES = ['APP_INSTALLS', 'APP_ENGAGEMENTS']
const CAPPED_OBJECTIVES = ['REACH', 'ENGAGEMENTS', 'VIDEO_VIEWS', 'PREROLL_VIEWS']
const OBJECTIVES_WITHOUT_MAX = ['REACH', 'FOLLOWERS']
const OBJECTIVES_WITH_TARGET = ['REACH', 'FOLLOWERS', 'WEBSITE_CLICKS']

/** A domain: two or more labels of letters, digits and hyphens, of which the last is not a number. */
const DOMAIN = /^(?=.{1,253}$)([\p{L}\p{N}]([\p{L}\p{N}-]{0,61}[\p{L}\p{N}])?\.)+(?!\d+$)[\p{L}\p{N}-]{2,63}$/u

/** Checks the rules for the fields of a line item. */
export function checkLineItem(check: Check<LineItemInput>, operation: 'Create' | 'Update'): void {
  const { input } = check
  check.length('name', { min: 1, max: 255 }, 'R-LI-13')
  check.amounts('dailyBudgetAmountLocalMicro', 'totalBudgetAmountLocalMicro')
  check.inOrder('startTime', 'endTime')
  check.notNull('R-LI-13', 'name')
  const { bidAmountLocalMicro: bid, durationInDays: days, frequencyCap: cap, advertiserDomain } = input
  check.that(
    typeof bid !== 'bigint' || bid > 0n,
    'bidAmountLocalMicro',
    'R-LI-5',
    `is ${bid}; it must be greater than 0`,
  )
  const isWindow = typeof days !== 'number' || [1, 7, 30].includes(days)
  check.that(isWindow, 'durationInDays', 'R-LI-10', `is ${days}; it must be 1, 7 or 30`)
  check.that(typeof cap !== 'number' || cap >= 0, 'frequencyCap', null, `is ${cap}; it cannot be negative`)
  // Categories are sent as a comma-separated list, so a comma would split a category in two.
  const separable = (input.categories ?? []).every((category) => /^[^,]+$/.test(category))
  check.that(separable, 'categories', 'R-LI-3', 'contains a category that is empty or has a comma')
  // Only reading the catalogs shows whether they have a category.
  if (input.categories?.length) check.leaveUnchecked('R-LI-3', 'R-ACC-14')
  const isDomain = !advertiserDomain || DOMAIN.test(advertiserDomain)
  check.that(isDomain, 'advertiserDomain', 'R-LI-3', 'must be a domain without a protocol, for example shop.example')
  if (operation === 'Create') checkNew(check)
  else checkChange(check)
}

function checkNew(check: Check<LineItemInput>): void {
  const { input } = check
  for (const field of ['campaignId', 'objective', 'productType', 'placements', 'startTime', 'endTime'] as const)
    check.required(field, 'R-LI-1')
  check.that(input.placements?.length !== 0, 'placements', 'R-LI-1', 'is empty; at least one placement is required')
  const isPreroll = input.objective === 'PREROLL_VIEWS'
  check.that(isPreroll || !input.advertiserUserId, 'advertiserUserId', 'R-LI-8', 'can only be set for PREROLL_VIEWS')
  checkRequirements(check, input)
  checkByObjective(check, input)
  check.leaveUnchecked('R-LI-2', 'R-LI-15', 'R-ACC-10')
  if (input.advertiserUserId) check.leaveUnchecked('R-LI-8')
}

function checkChange(check: Check<LineItemInput>): void {
  const { input } = check
  const settable = input.entityStatus !== 'DRAFT'
  check.that(settable, 'entityStatus', 'R-LI-16', 'is DRAFT; an update can only set ACTIVE or PAUSED')
  check.notNull('R-LI-1', 'startTime', 'endTime')
  check.notNull('R-LI-6', 'bidStrategy')
  check.notNull('R-LI-12', 'goal')
  check.notNull('R-LI-16', 'entityStatus', 'payBy')
  const keepsBid = !bidsAmount(input.bidStrategy) || input.bidAmountLocalMicro !== null
  check.that(keepsBid, 'bidAmountLocalMicro', 'R-LI-5', 'is required for MAX and TARGET')
  for (const [field, rules] of [...REQUIRABLE_FIELDS, ...CONSTRAINED_FIELDS])
    if (input[field] !== undefined) check.leaveUnchecked(...rules)
  if (input.entityStatus === 'ACTIVE') check.leaveUnchecked('R-LI-15')
}

type FieldRules = readonly (readonly [field: keyof LineItemInput, rules: readonly string[]])[]

/** The fields of an update that the placements or the objective of the line item can require, each with its rules. */
const REQUIRABLE_FIELDS: FieldRules = [
  ['advertiserDomain', ['R-LI-3']],
  ['categories', ['R-LI-3', 'R-ACC-14']],
  ['androidAppStoreIdentifier', ['R-LI-4']],
  ['iosAppStoreIdentifier', ['R-LI-4']],
]

/** The fields of an update whose values the objective or other fields of the line item limit, each with its rules. */
const CONSTRAINED_FIELDS: FieldRules = [
  ['bidStrategy', ['R-LI-5', 'R-LI-6']],
  ['bidAmountLocalMicro', ['R-LI-5']],
  ['goal', ['R-LI-7', 'R-LI-12']],
  ['frequencyCap', ['R-LI-11']],
  ['payBy', ['R-LI-16']],
]

function isChanged(input: LineItemInput, fields: FieldRules): boolean {
  return fields.some(([field]) => input[field] !== undefined)
}

/** Current or future values of a line item. */
type Values<Name extends keyof LineItemInput> = { [Each in Name]?: LineItemInput[Each] | null }

/** The values that can require others. */
type Requiring = Values<
  'objective' | 'placements' | 'advertiserDomain' | 'categories' | 'androidAppStoreIdentifier' | 'iosAppStoreIdentifier'
>

/** Checks that a line item has the values that its placements and its objective require. */
function checkRequirements(check: Check<LineItemInput>, whole: Requiring): void {
  const objective = whole.objective ?? ''
  const count = whole.categories?.length ?? 0
  const onNetwork = whole.placements?.includes('PUBLISHER_NETWORK') ?? false
  const message = 'is required for the placement PUBLISHER_NETWORK'
  check.that(!onNetwork || Boolean(whole.advertiserDomain), 'advertiserDomain', 'R-LI-3', message)
  check.that(!onNetwork || count > 0, 'categories', 'R-LI-3', message)
  const hasApp = Boolean(whole.androidAppStoreIdentifier || whole.iosAppStoreIdentifier)
  const appMessage = 'or `iosAppStoreIdentifier` is required for APP_INSTALLS and APP_ENGAGEMENTS'
  const appField = check.input.iosAppStoreIdentifier ? 'iosAppStoreIdentifier' : 'androidAppStoreIdentifier'
  check.that(!APP_OBJECTIVES.includes(objective) || hasApp, appField, 'R-LI-4', appMessage)
  check.that(
    objective !== 'PREROLL_VIEWS' || count === 1 || count === 2,
    'categories',
    'R-ACC-14',
    `has ${count} categories; PREROLL_VIEWS requires one or two advertiser business categories`,
  )
}

/** The values that limit others. */
type Constraining = Values<'objective' | 'bidStrategy' | 'bidAmountLocalMicro' | 'primaryWebEventTag'>

/** Checks the rules for input fields that depend on other fields of the line item. */
function checkByObjective(check: Check<LineItemInput>, whole: Constraining): void {
  const { bidStrategy, goal, frequencyCap, payBy } = check.input
  const objective = whole.objective ?? ''
  const hasBid = !bidsAmount(whole.bidStrategy) || typeof whole.bidAmountLocalMicro === 'bigint'
  check.that(hasBid, 'bidAmountLocalMicro', 'R-LI-5', 'is required for MAX and TARGET')
  const offered =
    (bidStrategy !== 'MAX' || !OBJECTIVES_WITHOUT_MAX.includes(objective)) &&
    (bidStrategy !== 'TARGET' || OBJECTIVES_WITH_TARGET.includes(objective))
  check.that(offered, 'bidStrategy', 'R-LI-6', `is ${bidStrategy}, which is not available for ${objective}`)
  const counted = goal !== 'WEBSITE_CONVERSIONS' || Boolean(whole.primaryWebEventTag)
  check.that(counted, 'goal', 'R-LI-7', 'is WEBSITE_CONVERSIONS, which requires `primaryWebEventTag`')
  const capped = typeof frequencyCap !== 'number' || CAPPED_OBJECTIVES.includes(objective)
  check.that(capped, 'frequencyCap', 'R-LI-11', `can only be set for ${CAPPED_OBJECTIVES.join(', ')}`)
  const suits =
    (goal !== 'SITE_VISITS' || objective === 'WEBSITE_CLICKS') &&
    (goal !== 'APP_PURCHASES' || objective === 'APP_INSTALLS')
  check.that(suits, 'goal', 'R-LI-12', `is ${goal}, which is not available for ${objective}`)
  check.that(!payBy || objective === 'APP_INSTALLS', 'payBy', 'R-LI-16', 'can only be set for APP_INSTALLS')
}

function bidsAmount(strategy: string | null | undefined): boolean {
  return strategy === 'MAX' || strategy === 'TARGET'
}

const placementsKey = wholeKey(listPlacements, {})

/** The catalog that categories are from: advertiser business categories for PREROLL_VIEWS, IAB categories for the others. */
function catalogOf(objective: string | null | undefined): Key<Row[]> {
  return objective === 'PREROLL_VIEWS' ? wholeKey(listBusinessCategories, {}) : wholeKey(listIabCategories, {})
}

/** The catalog that the categories of a stored line item are from. */
function catalogOfRow(row: Key<LineItemRow | null>): Key<Row[]> {
  const id = `catalog ${row.id}`
  const costs = (keys: Bounds) => ['PREROLL_VIEWS', ''].flatMap((objective) => catalogOf(objective).costs(keys))
  return {
    id,
    group: 'catalog',
    costs,
    read: async (context) => catalogOf((await row.read(context))?.objective).read(context),
  }
}

/** Checks that the categories are in the catalog that the objective uses. */
function checkCategories(
  check: Check<LineItemInput>,
  objective: string | null | undefined,
  catalog: readonly Row[] | undefined,
): void {
  const { categories } = check.input
  if (!categories?.length || !catalog) return
  check.markChecked('R-LI-3', 'R-ACC-14')
  const known = new Set(catalog.map(({ id }) => id))
  const unknown = categories.filter((category) => !known.has(category))
  const isPreroll = objective === 'PREROLL_VIEWS'
  const field = isPreroll ? '`advertiserBusinessCategories`' : '`iabCategories`'
  const message = `are not all in the catalog; see ${field} for the IDs. Not in it: ${unknown.join(', ')}`
  check.that(unknown.length === 0, 'categories', isPreroll ? 'R-ACC-14' : 'R-LI-3', message)
}

/** The creation of a line item, with these parameters. Its campaign and the permitted placements limit it. */
export function lineItemCreation(
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
      checkSiblings(check, stored.rows(siblings))
      checkPlacements(check, stored.get(placementsKey))
      checkCategories(check, objective, stored.get(catalog))
    },
    apply(stored) {
      stored.add(siblings, listLineItems, params)
      return params
    },
  }
}

/** Checks a new line item against those of its campaign, as far as they are known. */
function checkSiblings(check: Check<LineItemInput>, { rows, complete }: Rows<LineItemRow>): void {
  let areColumnsKnown = true
  for (const [field, column] of [
    ['objective', 'objective'],
    ['productType', 'product_type'],
  ] as const) {
    // Rows can lack columns.
    const common = rows.find((row) => row[column] !== undefined)?.[column]
    areColumnsKnown &&= common !== undefined || rows.length === 0
    const message = `must be ${common}, as in the other line items of its campaign`
    check.that(common === undefined || check.input[field] === common, field, 'R-LI-2', message)
  }
  const hasRoom = rows.length < MAX_LINE_ITEMS_PER_CAMPAIGN
  if (!complete && hasRoom) return
  if (areColumnsKnown) check.markChecked('R-LI-2')
  // Only the service knows how many line items of the account are active.
  const { entityStatus } = check.input
  if (entityStatus && entityStatus !== 'ACTIVE') check.markChecked('R-LI-15')
  check.that(hasRoom, 'campaignId', 'R-LI-15', `has ${MAX_LINE_ITEMS_PER_CAMPAIGN} line items, which is the limit`)
}

function checkPlacements(check: Check<LineItemInput>, permitted: readonly PlacementRow[] | undefined): void {
  if (!permitted) return
  const { productType, placements } = check.input
  const combinations = permitted.find((row) => row.product_type === productType)?.placements
  if (!combinations) return
  check.markChecked('R-ACC-10')
  const isPermitted = combinations.some((combination) => isSameSet(combination, placements ?? []))
  const message = `are not a permitted combination for ${productType}; see \`lineItemPlacements\``
  check.that(isPermitted, 'placements', 'R-ACC-10', message)
}

function isSameSet(one: readonly string[], other: readonly string[]): boolean {
  const names = new Set(one)
  return names.size === new Set(other).size && other.every((name) => names.has(name))
}

/** The update of a line item, with these parameters. Its current values limit it. */
export function lineItemUpdate(
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
      const row = stored.get(key)
      if (row) checkAgainst(check, row, stored.get(catalog))
    },
    apply(stored) {
      stored.change(key, { ...params, ...(categories && { categories }) })
      // AUTO ignores the bid.
      if (stored.get(key)?.bid_strategy === 'AUTO') stored.change(key, { bid_amount_local_micro: null })
      return params
    },
  }
}

/** Checks the rules of an update that depend on the line item as it is by then. */
function checkAgainst(check: Check<LineItemInput>, row: LineItemRow, catalog: readonly Row[] | undefined): void {
  const { input } = check
  check.inOrder('startTime', 'endTime', { startTime: row.start_time, endTime: row.end_time })
  const { objective, placements } = row
  const {
    bidStrategy = row.bid_strategy,
    bidAmountLocalMicro = bigintOf(row.bid_amount_local_micro),
    advertiserDomain = row.advertiser_domain,
    categories = row.categories,
    androidAppStoreIdentifier = row.android_app_store_identifier,
    iosAppStoreIdentifier = row.ios_app_store_identifier,
  } = input
  // Rows can lack columns. A rule about a column that is not known stays unchecked.
  const apps = APP_OBJECTIVES.includes(objective ?? '') ? { androidAppStoreIdentifier, iosAppStoreIdentifier } : {}
  const required = { objective, placements, advertiserDomain, categories, ...apps }
  if (isChanged(input, REQUIRABLE_FIELDS) && isKnown(required)) {
    check.markChecked('R-LI-3', 'R-LI-4', 'R-ACC-14')
    checkRequirements(check, required)
    checkCategories(check, objective, catalog)
  }
  const { primary_web_event_tag: primaryWebEventTag } = row
  const constraining = { objective, bidStrategy, bidAmountLocalMicro, primaryWebEventTag }
  if (isChanged(input, CONSTRAINED_FIELDS) && isKnown(constraining)) {
    check.markChecked('R-LI-5', 'R-LI-6', 'R-LI-7', 'R-LI-11', 'R-LI-12', 'R-LI-16')
    checkByObjective(check, constraining)
  }
  if (input.entityStatus === 'ACTIVE' && row.entity_status === 'ACTIVE') check.markChecked('R-LI-15')
}

function isKnown(columns: object): boolean {
  return Object.values(columns).every((value) => value !== undefined)
}
