import { list } from '../endpoint.ts'
import type { ParamsOf } from '../resource.ts'
import type { Row } from '../types.ts'
import { ids, text, texts, time } from '../value.ts'

/** The stats of an entity. Only those of jobs, which are not read here, have several items with a segment each. */
export interface StatsRow extends Row {
  id_data?: readonly { segment?: unknown; metrics?: Metrics | null }[] | null
}

/**
 * Metrics by their names: a list with a value for each interval, an object of such lists for conversions, or null if nothing was
 * counted. Any can be missing, and there are others than those that are known (R-STAT-13).
 */
export type Metrics = Readonly<Record<string, unknown>>

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
  maxIds: MAX_STATS_IDS,
  isUserLimit: true,
})

export interface StatsParams extends ParamsOf<typeof listStats> {}
