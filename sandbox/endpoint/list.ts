import type { Quota } from '../access/rate-limit.ts'
import { readCursor, writeCursor } from '../data/cursor.ts'
import { compareKeys, parseOrder, type Attribute, type Order, type SortKey } from '../data/order.ts'
import { sorted, type Entry, type Row, type TableDefinition } from '../data/store.ts'
import { invalidParameter, Refusal } from '../http/error.ts'
import { endpoint, envelope, type Call, type Endpoint } from './endpoint.ts'
import { boolean, integer, text, textList, type Parameters, type Values } from './parameter.ts'

/** The parameters of lists (Ads Management Interface, section 4.1). An endpoint accepts some of them. */
const USUAL = {
  count: integer({ min: 1, max: 1000, absent: 200 }),
  cursor: text({ min: 1 }),
  sort_by: textList(),
  with_deleted: boolean(),
  with_total_count: boolean(),
}

type UsualParams = Values<typeof USUAL>

/** The names of the parameters of every list. */
export const USUAL_NAMES = ['count', 'cursor', 'sort_by', 'with_deleted', 'with_total_count'] as const

/** Whether a row belongs to a list. */
export type Keep<R> = (row: R) => boolean

/** A list endpoint. */
export interface ListDefinition<R extends Row> {
  version: string
  path: string
  quota: Quota
  table: TableDefinition<R>
  /** The parameters that not every list has. */
  filters: Parameters
  /** The common parameters that it accepts. Without `cursor` it returns all rows and no `next_cursor`. */
  accepts: readonly (keyof UsualParams)[]
  /** The maximum and the default page size, if they are not 1000 and 200. */
  count?: { max: number; absent: number }
  /** Whether its responses have a `next_cursor`, always null, although it accepts no `cursor`. */
  nextCursor?: boolean
  /** Whether its responses always have a total count. */
  countsUnasked?: boolean
  /** The attributes that `sort_by` accepts. */
  sortable: Record<string, Attribute<R>>
  /** The rows, if they are not the rows of the account in the path. */
  rows?: (call: Call) => R[]
  /** Returns the filter of a call. May throw a Refusal. */
  keep: (call: Call) => Keep<R>
  /** The row as sent, if it differs from the stored row. */
  present?: (row: R, call: Call) => unknown
}

/** A list of an account's rows: filtered, sorted, paged, counted on request, and wrapped in the envelope. */
export function listEndpoint<R extends Row>(definition: ListDefinition<R>): Endpoint {
  const { version, path, quota, filters, accepts, count, present = (row: R) => row } = definition
  const usual = { ...USUAL, ...(count && { count: integer({ min: 1, ...count }) }) }
  const isPaged = accepts.includes('cursor')
  const defaults: UsualParams = {
    count: isPaged ? usual.count.absent : Infinity,
    cursor: undefined,
    sort_by: [],
    with_deleted: false,
    with_total_count: false,
  }
  return endpoint({
    method: 'GET',
    version,
    path,
    quota,
    parameters: { ...filters, ...Object.fromEntries(accepts.map((name) => [name, usual[name]])) },
    handle(call) {
      const params: UsualParams = { ...defaults, ...call.params }
      refuseCountWithCursor(params)
      const table = call.store.table(definition.table)
      const order = chosenOrder(params.sort_by, definition.sortable, table.order)
      const list = listName(path, call.path, call.params)
      const after = params.cursor === undefined ? undefined : startKey(list, params.cursor)

      const belongs = definition.keep(call)
      const keep: Keep<R> = (row) => (params.with_deleted || !row.deleted) && belongs(row)
      const entries = definition.rows ? sorted(definition.rows(call), order) : table.entries(call.owner, order)
      const page = takePage(entries, after === undefined ? 0 : firstAfter(entries, order, after), params.count, keep)

      const next_cursor = page.more ? writeCursor(list, page.entries.at(-1)!.key) : null
      return envelope(call, {
        data: page.entries.map(({ row }) => present(row, call)),
        ...((isPaged || definition.nextCursor) && { next_cursor }),
        ...((params.with_total_count || definition.countsUnasked) && {
          total_count: entries.filter(({ row }) => keep(row)).length,
        }),
      })
    },
  })
}

/** The row, unless it is deleted and deleted rows were not requested. */
export function visible<R extends Row>(row: R | undefined, withDeleted: boolean): R | undefined {
  return row?.deleted && !withDeleted ? undefined : row
}

/** A row as sent if the service omits some of its columns. */
export function without<R extends object, Name extends keyof R>(row: R, ...names: Name[]): Omit<R, Name> {
  const copy = { ...row }
  for (const name of names) delete copy[name]
  return copy
}

/** Keeps values that are in the list of a filter; all values if the filter was not given. */
export function anyOf(wanted: string[] | undefined): (value: string) => boolean {
  if (wanted === undefined) return () => true
  const set = new Set(wanted)
  return (value) => set.has(value)
}

/** Keeps names that start with a text, ignoring case; all names if the text was not given. */
export function startingWith(prefix: string | undefined): (name: string | null) => boolean {
  if (prefix === undefined) return () => true
  const wanted = prefix.toLowerCase()
  return (name) => name !== null && name.toLowerCase().startsWith(wanted)
}

function refuseCountWithCursor(params: UsualParams): void {
  if (!params.with_total_count || params.cursor === undefined) return
  const message = 'cursor and with_total_count cannot be used together'
  throw new Refusal(400, [{ code: 'EXCLUSIVE_PARAMETERS', message, parameter: 'with_total_count' }])
}

function chosenOrder<R>(terms: string[], sortable: Record<string, Attribute<R>>, usual: Order<R>): Order<R> {
  if (terms.length === 0) return usual
  const order = parseOrder(terms, sortable)
  if ('wrong' in order) throw invalidParameter('sort_by', `"${order.wrong}" is not a sortable attribute`)
  return order
}

/** The text of all that determines the rows of a list and their order. A cursor is valid only for the same text. */
function listName(path: string, parents: Record<string, string>, params: Record<string, unknown>): string {
  const { cursor: _, count: __, with_total_count: ___, trim_user: ____, ...filters } = params
  return JSON.stringify([path, parents, filters])
}

function startKey(list: string, cursor: string): SortKey {
  const key = readCursor(list, cursor)
  if (key === undefined) throw invalidParameter('cursor', 'The cursor is not from this list')
  return key
}

/** The index of the first row after a key, by binary search. */
function firstAfter<R>(entries: readonly Entry<R>[], order: Order<R>, key: SortKey): number {
  let low = 0
  let high = entries.length
  while (low < high) {
    const middle = (low + high) >> 1
    if (compareKeys(order, entries[middle]!.key, key) <= 0) low = middle + 1
    else high = middle
  }
  return low
}

/** Up to `count` kept rows starting at an index, and whether there are more. */
function takePage<R>(
  entries: readonly Entry<R>[],
  from: number,
  count: number,
  keep: Keep<R>,
): { entries: Entry<R>[]; more: boolean } {
  const page: Entry<R>[] = []
  for (let index = from; index < entries.length; index += 1) {
    const entry = entries[index]!
    if (!keep(entry.row)) continue
    if (page.length === count) return { entries: page, more: true }
    page.push(entry)
  }
  return { entries: page, more: false }
}
