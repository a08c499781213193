import { lacksFeature, list } from '../endpoint.ts'
import type { RowColumns } from '../types.ts'
import { ids, time } from '../value.ts'
import { MAX_STATS_IDS } from './stats.ts'

/** How many people saw the ads of an entity, and how often on average. */
export interface ReachRow extends RowColumns<{ total_audience_reach: number; average_frequency: number }> {}

const PERIOD = {
  /** The start of the period, a whole hour. */
  start_time: time,
  /** The end of the period, exclusive, a whole hour. */
  end_time: time,
}

/** The feature that an account needs (R-STAT-23). */
const refusal = lacksFeature('REACH_AND_FREQUENCY_ANALYTICS')

/** The reach of up to 20 campaigns. Not documented by the service. */
export const listCampaignReach = list<ReachRow>()('stats/accounts/:account_id/reach/campaigns', {
  params: {
    /** The campaigns, 1 to 20 IDs. */
    campaign_ids: ids,
    ...PERIOD,
  },
  ids: 'campaign_ids',
  count: { max: MAX_STATS_IDS },
  refusal,
  repeatsParams: true,
})

/** The reach of up to 20 funding instruments. Not documented by the service. */
export const listFundingInstrumentReach = list<ReachRow>()('stats/accounts/:account_id/reach/funding_instruments', {
  params: {
    /** The funding instruments, 1 to 20 IDs. */
    funding_instrument_ids: ids,
    ...PERIOD,
  },
  ids: 'funding_instrument_ids',
  count: { max: MAX_STATS_IDS },
  refusal,
  repeatsParams: true,
})
