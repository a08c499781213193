import { lineItem } from '../../reference/campaign/line-item.ts'
import { businessCategories } from '../account/business-category.ts'
import { iabCategories } from '../account/iab-category.ts'
import { fullUser } from '../account/promotable-user.ts'
import { NO_ACCOUNT } from '../data/store.ts'
import { endpointsOf, sentOrNull, type Sent } from '../endpoint/crud.ts'
import type { Endpoint } from '../endpoint/endpoint.ts'
import { without } from '../endpoint/list.ts'
import { oneOf, parameterOf } from '../endpoint/parameter.ts'
import { added, type WriteContext } from '../endpoint/write.ts'
import { brokenRule, missingParameter, type ErrorItem } from '../http/error.ts'
import { campaigns } from './campaign.ts'
import { lineItems, type LineItemRow } from './line-item.ts'
import { placements } from './placement.ts'
import { platforms, type TargetingOption } from './targeting-catalog.ts'
import { targetingCriteria } from './targeting-criterion.ts'

/** The defaults of each objective. */
const DEFAULTS: Readonly<Record<string, { goal: string; pay_by: string }>> = {
  APP_ENGAGEMENTS: { goal: 'APP_CLICKS', pay_by: 'APP_CLICK' },
  APP_INSTALLS: { goal: 'APP_INSTALLS', pay_by: 'APP_CLICK' },
  REACH: { goal: 'MAX_REACH', pay_by: 'IMPRESSION' },
  FOLLOWERS: { goal: 'FOLLOWERS', pay_by: 'FOLLOW' },
  ENGAGEMENTS: { goal: 'ENGAGEMENT', pay_by: 'ENGAGEMENT' },
  VIDEO_VIEWS: { goal: 'VIDEO_VIEW', pay_by: 'VIEW' },
  PREROLL_VIEWS: { goal: 'PREROLL', pay_by: 'VIEW' },
  WEBSITE_CLICKS: { goal: 'LINK_CLICKS', pay_by: 'LINK_CLICK' },
}

/** The limits of line items in a campaign, and of active line items in an account (Ads Management Interface, section 8). */
const MAX_LINE_ITEMS_PER_CAMPAIGN = 100
const MAX_ACTIVE_LINE_ITEMS = 256

const APP_OBJECTIVES = ['APP_INSTALLS', 'APP_ENGAGEMENTS']
const MAX_BID_EXCEPTIONS = ['REACH', 'FOLLOWERS']
const TARGET_BID_OBJECTIVES = ['REACH', 'FOLLOWERS', 'WEBSITE_CLICKS']
const CAPPED_OBJECTIVES = ['REACH', 'ENGAGEMENTS', 'VIDEO_VIEWS', 'PREROLL_VIEWS']

/** The parameters of a write that are limited by the objective. */
type Asked = Partial<Pick<SentLineItem, 'categories' | 'advertiser_user_id' | 'pay_by'>>
type SentLineItem = Sent<typeof lineItem, 'POST 12 accounts/:account_id/line_items'>

/**
 * The writes of line items. Creation is documented (Ads Management Interface, section 4.5); the others follow the live
 * service.
 */
export const lineItemWriteEndpoints: Endpoint[] = endpointsOf(lineItem).writes(lineItems, {
  batch: 40,
  refersTo: { campaign_id: campaigns },
  keeps: ['advertiser_user_id', 'bid_strategy', 'goal', 'pay_by'],
  parameters: {
    PUT: {
      entity_status: oneOf('ACTIVE', 'PAUSED'),
      // The live service refuses it by a rule, except for PREROLL_VIEWS.
      advertiser_user_id: parameterOf({ type: 'long' }),
    },
  },
  create(sent, context) {
    const campaign = context.store.table(campaigns).find(context.owner, sent.campaign_id)!
    const defaults = DEFAULTS[sent.objective]!
    const strategy = sent.bid_strategy ?? defaultStrategy(sent)
    // Only reads return the columns of delivery, and an expansion is returned only if there is one.
    const {
      servable: _,
      reasons_not_servable: __,
      audience_expansion,
      ...columns
    } = sentOrNull(lineItem.rows.LineItem, sent)
    return {
      ...columns,
      funding_instrument_id: campaign.funding_instrument_id,
      currency: campaign.currency,
      placements: [...new Set(sent.placements)],
      advertiser_user_id: sent.advertiser_user_id ?? advertiserOf(context),
      bid_strategy: strategy,
      bid_amount_local_micro: strategy === 'AUTO' ? null : columns.bid_amount_local_micro,
      goal: sent.goal ?? defaults.goal,
      pay_by: sent.pay_by ?? defaults.pay_by,
      duration_in_days: sent.duration_in_days ? Number(sent.duration_in_days) : null,
      standard_delivery: sent.standard_delivery ?? true,
      entity_status: sent.entity_status ?? 'ACTIVE',
      categories: sent.categories ?? [],
      creative_source: 'MANUAL',
      ...(audience_expansion && { audience_expansion }),
    }
  },
  update: (row, { duration_in_days: days }) => ({
    ...(row.bid_strategy === 'AUTO' && { bid_amount_local_micro: null }),
    ...(days !== undefined && { duration_in_days: days === null ? null : Number(days) }),
    // A row with an empty list of categories has none.
    categories: row.categories ?? [],
  }),
  check(row, sent, context, before) {
    const { inCampaign, active } = countOf(row, context)
    const isActivated = row.entity_status === 'ACTIVE' && before?.entity_status !== 'ACTIVE'
    const errors = [...errorsOf(row, sent), unknownCategories(row, sent, context)]
    if (before === undefined) errors.push(illegalPlacements(row, context), ...siblingMismatches(row, context))
    return [
      ...errors,
      before === undefined &&
        inCampaign >= MAX_LINE_ITEMS_PER_CAMPAIGN &&
        tooMany(`Campaign ${row.campaign_id} has ${MAX_LINE_ITEMS_PER_CAMPAIGN} line items, which is the limit`),
      isActivated &&
        active >= MAX_ACTIVE_LINE_ITEMS &&
        tooMany(`The account has ${MAX_ACTIVE_LINE_ITEMS} active line items, which is the limit`),
    ]
  },
  stored: addPlatforms,
  // The live service omits these columns of a deleted line item.
  answer: (row, method) =>
    method === 'DELETE'
      ? without(row, 'funding_instrument_id', 'daily_budget_amount_local_micro', 'standard_delivery')
      : row,
})

/** The rules that a line item would break after a write (R-LI-3 to R-LI-12), and an end before its start. */
export function errorsOf(row: LineItemRow, asked: Asked): (ErrorItem | false)[] {
  const { objective, bid_strategy: strategy, goal } = row
  const network = row.placements.includes('PUBLISHER_NETWORK')
  const app = APP_OBJECTIVES.includes(objective)
  const unavailable = (what: string) => `${what} is not available for the objective ${objective}`
  const { start_time: start, end_time: end } = row
  return [
    start !== null && end !== null && end <= start && brokenRule('end_time', `${end} is not later than ${start}`),
    network && row.advertiser_domain === null && missingParameter('advertiser_domain'),
    network && row.categories.length === 0 && missingParameter('categories'),
    objective === 'PREROLL_VIEWS' &&
      (row.categories.length < 1 || row.categories.length > 2) &&
      brokenRule('categories', 'PREROLL_VIEWS requires one or two advertiser business categories'),
    app &&
      !row.android_app_store_identifier &&
      !row.ios_app_store_identifier &&
      missingParameter('android_app_store_identifier'),
    strategy !== 'AUTO' && row.bid_amount_local_micro === null && missingParameter('bid_amount_local_micro'),
    strategy === 'MAX' && MAX_BID_EXCEPTIONS.includes(objective) && brokenRule('bid_strategy', unavailable('MAX')),
    strategy === 'TARGET' &&
      !TARGET_BID_OBJECTIVES.includes(objective) &&
      brokenRule('bid_strategy', unavailable('TARGET')),
    goal === 'WEBSITE_CONVERSIONS' && row.primary_web_event_tag === null && missingParameter('primary_web_event_tag'),
    goal === 'SITE_VISITS' && objective !== 'WEBSITE_CLICKS' && brokenRule('goal', unavailable('SITE_VISITS')),
    goal === 'APP_PURCHASES' && objective !== 'APP_INSTALLS' && brokenRule('goal', unavailable('APP_PURCHASES')),
    typeof asked.advertiser_user_id === 'string' &&
      objective !== 'PREROLL_VIEWS' &&
      brokenRule('advertiser_user_id', 'setting advertiser_user_id is not allowed'),
    row.frequency_cap !== null &&
      !CAPPED_OBJECTIVES.includes(objective) &&
      brokenRule('frequency_cap', unavailable('frequency_cap')),
    typeof asked.pay_by === 'string' &&
      objective !== 'APP_INSTALLS' &&
      brokenRule('pay_by', 'pay_by can only be set for the objective APP_INSTALLS'),
  ]
}

/** Refuses categories that are not in the catalog that the objective uses (R-LI-3, R-ACC-14). */
function unknownCategories(
  { objective }: LineItemRow,
  { categories }: Asked,
  { store }: WriteContext,
): ErrorItem | false {
  const isPreroll = objective === 'PREROLL_VIEWS'
  const catalog = isPreroll ? store.table(businessCategories) : store.table(iabCategories)
  const unknown = (categories ?? []).filter((category) => catalog.find(NO_ACCOUNT, category) === undefined)
  const kind = isPreroll ? 'advertiser business categories' : 'IAB categories'
  return unknown.length > 0 && brokenRule('categories', `${unknown.join(', ')}: not among the ${kind}`)
}

/** Refuses a combination of placements that is not permitted for the product type (R-ACC-10). */
function illegalPlacements({ product_type: type, placements: wanted }: LineItemRow, { store }: WriteContext) {
  const permitted = store
    .table(placements)
    .rows(NO_ACCOUNT)
    .filter(({ sent }) => sent.product_type === type)
    .flatMap(({ sent }) => sent.placements)
  const isPermitted = permitted.some(
    (combination) => combination.length === wanted.length && wanted.every((one) => combination.includes(one)),
  )
  return !isPermitted && brokenRule('placements', `${wanted.join(', ')} is not permitted for the product type ${type}`)
}

/** Refuses a product type or objective that differs from the other line items of the campaign (R-LI-2). */
function siblingMismatches(row: LineItemRow, context: WriteContext): (ErrorItem | false)[] {
  const sibling = siblingOf(row, context)
  if (sibling === undefined) return []
  const differs = (attribute: 'objective' | 'product_type') =>
    sibling[attribute] !== row[attribute] &&
    brokenRule(attribute, `The line items of the campaign have the ${attribute} ${sibling[attribute]}`)
  return [differs('objective'), differs('product_type')]
}

function siblingOf(row: LineItemRow, { store, owner }: WriteContext): LineItemRow | undefined {
  for (const other of store.table(lineItems).each(owner)) {
    if (other.campaign_id === row.campaign_id && !other.deleted) return other
  }
  return undefined
}

/** The number of line items in the same campaign, and of active ones in the account. */
function countOf(row: LineItemRow, { store, owner }: WriteContext): { inCampaign: number; active: number } {
  let [inCampaign, active] = [0, 0]
  for (const other of store.table(lineItems).each(owner)) {
    if (other.deleted) continue
    if (other.campaign_id === row.campaign_id) inCampaign += 1
    if (other.entity_status === 'ACTIVE') active += 1
  }
  return { inCampaign, active }
}

function tooMany(message: string): ErrorItem {
  return { code: 'TOO_MANY_LINE_ITEMS', message }
}

/** The default bid strategy: AUTO without a bid, else it depends on the objective. */
function defaultStrategy({ objective, bid_amount_local_micro: bid }: SentLineItem): string {
  if (bid === null || bid === undefined) return 'AUTO'
  return MAX_BID_EXCEPTIONS.includes(objective) ? 'TARGET' : 'MAX'
}

/** Adds missing PLATFORM criteria for the stores of the line item's app (R-LI-4). */
function addPlatforms(row: LineItemRow, context: WriteContext): void {
  const wanted: TargetingOption[] = []
  if (row.android_app_store_identifier) wanted.push(platforms.android)
  if (row.ios_app_store_identifier) wanted.push(platforms.ios)
  const criteria = context.store.table(targetingCriteria)
  for (const { type: targeting_type, value: targeting_value, name } of wanted) {
    const criterion = { line_item_id: row.id, targeting_type, targeting_value }
    const isThere = criteria
      .rows(context.owner)
      .some(
        (each) =>
          !each.deleted && Object.entries(criterion).every(([column, value]) => Reflect.get(each, column) === value),
      )
    if (!isThere) added(context, targetingCriteria, { ...criterion, name, operator_type: 'EQ' })
  }
}

/** The default advertiser user: the account's own user. */
function advertiserOf({ store, owner, user }: WriteContext): string {
  return fullUser({ store, owner })?.user_id ?? user.id
}
