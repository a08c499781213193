import { pickBy } from '../../../json/object.ts'
import type { Context } from '../../../context.ts'
import { MAX_IDS, type ListEndpoint } from '../../../rest/endpoint.ts'
import { isOfEmptyList } from '../../../rest/errors.ts'
import { accountId, type ListParams, type Row } from '../../../rest/types.ts'
import { globalId } from '../../node/global-id.ts'
import { momentOf } from '../../scalar/scalar.ts'
import { stringify } from '../../../json/json.ts'
import { plainRow } from '../../../rest/json/lazy-row.ts'

/** The parameters or the columns of a row, by their names on the wire. */
export type Columns = Readonly<Record<string, unknown>>

/** A row of a list, with its columns as properties of its own. */
type Shown = Row & Columns

/**
 * What a mutation makes, and how its rows are recognized in a list. A mutation that declares it takes an idempotency key.
 */
export interface Made {
  /** The type of its rows, which are read again by their global IDs. Undefined if its rows cannot be read again. */
  type?: string
  /** The result if nothing can be read again. Defaults to null. */
  result?: unknown
  list?: ListEndpoint
  /** The parameters of the list that leave only rows with the same parent. */
  filter?: (sent: readonly Columns[]) => object
  /** Whether the list can be sorted by the time of creation. */
  isSorted?: boolean
  /** What is compared with a parameter instead of the column of its name. Null if no column shows it. */
  shownBy?: Readonly<Record<string, ShownBy | null>>
}

/**
 * The value of a row that is compared with one that was sent: that value itself if the row shows it in another way; undefined if
 * it is not known. `all` has what is sent for all rows of the call.
 */
type ShownBy = (row: Columns, sent: unknown, all: readonly Columns[]) => unknown

/** One row that a call creates: what is sent for it, and its position among the operations of the call. */
export interface Sought {
  position: number
  sent: Columns
}

/** How the rows that a call creates are looked for. */
export interface Look {
  /**
   * The rows that can be among those that these operations create, made since this time by the clock of the service, which their
   * list tells.
   */
  rows: (sought: readonly Sought[], since: () => number) => Promise<Shown[]>
  /** Tells whether a row shows all that was sent. Undefined if a column is missing, so that it is not known. */
  fits: (sent: Columns, all: readonly Columns[]) => (row: Columns) => boolean | undefined
  idOf: (row: Shown) => string
}

/** Times of the service have whole seconds, and its clock is known to a second. */
const MARGIN_MS = 2_000

/** How the rows that a mutation creates are looked for in their list. Undefined if no list shows them. */
export function lookFor(
  { rest }: Pick<Context, 'rest'>,
  { type = '', list, filter, isSorted = false, shownBy = {} }: Made,
  path: Record<string, string>,
): Look | undefined {
  if (!list) return undefined
  return {
    idOf: (row) => globalId(type, row),
    fits: (sent, all) => fitsTo(sent, shownBy, all),
    async rows(sought, since) {
      const filters = filter?.(sought.map(({ sent }) => sent)) ?? {}
      // What was made can have been deleted since, but then it is no result.
      const { with_deleted: _, ...lookup } = list.lookup
      const params: ListParams = {
        ...lookup,
        ...filters,
        ...(isSorted && { sort_by: ['created_at-desc'] }),
        ...(list.sized && { count: list.maxCount }),
      }
      const found: Shown[] = []
      // The call belongs to no field, and is no part of the plan.
      const pages = rest.with({ askers: new Set() }).pages(list, pathOf(list, path), params)
      try {
        for await (const { rows } of pages) {
          const shown = rows.map((row): Shown => ({ ...plainRow(row), [accountId]: row[accountId] }))
          const from = since() - MARGIN_MS
          const young = shown.filter((row) => !(createdAt(row) < from))
          found.push(...young)
          if (isSorted && young.length < shown.length) break
        }
      } catch (error) {
        if (!Object.keys(filters).some((name) => isOfEmptyList(error, name))) throw error
      }
      return found
    },
  }
}

/**
 * Leaves the rows with the parents that were sent, if one call takes so many. The filter is named after the column that it
 * compares.
 */
export const withParents = (filter: `${string}_ids`) => (sent: readonly Columns[]) => {
  const column = filter.slice(0, -1)
  const parents = new Set(sent.map((one) => one[column]))
  return parents.size <= MAX_IDS ? { [filter]: [...parents] } : {}
}

/** The parameters of a list's path, which are among those of the write. */
function pathOf({ path }: Pick<ListEndpoint, 'path'>, given: Record<string, string>): Record<string, string> {
  return pickBy(given, (_, name) => path.includes(`:${name}`))
}

function createdAt(row: Columns): number {
  return typeof row['created_at'] === 'string' ? Date.parse(row['created_at']) : NaN
}

/** Tells whether a row shows all that was sent, which is one of `all`. Undefined if a column is missing, so that it is not known. */
export function fitsTo(
  sent: Columns,
  shownBy: NonNullable<Made['shownBy']>,
  all: readonly Columns[],
): ReturnType<Look['fits']> {
  const given = Object.entries(sent).filter(([name, value]) => value !== undefined && shownBy[name] !== null)
  // What tells operations apart, such as the value of a criterion, is mostly the last parameter.
  given.reverse()
  return (row) => {
    let isKnown = true
    for (const [name, value] of given) {
      const shown = shownBy[name]
      const column = shown ? shown(row, value, all) : row[name]
      if (column === undefined && !isEmpty(value)) isKnown = false
      else if (!shows(column, value)) return false
    }
    return isKnown || undefined
  }
}

/** Whether a value that is sent sets none. */
export function isEmpty(value: unknown): boolean {
  return value === '' || value === null || value === undefined || (Array.isArray(value) && value.length === 0)
}

/** Whether a column has a value that was sent. Lists have no order, numbers can be texts, and times can have two forms. */
function shows(column: unknown, sent: unknown): boolean {
  if (isEmpty(sent) || isEmpty(column)) return isEmpty(sent) && isEmpty(column)
  if (Array.isArray(column)) {
    const items: unknown[] = typeof sent === 'string' ? sent.split(',') : Array.isArray(sent) ? sent : [sent]
    return items.length === column.length && items.every((item) => column.some((one) => shows(one, item)))
  }
  if (typeof sent === 'object' && typeof column === 'object') {
    const shown = new Map<string, unknown>(Object.entries(column ?? {}))
    return Object.entries(sent ?? {}).every(([name, value]) => value === undefined || shows(shown.get(name), value))
  }
  const [one, other] = [String(column), String(sent)]
  // The service keeps whole seconds.
  return one === other || (isTime(one) && isTime(other) && Math.abs(momentOf(one) - momentOf(other)) < 1_000)
}

function isTime(text: string): boolean {
  return /^\d{4}-\d\d-\d\dT\d\d:\d\d/.test(text)
}

/** What was found of the operations of a call. */
export interface Found {
  /** The global IDs of the rows that operations created, by the position of the operation. */
  ids: Map<number, string>
  /** The global IDs of the rows that they can have created, newest first, by position. */
  candidates: Map<number, string[]>
  /** The candidates of all operations, newest first. */
  allCandidates: string[]
}

/**
 * Assigns rows to the operations that created them. Operations that create equal rows are interchangeable: they have created
 * the rows that show everything that was sent if these are exactly as many, and cannot be those of other operations.
 */
export function assign(
  { fits, idOf }: Look,
  sought: readonly Sought[],
  rows: readonly Shown[],
  isOfOthers: (sent: Columns) => boolean,
): Found {
  const all = sought.map(({ sent }) => sent)
  const newestFirst = rows
    .map((row) => ({ row, id: idOf(row), at: createdAt(row) }))
    .sort((one, other) => (other.at || 0) - (one.at || 0))
  const fitting = [...equalsAmong(sought)].map((equals) => {
    // Where an empty value is sent for a new row, the service sets its default, as where none is sent.
    const fitsOne = fits(
      pickBy(equals[0].sent, (value) => !isEmpty(value)),
      all,
    )
    const possible = newestFirst.map((each) => ({ ...each, isFitting: fitsOne(each.row) }))
    return { equals, possible: possible.filter(({ isFitting }) => isFitting !== false) }
  })
  const uses = fitting.flatMap(({ possible }) => possible.map(({ id }) => id)).sort()
  const shared = new Set(uses.filter((id, index) => id === uses[index + 1]))
  const [ids, candidates] = [new Map<number, string>(), new Map<number, string[]>()]
  const open = new Set<string>()
  for (const { equals, possible } of fitting) {
    // A row without a time can be older than the write, and one without a column can be another one.
    const isSure = possible.every(({ id, at, isFitting }) => isFitting && !isNaN(at) && !shared.has(id))
    const isFound = isSure && possible.length === equals.length && !isOfOthers(equals[0].sent)
    if (!isFound) for (const { id } of possible) open.add(id)
    equals.forEach(({ position }, nth) => {
      const id = possible[nth]?.id
      if (isFound && id !== undefined) ids.set(position, id)
      else
        candidates.set(
          position,
          possible.slice(0, MAX_CANDIDATES).map((each) => each.id),
        )
    })
  }
  const allCandidates = newestFirst.map(({ id }) => id).filter((id) => open.has(id))
  return { ids, candidates, allCandidates }
}

/** How many rows are told that a write can have created. */
export const MAX_CANDIDATES = 10

/** The operations of a call that make equal rows, which are interchangeable. */
function equalsAmong(sought: readonly Sought[]): Iterable<readonly [Sought, ...Sought[]]> {
  const groups = new Map<string, [Sought, ...Sought[]]>()
  for (const one of sought) {
    const text = stringify(one.sent)
    const group = groups.get(text)
    if (group) group.push(one)
    else groups.set(text, [one])
  }
  return groups.values()
}
