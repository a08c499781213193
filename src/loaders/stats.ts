import { valuesInTurns } from '../async/turn.ts'
import { variantKey } from '../json/json.ts'
import { listStats, METRIC_GROUPS, type MetricGroup, type StatsParams, type StatsRow } from '../rest/analytics/stats.ts'
import { idOf } from '../rest/types.ts'
import { comparableId } from '../rest/value.ts'
import { atEndOfTick, ReadAskers, variantMap, type ForAsker, type LoaderScope } from './batch.ts'
import { outcomeLoader } from './by-id.ts'

/** What the stats of several entities must have in common to be read together, besides their account. */
interface StatsQuery extends Required<Pick<StatsParams, 'entity' | 'granularity' | 'placement'>> {
  /** The periods of the calls, one after another. */
  periods: readonly Required<Pick<StatsParams, 'start_time' | 'end_time'>>[]
}

/** The rows of an entity: one for each period, null if its answer leaves the entity out. Fields with equal queries share them. */
export type StatsRows = readonly (StatsRow | null)[]

/** The stats of entities, by ID: rows for each of the calls that the groups of metrics take, or the error of one of them. */
export interface Stats {
  (account: string, query: StatsQuery, groups: ReadonlySet<MetricGroup>): (ids: readonly string[]) => Promise<Found[]>
}

type Found = readonly (StatsRows | null)[] | Error

/**
 * How many periods are read at once, which are more than a month: a year of 1,000 entities would begin 2,650 calls, also when no more
 * calls are allowed.
 */
const PERIODS_AT_ONCE = 5

/**
 * The loader of stats for one operation. The groups of metrics that are requested for equal queries in one tick are requested
 * together, as far as they can share a call (R-STAT-16). The entities are looked up by ID, 20 in a call.
 */
export function createStats({ session, onForget, read }: LoaderScope): ForAsker<Stats> {
  const loaders = variantMap<ForAsker<(id: string) => Promise<StatsRows | null>>>(onForget)
  /** The groups that are requested in this tick, by query and call. */
  let requested: { groups: Map<string, Set<MetricGroup>>; ended: Promise<void> } | undefined

  return (asker) => (account, query, groups) => {
    const tick = (requested ??= newTick())
    const calls = METRIC_GROUPS.flatMap((shared) => {
      const own = shared.filter((group) => groups.has(group))
      if (own.length === 0) return []
      const key = variantKey([account, query, shared[0]])
      const united = tick.groups.get(key) ?? new Set()
      tick.groups.set(key, united)
      for (const group of own) united.add(group)
      return { shared, united }
    })
    const loads = tick.ended.then(() =>
      calls.map(({ shared, united }) => {
        const groups = shared.filter((group) => united.has(group))
        return loaders(listStats, [account, query, groups] as const, makeLoader)(asker)
      }),
    )
    return async (ids) => {
      const byCall = (await loads).map((load) => ids.map((id) => load(id)))
      const found: (StatsRows | Error | null)[][] = []
      for (const promises of byCall) found.push(await valuesInTurns(promises))
      return ids.map((_, nth) => {
        const rows: (StatsRows | null)[] = []
        for (const { [nth]: ofCall = null } of found) {
          if (ofCall instanceof Error) return ofCall
          rows.push(ofCall)
        }
        return rows
      })
    }
  }

  function makeLoader(
    { maxIds }: typeof listStats,
    [account, { periods, ...query }, metric_groups]: readonly [string, StatsQuery, readonly MetricGroup[]],
  ) {
    const askers = new ReadAskers()
    const readPeriod = async (ids: readonly string[], period: StatsQuery['periods'][number]) => {
      const params = { ...query, ...period, metric_groups, entity_ids: ids }
      const { rows } = await askers
        .sessionFor(ids, session)
        .reader(listStats, { account_id: account }, params, { ids })
        .read()
      return new Map(rows.map((row) => [comparableId(idOf(row)), row]))
    }
    const readPeriods = async (ids: readonly string[]) => {
      const found: Map<string, StatsRow>[] = []
      for (let next = 0; next < periods.length; next += PERIODS_AT_ONCE) {
        const some = periods.slice(next, next + PERIODS_AT_ONCE)
        found.push(...(await Promise.all(some.map((period) => readPeriod(ids, period)))))
      }
      return ids.map((id) => found.map((rows) => rows.get(comparableId(id)) ?? null))
    }
    return outcomeLoader(readPeriods, maxIds, askers, read)
  }

  function newTick() {
    const ended = new Promise<void>((resolve) =>
      atEndOfTick(() => {
        requested = undefined
        resolve()
      }),
    )
    return { groups: new Map<string, Set<MetricGroup>>(), ended }
  }
}
