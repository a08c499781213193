import { businessCategories } from '../account/business-category.ts'
import { iabCategories } from '../account/iab-category.ts'
import { NO_ACCOUNT } from '../data/store.ts'
import type { WriteContext } from '../endpoint/write.ts'
import { brokenRule, missingParameter, Refusal, refuseAll, type ErrorItem } from '../http/error.ts'
import type { CampaignRow } from './campaign.ts'
import { lineItems, type LineItemRow } from './line-item.ts'
import { placements } from './placement.ts'

/** The limits of line items in a campaign, and of active line items in an account (Ads Management Interface, section 8). */
const MAX_LINE_ITEMS_PER_CAMPAIGN = 100
const MAX_ACTIVE_LINE_ITEMS = 256

/** The parameters of a write that are limited by the objective. */
interface Asked {
  categories?: readonly string[] | null | undefined
  advertiser_user_id?: string | null | undefined
  pay_by?: string | null | undefined
}

const APP_OBJECTIVES = ['APP_INSTALLS', 'APP_ENGAGEMENTS']
export const MAX_BID_EXCEPTIONS = ['REACH', 'FOLLOWERS']
const TARGET_BID_OBJECTIVES = ['REACH', 'FOLLOWERS', 'WEBSITE_CLICKS']
const CAPPED_OBJECTIVES = ['REACH', 'ENGAGEMENTS', 'VIDEO_VIEWS', 'PREROLL_VIEWS']

/** Refuses a new line item that breaks a rule. */
export function checkCreated(row: LineItemRow, asked: Asked, campaign: CampaignRow, context: WriteContext): void {
  refuseAll([
    ...errorsOf(row, asked),
    unknownCategories(row, asked, context),
    illegalPlacements(row, context),
    ...siblingMismatches(row, context),
  ])
  checkNumbers(row, campaign, context)
}

/** Refuses an update of a line item that breaks a rule. */
export function checkUpdated(row: LineItemRow, asked: Asked, before: LineItemRow, context: WriteContext): void {
  refuseAll([...errorsOf(row, asked), unknownCategories(row, asked, context)])
  if (row.entity_status === 'ACTIVE' && before.entity_status !== 'ACTIVE') checkActive(countOf(row, context).active)
}

/** The rules that a line item would break after a write (R-LI-3 to R-LI-12), and an end before its start. */
function errorsOf(row: LineItemRow, asked: Asked): (ErrorItem | false)[] {
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

function checkNumbers(row: LineItemRow, campaign: CampaignRow, context: WriteContext): void {
  const { inCampaign, active } = countOf(row, context)
  if (inCampaign >= MAX_LINE_ITEMS_PER_CAMPAIGN)
    throw tooMany(`Campaign ${campaign.id} has ${MAX_LINE_ITEMS_PER_CAMPAIGN} line items, which is the limit`)
  if (row.entity_status === 'ACTIVE') checkActive(active)
}

function checkActive(active: number): void {
  if (active < MAX_ACTIVE_LINE_ITEMS) return
  throw tooMany(`The account has ${MAX_ACTIVE_LINE_ITEMS} active line items, which is the limit`)
}

function tooMany(message: string): Refusal {
  return new Refusal(400, [{ code: 'TOO_MANY_LINE_ITEMS', message }])
}
