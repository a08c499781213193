import { setTimeout } from 'node:timers/promises'
import { batchAnswer } from './batch-answer.ts'
import { startUpstream, type Upstream, type UpstreamAnswer, type UpstreamRequest } from './upstream.ts'

/** A scripted service with stats. */
export interface StatsService extends Upstream {
  /** The query of each call for stats, in the order of the calls. */
  statsCalls(): Record<string, string>[]
  /** The most calls for stats that were under way at the same time since it was asked last. */
  mostAtOnce(): number
}

interface StatsServiceOptions {
  /** The columns of the account. */
  account?: object
  /** The rows of lists, by the last segment of their path. */
  rows?: Record<string, readonly { id: string; [column: string]: unknown }[]>
  /** The number of values of a metric. Defaults to 1. */
  length?: (query: Record<string, string>) => number
  /** The metrics of an entity. Undefined if the answer leaves it out. */
  metrics?: (id: string, query: Record<string, string>) => object | undefined
  /** How many calls for stats are made at the same time, one group after the other: each is answered when its group has arrived. */
  groups?: readonly number[]
  /** Another answer to a call for stats. */
  answer?: (request: UpstreamRequest, nth: number) => UpstreamAnswer | undefined
}

/** Starts a service with an account, lists, and stats of everything: ten impressions and twenty clicks in each interval. */
export async function startStatsService({
  account = { timezone: 'Europe/Berlin' },
  rows = {},
  length = () => 1,
  metrics = (_id, query) => ({
    impressions: Array(length(query)).fill(10),
    clicks: Array(length(query)).fill(20),
  }),
  groups = [],
  answer = () => undefined,
}: StatsServiceOptions = {}): Promise<StatsService> {
  /** The last call of the group of a call. */
  const lastOfGroup = (call: number) => {
    let last = 0
    return groups.map((size) => (last += size)).find((each) => each >= call) ?? call
  }
  let nth = 0
  let underWay = 0
  let most = 0
  const upstream = await startUpstream(async (request): Promise<UpstreamAnswer> => {
    const { method, path, query, body } = request
    if (path.includes('/stats/')) {
      const own = (nth += 1)
      underWay += 1
      most = Math.max(most, underWay)
      // Calls that should not be under way yet arrive meanwhile.
      await setTimeout(20)
      while (nth < lastOfGroup(own)) await setTimeout(1)
      underWay -= 1
      const other = answer(request, own)
      if (other) return other
      const data = query['entity_ids']!.split(',').flatMap((id) => {
        const shown = metrics(id, query)
        return shown ? [{ id, id_data: [{ segment: null, metrics: shown }] }] : []
      })
      return { body: { data_type: 'stats', time_series_length: length(query), data } }
    }
    const [list = '', last = ''] = path.split('/').slice(-2)
    if (path.includes('/batch/')) return batchAnswer(body)
    if (method !== 'GET') return { body: { data: { id: last, name: 'Written' } } }
    if (/\/accounts\/[^/]+$/.test(path)) return { body: { data: { id: last, name: 'Account', ...account } } }
    if (last === 'authenticated_user_access')
      return { body: { data: { user_id: '1', permissions: ['ACCOUNT_ADMIN'] } } }
    const row = rows[list]?.find(({ id }) => id === last)
    if (row) return { body: { data: row } }
    const filters = Object.entries(query).filter(([name]) => name.endsWith('_ids'))
    const found = (rows[last] ?? []).filter((row) =>
      filters.every(([name, value]) => {
        const column = name.replace(/s$/, '')
        return value.split(',').includes(String(column in row ? row[column] : row.id))
      }),
    )
    const from = Number(query['cursor'] ?? 0)
    const to = from + Number(query['count'] ?? 200)
    return { body: { data: found.slice(from, to), next_cursor: to < found.length ? String(to) : null } }
  })
  const statsCalls = () => upstream.requests.filter(({ path }) => path.includes('/stats/')).map(({ query }) => query)
  const mostAtOnce = () => {
    const last = most
    most = 0
    return last
  }
  return { ...upstream, statsCalls, mostAtOnce }
}

/** So many rows, with the IDs c0, c1 and so on. */
export function rowsOf(count: number, prefix = 'c', columns: object = {}): { id: string }[] {
  return Array.from({ length: count }, (_, nth) => ({ id: `${prefix}${nth}`, ...columns }))
}
