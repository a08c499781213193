import { variantKey } from '../json/json.ts'
import { listStats, METRIC_GROUPS, type MetricGroup, type StatsParams, type StatsRow } from '../rest/analytics/stats.ts'
import { atEndOfTick, type ForAsker, type LoaderScope } from './batch.ts'
import type { ById } from './by-id.ts'

/** What the stats of several entities must have in common to be read in one call, besides their account. */
interface StatsQuery extends Required<
  Pick<StatsParams, 'entity' | 'start_time' | 'end_time' | 'granularity' | 'placement'>
> {}

/** The stats of entities, by ID: a row of each call that their groups take, null for an entity that its answer leaves out. */
export interface Stats {
  (
    account: string,
    query: StatsQuery,
    groups: ReadonlySet<MetricGroup>,
  ): (id: string) => Promise<readonly (StatsRow | null)[]>
}

/**
 * The loader of stats for one operation. The groups of metrics that are requested for equal queries in one tick are requested
 * together, as far as they can share a call (R-STAT-16). The entities are looked up by ID, 20 in a call.
 */
export function createStats({ read }: LoaderScope, byId: ForAsker<ById>): ForAsker<Stats> {
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
        const metric_groups = shared.filter((group) => united.has(group))
        return byId(asker)(listStats, { account_id: account }, { params: { ...query, metric_groups } })
      }),
    )
    return async (id) => {
      // The look-ups begin in a later tick, when it is no longer known for which field.
      read.keys += calls.length
      return Promise.all((await loads).map((load) => load(id)))
    }
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
