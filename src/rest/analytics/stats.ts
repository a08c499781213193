import { DAY_MS, HOUR_MS } from '../../async/duration.ts'
import { isObject } from '../../json/object.ts'
import { list } from '../endpoint.ts'
import { UpstreamError } from '../errors.ts'
import type { ParamsOf } from '../resource.ts'
import type { Row } from '../types.ts'
import { ids, text, texts, time } from '../value.ts'

/** The stats of an entity. Only stats of jobs, which are not read here, have several items with a segment each. */
export interface StatsRow extends Row {
  id_data?: readonly { segment?: unknown; metrics?: Metrics | null }[] | null
}

/**
 * Metrics by their names: a list with a value for each interval, an object of such lists for conversions, or null if nothing was
 * counted. Any can be missing, and there are others than those that are known (R-STAT-13).
 */
export type Metrics = Readonly<Record<string, unknown>>

/** The metrics of a row; undefined if it has none. */
export function metricsOf(row: StatsRow | null | undefined): Metrics | undefined {
  return row?.id_data?.[0]?.metrics ?? undefined
}

/** The maximum number of entities in a call (R-STAT-1). */
export const MAX_STATS_IDS = 20

/** The longest period of a call in days (R-STAT-3). Where clocks change, these days can have an hour more. */
export const MAX_STATS_DAYS = 7

/** How many calls for stats a user can make in 15 minutes, in all accounts. */
export const STATS_CALLS_PER_WINDOW = 250

/** The groups of metrics, by the calls that they can share (R-STAT-16). */
export const METRIC_GROUPS = [
  ['ENGAGEMENT', 'BILLING', 'VIDEO'],
  ['WEB_CONVERSION'],
  ['MOBILE_CONVERSION'],
  ['LIFE_TIME_VALUE_MOBILE_CONVERSION'],
] as const

export type MetricGroup = (typeof METRIC_GROUPS)[number][number]

/**
 * The stats of up to 20 entities of one type. Those that the account does not have are left out of the answer (R-STAT-15). Not
 * documented by the service.
 */
export const listStats = list<StatsRow>()('stats/accounts/:account_id', {
  params: {
    /** The type of the entities: ACCOUNT, CAMPAIGN, FUNDING_INSTRUMENT, LINE_ITEM, PROMOTED_ACCOUNT or PROMOTED_POST. */
    entity: text,
    /** The entities, 1 to 20 IDs. */
    entity_ids: ids,
    /** The start of the period: a whole hour, and with DAY a midnight of the account's time zone (R-STAT-2, R-STAT-5). */
    start_time: time,
    /** The end of the period, exclusive, at most 7 days later (R-STAT-3). */
    end_time: time,
    /** The length of the intervals: HOUR, DAY or TOTAL. */
    granularity: text,
    /** The groups of metrics. */
    metric_groups: texts,
    /** Where the ads were shown: one placement (R-STAT-10). */
    placement: text,
  },
  ids: 'entity_ids',
  count: { max: MAX_STATS_IDS },
  repeatsParams: true,
})

export interface StatsParams extends ParamsOf<typeof listStats> {}

/**
 * Throws UPSTREAM_UNAVAILABLE unless the rows of an answer have the documented form: metrics without a segment, with a value for each
 * interval (R-STAT-11).
 */
export function checkStats(rows: readonly StatsRow[], { start_time, end_time, granularity }: StatsParams): void {
  const ms = Date.parse(end_time ?? '') - Date.parse(start_time ?? '')
  // Where clocks change, days are up to an hour longer or shorter.
  const intervals =
    granularity === 'TOTAL' ? 1 : granularity === 'HOUR' ? Math.ceil(ms / HOUR_MS) : Math.round(ms / DAY_MS)
  for (const { id_data } of rows) {
    const data: unknown = id_data ?? []
    if (!Array.isArray(data) || data.length > 1 || !data.every(isUnsegmented))
      throw undocumented('The service sent stats that are not the metrics of one entity')
    for (const { metrics } of id_data ?? []) checkMetrics(metrics ?? {}, intervals)
  }
}

function isUnsegmented(item: unknown): boolean {
  if (!isObject(item)) return false
  const { segment = null, metrics = null } = item
  return segment === null && (metrics === null || isObject(metrics))
}

function checkMetrics(metrics: Metrics, intervals: number): void {
  for (const [name, value] of Object.entries(metrics)) {
    if (isObject(value)) checkMetrics(value, intervals)
    if (Array.isArray(value) && value.length !== intervals)
      throw undocumented(`The service sent ${value.length} values of ${name} for ${intervals} intervals`)
  }
}

/** The error of an answer that does not have the documented form. */
export function undocumented(message: string): UpstreamError {
  return new UpstreamError({ code: 'UPSTREAM_UNAVAILABLE', message })
}
