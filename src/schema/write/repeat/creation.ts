import { isTurnOver, nextTurn } from '../../../async/turn.ts'
import type { Context } from '../../../context.ts'
import { variantKey } from '../../../json/json.ts'
import { mapValues, pickBy } from '../../../json/object.ts'
import { MAX_IDS, type ListEndpoint } from '../../../rest/endpoint.ts'
import { isOfEmptyList, UpstreamError } from '../../../rest/errors.ts'
import { plainRow } from '../../../rest/json/lazy-row.ts'
import { accountId, parentId, type ListParams, type Row } from '../../../rest/types.ts'
import { comparable, hasValue, isEmpty, shows, type Values } from '../../../rest/value.ts'
import { globalId, globalIdIfKnown, parseGlobalId } from '../../node/global-id.ts'
import { finderOf, listOf, lookUpOf } from '../../node/node-type.ts'
import { rowOf, unreadRow } from '../../node/row.ts'
import { snakeCase } from '../../wire-name.ts'
import { unrepeatable, type Declared, type DeclaredOperations, type Recognition } from '../declared.ts'
import type { WireRow } from '../known.ts'
import { asData } from '../payload.ts'
import { MAX_CANDIDATES } from './receipt.ts'

/** A row of a list, with its columns as properties of its own. */
type Shown = Row & WireRow

/** What a mutation creates, and how its rows are recognized. */
export interface Creation extends Recognition {
  /** The type of its rows. Undefined if they cannot be read again by their global IDs. */
  type: string | undefined
  /** The parameters of a row. */
  params: Values
}

/** What a mutation creates, by what it does and the parameters of its endpoint. Undefined if it can be repeated. */
export function creationBy(does: Declared | DeclaredOperations, params: Values = {}): Creation | undefined {
  const declared = unrepeatable(does)
  if (!declared) return undefined
  const type = lookUpOf(declared.type) && declared.type
  const list = type === undefined ? undefined : listOf(type)
  const ofParents = declared.parent && (`${snakeCase(declared.parent.id)}s` as const)
  const filter = ofParents !== undefined && list && ofParents in list.params ? withParents(ofParents) : undefined
  return { type, list, ...(filter && { filter }), ...declared.recognized, params }
}

/** One row that a call creates: its parameters, and its position among the operations of the call. */
export interface Sought {
  position: number
  sent: WireRow
}

/** How the rows that a call creates are looked for. */
export interface Look<R extends WireRow = Shown> {
  /**
   * The rows that can be among those that these operations create, made since this time by the clock of the service, which their
   * list shows.
   */
  rows: (sought: readonly Sought[], since: () => number) => Promise<R[]>
  /** Whether a row shows all that was sent. Undefined if that is not certain. */
  fits: (sent: WireRow, all: readonly WireRow[]) => (row: WireRow) => boolean | undefined
  idOf: (row: R) => string
  /** The key of its parameters: creations of equal rows have the same. */
  keyOf: (sent: WireRow) => string
}

/** Times of the service have whole seconds, and its clock is known to a second. */
const MARGIN_MS = 2_000

/** How the rows that a mutation creates are looked for in their list. Undefined if no list shows them. */
export function lookFor(
  { rest }: Pick<Context, 'rest'>,
  creation: Creation | undefined,
  path: Record<string, string>,
): Look | undefined {
  if (!creation?.list) return undefined
  const { type = '', list, filter, isSorted = false } = creation
  return {
    idOf: (row) => globalId(type, row),
    fits(sent, all) {
      const fits = fitsTo(sent, creation, all)
      // A row without a time can be older than the write.
      return (row) => fits(row) && (isNaN(createdAt(row)) ? undefined : true)
    },
    keyOf: (sent) => creationKey(creation, sent),
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
          const shown = rows.map((row): Shown => ({
            ...plainRow(row),
            [accountId]: row[accountId],
            [parentId]: row[parentId],
          }))
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
export const withParents = (filter: `${string}s`) => (sent: readonly WireRow[]) => {
  const column = filter.slice(0, -1)
  const parents = new Set(sent.map((one) => one[column]))
  return parents.size <= MAX_IDS ? { [filter]: [...parents] } : {}
}

/** The parameters of a list's path, which are among the parameters of the write. */
function pathOf({ path }: Pick<ListEndpoint, 'path'>, given: Record<string, string>): Record<string, string> {
  return pickBy(given, (_, name) => path.includes(`:${name}`))
}

function createdAt(row: WireRow): number {
  return typeof row['created_at'] === 'string' ? Date.parse(row['created_at']) : NaN
}

/** Whether a row shows all that was sent, which is one of `all`. Undefined if that is not certain. */
export function fitsTo(
  sent: WireRow,
  { shownBy = {}, params }: Pick<Creation, 'shownBy' | 'params'>,
  all: readonly WireRow[],
): ReturnType<Look['fits']> {
  const given = Object.entries(sent).filter(([name, value]) => value !== undefined && shownBy[name] !== null)
  // What distinguishes operations, such as the value of a criterion, is mostly the last parameter.
  given.reverse()
  return (row) => {
    let isCertain = true
    for (const [name, value] of given) {
      const shown = shownBy[name]
      const column = shown ? shown(row, value, all) : row[name]
      // Some columns are null in every row.
      const isMissing = !hasValue(column) && !isEmpty(value)
      const isShown = isMissing ? undefined : shows(column, value, params[name]?.type)
      if (isShown === false) return false
      if (isShown === undefined) isCertain = false
    }
    return isCertain || undefined
  }
}

/** The key of the parameters of a row. Where an empty value is sent for a new row, the service sets its default. */
export function creationKey({ params }: Pick<Creation, 'params'>, sent: WireRow): string {
  const given = pickBy(sent, (value) => !isEmpty(value))
  return variantKey(mapValues(given, (value, name) => comparable(value, params[name]?.type)))
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
 * the rows that show everything that was sent if these are exactly as many, and other operations cannot have created them.
 * A long batch is compared with many rows in several turns.
 */
export async function assign<R extends WireRow>(
  { fits, idOf, keyOf }: Pick<Look<R>, 'fits' | 'idOf' | 'keyOf'>,
  sought: readonly Sought[],
  rows: readonly R[],
  isOfOthers: (sent: WireRow) => boolean,
): Promise<Found> {
  const all = sought.map(({ sent }) => sent)
  const newestFirst = rows
    .map((row) => ({ row, id: idOf(row), at: createdAt(row) }))
    .sort((one, other) => (other.at || 0) - (one.at || 0))
  const fitting: { equals: readonly [Sought, ...Sought[]]; possible: typeof newestFirst; areCertain: boolean }[] = []
  const [used, shared] = [new Set<string>(), new Set<string>()]
  for (const equals of equalsAmong(sought, keyOf)) {
    // Where an empty value is sent for a new row, the service sets its default, as where none is sent.
    const fitsOne = fits(
      pickBy(equals[0].sent, (value) => !isEmpty(value)),
      all,
    )
    const possible: typeof newestFirst = []
    // A row without a column can be another one.
    let areCertain = true
    for (const each of newestFirst) {
      if (isTurnOver()) await nextTurn()
      const isFitting = fitsOne(each.row)
      if (isFitting === false) continue
      possible.push(each)
      areCertain &&= isFitting === true
      if (used.has(each.id)) shared.add(each.id)
      used.add(each.id)
    }
    fitting.push({ equals, possible, areCertain })
  }
  const [ids, candidates] = [new Map<number, string>(), new Map<number, string[]>()]
  const open = new Set<string>()
  for (const { equals, possible, areCertain } of fitting) {
    const isSure = areCertain && !possible.some(({ id }) => shared.has(id))
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

/** The operations of a call that make equal rows, which are interchangeable. */
function equalsAmong(sought: readonly Sought[], keyOf: Look['keyOf']): Iterable<readonly [Sought, ...Sought[]]> {
  const groups = new Map<string, [Sought, ...Sought[]]>()
  for (const one of sought) {
    const text = keyOf(one.sent)
    const group = groups.get(text)
    if (group) group.push(one)
    else groups.set(text, [one])
  }
  return groups.values()
}

/** The global ID of a row that a mutation created or changed; null if it has none. */
export function idOfRow(type: string | undefined, row: unknown): string | null {
  return type !== undefined && typeof row === 'object' && row !== null ? (globalIdIfKnown(type, row) ?? null) : null
}

/**
 * Reads a row that a mutation created or changed. Null if it does not exist any more. If it cannot be read, only its ID is known: it
 * was made all the same.
 */
export async function readAgain<R>(context: Context, id: string | null): Promise<R | null> {
  const made = parseGlobalId(id ?? '')
  const find = made && finderOf(made.type)
  if (!find) return null
  // The read belongs to no field, and is no part of the plan.
  const unplanned = { ...context, loaders: context.loaders.askedBy(undefined) }
  try {
    return asData<R | null>(await find(unplanned, made.account, made.parent)(made.id))
  } catch (error) {
    if (error instanceof UpstreamError) return asData<R>(unreadRow(rowOf(made.account, made.id, made.parent), error))
    throw error
  }
}
