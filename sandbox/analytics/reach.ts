import { reach } from '../../reference/analytics/reach.ts'
import { features } from '../account/feature.ts'
import { endpointsOf } from '../endpoint/crud.ts'
import { envelope, type Call, type Endpoint } from '../endpoint/endpoint.ts'
import { featureNotAvailable, refuseAll } from '../http/error.ts'
import { addCounts, adsOf, slotsIn, type Counts } from './delivery.ts'
import { checkReader, PERIOD, periodOf, timeZoneOf } from './stats.ts'

const FEATURE = 'REACH_AND_FREQUENCY_ANALYTICS'

/** The endpoints for the reach of entities, which are not documented. Entities that nobody saw are left out. */
export const reachEndpoints: Endpoint[] = [
  endpointsOf(reach, 'stats/accounts/:account_id/reach/campaigns').at('GET', {
    parameters: PERIOD,
    handle: (call) => envelope(call, { data_type: 'reach', data: reachOf(call, 'CAMPAIGN', call.params.campaign_ids) }),
  }),
  endpointsOf(reach, 'stats/accounts/:account_id/reach/funding_instruments').at('GET', {
    parameters: PERIOD,
    handle: (call) =>
      envelope(call, {
        data_type: 'reach',
        data: reachOf(call, 'FUNDING_INSTRUMENT', call.params.funding_instrument_ids),
      }),
  }),
]

type ReachCall = Pick<Call, 'store' | 'owner' | 'user' | 'now'> & { params: { start_time: string; end_time: string } }

function reachOf(call: ReachCall, entity: 'CAMPAIGN' | 'FUNDING_INSTRUMENT', ids: readonly string[]): object[] {
  checkReader(call)
  const hasFeature = call.store.table(features).find(call.owner, FEATURE) !== undefined
  refuseAll([!hasFeature && featureNotAvailable(`The account does not have the feature ${FEATURE}`, '')])
  const { start, end } = periodOf(call, call.params)
  const slots = slotsIn(timeZoneOf(call), start, end)
  const ads = adsOf(call.store, call.owner, call.now.getTime())
  return ids.flatMap((id) => {
    const counts: Counts = new Map()
    for (const ad of ads.filter((each) => each.ids[entity] === id))
      for (const slot of slots) addCounts(ad, slot, 'ALL_ON_SVC', counts)
    const impressions = counts.get('impressions') ?? 0
    // The longer the period, the more often the same people see an ad.
    const frequency = 1 + 0.04 * Math.sqrt(slots.length)
    const people = Math.round(impressions / frequency)
    if (people === 0) return []
    return [{ id, total_audience_reach: people, average_frequency: Math.round((impressions / people) * 100) / 100 }]
  })
}
