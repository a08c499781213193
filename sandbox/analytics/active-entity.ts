import { activeEntity } from '../../reference/analytics/active-entity.ts'
import { timestamp } from '../data/time.ts'
import { endpointsOf } from '../endpoint/crud.ts'
import { envelope, type Endpoint } from '../endpoint/endpoint.ts'
import { invalidParameter, refuseAll } from '../http/error.ts'
import { adsOf, type Ad, type StatsEntity } from './delivery.ts'
import { checkReader, invalidWindow, PERIOD, periodOf } from './stats.ts'

/** The longest period of a call. The hour is for days on which clocks change. */
const MAX_PERIOD_MS = 90 * 86_400_000 + 3_600_000

const FILTERS = {
  campaign_ids: 'CAMPAIGN',
  funding_instrument_ids: 'FUNDING_INSTRUMENT',
  line_item_ids: 'LINE_ITEM',
} as const

/**
 * The endpoint for the entities whose stats changed in a period, which is not documented. Here, stats change while ads are shown.
 */
export const activeEntityEndpoints: Endpoint[] = [
  endpointsOf(activeEntity, 'stats/accounts/:account_id/active_entities').at('GET', {
    parameters: PERIOD,
    handle(call) {
      checkReader(call)
      const entity = call.params.entity as StatsEntity
      const { start, end } = periodOf(call, call.params)
      refuseAll([end - start > MAX_PERIOD_MS && invalidWindow('The period must not be longer than 90 days')])
      const filters = Object.entries(FILTERS).flatMap(([name, parent]) => {
        const ids = call.params[name as keyof typeof FILTERS]
        return ids ? [{ name, parent, ids }] : []
      })
      if (filters.length > 1) throw invalidParameter(filters[1]!.name, 'Expected only one of the filters by parent')
      const active = new Map<string, Ad[]>()
      for (const ad of adsOf(call.store, call.owner, call.now.getTime())) {
        const id = ad.ids[entity]
        const isWanted = filters.every(({ parent, ids }) => ids.includes(ad.ids[parent] ?? ''))
        if (id && isWanted && ad.from < end && ad.to > start) active.set(id, [...(active.get(id) ?? []), ad])
      }
      const data = Array.from(active, ([entity_id, ads]) => ({
        entity_id,
        activity_start_time: timestamp(new Date(Math.max(start, Math.min(...ads.map(({ from }) => from))))),
        activity_end_time: timestamp(new Date(Math.min(end, Math.max(...ads.map(({ to }) => to))))),
        placements: ['ALL_ON_SVC', 'PUBLISHER_NETWORK'].filter(
          (each) => each === 'ALL_ON_SVC' || ads.some(({ lineItem }) => lineItem.placements.includes(each)),
        ),
      }))
      return envelope(call, { data_type: 'active_entities', data })
    },
  }),
]
