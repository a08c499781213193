import { Pool } from 'undici'

/** Ids in one call, and rows in one page: the interface's limits. */
export const MAX_IDS = 200
export const MAX_COUNT = 1000

const pool = new Pool(process.env.UPSTREAM_URL, { connections: 64 })

/** One page of an account's list. */
export async function page(account, list, params) {
  const query = new URLSearchParams(params)
  const { body } = await pool.request({ method: 'GET', path: `/12/accounts/${account}/${list}?${query}` })
  return body.json()
}

/** All rows of a list, page after page. */
export async function rows(account, list, params) {
  const all = []
  let cursor
  do {
    const { data, next_cursor } = await page(account, list, { ...params, count: MAX_COUNT, ...(cursor && { cursor }) })
    all.push(...data)
    cursor = next_cursor
  } while (cursor)
  return all
}

/** All rows that a filter by ids gives, 200 ids a call, the calls side by side. */
export async function rowsByIds(account, list, filter, ids) {
  const calls = []
  for (let at = 0; at < ids.length; at += MAX_IDS)
    calls.push(rows(account, list, { [filter]: ids.slice(at, at + MAX_IDS).join(',') }))
  return (await Promise.all(calls)).flat()
}

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

/**
 * The batch function of a loader by id: rows by `{ account, id }`, in the order of the keys, null for what there is not.
 * Keys of one account share calls.
 */
export async function loadById(list, filter, keys) {
  const found = new Map()
  await Promise.all(
    [...groupBy(keys, 'account')].map(async ([account, own]) => {
      const ids = [...new Set(own.map(({ id }) => id))]
      found.set(account, byId(await rowsByIds(account, list, filter, ids)))
    }),
  )
  return keys.map(({ account, id }) => found.get(account).get(id) ?? null)
}

/** The batch function of a loader by parent: the rows of each `{ account, id, first }`, at most `first`. */
export async function loadByParent(list, filter, column, keys) {
  const found = new Map()
  await Promise.all(
    [...groupBy(keys, 'account')].map(async ([account, own]) => {
      const ids = [...new Set(own.map(({ id }) => id))]
      found.set(account, groupBy(await rowsByIds(account, list, filter, ids), column))
    }),
  )
  return keys.map(({ account, id, first }) => (found.get(account).get(id) ?? []).slice(0, first))
}

/** The first rows of an account's list: one call where a page holds them. */
export async function firstRows(account, list, first) {
  const all = []
  let cursor
  do {
    const count = Math.min(first - all.length, MAX_COUNT)
    const { data, next_cursor } = await page(account, list, { count, ...(cursor && { cursor }) })
    all.push(...data)
    cursor = next_cursor
  } while (cursor && all.length < first)
  return all
}
