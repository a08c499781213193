import { campaign as campaignReference } from '../../reference/campaign/campaign.ts'
import { lineItem } from '../../reference/campaign/line-item.ts'
import { placement } from '../../reference/campaign/placement.ts'
import { promotableUsers } from '../account/promotable-user.ts'
import { endpointsOf, given } from '../endpoint/crud.ts'
import type { Endpoint } from '../endpoint/endpoint.ts'
import { without } from '../endpoint/list.ts'
import {
  amount,
  boolean,
  id,
  ifGiven,
  integer,
  listOf,
  long,
  moment,
  oneOf,
  pattern,
  text,
  unsettable,
} from '../endpoint/parameter.ts'
import { timestamp } from '../data/time.ts'
import { changed, liveRow, operation, removal, rowNamed, type WriteContext } from '../endpoint/write.ts'
import { campaigns } from './campaign.ts'
import { checkCreated, checkUpdated, MAX_BID_EXCEPTIONS } from './line-item-rules.ts'
import { lineItems, type LineItemRow } from './line-item.ts'
import { platforms, type TargetingOption } from './targeting-catalog.ts'
import { targetingCriteria, type TargetingCriterionRow } from './targeting-criterion.ts'

/** The defaults of each objective. */
const DEFAULTS = {
  APP_ENGAGEMENTS: { goal: 'APP_CLICKS', payBy: 'APP_CLICK' },
  APP_INSTALLS: { goal: 'APP_INSTALLS', payBy: 'APP_CLICK' },
  REACH: { goal: 'MAX_REACH', payBy: 'IMPRESSION' },
  FOLLOWERS: { goal: 'FOLLOWERS', payBy: 'FOLLOW' },
  ENGAGEMENTS: { goal: 'ENGAGEMENT', payBy: 'ENGAGEMENT' },
  VIDEO_VIEWS: { goal: 'VIDEO_VIEW', payBy: 'VIEW' },
  PREROLL_VIEWS: { goal: 'PREROLL', payBy: 'VIEW' },
  WEBSITE_CLICKS: { goal: 'LINK_CLICKS', payBy: 'LINK_CLICK' },
}
const { Objective, ProductType, BidStrategy, AudienceExpansion, Goal, PayBy } = lineItem.enumerations

const name = text({ min: 1, max: 255 })
const anyText = text({ min: 1 })

/** Two or more labels of letters, digits and hyphens; the last one is not a number. */
const DOMAIN = /^(?=.{1,253}$)([\p{L}\p{N}]([\p{L}\p{N}-]{0,61}[\p{L}\p{N}])?\.)+(?!\d+$)[\p{L}\p{N}-]{2,63}$/u

/** The parameters that can be set, changed and unset. */
const unset = {
  advertiser_domain: pattern(DOMAIN, 'a domain without a protocol'),
  categories: listOf(anyText),
  android_app_store_identifier: anyText,
  ios_app_store_identifier: anyText,
  bid_amount_local_micro: amount(1n),
  audience_expansion: oneOf(...AudienceExpansion.documents),
  duration_in_days: oneOf('1', '7', '30'),
  frequency_cap: ifGiven(integer({ min: 0, max: 2 ** 31 - 1, absent: 0 })),
  total_budget_amount_local_micro: amount(),
  daily_budget_amount_local_micro: amount(),
}

/** The parameters that can be set and changed, but not unset. */
const kept = {
  advertiser_user_id: long(),
  bid_strategy: oneOf(...BidStrategy.documents),
  goal: oneOf(...Goal.documents),
  pay_by: oneOf(...PayBy.service),
}

const create = operation({
  parameters: given(lineItem, 'POST 12 accounts/:account_id/line_items', {
    campaign_id: id(),
    start_time: moment(),
    end_time: moment(),
    objective: oneOf(...Objective.documents),
    product_type: oneOf(...ProductType.documents),
    placements: listOf(oneOf(...placement.enumerations.Placement.documents)),
    name,
    ...unsettable({
      ...kept,
      ...unset,
      primary_web_event_tag: anyText,
      standard_delivery: ifGiven(boolean()),
      entity_status: oneOf(...campaignReference.enumerations.EntityStatus.documents),
    }),
  }),
  run(params, context) {
    const table = context.store.table(lineItems)
    const campaign = rowNamed(context, campaigns, 'campaign_id', params.campaign_id)
    const now = timestamp(context.now)
    const defaults = DEFAULTS[params.objective]
    const strategy = params.bid_strategy ?? defaultStrategy(params.objective, params.bid_amount_local_micro)
    const row: LineItemRow = {
      advertiser_user_id: params.advertiser_user_id ?? advertiserOf(context),
      name: params.name ?? null,
      placements: [...new Set(params.placements)],
      start_time: params.start_time,
      bid_amount_local_micro: strategy === 'AUTO' ? null : (params.bid_amount_local_micro ?? null),
      advertiser_domain: params.advertiser_domain ?? null,
      target_cpa_local_micro: null,
      primary_web_event_tag: params.primary_web_event_tag ?? null,
      goal: params.goal ?? defaults.goal,
      daily_budget_amount_local_micro: params.daily_budget_amount_local_micro ?? null,
      product_type: params.product_type,
      end_time: params.end_time,
      funding_instrument_id: campaign.funding_instrument_id,
      bid_strategy: strategy,
      duration_in_days: numberOf(params.duration_in_days) ?? null,
      standard_delivery: params.standard_delivery ?? true,
      total_budget_amount_local_micro: params.total_budget_amount_local_micro ?? null,
      objective: params.objective,
      id: '',
      entity_status: params.entity_status ?? 'ACTIVE',
      automatic_post_promotion: null,
      frequency_cap: params.frequency_cap ?? null,
      android_app_store_identifier: params.android_app_store_identifier ?? null,
      categories: params.categories ?? [],
      currency: campaign.currency,
      pay_by: params.pay_by ?? defaults.payBy,
      created_at: now,
      ios_app_store_identifier: params.ios_app_store_identifier ?? null,
      updated_at: now,
      campaign_id: campaign.id,
      creative_source: 'MANUAL',
      deleted: false,
      ...(params.audience_expansion ? { audience_expansion: params.audience_expansion } : {}),
    }
    checkCreated(row, params, campaign, context)
    const made = table.insert(context.owner, { ...row, id: table.newId() })
    addPlatforms(made, context)
    return made
  },
})

const update = operation({
  parameters: {
    ...given(lineItem, 'PUT 12 accounts/:account_id/line_items/:line_item_id', {
      ...kept,
      ...unsettable(unset),
      name,
      start_time: moment(),
      end_time: moment(),
      entity_status: oneOf('ACTIVE', 'PAUSED'),
    }),
    // The live service refuses it by a rule, except for PREROLL_VIEWS.
    advertiser_user_id: kept.advertiser_user_id,
  },
  run(params, context, lineItemId) {
    const before = liveRow(context, lineItems, 'line_item_id', lineItemId)
    const strategy = params.bid_strategy ?? before.bid_strategy
    const {
      audience_expansion = before.audience_expansion,
      android_app_store_identifier: android = before.android_app_store_identifier,
      ios_app_store_identifier: ios = before.ios_app_store_identifier,
      daily_budget_amount_local_micro: daily = before.daily_budget_amount_local_micro,
    } = params
    const row: LineItemRow = {
      ...before,
      advertiser_user_id: params.advertiser_user_id ?? before.advertiser_user_id,
      name: params.name ?? before.name,
      start_time: params.start_time ?? before.start_time,
      bid_amount_local_micro:
        strategy === 'AUTO' ? null : changed(params.bid_amount_local_micro, before.bid_amount_local_micro),
      advertiser_domain: changed(params.advertiser_domain, before.advertiser_domain),
      goal: params.goal ?? before.goal,
      ...(daily === undefined ? {} : { daily_budget_amount_local_micro: daily }),
      end_time: params.end_time ?? before.end_time,
      bid_strategy: strategy,
      duration_in_days: changed(numberOf(params.duration_in_days), before.duration_in_days),
      total_budget_amount_local_micro: changed(
        params.total_budget_amount_local_micro,
        before.total_budget_amount_local_micro,
      ),
      entity_status: params.entity_status ?? before.entity_status,
      frequency_cap: changed(params.frequency_cap, before.frequency_cap),
      ...(android === undefined ? {} : { android_app_store_identifier: android }),
      categories: changed(params.categories, before.categories) ?? [],
      pay_by: params.pay_by ?? before.pay_by,
      ...(ios === undefined ? {} : { ios_app_store_identifier: ios }),
      updated_at: timestamp(context.now),
      ...(audience_expansion === undefined ? {} : { audience_expansion }),
    }
    checkUpdated(row, params, before, context)
    addPlatforms(row, context)
    return context.store.table(lineItems).insert(context.owner, row)
  },
})

const remove = removal({
  table: lineItems,
  idName: 'line_item_id',
  // The live service omits these columns in some responses.
  present: (row) => without(row, 'funding_instrument_id', 'daily_budget_amount_local_micro', 'standard_delivery'),
})

/** The default bid strategy: AUTO without a bid, else it depends on the objective. */
function defaultStrategy(objective: string, bid: number | bigint | null | undefined): string {
  if (bid === null || bid === undefined) return 'AUTO'
  return MAX_BID_EXCEPTIONS.includes(objective) ? 'TARGET' : 'MAX'
}

/** Adds missing PLATFORM criteria for the stores of the line item's app (R-LI-4). */
function addPlatforms(row: LineItemRow, { store, owner, now }: WriteContext): void {
  const table = store.table(targetingCriteria)
  const wanted: TargetingOption[] = []
  if (row.android_app_store_identifier) wanted.push(platforms.android)
  if (row.ios_app_store_identifier) wanted.push(platforms.ios)
  for (const { type, value, name } of wanted) {
    if (targets(row, type, value, table.each(owner))) continue
    table.insert(owner, {
      line_item_id: row.id,
      name,
      id: table.newId(),
      operator_type: 'EQ',
      created_at: timestamp(now),
      targeting_value: value,
      updated_at: timestamp(now),
      deleted: false,
      targeting_type: type,
    })
  }
}

function targets(row: LineItemRow, type: string, value: string, criteria: Iterable<TargetingCriterionRow>): boolean {
  for (const { line_item_id, targeting_type, targeting_value, deleted } of criteria) {
    if (line_item_id === row.id && targeting_type === type && targeting_value === value && !deleted) return true
  }
  return false
}

/** The default advertiser user: the account's own user. */
function advertiserOf({ store, owner, user }: WriteContext): string {
  const own = store
    .table(promotableUsers)
    .rows(owner)
    .find((row) => row.promotable_user_type === 'FULL')
  return own?.user_id ?? user.id
}

function numberOf(digits: string | null | undefined): number | null | undefined {
  return typeof digits === 'string' ? Number(digits) : digits
}

const wire = endpointsOf(lineItem)

/**
 * The writes of line items. Creation is documented (Ads Management Interface, section 4.5); the others follow the live
 * service.
 */
export const lineItemWriteEndpoints: Endpoint[] = [
  wire.create(create),
  wire.update(update),
  wire.delete(remove),
  wire.batch(40, { Create: create, Update: update, Delete: remove }),
]
