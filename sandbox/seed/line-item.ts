import { lineItems, type LineItemRow } from '../campaign/line-item.ts'
import { daysAfter } from '../data/time.ts'
import { seedAppTargeting, seedChildren } from './line-item-child.ts'
import type { CampaignPlan, Life } from './objective.ts'
import { newColumns, micros, type Seeding } from './seeding.ts'

/** The maximum number of active line items in an account (Ads Management Interface, section 8). */
const MAX_ACTIVE_LINE_ITEMS = 256

const AUDIENCES = [
  'Lookalikes',
  'Newsletter readers',
  'Cart leavers',
  'Broad',
  'Fans of the sport',
  'Locals',
  '常連さん',
  'Students 🎒',
]
const DEVICES = ['mobile', 'desktop', 'all devices']

/**
 * Adds the line items of a campaign with their children, and one or two hidden ones if the plan includes them. Takes the
 * number of active line items of the account, and returns how many active ones it added.
 */
export function seedLineItems(campaign: CampaignPlan, life: Life, alreadyActive: number, seeding: Seeding): number {
  const { store, random, plan } = seeding
  const lives: Life[] = Array.from({ length: plan.lineItemsPerCampaign }, () => life)
  if (plan.hiddenRows && life === 'live' && random.chance(0.3)) lives.push('deleted', 'draft')
  const wanted = Math.min(0.6, 200 / (plan.campaigns * plan.lineItemsPerCampaign))
  let active = 0
  for (const [index, itemLife] of lives.entries()) {
    const mayRun = itemLife === 'live' && alreadyActive + active < MAX_ACTIVE_LINE_ITEMS && random.chance(wanted)
    const status = itemLife === 'draft' ? 'DRAFT' : mayRun ? 'ACTIVE' : 'PAUSED'
    const row = lineItem(campaign, index, status, itemLife === 'deleted', seeding)
    if (mayRun) active += 1
    store.table(lineItems).insert(plan.id, row)
    if (index % Math.round(1 / plan.childShare) === 0) seedChildren(campaign, row, seeding)
    else if (campaign.objective.app) seedAppTargeting(campaign, row, seeding)
  }
  return active
}

function lineItem(
  campaign: CampaignPlan,
  index: number,
  status: string,
  deleted: boolean,
  seeding: Seeding,
): LineItemRow {
  const { random, plan } = seeding
  const { objective } = campaign
  // Ten at a time are created in the same second, as in a batch call.
  const created = daysAfter(new Date(campaign.row.created_at), Math.floor(index / 10) * 0.01 + 0.01)
  const born = newColumns(lineItems, created, seeding)
  const strategy = random.pick(objective.bidStrategies)
  const placements = [...random.pick(objective.placements)]
  const network = placements.includes('PUBLISHER_NETWORK')
  const capped = objective.capped && random.chance(0.4)
  // The live service omits all of these together in some responses.
  const whole = random.chance(5 / 6)
  // A spread at the beginning of so many columns takes most of the time of a start.
  return {
    id: born.id,
    created_at: born.created_at,
    updated_at: born.updated_at,
    advertiser_user_id: campaign.advertiserUserId,
    name: random.chance(0.04) ? null : `${random.pick(AUDIENCES)}, ${random.pick(DEVICES)} #${index + 1}`,
    placements,
    start_time: campaign.startTime,
    bid_amount_local_micro: strategy === 'AUTO' ? null : micros(random.integer(15, 650) / 100, plan.currency),
    advertiser_domain: network ? 'shop.example.com' : null,
    target_cpa_local_micro: null,
    primary_web_event_tag: null,
    goal: random.pick(objective.goals),
    ...(whole ? { daily_budget_amount_local_micro: dailyBudget(campaign, seeding) } : {}),
    product_type: objective.productType,
    end_time: campaign.endTime,
    ...(random.chance(0.5) ? { funding_instrument_id: campaign.row.funding_instrument_id } : {}),
    bid_strategy: strategy,
    duration_in_days: capped ? random.pick([1, 7, 30]) : null,
    ...(whole ? { standard_delivery: random.chance(0.8) ? true : null } : {}),
    total_budget_amount_local_micro: null,
    objective: objective.objective,
    entity_status: status,
    ...(whole ? { automatic_post_promotion: null } : {}),
    frequency_cap: capped ? random.integer(1, 5) : null,
    ...(whole || objective.app ? { android_app_store_identifier: objective.app ? 'com.example.shop' : null } : {}),
    categories: network ? ['IAB19', 'IAB18'] : [...objective.categories],
    currency: plan.currency,
    pay_by: objective.payBy,
    ...(whole ? { ios_app_store_identifier: objective.app && random.chance(0.5) ? '1444555666' : null } : {}),
    campaign_id: campaign.row.id,
    creative_source: 'MANUAL',
    deleted,
  }
}

function dailyBudget(campaign: CampaignPlan, { random, plan }: Seeding): number | null {
  if (campaign.row.budget_optimization === 'CAMPAIGN') return null
  return micros(random.pick([5, 10, 12.5, 20]), plan.currency)
}
