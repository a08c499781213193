import { campaign } from '../../reference/campaign/campaign.ts'
import { accounts } from '../account/account.ts'
import { fundingInstruments } from '../account/funding-instrument.ts'
import { columns, newestFirst } from '../data/order.ts'
import { NO_ACCOUNT, table } from '../data/store.ts'
import { crud, sentOrNull, type RowOf } from '../endpoint/crud.ts'
import { oneOf } from '../endpoint/parameter.ts'
import { referred, type WriteContext } from '../endpoint/write.ts'
import { brokenRule, missingParameter, type ErrorItem } from '../http/error.ts'

/** A campaign as the service sends it. */
export type CampaignRow = RowOf<
  typeof campaign.rows.Campaign,
  {
    reasons_not_servable: string[]
    servable: boolean | null
    purchase_order_number: string | null
    daily_budget_amount_local_micro: number | bigint | null
    duration_in_days: number | null
    standard_delivery: boolean | null
    total_budget_amount_local_micro: number | bigint | null
    frequency_cap: number | null
  }
>

/** The campaigns of each account, newest first. */
export const campaigns = table<CampaignRow>('campaigns', newestFirst(), 5)

/** Types of funding instrument that require no daily budget. The reference says only that most types require one. */
const WITHOUT_DAILY_BUDGET = ['INSERTION_ORDER']

/** The endpoints of campaigns (Ads Management Interface, section 4.4). */
export const campaignEndpoints = crud(campaign, campaigns, {
  batch: 40,
  refersTo: { funding_instrument_id: fundingInstruments },
  keeps: ['budget_optimization'],
  // A campaign is a draft only until it is first updated.
  parameters: { PUT: { entity_status: oneOf('ACTIVE', 'PAUSED') } },
  list: {
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
  },
  create(sent, context) {
    const budget_optimization = sent.budget_optimization ?? 'CAMPAIGN'
    const row = {
      ...sentOrNull(campaign.rows.Campaign, sent),
      budget_optimization,
      standard_delivery: sent.standard_delivery ?? (budget_optimization === 'CAMPAIGN' ? true : null),
      entity_status: sent.entity_status ?? 'ACTIVE',
      reasons_not_servable: [],
    }
    return { ...row, ...deliveryOf(row, context) }
  },
  update: (row, sent, context) => ({
    // Without a daily budget in the request, spend is spread evenly over the flight, even if there was one before.
    daily_budget_amount_local_micro: sent.daily_budget_amount_local_micro ?? null,
    ...(sent.budget_optimization === 'LINE_ITEM' &&
      sent.standard_delivery === undefined && { standard_delivery: null }),
    ...deliveryOf(row, context),
  }),
  check(row, sent, context, before) {
    const { daily_budget_amount_local_micro: daily, total_budget_amount_local_micro: total } = row
    const instrument = referred(context, fundingInstruments, row.funding_instrument_id)
    // A daily budget that an update omits is not missing.
    const hasNoDaily = before === undefined ? daily === null : sent.daily_budget_amount_local_micro === null
    const needsDaily = instrument !== undefined && !WITHOUT_DAILY_BUDGET.includes(instrument.type ?? '')
    return [
      hasNoDaily && needsDaily && missingParameter('daily_budget_amount_local_micro'),
      daily !== null &&
        total !== null &&
        daily > total &&
        brokenRule('daily_budget_amount_local_micro', `The daily budget ${daily} exceeds the total budget ${total}`),
      typeof sent.standard_delivery === 'boolean' &&
        row.budget_optimization !== 'CAMPAIGN' &&
        brokenRule('standard_delivery', 'standard_delivery can only be set if budget_optimization is CAMPAIGN'),
      row.entity_status === 'ACTIVE' && before?.entity_status !== 'ACTIVE' && tooManyActive(context),
    ]
  },
  remove: ({ reasons_not_servable: reasons }) => ({ servable: null, reasons_not_servable: ['DELETED', ...reasons] }),
})

/** The error for one more active campaign than the account can have. */
function tooManyActive({ store, owner, limits }: WriteContext): ErrorItem | false {
  let active = 0
  for (const row of store.table(campaigns).each(owner)) {
    if (row.entity_status === 'ACTIVE' && !row.deleted) active += 1
  }
  const message = `The account has ${limits.activeCampaigns} active campaigns, which is the limit`
  return active >= limits.activeCampaigns && { code: 'TOO_MANY_CAMPAIGNS', message }
}

/** The delivery columns for the state of a campaign. Its start and end depend on its line items and do not change. */
function deliveryOf(
  row: Pick<CampaignRow, 'entity_status' | 'funding_instrument_id' | 'reasons_not_servable'>,
  { store, owner }: WriteContext,
) {
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
    currency: instrument?.currency ?? '',
    reasons_not_servable: reasons,
    servable: reasons.length === 0,
    effective_status: timed.includes('EXPIRED') ? 'EXPIRED' : running,
  }
}
