import { Pool } from 'undici'

/** The maximum numbers of IDs in one call and of rows in one page. */
export const MAX_IDS = 200
export const MAX_COUNT = 1000

/** The maximum number of entities in one call for stats. */
const MAX_STATS_IDS = 20

export function byId(rows) {
  return new Map(rows.map((row) => [row.id, row]))
}

export function groupBy(rows, column) {
  const groups = new Map()
  for (const row of rows) {
    const group = groups.get(row[column])
    if (group) group.push(row)
    else groups.set(row[column], [row])
  }
  return groups
}

function chunks(ids, size) {
  return Array.from({ length: Math.ceil(ids.length / size) }, (_, nth) => ids.slice(nth * size, (nth + 1) * size))
}

/** What the stats of several entities must have in common to share a call. */
const statsQuery = ({ account, startTime, endTime, granularity }) => `${account}:${startTime}:${endTime}:${granularity}`

function inAccount(account, rows) {
  for (const row of rows) row.account = account
  return rows
}

/** Creates the functions that read lists, from one that reads a page: `page(path, params)`. */
export function createReader(page) {
  /** Reads the first rows of a list, or all. */
  async function rows(account, list, { first = Infinity, ...filter } = {}) {
    const all = []
    let cursor
    do {
      const count = Math.min(first - all.length, MAX_COUNT)
      const { data, next_cursor } = await page(`accounts/${account}/${list}`, {
        ...filter,
        count,
        ...(cursor && { cursor }),
      })
      all.push(...data)
      cursor = next_cursor
    } while (cursor && all.length < first)
    return all
  }

  /** Reads all rows with these IDs, 200 IDs per call, with all calls in parallel. */
  async function rowsByIds(account, list, filter, ids) {
    const calls = chunks(ids, MAX_IDS).map((some) => rows(account, list, { [filter]: some.join(',') }))
    return (await Promise.all(calls)).flat()
  }

  /** Reads the rows for keys `{ account, id }`. Those of one account share calls, and are found by its index. */
  async function indexes(list, filter, keys, index) {
    const found = new Map()
    await Promise.all(
      [...groupBy(keys, 'account')].map(async ([account, own]) => {
        const ids = [...new Set(own.map(({ id }) => id))]
        found.set(account, index(inAccount(account, await rowsByIds(account, list, filter, ids))))
      }),
    )
    return found
  }

  /** The batch function of a loader of rows by `{ account, id }`: null for missing ones. */
  const loadById = (list, filter) => async (keys) => {
    const found = await indexes(list, filter, keys, byId)
    return keys.map(({ account, id }) => found.get(account).get(id) ?? null)
  }

  /** The batch function of a loader of the first rows of each parent `{ account, id, first }`. */
  const loadByParent = (list, filter, column) => async (keys) => {
    const found = await indexes(list, filter, keys, (all) => groupBy(all, column))
    return keys.map(({ account, id, first }) => (found.get(account).get(id) ?? []).slice(0, first))
  }

  /**
   * The batch function of a loader of the metrics of entities of one type by `{ account, id, startTime, endTime, granularity }`.
   * Those of one account and period share calls, with all calls in parallel; null for missing ones.
   */
  const loadStats = (entity) => async (keys) => {
    const together = new Map()
    for (const key of keys) {
      const query = statsQuery(key)
      if (together.has(query)) together.get(query).push(key)
      else together.set(query, [key])
    }
    const found = new Map()
    const calls = [...together].flatMap(([query, own]) => {
      const { account, startTime, endTime, granularity } = own[0]
      const metricsById = new Map()
      found.set(query, metricsById)
      return chunks([...new Set(own.map(({ id }) => id))], MAX_STATS_IDS).map(async (ids) => {
        const { data } = await page(`stats/accounts/${account}`, {
          entity,
          entity_ids: ids.join(','),
          start_time: startTime,
          end_time: endTime,
          granularity,
          placement: 'ALL_ON_SVC',
          metric_groups: 'ENGAGEMENT,BILLING',
        })
        for (const { id, id_data } of data) metricsById.set(id, id_data[0].metrics)
      })
    })
    await Promise.all(calls)
    return keys.map((key) => found.get(statsQuery(key)).get(key.id) ?? null)
  }

  return {
    rows,
    rowsByIds,
    /** Reads the first rows of a list, which know their account. */
    firstRows: async (account, list, first) => inAccount(account, await rows(account, list, { first })),
    batches: {
      campaign: loadById('campaigns', 'campaign_ids'),
      lineItem: loadById('line_items', 'line_item_ids'),
      lineItemsOf: loadByParent('line_items', 'campaign_ids', 'campaign_id'),
      promotedPostsOf: loadByParent('promoted_posts', 'line_item_ids', 'line_item_id'),
      targetingCriteriaOf: loadByParent('targeting_criteria', 'line_item_ids', 'line_item_id'),
      campaignStats: loadStats('CAMPAIGN'),
      lineItemStats: loadStats('LINE_ITEM'),
    },
  }
}

const pool = new Pool(process.env.UPSTREAM_URL, { connections: 64 })

export const { rows, rowsByIds, firstRows, batches } = createReader(async (path, params) => {
  const query = new URLSearchParams(params)
  const { body } = await pool.request({ method: 'GET', path: `/12/${path}?${query}` })
  return body.json()
})
