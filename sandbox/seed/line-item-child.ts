import { promotableUsers } from '../account/promotable-user.ts'
import type { LineItemRow } from '../campaign/line-item.ts'
import { mediaCreatives } from '../campaign/media-creative.ts'
import { promotedAccounts } from '../campaign/promoted-account.ts'
import { promotedPosts } from '../campaign/promoted-post.ts'
import { scheduledPromotedPosts } from '../campaign/scheduled-promoted-post.ts'
import {
  ages,
  cities,
  countries,
  devices,
  events,
  followed,
  genders,
  interests,
  keywords,
  languages,
  platforms,
  topics,
  type TargetingOption,
} from '../campaign/targeting-catalog.ts'
import { targetingCriteria } from '../campaign/targeting-criterion.ts'
import { trackingTags } from '../campaign/tracking-tag.ts'
import type { Random } from '../data/random.ts'
import type { Row, TableDefinition } from '../data/store.ts'
import { daysAfter } from '../data/time.ts'
import type { NewColumns } from '../endpoint/write.ts'
import type { CampaignPlan } from './objective.ts'
import { addRow, type Seeding } from './seeding.ts'

/** The line item to add children to, with the values that they depend on. */
interface Parent {
  campaign: CampaignPlan
  row: LineItemRow
  seeding: Seeding
}

/** Adds children of every kind to a line item, and occasionally a deleted one if the plan includes hidden rows. */
export function seedChildren(campaign: CampaignPlan, row: LineItemRow, seeding: Seeding): void {
  const { random, plan } = seeding
  const parent: Parent = { campaign, row, seeding }
  repeat(random.integer(1, 3), () => seedPromotedPost(parent, false))
  for (const option of chooseTargeting(campaign, row, random)) seedTargetingCriterion(option, parent, false)
  repeat(random.integer(0, 2), () => seedMediaCreative(parent, false))
  repeat(random.integer(0, 2), () => seedTrackingTag(parent, false))
  if (random.chance(0.15)) seedScheduledPromotedPost(parent, false)
  if (row.product_type === 'PROMOTED_ACCOUNT') seedPromotedAccounts(parent)
  if (plan.hiddenRows && random.chance(0.1)) seedDeletedChildren(parent)
}

/** Adds the criteria that a line item for an app has even without other children: its country and its platforms. */
export function seedAppTargeting(campaign: CampaignPlan, row: LineItemRow, seeding: Seeding): void {
  const parent: Parent = { campaign, row, seeding: { ...seeding, random: seeding.random.fork(row.id) } }
  for (const option of neededTargeting(campaign, row)) seedTargetingCriterion(option, parent, false)
}

function seedDeletedChildren(parent: Parent): void {
  seedPromotedPost(parent, true)
  seedTargetingCriterion(parent.seeding.random.pick(keywords), parent, true)
  seedMediaCreative(parent, true)
  seedTrackingTag(parent, true)
  seedScheduledPromotedPost(parent, true)
}

function seedPromotedPost(parent: Parent, deleted: boolean): void {
  const { random } = parent.seeding
  addChild(promotedPosts, parent, () => ({
    entity_status: random.chance(0.85) ? 'ACTIVE' : 'PAUSED',
    approval_status: random.pick(['ACCEPTED', 'ACCEPTED', 'ACCEPTED', 'ACCEPTED', 'PENDING', 'REJECTED']),
    post_id: random.digits(19),
    deleted,
  }))
}

function seedTargetingCriterion(option: TargetingOption, parent: Parent, deleted: boolean): void {
  const { random } = parent.seeding
  addChild(targetingCriteria, parent, () => ({
    name: option.name,
    operator_type: option.type.endsWith('_KEYWORD') && random.chance(0.2) ? 'NE' : 'EQ',
    targeting_value: option.value,
    deleted,
    targeting_type: option.type,
    ...(option.locationType === undefined ? {} : { location_type: option.locationType }),
  }))
}

function seedMediaCreative(parent: Parent, deleted: boolean): void {
  const { random } = parent.seeding
  const { objective, campaign_id } = parent.row
  const preroll = objective === 'PREROLL_VIEWS'
  addChild(mediaCreatives, parent, (id) => ({
    landing_url: preroll ? null : `https://shop.example.com/landing/${campaign_id}?src=svc&ad=${id}`,
    creative_type: preroll ? 'PREROLL' : random.pick(['BANNER', 'MEDIUM_RECTANGLE', 'INTERSTITIAL']),
    entity_status: 'ACTIVE',
    account_media_id: random.integer(100_000, 999_999).toString(36),
    approval_status: random.pick(['ACCEPTED', 'ACCEPTED', 'ACCEPTED', 'UNDER_REVIEW']),
    deleted,
  }))
}

function seedTrackingTag(parent: Parent, deleted: boolean): void {
  const { campaign_id } = parent.row
  addChild(trackingTags, parent, (id) => {
    const [tracking_tag_type, path] = parent.seeding.random.chance(0.5)
      ? ['IMPRESSION_TAG', 'imp']
      : ['CLICK_TRACKER', 'click']
    return {
      tracking_tag_url: `https://track.example.com/${path}?c=${campaign_id}&t=${id}&r=[timestamp]`,
      tracking_tag_type,
      deleted,
    }
  })
}

function seedScheduledPromotedPost(parent: Parent, deleted: boolean): void {
  const { random } = parent.seeding
  addChild(scheduledPromotedPosts, parent, () => ({
    scheduled_post_id: random.digits(19),
    post_id: random.chance(0.4) ? random.digits(19) : null,
    deleted,
  }))
}

function seedPromotedAccounts(parent: Parent): void {
  const { random, store, plan } = parent.seeding
  const users = store
    .table(promotableUsers)
    .rows(plan.id)
    .filter((user) => !user.deleted)
  for (const { user_id } of random.sample(users, random.integer(1, 2)))
    addChild(promotedAccounts, parent, () => ({ user_id, entity_status: 'ACTIVE', approval_status: 'ACCEPTED' }))
}

/** Adds a child of a line item, created within a day after it. */
function addChild<R extends Row & { line_item_id: string }>(
  definition: TableDefinition<R>,
  { row, seeding }: Parent,
  columns: (id: string) => Omit<NewColumns<R>, 'line_item_id'>,
): void {
  const created = daysAfter(new Date(row.created_at), seeding.random.next())
  // With the ID of the line item, these are the columns of a new row.
  addRow(seeding, definition, created, (id) => ({ line_item_id: row.id, ...columns(id) }) as unknown as NewColumns<R>)
}

function repeat(times: number, make: () => void): void {
  for (let round = 0; round < times; round += 1) make()
}

/** The types of options that a line item has at most once. */
const kinds: readonly (readonly TargetingOption[])[] = [
  ages,
  cities,
  devices,
  events,
  followed,
  genders,
  interests,
  keywords,
  keywords.filter((option) => option.type === 'BROAD_KEYWORD'),
  languages,
  [platforms.desktop],
  topics,
]

/** The country of the campaign of a line item, and the platforms of its app. */
function neededTargeting(campaign: CampaignPlan, row: LineItemRow): TargetingOption[] {
  return [
    countries[campaign.market]!,
    ...(row.ios_app_store_identifier ? [platforms.ios] : []),
    ...(row.android_app_store_identifier ? [platforms.android] : []),
  ]
}

/** Two to five targeting options of a line item: those that it needs, and others. */
function chooseTargeting(campaign: CampaignPlan, row: LineItemRow, random: Random): TargetingOption[] {
  const chosen = neededTargeting(campaign, row)
  const wanted = random.integer(2, 5)
  for (const kind of random.sample(kinds, kinds.length)) {
    if (chosen.length >= wanted) break
    const option = random.pick(kind)
    if (!chosen.includes(option)) chosen.push(option)
  }
  return chosen
}
