import { customAudiencePermissions } from '../audience/custom-audience-permission.ts'
import { customAudiences, type CustomAudienceRow, type Segment } from '../audience/custom-audience.ts'
import { doNotReachLists } from '../audience/do-not-reach-list.ts'
import { tailoredAudiencePermissions } from '../audience/tailored-audience-permission.ts'
import { lineItems } from '../campaign/line-item.ts'
import { targetingCriteria } from '../campaign/targeting-criterion.ts'
import { daysAfter } from '../data/time.ts'
import { addRow, newColumns, type Seeding, type SeedSteps } from './seeding.ts'

const CRM_NAMES = [
  'Newsletter readers',
  'Cart leavers',
  'Loyal customers',
  'Lapsed customers',
  'Gift buyers',
  '常連さん',
]
const APP_NAMES = ['Opened the app', 'Bought in the app', 'Installed last month']

/** The maximum number of criteria of a line item to which an audience can be added. */
const MAX_CRITERIA = 5

/**
 * Adds the custom audiences and the do-not-reach list of an account, shares some of the audiences with other accounts,
 * and targets some line items at them. The account must have its line items and their criteria.
 */
export function* seedAudiences(seeding: Seeding, otherAccounts: readonly string[]): SeedSteps {
  const own: Seeding = { ...seeding, random: seeding.random.fork('audiences') }
  const rows = [
    ...CRM_NAMES.flatMap((name) => [`${name} A`, `${name} B`]).map((name) => listed(name, 'CRM', own)),
    ...APP_NAMES.map((name) => listed(name, 'MOBILE_AUDIENCE', own)),
  ]
  const mobile = rows.slice(-APP_NAMES.length)
  rows.push(flexible('Opened or bought, not installed lately', mobile, own), fresh('Uploaded today', own))
  if (own.plan.hiddenRows) rows.push({ ...listed('Old customers', 'CRM', own), deleted: true, targetable: false })
  for (const row of rows) own.store.table(customAudiences).insert(own.plan.id, row)

  const targetable = rows.filter((row) => row.targetable)
  for (const [index, account] of otherAccounts.entries()) share(targetable[index]!, account, index, own)
  seedTailoredPermissions(otherAccounts, own)
  yield
  yield* target(targetable, own)
  seedDoNotReachLists(own)
}

/** An audience that is ready to be targeted. */
function listed(name: string, type: string, seeding: Seeding): CustomAudienceRow {
  const { random, plan, today } = seeding
  const born = newColumns(customAudiences, daysAfter(today, -random.integer(5, 200)), seeding)
  const kind = type === 'FLEXIBLE' ? 'FLEXIBLE' : 'CRM'
  return {
    ...born,
    targetable: true,
    name,
    targetable_types: [kind, `EXCLUDED_${kind}`],
    audience_type: type,
    ...(random.chance(0.7) ? { description: random.chance(0.3) ? `${name}, by hand` : null } : {}),
    permission_level: 'READ_WRITE',
    owner_account_id: plan.id,
    reasons_not_targetable: [],
    partner_source: 'OTHER',
    audience_size: random.integer(1_000, 4_000_000),
    ...(random.chance(0.4) ? { is_owner: true } : {}),
  }
}

/** An audience right after it was created. */
function fresh(name: string, seeding: Seeding): CustomAudienceRow {
  return {
    ...listed(name, 'CRM', seeding),
    targetable: false,
    reasons_not_targetable: ['PROCESSING', 'TOO_SMALL'],
    audience_size: null,
  }
}

/** An audience that combines three others: in the first or the second, and not in the third. */
function flexible(name: string, parts: readonly CustomAudienceRow[], seeding: Seeding): CustomAudienceRow {
  const [first, second, third] = parts.map(leaf)
  const row = listed(name, 'FLEXIBLE', seeding)
  const segments = branch('AND', [branch('OR', [first!, second!]), { ...third!, negate: true }])
  const { id: custom_audience_id, owner_account_id: account_id } = row
  const audience = { custom_audience_id, account_id, name, audience_source: 'FLEXIBLE', upload_status: 'COMPLETED' }
  return { ...row, metadata: [{ ...audience, segments }] }
}

const unset = { frequency: 1, frequency_comparator: 'NUM_GTE', negate: false }

function leaf({ id }: CustomAudienceRow): Segment {
  return { custom_audience_id: id, lookback_window: 30, ...unset, child_segments: [] }
}

function branch(operator: string, children: Segment[]): Segment {
  return { boolean_operator: operator, ...unset, child_segments: children }
}

function share(audience: CustomAudienceRow, account: string, index: number, seeding: Seeding): void {
  const { random, today } = seeding
  addRow(seeding, customAudiencePermissions, daysAfter(today, -random.integer(1, 4)), () => ({
    custom_audience_id: audience.id,
    permission_level: index % 2 === 0 ? 'READ_ONLY' : 'READ_WRITE',
    granted_account_id: account,
  }))
}

/** The ID of the tailored audience that each account shares. The interface never returns such IDs. */
export const TAILORED_AUDIENCE_ID = 'tq4k9'

function seedTailoredPermissions(accounts: readonly string[], seeding: Seeding): void {
  const { random, today } = seeding
  for (const account of accounts)
    addRow(seeding, tailoredAudiencePermissions, daysAfter(today, -random.integer(100, 200)), () => ({
      tailored_audience_id: TAILORED_AUDIENCE_ID,
      permission_level: 'READ_ONLY',
      granted_account_id: account,
    }))
}

/** Targets every fourth line item that has criteria at an audience. */
function* target(audiences: readonly CustomAudienceRow[], seeding: Seeding): SeedSteps {
  const { store, random, plan } = seeding
  const criteria = new Map<string, number>()
  for (const row of store.table(targetingCriteria).each(plan.id))
    criteria.set(row.line_item_id, (criteria.get(row.line_item_id) ?? 0) + 1)
  for (const lineItem of store.table(lineItems).rows(plan.id)) {
    const count = criteria.get(lineItem.id) ?? 0
    if (count === 0 || count >= MAX_CRITERIA || !random.chance(0.25)) continue
    const audience = random.pick(audiences)
    addRow(seeding, targetingCriteria, daysAfter(new Date(lineItem.created_at), random.next()), () => ({
      line_item_id: lineItem.id,
      name: audience.name,
      operator_type: random.chance(0.8) ? 'EQ' : 'NE',
      targeting_value: audience.id,
      targeting_type: random.chance(0.9) ? 'CUSTOM_AUDIENCE' : 'CUSTOM_AUDIENCE_EXPANDED',
    }))
    yield
  }
}

function seedDoNotReachLists(seeding: Seeding): void {
  const { random, plan, today } = seeding
  const small = plan.campaigns < 5
  for (const deleted of plan.hiddenRows ? [true, false] : [false])
    addRow(seeding, doNotReachLists, daysAfter(today, -random.integer(2, 9) - (deleted ? 20 : 0)), () => ({
      targetable: !small,
      name: 'Do not reach',
      description: deleted ? null : 'Customers who asked us not to',
      reasons_not_targetable: small ? ['TOO_SMALL'] : [],
      list_size: small ? null : random.integer(200, 90_000),
      deleted,
    }))
}
