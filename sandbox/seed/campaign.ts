import { fundingInstruments, type FundingInstrumentRow } from '../account/funding-instrument.ts'
import { promotableUsers } from '../account/promotable-user.ts'
import { campaigns, type CampaignRow } from '../campaign/campaign.ts'
import { countries } from '../campaign/targeting-catalog.ts'
import { daysAfter, timestamp } from '../data/time.ts'
import { seedLineItems } from './line-item.ts'
import { objectivePlans, type CampaignPlan, type Life, type ObjectivePlan } from './objective.ts'
import { newColumns, micros, quarterOf, type Seeding, type SeedSteps } from './seeding.ts'

const FLAVOURS = ['', '', '', ' 🔥 Flash sale', ' (A/B test)', ' — retargeting', ' & friends', ' ✨ New in']

/** The number of the wave whose campaigns start today. */
const LATEST_WAVE = 6

/** The largest budget of the seed, in micros: one billion units. */
const HUGE_BUDGET = 1_000_000_000_000_000

/** Adds the campaigns of an account with their line items, oldest first, and hidden ones if the plan includes them. */
export function* seedCampaigns(seeding: Seeding): SeedSteps {
  const { plan, store } = seeding
  const lives: Life[] = Array.from({ length: plan.campaigns }, () => 'live')
  if (plan.hiddenRows) lives.splice(Math.floor(lives.length / 2), 0, 'deleted', 'draft', 'deleted', 'draft')
  let activeLineItems = 0
  for (const [index, life] of lives.entries()) {
    const campaign = planCampaign(index / lives.length, objectivePlans[index % objectivePlans.length]!, life, seeding)
    if (campaign.row.budget_optimization === 'LINE_ITEM') campaign.row.standard_delivery = null
    if (index === 0) campaign.row.total_budget_amount_local_micro = HUGE_BUDGET
    store.table(campaigns).insert(plan.id, campaign.row)
    activeLineItems += seedLineItems(campaign, life, activeLineItems, seeding)
    yield
  }
}

/** A campaign that was created at a point, from 0 to 1, of the lifetime of the account. */
function planCampaign(point: number, objective: ObjectivePlan, life: Life, seeding: Seeding): CampaignPlan {
  const { store, random, today, now, plan } = seeding
  const span = Math.min(plan.ageInDays - 30, 420)
  const created = daysAfter(today, -span + point * (span - 2) + random.next())
  const start = daysAfter(created, random.integer(1, 8))
  const end = daysAfter(start, random.integer(21, 240))
  const market = random.pick(plan.markets)
  const status = campaignStatus(life, seeding)
  const reasons = reasonsNotServable(life, status, start, end, seeding)
  const daily = micros(random.pick([25, 40, 75, 120, 250, 499.99, 1200]), plan.currency)
  const born = newColumns(campaigns, created, seeding)
  const row: CampaignRow = {
    ...born,
    name: campaignName(start, objective, market, seeding),
    budget_optimization: random.chance(0.7) ? 'CAMPAIGN' : 'LINE_ITEM',
    reasons_not_servable: reasons,
    servable: life === 'deleted' ? null : reasons.length === 0,
    purchase_order_number: random.chance(0.2) ? `PO-${random.integer(10_000, 99_999)}` : null,
    effective_status: effectiveStatus(status, end, now),
    daily_budget_amount_local_micro: daily,
    funding_instrument_id: random.pick(ableFunding(seeding)).id,
    duration_in_days: null,
    standard_delivery: random.chance(0.5) ? null : random.chance(0.8),
    total_budget_amount_local_micro: random.chance(0.6) ? daily * random.integer(10, 90) : null,
    entity_status: status,
    frequency_cap: null,
    currency: plan.currency,
    deleted: life === 'deleted',
  }
  const advertiser = store.table(promotableUsers).rows(plan.id)[0]!
  return {
    row,
    objective,
    market,
    advertiserUserId: advertiser.user_id,
    startTime: timestamp(start),
    endTime: timestamp(end),
  }
}

function ableFunding({ store, plan }: Seeding): FundingInstrumentRow[] {
  const all = store.table(fundingInstruments).rows(plan.id)
  return all.filter((row) => row.able_to_fund)
}

function campaignName(start: Date, objective: ObjectivePlan, market: string, seeding: Seeding): string {
  const { random, plan, today } = seeding
  const wave = LATEST_WAVE + quarterOf(start, seeding) - quarterOf(today, seeding)
  const flavour = random.pick(FLAVOURS)
  return `Wave ${wave} · ${random.pick(plan.products)} · ${countries[market]!.name} · ${objective.label}${flavour}`
}

function campaignStatus(life: Life, { random }: Seeding): string {
  if (life === 'draft') return 'DRAFT'
  return random.chance(0.65) ? 'ACTIVE' : 'PAUSED'
}

function effectiveStatus(status: string, end: Date, now: Date): string {
  if (end < now) return 'EXPIRED'
  return status === 'ACTIVE' ? 'RUNNING' : 'PAUSED'
}

/** The reasons why a campaign is not servable, in the order of the service's checks; empty if it is servable. */
function reasonsNotServable(life: Life, status: string, start: Date, end: Date, { now, plan }: Seeding): string[] {
  const reasons: string[] = []
  if (life === 'deleted') reasons.push('DELETED')
  if (status === 'DRAFT') reasons.push('INCOMPLETE')
  if (status === 'PAUSED') reasons.push('PAUSED_BY_ADVERTISER')
  if (end < now) reasons.push('EXPIRED')
  if (start > now) reasons.push('STARTS_IN_FUTURE')
  if (plan.approvalStatus !== 'ACCEPTED') reasons.push(`ACCOUNT_${plan.approvalStatus}`)
  return reasons
}
