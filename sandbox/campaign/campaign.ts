import { campaign } from '../../reference/campaign/campaign.ts'
import { accounts } from '../account/account.ts'
import { fundingInstruments, type FundingInstrumentRow } from '../account/funding-instrument.ts'
import { endpointsOf, given } from '../endpoint/crud.ts'
import type { Endpoint } from '../endpoint/endpoint.ts'
import { brokenRule, missingParameter, Refusal, refuseAll, unknownReference, type ErrorItem } from '../http/error.ts'
import { columns, newestFirst } from '../data/order.ts'
import { amount, boolean, id, ifGiven, oneOf, text, unsettable } from '../endpoint/parameter.ts'
import { NO_ACCOUNT, type Row, type TableDefinition } from '../data/store.ts'
import { timestamp } from '../data/time.ts'
import { changed, liveRow, operation, referred, type WriteContext } from '../endpoint/write.ts'

/** A campaign as the service sends it. */
export interface CampaignRow extends Row {
  name: string
  budget_optimization: string
  reasons_not_servable: string[]
  servable: boolean | null
  purchase_order_number: string | null
  effective_status: string
  daily_budget_amount_local_micro: number | bigint | null
  funding_instrument_id: string
  duration_in_days: number | null
  standard_delivery: boolean | null
  total_budget_amount_local_micro: number | bigint | null
  entity_status: string
  frequency_cap: number | null
  currency: string
}

/** The campaigns of each account, newest first. */
export const campaigns: TableDefinition<CampaignRow> = { name: 'campaigns', order: newestFirst(), idLength: 5 }

const optional = {
  daily_budget_amount_local_micro: amount(),
  total_budget_amount_local_micro: amount(),
  purchase_order_number: text({ min: 1, max: 50 }),
  standard_delivery: ifGiven(boolean()),
}
const kept = { funding_instrument_id: id(), name: text({ min: 1, max: 255 }) }
const budgetOptimization = { budget_optimization: oneOf(...campaign.enumerations.BudgetOptimization.documents) }

/** Types of funding instrument that require no daily budget. The reference says only that most types require one. */
const WITHOUT_DAILY_BUDGET = ['INSERTION_ORDER']

/** Whether a funding instrument requires its campaigns to have a daily budget. */
function needsDaily(instrument: FundingInstrumentRow | undefined): boolean {
  return instrument !== undefined && !WITHOUT_DAILY_BUDGET.includes(instrument.type ?? '')
}

const create = operation({
  parameters: given(campaign, 'POST 12 accounts/:account_id/campaigns', {
    ...kept,
    ...unsettable({
      ...budgetOptimization,
      ...optional,
      entity_status: oneOf(...campaign.enumerations.EntityStatus.documents),
    }),
  }),
  run(params, context) {
    const table = context.store.table(campaigns)
    const optimization = params.budget_optimization ?? 'CAMPAIGN'
    const instrument = referred(context, fundingInstruments, params.funding_instrument_id)
    const now = timestamp(context.now)
    const row: CampaignRow = {
      name: params.name,
      budget_optimization: optimization,
      reasons_not_servable: [],
      servable: null,
      purchase_order_number: params.purchase_order_number ?? null,
      effective_status: '',
      daily_budget_amount_local_micro: params.daily_budget_amount_local_micro ?? null,
      funding_instrument_id: params.funding_instrument_id,
      duration_in_days: null,
      standard_delivery: params.standard_delivery ?? (optimization === 'CAMPAIGN' ? true : null),
      total_budget_amount_local_micro: params.total_budget_amount_local_micro ?? null,
      id: '',
      entity_status: params.entity_status ?? 'ACTIVE',
      frequency_cap: null,
      currency: instrument?.currency ?? '',
      created_at: now,
      updated_at: now,
      deleted: false,
    }
    refuseAll([
      instrument === undefined && unknownReference('funding_instrument_id', params.funding_instrument_id),
      needsDaily(instrument) &&
        row.daily_budget_amount_local_micro === null &&
        missingParameter('daily_budget_amount_local_micro'),
      ...errorsOf(row, params.standard_delivery),
    ])
    if (row.entity_status === 'ACTIVE') checkActive(context)
    return table.insert(context.owner, { ...row, ...deliveryOf(row, context), id: table.newId() })
  },
})

const update = operation({
  parameters: given(campaign, 'PUT 12 accounts/:account_id/campaigns/:campaign_id', {
    ...kept,
    ...budgetOptimization,
    ...unsettable(optional),
    entity_status: oneOf('ACTIVE', 'PAUSED'),
  }),
  run(params, context, campaignId) {
    const before = liveRow(context, campaigns, 'campaign_id', campaignId)
    const row: CampaignRow = {
      ...before,
      name: params.name ?? before.name,
      funding_instrument_id: params.funding_instrument_id ?? before.funding_instrument_id,
      budget_optimization: params.budget_optimization ?? before.budget_optimization,
      // Without a daily budget in the request, spend is spread evenly over the flight, even if there was one before.
      daily_budget_amount_local_micro: params.daily_budget_amount_local_micro ?? null,
      total_budget_amount_local_micro: changed(
        params.total_budget_amount_local_micro,
        before.total_budget_amount_local_micro,
      ),
      purchase_order_number: changed(params.purchase_order_number, before.purchase_order_number),
      standard_delivery: changed(
        params.standard_delivery,
        params.budget_optimization === 'LINE_ITEM' ? null : before.standard_delivery,
      ),
      entity_status: params.entity_status ?? before.entity_status,
      updated_at: timestamp(context.now),
    }
    const instrument = referred(context, fundingInstruments, row.funding_instrument_id)
    refuseAll([
      params.funding_instrument_id !== undefined &&
        instrument === undefined &&
        unknownReference('funding_instrument_id', params.funding_instrument_id),
      // A daily budget that is omitted is not missing: the spend is spread evenly then.
      params.daily_budget_amount_local_micro === null &&
        needsDaily(instrument) &&
        missingParameter('daily_budget_amount_local_micro'),
      ...errorsOf(row, params.standard_delivery),
    ])
    if (row.entity_status === 'ACTIVE' && before.entity_status !== 'ACTIVE') checkActive(context)
    const currency = instrument?.currency ?? row.currency
    return context.store.table(campaigns).insert(context.owner, { ...row, currency, ...deliveryOf(row, context) })
  },
})

const remove = operation({
  parameters: {},
  run(_, context, campaignId) {
    const before = liveRow(context, campaigns, 'campaign_id', campaignId)
    return context.store.table(campaigns).update(context.owner, campaignId, {
      deleted: true,
      servable: null,
      reasons_not_servable: ['DELETED', ...before.reasons_not_servable],
      updated_at: timestamp(context.now),
    })
  },
})

/** The rules that a campaign would break after a write, including the requested delivery. */
function errorsOf(row: CampaignRow, delivery: boolean | null | undefined): (ErrorItem | false)[] {
  const { daily_budget_amount_local_micro: daily, total_budget_amount_local_micro: total } = row
  return [
    daily !== null &&
      total !== null &&
      daily > total &&
      brokenRule('daily_budget_amount_local_micro', `The daily budget ${daily} exceeds the total budget ${total}`),
    typeof delivery === 'boolean' &&
      row.budget_optimization !== 'CAMPAIGN' &&
      brokenRule('standard_delivery', 'standard_delivery can only be set if budget_optimization is CAMPAIGN'),
  ]
}

/** Refuses an active campaign beyond the limit of the account. */
function checkActive({ store, owner, limits }: WriteContext): void {
  let active = 0
  for (const row of store.table(campaigns).each(owner)) {
    if (row.entity_status === 'ACTIVE' && !row.deleted) active += 1
  }
  if (active < limits.activeCampaigns) return
  const message = `The account has ${limits.activeCampaigns} active campaigns, which is the limit`
  throw new Refusal(400, [{ code: 'TOO_MANY_CAMPAIGNS', message }])
}

/** The delivery columns for the state of a campaign. Its start and end depend on its line items and do not change. */
function deliveryOf(row: CampaignRow, { store, owner }: WriteContext) {
  const approval = store.table(accounts).find(NO_ACCOUNT, owner)?.approval_status ?? ''
  const timed = row.reasons_not_servable.filter((reason) => reason === 'EXPIRED' || reason === 'STARTS_IN_FUTURE')
  const instrument = store.table(fundingInstruments).find(owner, row.funding_instrument_id)
  const reasons = [
    ...(row.entity_status === 'DRAFT' ? ['INCOMPLETE'] : []),
    ...(row.entity_status === 'PAUSED' ? ['PAUSED_BY_ADVERTISER'] : []),
    ...timed,
    ...(instrument?.able_to_fund ? [] : ['FUNDING_PROBLEM']),
    ...(approval === 'ACCEPTED' ? [] : [`ACCOUNT_${approval}`]),
  ]
  const running = row.entity_status === 'ACTIVE' ? 'RUNNING' : 'PAUSED'
  return {
    reasons_not_servable: reasons,
    servable: reasons.length === 0,
    effective_status: timed.includes('EXPIRED') ? 'EXPIRED' : running,
  }
}

const wire = endpointsOf(campaign)

/** The endpoints of campaigns (Ads Management Interface, section 4.4). */
export const campaignEndpoints: Endpoint[] = [
  wire.list(campaigns, {
    filters: { with_draft: boolean() },
    sortable: {
      ...columns<CampaignRow>(
        'name',
        'daily_budget_amount_local_micro',
        'total_budget_amount_local_micro',
        'standard_delivery',
      ),
      // The service also sorts by these columns, although campaigns no longer have them.
      start_time: () => null,
      end_time: () => null,
    },
    keep:
      ({ params }) =>
      (row) =>
        params.with_draft || row.entity_status !== 'DRAFT',
  }),
  wire.single(campaigns),
  wire.create(create),
  wire.update(update),
  wire.delete(remove),
  wire.batch(40, { Create: create, Update: update, Delete: remove }),
]
