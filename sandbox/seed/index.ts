import { accounts } from '../account/account.ts'
import { Random } from '../data/random.ts'
import { NO_ACCOUNT, Store, type RowSource } from '../data/store.ts'
import { daysAfter, timestamp } from '../data/time.ts'
import { seedWebhookConfigs } from '../oauth/webhook-config.ts'
import { seedAccountSettings, seedPermissions } from './account-setting.ts'
import { accountPlans, type AccountPlan } from './account.ts'
import { seedAudiences } from './audience.ts'
import { seedCampaigns } from './campaign.ts'
import { seedCreatives } from './creative.ts'
import { seedCuratedCategories, seedLineItemCuratedCategories } from './curated-category.ts'
import { seedFundingInstruments } from './funding-instrument.ts'
import { seedPromotableUsers } from './promotable-user.ts'
import { seedReference } from './reference.ts'
import { seedTimes, type Seeding, type SeedSteps, type SeedTimes } from './seeding.ts'

/** The accounts of the seed, including the deleted one. */
export const SEEDED_ACCOUNT_IDS: readonly string[] = accountPlans.map((plan) => plan.id)

let latest: { name: string; source: RowSource } | undefined

/**
 * The store for a seed and the time at which the clock starts, which is always the same; IDs and names depend on the seed alone.
 * Rows are created on first use. The latest rows are cached, because creating all of them takes 200 ms and tests start many
 * sandboxes.
 */
export function seededStore(seed: number, now: Date): Store {
  const name = `${seed} ${now.toISOString()}`
  if (latest?.name !== name) latest = { name, source: seedSource(new Random(seed).fork('data'), seedTimes(now)) }
  return new Store(latest.source)
}

/** Creates the rows of an account on first use, after the accounts before it, because IDs are numbered in this order. */
function seedSource(random: Random, times: SeedTimes): RowSource {
  const { today } = times
  const store = new Store()
  seedReference(store, random.fork('reference'), today)
  seedWebhookConfigs(store, today)
  seedCuratedCategories(store, random.fork('curated categories'), today)
  for (const plan of accountPlans) seedAccount(store, plan, today)

  const pending = accountPlans.map((plan) => ({ id: plan.id, steps: seedRows(store, plan, random, times) }))
  return { store, step }

  function step(owner?: string): boolean {
    const [next] = pending
    if (!next || (owner !== undefined && !pending.some(({ id }) => id === owner))) return false
    if (next.steps.next().done) pending.shift()
    return true
  }
}

/** The rows of an account. */
function* seedRows(store: Store, plan: AccountPlan, random: Random, times: SeedTimes): SeedSteps {
  const seeding: Seeding = { store, random: random.fork(plan.id), ...times, plan }
  seedPermissions(seeding)
  if (plan.campaigns > 0) {
    seedFundingInstruments(seeding)
    seedPromotableUsers(seeding)
    yield* seedCampaigns(seeding)
    yield* seedCreatives(seeding)
    seedAccountSettings(seeding)
    yield* seedAudiences(seeding, plan.sharesWith ?? [])
  }
  seedLineItemCuratedCategories({ ...seeding, random: random.fork(`ties of ${plan.id}`) })
}

function seedAccount(store: Store, plan: AccountPlan, today: Date): void {
  const created = timestamp(daysAfter(today, -plan.ageInDays))
  store.table(accounts).insert(NO_ACCOUNT, {
    name: plan.name,
    ...(plan.businessName === undefined ? {} : { business_name: plan.businessName }),
    timezone: plan.timezone,
    timezone_switch_at: created,
    id: plan.id,
    created_at: created,
    updated_at: timestamp(daysAfter(today, -plan.ageInDays / 3)),
    ...(plan.businessId === undefined ? {} : { business_id: plan.businessId }),
    approval_status: plan.approvalStatus,
    deleted: plan.deleted ?? false,
    ...(plan.industryType === undefined ? {} : { industry_type: plan.industryType }),
  })
}
