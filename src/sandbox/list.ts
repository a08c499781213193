import { readCursor, writeCursor } from './cursor.ts'
import { endpoint, envelope, type Call, type Endpoint, type Quota } from './endpoint.ts'
import { invalidParameter, notFound, Refusal } from './error.ts'
import { compareKeys, parseOrder, type Attribute, type Order, type SortKey } from './order.ts'
import { boolean, integer, text, textList, type Parameter, type Parameters, type Values } from './parameter.ts'
import { sorted, type Entry, type Row, type TableDefinition } from './store.ts'

/** The parameters every list takes (document 2, section 4.1). */
const listParameters = {
  count: integer({ min: 1, max: 1000, absent: 200 }),
  cursor: text({ min: 1, max: 10_000 }),
  sort_by: textList(),
  with_deleted: boolean(),
  with_total_count: boolean(),
}

/** The parameter every read of one row takes (document 2, section 4.1). */
export const singleParameters = { with_deleted: boolean() }

type ListParameters = typeof listParameters

/** Says whether a row belongs to a list. */
export type Keep<R> = (row: R) => boolean

/** In which a list may differ from the usual. */
interface ListVariety {
  version?: string
  /** How many rows a page has at most, and unless told otherwise, where it is not 1000 and 200. */
  count?: { max: number; absent: number }
  /** Those of the usual parameters it does not take. Without `cursor` all rows come at once, and no `next_cursor`. */
  omits?: readonly (keyof ListParameters)[]
  /** Whether its answers have a `next_cursor`, always null, although it takes no `cursor`. */
  nextCursor?: boolean
  /** Whether its rows are counted without being asked. */
  countsUnasked?: boolean
}

/** A list as its entity's file declares it. */
export interface ListDefinition<R extends Row, Path extends string, P extends Parameters> extends ListVariety {
  path: Path
  quota: Quota
  table: TableDefinition<R>
  /** The list's parameters beside those every list takes. */
  filters: P
  /** The attributes that `sort_by` may name. */
  sortable: Record<string, Attribute<R>>
  /** The rows, where they are not those that the table holds of the path's account. */
  rows?(call: Call<Path, P & ListParameters>): R[]
  /** Made once a call: which rows the filters keep. May throw a Refusal. */
  keep(call: Call<Path, P & ListParameters>): Keep<R>
  /** What is sent of a row, where it is not the row itself. */
  present?(row: R, call: Call<Path, P & ListParameters>): unknown
}

/** A list of an account's rows: filtered, sorted, cut into pages, counted when asked, in the envelope. */
export function listEndpoint<R extends Row, const Path extends string, P extends Parameters>(
  definition: ListDefinition<R, Path, P>,
): Endpoint {
  return endpoint<Path, P & ListParameters>({
    method: 'GET',
    version: definition.version ?? '12',
    path: definition.path,
    quota: definition.quota,
    parameters: { ...definition.filters, ...usualParameters(definition) },
    handle(call) {
      const params: Values<ListParameters> = { ...notTaken(definition), ...call.params }
      refuseCountWithCursor(params)
      const table = call.store.table(definition.table)
      const order = chosenOrder(params.sort_by, definition.sortable, table.order)
      const list = listName(definition.path, call.path, call.params)
      const after = params.cursor === undefined ? undefined : startKey(list, params.cursor)

      const belongs = definition.keep(call)
      const keep: Keep<R> = (row) => (params.with_deleted || !row.deleted) && belongs(row)
      const entries = definition.rows ? sorted(definition.rows(call), order) : table.entries(call.owner, order)
      const page = takePage(entries, after === undefined ? 0 : firstAfter(entries, order, after), params.count, keep)

      const data = page.entries.map(({ row }) =>
        definition.present === undefined ? row : definition.present(row, call),
      )
      const next_cursor = page.more ? writeCursor(list, page.entries.at(-1)!.key) : null
      return envelope(call, {
        data,
        ...(definition.omits?.includes('cursor') && !definition.nextCursor ? {} : { next_cursor }),
        ...(params.with_total_count || definition.countsUnasked
          ? { total_count: entries.filter(({ row }) => keep(row)).length }
          : {}),
      })
    },
  })
}

/** A row asked for by its id as its entity's file declares it; the id is the last parameter of the path. */
export interface SingleDefinition<R extends Row, Path extends string, P extends Parameters> {
  path: Path
  quota: Quota
  table: TableDefinition<R>
  /** The parameters beside `with_deleted`. */
  parameters?: P
  /** What is sent of a row, where it is not the row itself. */
  present?(row: R, call: Call<Path, P & typeof singleParameters>): unknown
}

/** One row by its id: 404 when there is none, or when it is deleted and `with_deleted` is not true. */
export function singleEndpoint<R extends Row, const Path extends string, P extends Parameters>(
  definition: SingleDefinition<R, Path, P>,
): Endpoint {
  const parameters = { ...definition.parameters, ...singleParameters } as P & typeof singleParameters
  const idName = definition.path.slice(definition.path.lastIndexOf(':') + 1)
  return endpoint<Path, P & typeof singleParameters>({
    method: 'GET',
    path: definition.path,
    quota: definition.quota,
    parameters,
    handle(call) {
      // Whatever parameters are added, these are among them.
      const { with_deleted } = call.params as unknown as Values<typeof singleParameters>
      const id = (call.path as Record<string, string>)[idName]!
      const row = visible(call.store.table(definition.table).find(call.owner, id), with_deleted)
      if (row === undefined) throw notFound(idName, id)
      return envelope(call, { data: definition.present === undefined ? row : definition.present(row, call) })
    },
  })
}

/** A row unless it is deleted and deleted ones were not asked for. */
export function visible<R extends Row>(row: R | undefined, withDeleted: boolean): R | undefined {
  return row?.deleted && !withDeleted ? undefined : row
}

/** A row as it is sent where the service leaves some of its columns out. */
export function without<R extends object, Name extends keyof R>(row: R, ...names: Name[]): Omit<R, Name> {
  const copy = { ...row }
  for (const name of names) delete copy[name]
  return copy
}

/** Keeps values that are in a filter's list; all of them when the filter was not given. */
export function anyOf(wanted: string[] | undefined): (value: string) => boolean {
  if (wanted === undefined) return () => true
  const set = new Set(wanted)
  return (value) => set.has(value)
}

/** Keeps names that begin with a text, in capitals or not; all of them when the text was not given. */
export function startingWith(prefix: string | undefined): (name: string | null) => boolean {
  if (prefix === undefined) return () => true
  const wanted = prefix.toLowerCase()
  return (name) => name !== null && name.toLowerCase().startsWith(wanted)
}

/** The name filter `q`: 1 to 255 characters. */
export function nameQuery(): Parameter<string | undefined> {
  return text({ min: 1, max: 255 })
}

/** The parameters of `listParameters` that a list takes. */
function usualParameters({ count, omits = [] }: ListVariety): ListParameters {
  const parameters = count === undefined ? listParameters : { ...listParameters, count: integer({ min: 1, ...count }) }
  const taken = Object.entries(parameters).filter(([name]) => !omits.some((omitted) => omitted === name))
  return Object.fromEntries(taken) as ListParameters
}

/** What stands in for the parameters that a list does not take. */
function notTaken({ omits = [], count: page }: ListVariety): Values<ListParameters> {
  const count = omits.includes('cursor') ? Infinity : (page ?? listParameters.count).absent
  return { count, cursor: undefined, sort_by: [], with_deleted: false, with_total_count: false }
}

function refuseCountWithCursor(params: Values<ListParameters>): void {
  if (!params.with_total_count || params.cursor === undefined) return
  const message = 'cursor and with_total_count cannot be used together'
  throw new Refusal(400, [{ code: 'EXCLUSIVE_PARAMETERS', message, parameter: 'with_total_count' }])
}

function chosenOrder<R>(terms: string[], sortable: Record<string, Attribute<R>>, usual: Order<R>): Order<R> {
  if (terms.length === 0) return usual
  const order = parseOrder(terms, sortable)
  if ('wrong' in order) throw invalidParameter('sort_by', `"${order.wrong}" is not something to sort by`)
  return order
}

/** Whatever decides which rows a list has and in which order: a cursor is good for this alone. */
function listName(path: string, parents: Record<string, string>, params: Record<string, unknown>): string {
  const { cursor: _, count: __, with_total_count: ___, ...filters } = params
  return JSON.stringify([path, parents, filters])
}

function startKey(list: string, cursor: string): SortKey {
  const key = readCursor(list, cursor)
  if (key === undefined) throw invalidParameter('cursor', 'The cursor is not one of this list')
  return key
}

/** The index of the first row after a key, by halving. */
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

/** Up to `count` kept rows from an index on, and whether there is one more behind them. */
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
