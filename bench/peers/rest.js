import { Pool } from 'undici'

/** The maximum numbers of IDs in one call and of rows in one page. */
export const MAX_IDS = 200
export const MAX_COUNT = 1000

const pool = new Pool(process.env.UPSTREAM_URL, { connections: 64 })

/** Reads one page of a list in an account. */
export async function page(account, list, params) {
  const query = new URLSearchParams(params)
  const { body } = await pool.request({ method: 'GET', path: `/12/accounts/${account}/${list}?${query}` })
  return body.json()
}

/** Reads all pages of a list. Returns the rows. */
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

/** Reads all rows with these IDs, 200 IDs per call, with all calls in parallel. */
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
 * The batch function of a loader by ID: returns rows by `{ account, id }`, in the order of the keys, and null for missing
 * rows. Keys of one account share calls.
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

/** The batch function of a loader by parent: returns the first `first` rows of each `{ account, id, first }`. */
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

/** Reads the first rows of a list in an account: one call, if they fit in a page. */
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
