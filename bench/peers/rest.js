import { Pool } from 'undici'

/** The maximum numbers of IDs in one call and of rows in one page. */
export const MAX_IDS = 200
export const MAX_COUNT = 1000

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

function inAccount(account, rows) {
  for (const row of rows) row.account = account
  return rows
}

/** Creates the functions that read lists, from one that reads a page: `page(account, list, params)`. */
export function createReader(page) {
  /** Reads the first rows of a list, or all. */
  async function rows(account, list, { first = Infinity, ...filter } = {}) {
    const all = []
    let cursor
    do {
      const count = Math.min(first - all.length, MAX_COUNT)
      const { data, next_cursor } = await page(account, list, { ...filter, count, ...(cursor && { cursor }) })
      all.push(...data)
      cursor = next_cursor
    } while (cursor && all.length < first)
    return all
  }

  /** Reads all rows with these IDs, 200 IDs per call, with all calls in parallel. */
  async function rowsByIds(account, list, filter, ids) {
    const calls = []
    for (let at = 0; at < ids.length; at += MAX_IDS)
      calls.push(rows(account, list, { [filter]: ids.slice(at, at + MAX_IDS).join(',') }))
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
    },
  }
}

const pool = new Pool(process.env.UPSTREAM_URL, { connections: 64 })

export const { rows, rowsByIds, firstRows, batches } = createReader(async (account, list, params) => {
  const query = new URLSearchParams(params)
  const { body } = await pool.request({ method: 'GET', path: `/12/accounts/${account}/${list}?${query}` })
  return body.json()
})
