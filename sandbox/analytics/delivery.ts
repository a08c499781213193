import { accounts } from '../account/account.ts'
import { campaigns, type CampaignRow } from '../campaign/campaign.ts'
import { lineItems, type LineItemRow } from '../campaign/line-item.ts'
import { promotedAccounts } from '../campaign/promoted-account.ts'
import { promotedPosts } from '../campaign/promoted-post.ts'
import { Random } from '../data/random.ts'
import { NO_ACCOUNT, type Row, type Store } from '../data/store.ts'
import { localTime } from '../data/time.ts'

/**
 * What the ads of an account deliver: made from the IDs and the budgets of its rows, so that it is always the same. Numbers are made
 * for each promoted post and account, and for line items without any, in half hours. All others are their sums.
 */

/** The types of entities that have stats. */
export type StatsEntity =
  | 'ACCOUNT'
  | 'CAMPAIGN'
  | 'FUNDING_INSTRUMENT'
  | 'LINE_ITEM'
  | 'PROMOTED_ACCOUNT'
  | 'PROMOTED_POST'

/** An ad whose numbers are made. */
export interface Ad {
  /** The entities that it belongs to. */
  ids: Partial<Record<StatsEntity, string>>
  lineItem: LineItemRow
  currency: string
  /** When it is shown, in milliseconds since the epoch. */
  from: number
  to: number
  /** Its spend on a weekday on which it can use all of its budget, in micros. */
  dailySpend: number
  random: Random
}

/** The numbers of an ad by metric. Metrics of conversions are named `purchases.metric`. */
export type Counts = Map<string, number>

const SLOT_MS = 1_800_000
const DAY_MS = 86_400_000

/** How long a total budget lasts that has no end. */
const ENDLESS_DAYS = 90

/** The shares of the hours of a day, in percent: little at night, and most in the evening. */
const HOURS = [
  1.5, 1, 0.7, 0.6, 0.7, 1.2, 2.3, 3.8, 4.6, 4.7, 4.6, 4.8, 5.2, 5.1, 4.8, 4.7, 4.9, 5.4, 6.2, 7, 7.4, 7, 5.5, 3.3,
]
const HOURS_SUM = HOURS.reduce((sum, share) => sum + share, 0)

/** The ads of an account that are or were shown, with what they spend. */
export function adsOf(store: Store, account: string, now: number): Ad[] {
  if (store.table(accounts).find(NO_ACCOUNT, account)?.approval_status !== 'ACCEPTED') return []
  const promoted = childrenByLineItem(store, account)
  const ranks = new Map<string, number>()
  const ads: Ad[] = []
  for (const lineItem of store.table(lineItems).each(account)) {
    const campaign = store.table(campaigns).find(account, lineItem.campaign_id)
    if (!campaign || !isShown(lineItem) || !isShown(campaign)) continue
    const rank = ranks.get(campaign.id) ?? 0
    ranks.set(campaign.id, rank + 1)
    const daily = dailyBudget(campaign, lineItem, shareOf(rank)) * useOf(campaign)
    const ofLineItem = (ids: Ad['ids'], rows: readonly Row[], share: number): Ad => ({
      ids: {
        ACCOUNT: account,
        CAMPAIGN: campaign.id,
        FUNDING_INSTRUMENT: campaign.funding_instrument_id,
        LINE_ITEM: lineItem.id,
        ...ids,
      },
      lineItem,
      currency: campaign.currency,
      ...flightOf(campaign, lineItem, rows, now),
      dailySpend: daily * share,
      random: new Random(1).fork(`ad ${lineItem.id} ${Object.values(ids).join(' ')}`),
    })
    const children = promoted.get(lineItem.id)
    if (!children) ads.push(ofLineItem({}, [lineItem, campaign], 1))
    else
      for (const [nth, { entity, row }] of children.filter(({ row }) => isShown(row)).entries())
        ads.push(ofLineItem({ [entity]: row.id }, [row, lineItem, campaign], shareOf(nth)))
  }
  return ads
}

interface Promoted {
  entity: StatsEntity
  row: Row & { line_item_id: string; entity_status: string; approval_status: string }
}

function childrenByLineItem(store: Store, account: string): Map<string, Promoted[]> {
  const children = new Map<string, Promoted[]>()
  const add = (entity: StatsEntity, row: Promoted['row']) => {
    const known = children.get(row.line_item_id)
    if (known) known.push({ entity, row })
    else children.set(row.line_item_id, [{ entity, row }])
  }
  for (const row of store.table(promotedPosts).each(account)) add('PROMOTED_POST', row)
  for (const row of store.table(promotedAccounts).each(account)) add('PROMOTED_ACCOUNT', row)
  return children
}

function isShown({ entity_status, approval_status }: { entity_status: string; approval_status?: string }): boolean {
  return entity_status === 'ACTIVE' && approval_status !== 'REJECTED'
}

/** The share of the one at this place. The shares of any number are less than 1 together. */
function shareOf(rank: number): number {
  return 1 / ((rank + 1) * (rank + 2))
}

/** The part of its budget that a campaign uses on a weekday. */
function useOf({ id }: CampaignRow): number {
  return 0.6 + 0.35 * new Random(1).fork(`use ${id}`).next()
}

function dailyBudget(campaign: CampaignRow, lineItem: LineItemRow, share: number): number {
  const ofCampaign = budgetOf(campaign, lineItem) * share
  const ofLineItem = budgetOf(lineItem, lineItem)
  const least = Math.min(ofCampaign, ofLineItem)
  return least === Infinity ? 20_000_000 * share : least
}

/** What can be spent on a day, so that the total lasts for the flight of the line item. Infinity without a budget. */
function budgetOf(
  { daily_budget_amount_local_micro: daily, total_budget_amount_local_micro: total }: Budgets,
  { start_time, end_time, created_at }: LineItemRow,
): number {
  const flight = Date.parse(end_time ?? '') - Date.parse(start_time ?? created_at)
  const days = Number.isNaN(flight) ? ENDLESS_DAYS : Math.max(1, Math.ceil(flight / DAY_MS) + 1)
  return Math.min(
    daily === null || daily === undefined ? Infinity : Number(daily),
    total === null ? Infinity : Number(total) / days,
  )
}

type Budgets = Pick<LineItemRow, 'daily_budget_amount_local_micro' | 'total_budget_amount_local_micro'>

/** When an ad is shown: while all of its rows exist, in the flight of its line item, and not yet in the future. */
function flightOf(campaign: CampaignRow, lineItem: LineItemRow, rows: readonly Row[], now: number) {
  const { start_time, end_time } = lineItem
  const hasTotal = [campaign, lineItem].some((row) => row.total_budget_amount_local_micro !== null)
  const from = Math.max(
    ...rows.map(({ created_at }) => Date.parse(created_at)),
    Date.parse(start_time ?? lineItem.created_at),
  )
  const last = end_time !== null ? Date.parse(end_time) : hasTotal ? from + ENDLESS_DAYS * DAY_MS : Infinity
  const deleted = rows.flatMap((row) => (row.deleted ? Date.parse(row.updated_at) : []))
  return { from, to: Math.min(now, last, ...deleted) }
}

/** A half hour, with the part of a weekday that belongs to it. */
interface Slot {
  start: number
  share: number
}

/** The half hours that begin in a period. The fewer ads are shown at night and on weekends. */
export function slotsIn(timeZone: string, start: number, end: number): Slot[] {
  const slots: Slot[] = []
  for (let at = start; at < end; at += SLOT_MS) {
    const local = new Date(localTime(timeZone, at))
    const ofHour = HOURS[local.getUTCHours()]! / HOURS_SUM / 2
    const day = Math.floor(local.getTime() / DAY_MS)
    const isWeekend = [0, 6].includes(local.getUTCDay())
    const ofDay = (isWeekend ? 0.62 : 0.9) + 0.1 * part(day * 7919)
    slots.push({ start: at, share: ofHour * ofDay })
  }
  return slots
}

/** Adds what an ad delivers in a half hour with this placement to `counts`. */
export function addCounts(ad: Ad, { start, share }: Slot, placement: string, counts: Counts): void {
  const shown = (Math.min(ad.to, start + SLOT_MS) - Math.max(ad.from, start)) / SLOT_MS
  if (shown <= 0) return
  const spend = ad.dailySpend * share * shown * placementShare(ad, placement)
  if (spend <= 0) return
  const seed = Math.imul(ad.random.fork('').integer(0, 0x7fffffff), 31) + start / SLOT_MS
  let drawn = 0
  // A part of an event happens with its probability, so that sums are right.
  const count = (expected: number) => Math.floor(expected + part(seed + Math.imul((drawn += 1), 7919)))
  const add = (name: string, value: number) => void (value > 0 && counts.set(name, (counts.get(name) ?? 0) + value))

  const { objective, pay_by } = ad.lineItem
  const units = ad.currency === 'JPY' ? 100 : 1
  const impressions = count((spend / units / priceOf(ad)) * 1000)
  const social = {
    likes: count(impressions * 0.006),
    replies: count(impressions * 0.0006),
    reposts: count(impressions * 0.0012),
  }
  const follows = count(impressions * (objective === 'FOLLOWERS' ? 0.004 : 0.0002))
  const url_clicks = count(impressions * (objective === 'WEBSITE_CLICKS' ? 0.011 : 0.003))
  const app_clicks = objective.startsWith('APP_') ? count(impressions * 0.009) : 0
  const clicks = url_clicks + app_clicks + social.likes + count(impressions * 0.002)
  const engagements = clicks + social.replies + social.reposts + follows
  const engagement = {
    impressions,
    ...social,
    follows,
    url_clicks,
    link_clicks: url_clicks,
    app_clicks,
    clicks,
    engagements,
  }
  const qualified = { qualified_impressions: count(impressions * 0.8), card_engagements: url_clicks + app_clicks }
  for (const [name, value] of Object.entries({ ...engagement, ...qualified })) add(name, value)
  add('billed_charge_local_micro', Math.floor(spend))
  add('billed_engagements', pay_by === 'IMPRESSION' ? impressions : engagements)
  if (objective === 'VIDEO_VIEWS' || objective === 'PREROLL_VIEWS') addVideo(impressions, count, add)
  if (objective.startsWith('WEBSITE_'))
    addConversions('conversion_', { site_visits: 0.7, content_views: 0.3, purchases: 0.03, sign_ups: 0.02 }, url_clicks)
  if (objective.startsWith('APP_')) {
    addConversions('mobile_conversion_', { installs: 0.25, logins: 0.1, purchases: 0.02 }, app_clicks)
    addConversions('mobile_conversion_lifetime_value_', { purchases: 0.03 }, app_clicks)
  }

  /** Adds conversions, each with a share of these clicks. */
  function addConversions(prefix: string, shares: Record<string, number>, of: number): void {
    for (const [name, rate] of Object.entries(shares)) {
      const engaged = count(of * rate)
      const viewed = count(of * rate * 0.4)
      const isLifetime = prefix.includes('lifetime')
      const isSale = name === 'purchases'
      const given = {
        ...(prefix === 'mobile_conversion_' ? {} : { metric: engaged + viewed }),
        ...(isLifetime ? {} : { post_engagement: engaged, post_view: viewed }),
        ...(isSale && { order_quantity: engaged + viewed, sale_amount: (engaged + viewed) * 34_500_000 * units }),
        ...(isSale && prefix === 'conversion_' && { order_quantity_engagement: engaged, order_quantity_view: viewed }),
        ...(isSale &&
          prefix === 'conversion_' && {
            sale_amount_engagement: engaged * 34_500_000 * units,
            sale_amount_view: viewed * 34_500_000 * units,
          }),
      }
      for (const [key, value] of Object.entries(given)) add(`${prefix}${name}.${key}`, value)
    }
  }
}

function addVideo(
  impressions: number,
  count: (expected: number) => number,
  add: (name: string, value: number) => void,
): void {
  const starts = count(impressions * 0.6)
  const total = count(starts * 0.5)
  const rates = { 25: 0.8, 50: 0.6, 75: 0.45, 100: 0.3 }
  add('video_content_starts', starts)
  add('video_total_views', total)
  let left = total
  for (const [quarter, rate] of Object.entries(rates))
    add(`video_views_${quarter}`, (left = Math.min(left, count(total * rate))))
  add('video_3s100pct_views', count(total * 0.7))
  add('video_6s_views', count(total * 0.4))
  add('video_15s_views', count(total * 0.2))
  add('video_cta_clicks', count(total * 0.02))
}

/** The price of 1,000 impressions in micros. */
function priceOf({ random }: Ad): number {
  return 2_000_000 + Math.floor(random.fork('price').next() * 5_000_000)
}

/** The part of the delivery that a placement has. */
function placementShare({ lineItem: { placements } }: Ad, placement: string): number {
  const ofNetwork = placements.includes('PUBLISHER_NETWORK') ? (placements.includes('ALL_ON_SVC') ? 0.3 : 1) : 0
  if (placement === 'PUBLISHER_NETWORK') return ofNetwork
  return placement === 'ALL_ON_SVC' ? 1 - ofNetwork : 0
}

/** A number from 0 up to but not including 1 that belongs to this one. */
function part(seed: number): number {
  return new Random(seed).next()
}
