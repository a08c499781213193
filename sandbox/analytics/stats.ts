import { stats } from '../../reference/analytics/stats.ts'
import { accounts } from '../account/account.ts'
import { permissionsOf } from '../account/authenticated-user-access.ts'
import { fundingInstruments } from '../account/funding-instrument.ts'
import { campaigns } from '../campaign/campaign.ts'
import { lineItems } from '../campaign/line-item.ts'
import { promotedAccounts } from '../campaign/promoted-account.ts'
import { promotedPosts } from '../campaign/promoted-post.ts'
import { NO_ACCOUNT } from '../data/store.ts'
import { localTime, midnight, timestamp } from '../data/time.ts'
import { endpointsOf } from '../endpoint/crud.ts'
import { envelope, type Call, type Endpoint } from '../endpoint/endpoint.ts'
import { dateOrMoment } from '../endpoint/parameter.ts'
import { forbidden, refuseAll, type ErrorItem } from '../http/error.ts'
import { addCounts, adsOf, slotsIn, type Ad, type Counts, type StatsEntity } from './delivery.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

/** The longest period of a call. The hour is for days on which clocks change. */
const MAX_PERIOD_MS = 7 * DAY_MS + HOUR_MS

/** The ends of a period: unlike other times, they can be dates, which depend on the account. */
export const PERIOD = { start_time: dateOrMoment(), end_time: dateOrMoment() }

const READERS = ['ACCOUNT_ADMIN', 'AD_MANAGER', 'CAMPAIGN_ANALYST']

/** The 403 for a user who may not see stats. */
export function checkReader(call: Pick<Call, 'store' | 'user' | 'owner'>): void {
  const permissions = permissionsOf(call)
  if (READERS.some((reader) => permissions.includes(reader))) return
  throw forbidden(`User may not read the analytics of account ${call.owner}`)
}

/** The time zone of the account of a call. */
export function timeZoneOf({ store, owner }: Pick<Call, 'store' | 'owner'>): string {
  return store.table(accounts).find(NO_ACCOUNT, owner)!.timezone
}

/** A period in milliseconds since the epoch. */
export interface Period {
  start: number
  end: number
}

/** The period of a call between whole hours. Throws a 400 with an error for each end that is none. */
export function periodOf(
  call: Pick<Call, 'store' | 'owner'>,
  params: { start_time: string; end_time: string },
): Period {
  const timeZone = timeZoneOf(call)
  refuseAll(
    (['start_time', 'end_time'] as const).map((name) => {
      const isWhole = !params[name].includes('T') || /T\d\d:00(:00(\.0+)?)?(Z|[+-])/.test(params[name])
      const message = `Expected whole hours, got fractional hours in "${params[name]}" for ${name}`
      return !isWhole && { code: 'INVALID_PARAMETER', message, parameter: name }
    }),
  )
  const [start, end] = [momentOf(params.start_time, timeZone), momentOf(params.end_time, timeZone)]
  refuseAll([!(end > start) && invalidWindow('end_time must be after start_time')])
  return { start, end }
}

/** The error for a period. The service does not say which parameter it is about. */
export function invalidWindow(message: string): ErrorItem {
  return { code: 'INVALID_TIME_WINDOW', message, parameter: '' }
}

/** Milliseconds since the epoch. A date is the midnight that it begins with in this time zone. */
function momentOf(time: string, timeZone: string): number {
  if (!time.includes('T')) return midnight(timeZone, Date.parse(time))
  return Date.parse(time.replace(/([+-]\d\d)$/, '$1:00').replace(/([+-]\d\d)(\d\d)$/, '$1:$2'))
}

/** The endpoint for the stats of entities, which is not documented. */
export const statsEndpoints: Endpoint[] = [
  endpointsOf(stats, 'stats/accounts/:account_id').at('GET', {
    quota: 'stats',
    parameters: PERIOD,
    handle(call) {
      checkReader(call)
      const { entity_ids, granularity, metric_groups, placement } = call.params
      const entity = call.params.entity as StatsEntity
      const period = periodOf(call, call.params)
      const timeZone = timeZoneOf(call)
      refuseAll([
        period.end - period.start > MAX_PERIOD_MS && invalidWindow('The period must not be longer than 7 days'),
      ])
      if (granularity === 'DAY')
        refuseAll(
          [period.start, period.end].map((moment) => {
            const isMidnight = midnight(timeZone, dayOf(timeZone, moment)) === moment
            return !isMidnight && invalidWindow(`${timestamp(new Date(moment))} is not a midnight of ${timeZone}`)
          }),
        )
      const starts = intervalStarts(granularity, period, timeZone)
      const wanted = new Set(entity_ids)
      const ads = new Map<string, Ad[]>()
      for (const ad of adsOf(call.store, call.owner, call.now.getTime())) {
        const owner = ad.ids[entity] ?? ''
        if (wanted.has(owner)) ads.set(owner, [...(ads.get(owner) ?? []), ad])
      }
      const slots = slotsIn(timeZone, period.start, period.end)
      const data = entity_ids.filter(exists(call, entity)).map((id) => {
        const intervals = starts.map((): Counts => new Map())
        for (const ad of ads.get(id) ?? []) {
          let index = 0
          for (const slot of slots) {
            while (slot.start >= (starts[index + 1] ?? Infinity)) index += 1
            addCounts(ad, slot, placement, intervals[index]!)
          }
        }
        return { id, id_data: [{ segment: null, metrics: metricsOf(entity, metric_groups, intervals) }] }
      })
      const request = {
        params: {
          ...call.echo,
          start_time: timestamp(new Date(period.start)),
          end_time: timestamp(new Date(period.end)),
          segmentation_type: null,
          country: null,
          platform: null,
        },
      }
      return envelope(call, { data_type: 'stats', time_series_length: starts.length, data, request })
    },
  }),
]

/** When the intervals of a period start. */
function intervalStarts(granularity: string, { start, end }: Period, timeZone: string): number[] {
  if (granularity === 'TOTAL') return [start]
  const starts: number[] = []
  for (let at = start; at < end;) {
    starts.push(at)
    at = granularity === 'HOUR' ? at + HOUR_MS : midnight(timeZone, dayOf(timeZone, at) + DAY_MS)
  }
  return starts
}

/** The date of a moment, as if in UTC. */
function dayOf(timeZone: string, moment: number): number {
  return Math.floor(localTime(timeZone, moment) / DAY_MS) * DAY_MS
}

/** Whether the account has an entity with an ID. Others are left out of the answer. */
function exists({ store, owner }: Pick<Call, 'store' | 'owner'>, entity: StatsEntity): (id: string) => boolean {
  const find = {
    ACCOUNT: (id: string) => id === owner,
    CAMPAIGN: (id: string) => store.table(campaigns).find(owner, id),
    FUNDING_INSTRUMENT: (id: string) => store.table(fundingInstruments).find(owner, id),
    LINE_ITEM: (id: string) => store.table(lineItems).find(owner, id),
    PROMOTED_ACCOUNT: (id: string) => store.table(promotedAccounts).find(owner, id),
    PROMOTED_POST: (id: string) => store.table(promotedPosts).find(owner, id),
  }[entity]
  return (id) => Boolean(find(id))
}

/** The type in the reference with the metrics of a group. */
const ROWS_OF = {
  ENGAGEMENT: 'StatsEngagement',
  BILLING: 'StatsBilling',
  VIDEO: 'StatsVideo',
  WEB_CONVERSION: 'StatsWebConversion',
  MOBILE_CONVERSION: 'StatsMobileConversion',
  LIFE_TIME_VALUE_MOBILE_CONVERSION: 'StatsLifeTimeValueMobileConversion',
} as const

/** The engagement of accounts and of funding instruments. */
const BASIC: readonly string[] = ['engagements', 'impressions', 'reposts', 'replies', 'likes', 'follows']

/** The metrics of some groups. A metric is null if it does not apply to the entity, or if nothing was counted. */
function metricsOf(entity: StatsEntity, groups: readonly string[], intervals: readonly Counts[]): object {
  const isBasic = entity === 'ACCOUNT' || entity === 'FUNDING_INSTRUMENT'
  const counted = new Set(intervals.flatMap((counts) => [...counts.keys()]))
  const seriesOf = (name: string) => (counted.has(name) ? intervals.map((counts) => counts.get(name) ?? 0) : null)
  const metrics: Record<string, unknown> = {}
  for (const group of groups) {
    const type = ROWS_OF[group as keyof typeof ROWS_OF]
    const applies = group === 'ENGAGEMENT' || (group === 'BILLING' ? entity !== 'ACCOUNT' : !isBasic)
    for (const name of stats.rows[type].service) {
      const isShown = applies && (!isBasic || group === 'BILLING' || BASIC.includes(name))
      if (!group.includes('CONVERSION')) metrics[name] = isShown ? seriesOf(name) : null
      else {
        const keys = stats.rows.StatsConversion.service.map((key) => [key, seriesOf(`${name}.${key}`)] as const)
        metrics[name] = isShown && keys.some(([, series]) => series) ? Object.fromEntries(keys) : null
      }
    }
  }
  return metrics
}
