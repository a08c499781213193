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
  /**
   * Whether the service has only one such row, so that it is the same row whenever and by whichever write it was made:
   * always, or if it refuses a second one. By default, only rows that were made since the write was sent are considered.
   */
  isUnique?: 'always' | 'if refused'
  /** What is compared with a parameter instead of the column of its name. Null if no column shows it. */
  shownBy?: Readonly<Record<string, ShownBy | null>>
}

/**
 * The value of a row that is compared with one that was sent: that value itself if the row shows it in another way; undefined if
 * it is not known. `all` has what is sent for all rows of the call.
 */
type ShownBy = (row: Columns, sent: unknown, all: readonly Columns[]) => unknown

/** One row that a write makes: what is sent for it, and its position among the operations of the call. */
export interface Sought {
  position: number
  sent: Columns
}

/** One row that a write changes or deletes, and its position among the operations of the call. */
export interface Changed {
  position: number
  /** Its global ID. Null if it has none. */
  id: string | null
  /** The parameters that change it. Undefined if it is deleted. */
  sent: Columns | undefined
  /** Whether it is read with deleted rows, so that one that is missing never existed. */
  isShownDeleted: boolean
  /** Reads it. Null if the service does not show it. */
  read: () => PromiseLike<object | null>
}

/** How it is found out whether a call happened: what it makes is looked for, and what it changes is read. */
export interface Look {
  /** The list or the row, as method and path. */
  endpoint: string
  sought: readonly Sought[]
  changed: readonly Changed[]
  isUnique: Made['isUnique']
  /**
   * The rows that can be among those that were sought, made since this time by the clock of the service, which their list
   * tells.
   */
  rows: (since: () => number) => Promise<Shown[]>
  /** Tells whether a row shows all that was sent. Undefined if a column is missing, so that it is not known. */
  fits: (sent: Columns) => (row: Columns) => boolean | undefined
  idOf: (row: Shown) => string
}

/** Times of the service have whole seconds, and its clock is known to a second. */
const MARGIN_MS = 2_000

/**
 * How it is found out whether a call happened: its rows are looked for in their list, and those that it changes are read from
 * the endpoint. Undefined if nothing shows it.
 */
export function lookFor(
  { rest }: Pick<Context, 'rest'>,
  { type = '', list, filter, isSorted = false, isUnique, shownBy = {} }: Made,
  path: Record<string, string>,
  { endpoint = list && `GET ${list.path}`, sought, changed }: Pick<Look, 'sought' | 'changed'> & { endpoint?: string },
): Look | undefined {
  if (endpoint === undefined || (sought.length > 0 && !list) || sought.length + changed.length === 0) return undefined
  const all = sought.map(({ sent }) => sent)
  return {
    endpoint,
    sought,
    changed,
    isUnique,
    idOf: (row) => globalId(type, row),
    fits: (sent) => fitsTo(sent, shownBy, all),
    async rows(since) {
      const found: Shown[] = []
      if (!list || sought.length === 0) return found
      const filters = filter?.(all) ?? {}
      const params: ListParams = {
        ...list.lookup,
        ...filters,
        ...(isSorted && { sort_by: ['created_at-desc'] }),
        ...(list.sized && { count: list.maxCount }),
      }
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

function fitsTo(
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

function isEmpty(value: unknown): boolean {
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

/** The global IDs of the rows of a call, by their position. Null for an operation without one. */
export type Ids = (string | null)[]

/** The rows that were found, and whether these are all. */
export interface Found {
  ids: Ids
  isWhole: boolean
  /** The IDs between which it is not decided: none if what can have changed has no ID. Undefined if it is decided. */
  candidates?: readonly string[]
}

/** Reads the rows that a call changes. Whether each shows what was sent; undefined if a column is missing. */
export function readChanged({ changed, fits }: Look): Promise<(boolean | undefined)[]> {
  return Promise.all(
    changed.map(async ({ sent, isShownDeleted, read }) => {
      const found = await read()
      const row: Columns | null = found && { ...plainRow(found) }
      const isDeleted = row === null ? !isShownDeleted : row['deleted'] === true
      return sent && row && !isDeleted ? fits(sent)(row) : !sent && isDeleted
    }),
  )
}

/** What decides whether a row can be that of this write. */
interface Others {
  /** Whether the row belongs to another write. */
  isClaimed: (id: string) => boolean
  /** Whether another write that is not finished makes an equal row. */
  hasEqual: (sent: Columns) => boolean
  /** Whether the row can be of any time. */
  isAnyTime: boolean
}

/**
 * Assigns rows to what was sought, beside those that were changed. A row that fits unequal operations is not assigned, nor is
 * one that belongs to another write. Undefined if nothing of the call has happened.
 */
export function assign(
  { sought, changed, fits, idOf }: Look,
  rows: readonly Shown[],
  changes: readonly (boolean | undefined)[],
  { isClaimed, hasEqual, isAnyTime }: Others,
): Found | undefined {
  const ids = Array.from({ length: sought.length + changed.length }, (): string | null => null)
  const candidates = new Set<string>()
  let [found, missing] = [0, 0]
  let isDecided = true
  for (const [index, { position, id }] of changed.entries()) {
    if (changes[index]) {
      found += 1
      ids[position] = id
    } else if (changes[index] === undefined) {
      isDecided = false
      if (id !== null) candidates.add(id)
    } else missing += 1
  }
  // A row without a time can be older than the write.
  const free = rows
    .map((row) => ({ row, id: idOf(row), isYoung: isAnyTime || !isNaN(createdAt(row)) }))
    .filter(({ id }) => !isClaimed(id))
  const fitting = [...equalsAmong(sought)].map((equals) => {
    // Where an empty value is sent for a new row, the service sets its default, as where none is sent.
    const fitsOne = fits(pickBy(equals[0].sent, (value) => !isEmpty(value)))
    const possible = free.map((each) => ({ ...each, isFitting: fitsOne(each.row) }))
    return { equals, possible: possible.filter(({ isFitting }) => isFitting !== false) }
  })
  const uses = fitting.flatMap(({ possible }) => possible.map(({ id }) => id)).sort()
  const shared = new Set(uses.filter((id, index) => id === uses[index + 1]))
  for (const { equals, possible } of fitting) {
    const isSure = possible.every(({ id, isFitting, isYoung }) => isFitting && isYoung && !shared.has(id))
    if (possible.length > 0 && (!isSure || possible.length > equals.length || hasEqual(equals[0].sent))) {
      isDecided = false
      for (const { id } of possible) candidates.add(id)
      continue
    }
    equals.forEach(({ position }, index) => (ids[position] = possible[index]?.id ?? null))
    found += possible.length
    missing += equals.length - possible.length
  }
  if (!isDecided) return { ids: [], isWhole: false, candidates: [...candidates] }
  return found === 0 ? undefined : { ids, isWhole: missing === 0 }
}

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
