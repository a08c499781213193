import type { Wanted } from '../rest/call.ts'
import type { ListEndpoint, PathParams } from '../rest/endpoint.ts'
import { UpstreamError } from '../rest/errors.ts'
import { identityOf, keyIn } from '../rest/identity.ts'
import type { Session } from '../rest/session.ts'
import type { ListParams, Row } from '../rest/types.ts'
import { type Asker, type ForAsker, type FoundWith, type LoaderScope, SharedReads } from './batch.ts'

/** A position in a list: after the row at `index` of a page of the service, or at the start of that page. */
export interface ListPosition {
  /** The service's cursor of the page; null for the first page. */
  pageCursor: string | null
  /** -1 for the start of the page. */
  index: number
  /** What identifies this row. With the rows next to it, the position is found again if rows were added or deleted. */
  row: string | undefined
  /** The identities of the rows after this row, the nearest first. */
  after: string[]
  /** The identities of the rows before this row, the nearest first. */
  before: string[]
}

/** A part of a list, with the positions of its rows in the service's pages. */
export interface Slice<R> {
  rows: R[]
  /** What identifies a row in its list. */
  identityOf: (row: Row) => string
  /** The service's cursor directly after the last row; null if there is none. */
  nextCursor: string | null
  /** The row after the last, if it was on the same page. */
  rowAfter: R | undefined
  /** The identities of at most two rows before the first, the nearest first, if they were on the same page. */
  before: string[]
  totalCount: number | undefined
  /** The pages of these rows: the index in `rows` at which each starts, and how many of its rows precede that. */
  pages: { cursor: string | null; start: number; skipped: number }[]
}

/** The part of a list to read. */
export interface SliceRequest {
  first: number
  after: ListPosition | undefined
  /** Whether the service must count the whole list. It does so only with the first page. */
  count: boolean
  /** The parents, if the list is that of parents. */
  wanted?: Wanted | undefined
}

/** Reads of parts of lists, which cannot be batched. Equal reads are one. */
export interface Slices {
  /** A part of the list. `params` are the list's filters and its order. */
  <Path extends string, Params extends ListParams, R extends Row>(
    endpoint: ListEndpoint<Path, Params, R>,
    path: PathParams<Path>,
    params: Partial<Params>,
    request: SliceRequest,
  ): Promise<Slice<R>>
}

/** The loader of slices for one operation. `foundWith` gets the parameters of each list. */
export function createSlices(scope: LoaderScope, foundWith: FoundWith): ForAsker<Slices> {
  const slices = new SharedReads<Slice<Row>>(scope)

  return (asker) => (endpoint, path, params, request) => {
    foundWith.add(path, params)
    const { first, after, count, wanted } = request
    const answer = slices.answer(endpoint, [path, params, first, after, count, wanted?.column], asker, (session) =>
      readSlice(session, endpoint, path, params, request).catch((error: unknown) => {
        // The list of a parent below the account that does not exist is empty, as the parent itself is null.
        if (Object.keys(path).length > 1 && error instanceof UpstreamError && error.code === 'NOT_FOUND')
          return emptySlice(endpoint)
        throw error
      }),
    )
    return answer as Promise<Slice<never>>
  }
}

/** Reads of whole lists. Equal reads are one. */
export interface WholeLists {
  /** Every row of the list, page after page. `params` are the list's filters. */
  <Path extends string, Params extends ListParams, R extends Row>(
    endpoint: ListEndpoint<Path, Params, R>,
    path: PathParams<Path>,
    params?: Partial<Params>,
  ): Promise<R[]>
}

/** The value that rows are looked up by; rows without one, or with a value of another kind, are not found. */
type ValueOf<R> = (row: R) => string | number | null | undefined

/** Look-ups of rows by a value for which the service has no filter. */
export interface Matching {
  /** The rows of a list, grouped by a value of the row. The whole list is read, once for all values. */
  <Path extends string, Params extends ListParams, R extends Row>(
    endpoint: ListEndpoint<Path, Params, R>,
    path: PathParams<Path>,
    params: Partial<Params>,
    valueOf: ValueOf<R>,
  ): Promise<ReadonlyMap<string, R[]>>
}

/** The loaders of whole lists for one operation: of their rows, and of these rows by a value. */
export function createWholes(scope: LoaderScope): { rows: ForAsker<WholeLists>; matching: ForAsker<Matching> } {
  const wholes = new SharedReads<WholeList>(scope)
  return {
    rows: (asker) => async (endpoint, path, params) => (await listOf(asker, endpoint, path, params)).rows as never[],
    matching: (asker) => async (endpoint, path, params, valueOf) =>
      (await listOf(asker, endpoint, path, params)).groupedBy(valueOf as ValueOf<Row>) as ReadonlyMap<string, never[]>,
  }

  function listOf<Path extends string, Params extends ListParams>(
    asker: Asker,
    endpoint: ListEndpoint<Path, Params>,
    path: PathParams<Path>,
    params: Partial<Params> = {},
  ): Promise<WholeList> {
    // `count` is no parameter of a list that decides itself how long a page is; then it is undefined.
    const query = Object.assign({}, params, { count: countOf(endpoint, endpoint.maxCount) }) as never
    return wholes.answer(endpoint, [path, params], asker, async (session) => {
      const list = new WholeList()
      for await (const { rows } of session.pages(endpoint, path, query)) for (const row of rows) list.rows.push(row)
      return list
    })
  }
}

/** The rows of a whole list, grouped once for each value by which they are looked up. */
class WholeList {
  readonly rows: Row[] = []
  readonly #groups = new Map<ValueOf<Row>, ReadonlyMap<string, Row[]>>()

  groupedBy(valueOf: ValueOf<Row>): ReadonlyMap<string, Row[]> {
    let groups = this.#groups.get(valueOf)
    if (!groups) this.#groups.set(valueOf, (groups = groupBy(this.rows, valueOf)))
    return groups
  }
}

/**
 * The `count` parameter for a page with this number of rows. A page that is cached is as long as possible, so that it
 * serves every reader.
 */
export function countOf({ sized, cache, maxCount }: ListEndpoint, rows: number): number | undefined {
  if (!sized) return undefined
  return cache ? maxCount : Math.min(maxCount, rows)
}

/**
 * Whether a page may have failed only because it was counted: counts have their own rate limit and take the service long. A
 * refusal that names anything else would be the same without the count.
 */
export function canBeCountFailure(error: unknown): boolean {
  if (!(error instanceof UpstreamError)) return false
  const { code, errors } = error
  const namesOthers = errors.some(({ parameter, attribute }) => (parameter || attribute || COUNT_PARAM) !== COUNT_PARAM)
  return COUNT_FAILURES.has(code) || (COUNT_REFUSALS.has(code) && !namesOthers)
}

const COUNT_FAILURES: ReadonlySet<string> = new Set(['RATE_LIMITED', 'UPSTREAM_UNAVAILABLE', 'UPSTREAM_TIMEOUT'])

const COUNT_REFUSALS: ReadonlySet<string> = new Set(['UPSTREAM_ERROR', 'FORBIDDEN'])

const COUNT_PARAM = 'with_total_count'

/** The slice of a list that is known to be empty without a call. */
export function emptySlice<R extends Row>(endpoint: Pick<ListEndpoint, 'key'>): Slice<R> {
  return {
    rows: [],
    identityOf: (row) => identityOf(endpoint, row),
    nextCursor: null,
    rowAfter: undefined,
    before: [],
    totalCount: 0,
    pages: [{ cursor: null, start: 0, skipped: 0 }],
  }
}

/** Reads `first` rows of a list after a position, from as many pages as they need, without requesting any other row. */
export async function readSlice<Path extends string, Params extends ListParams, R extends Row>(
  session: Session,
  endpoint: ListEndpoint<Path, Params, R>,
  path: PathParams<Path>,
  params: Partial<Params>,
  request: SliceRequest,
): Promise<Slice<R>> {
  const { first, after, count } = request
  // The pages of the service are not longer, so that no position has such an index: many pages would be read to reach it.
  if (after && endpoint.sized && after.index >= endpoint.maxCount) throw new UpstreamError(INVALID_POSITION)
  const slice: Slice<R> = { ...emptySlice(endpoint), totalCount: undefined, pages: [] }
  const start = { cursor: after?.pageCursor ?? undefined }
  const reader = session.reader(endpoint, path, Object.assign({}, params, start) as Params, request.wanted)
  let skipping = after && after.index >= 0 ? after : undefined
  /** Whether rows were left out: those of pages that have no row near the position and are shorter than its index. */
  let hasLeftOut = false
  let fullPage = false
  for (;;) {
    const cursor = reader.cursor ?? null
    const missing = first - slice.rows.length + (skipping ? skipping.index + 1 : 0)
    const pageRows = countOf(endpoint, fullPage ? endpoint.maxCount : missing)
    const range = { count: pageRows, with_total_count: (count && slice.totalCount === undefined) || undefined }
    const page = await reader.read(range).catch((error: unknown) => {
      // The first cursor comes from the caller, the cursors of later pages from the service.
      throw cursor !== null && cursor === after?.pageCursor ? withPositionRefusal(error) : error
    })
    slice.totalCount ??= page.totalCount
    // Identities are needed only to find a position among the rows.
    const identities = skipping ? page.rows.map(slice.identityOf) : []
    const near = skipping && placeNear(skipping, identities)
    // Rows that were added before the position have moved it beyond the rows requested: the page is read again in full length.
    const canBeBeyond = page.nextCursor !== null && pageRows !== undefined && pageRows < endpoint.maxCount
    if (skipping && !near?.isHere && canBeBeyond) {
      fullPage = true
      continue
    }
    const place = near ?? (skipping && placeByKeys(skipping, identities))
    const found = place?.upTo
    // Only rows before the position are left, at the end of this page: its own row may have moved to the next page.
    const isNext = place !== undefined && !place.isHere && found === page.rows.length
    // The page can have become shorter.
    const isBeyond =
      skipping !== undefined && found === undefined && skipping.index >= page.rows.length && page.nextCursor !== null
    if (skipping && found === undefined && !isBeyond && hasLeftOut) {
      const start: ListPosition = { ...skipping, index: -1 }
      return readSlice(session, endpoint, path, params, { ...request, after: start })
    }
    // Rows that have moved to the next page can be anywhere in it.
    fullPage &&= isNext || isBeyond
    // An empty page leaves out nothing, and forgets nothing.
    hasLeftOut = isBeyond && (hasLeftOut || page.rows.length > 0)
    // Without a row near the position, the page is taken from its start: its rows can be after the position.
    const skipped = isBeyond ? page.rows.length : (found ?? 0)
    if (skipping && (isNext || isBeyond)) skipping = { ...skipping, index: isNext ? 0 : skipping.index - skipped }
    else skipping = undefined
    const taken = page.rows.slice(skipped, skipped + first - slice.rows.length)
    slice.pages.push({ cursor, start: slice.rows.length, skipped })
    if (slice.rows.length === 0) {
      slice.rows = taken
      slice.before = nearestBefore(skipped, identities)
    } else for (const row of taken) slice.rows.push(row)
    slice.rowAfter = page.rows[skipped + taken.length]
    slice.nextCursor = slice.rowAfter ? null : page.nextCursor
    if (slice.rows.length >= first || !reader.advance()) return slice
  }
}

/** A part of a list whose rows have all been read. Its positions do not depend on the pages of the service. */
export function sliceOf<R extends Row>(
  endpoint: Pick<ListEndpoint, 'key'>,
  rows: readonly R[],
  { first, after }: Pick<SliceRequest, 'first' | 'after'>,
): Slice<R> {
  const slice = emptySlice<R>(endpoint)
  const identities = after ? rows.map(slice.identityOf) : []
  const place = after && (placeNear(after, identities) ?? placeByKeys(after, identities))
  // Without a row near the position, any of them can be after it.
  const start = place?.upTo ?? 0
  const end = start + first
  return {
    ...slice,
    rows: rows.slice(start, end),
    rowAfter: rows[end],
    before: nearestBefore(start, identities),
    totalCount: rows.length,
    pages: [{ cursor: null, start: 0, skipped: start }],
  }
}

/** The two identities before an index, the nearest first. */
function nearestBefore(index: number, identities: readonly string[]): string[] {
  return identities.slice(Math.max(0, index - 2), index).reverse()
}

/** The error of a page at a position. It is BAD_USER_INPUT if the service refused the position's cursor. */
function withPositionRefusal(error: unknown): unknown {
  if (!(error instanceof UpstreamError)) return error
  const { status, errors, transactionId } = error
  if (status !== 400 || !errors.some(({ parameter }) => parameter === 'cursor')) return error
  return new UpstreamError({ ...INVALID_POSITION, status, errors, transactionId })
}

const INVALID_POSITION = {
  code: 'BAD_USER_INPUT',
  message: '`after` is not a valid cursor',
  refusal: { param: 'after' },
} as const

/** A place among rows: the number of rows up to it, and whether a position's row or a row after it was found there. */
interface Place {
  upTo: number
  isHere: boolean
}

/** The place of a position among rows with these identities. Undefined if neither its row nor a neighbor is among them. */
function placeNear({ index, row, after, before }: ListPosition, identities: readonly string[]): Place | undefined {
  // Rows without an ID can be equal: then the row at the old index is meant.
  if (row !== undefined && identities[index] === row) return { upTo: index + 1, isHere: true }
  const own = row === undefined ? -1 : identities.indexOf(row)
  if (own !== -1) return { upTo: own + 1, isHere: true }
  const next = after.find((each) => identities.includes(each))
  if (next !== undefined) return { upTo: identities.indexOf(next), isHere: true }
  const previous = before.find((each) => identities.includes(each))
  return previous === undefined ? undefined : { upTo: identities.indexOf(previous) + 1, isHere: false }
}

/** The same by the keys of the rows, for rows near it that have changed, and for cursors of earlier versions, which have only keys. */
function placeByKeys(position: ListPosition, identities: readonly string[]): Place | undefined {
  const { row, after, before } = position
  const byKeys = { ...position, row: row && keyIn(row), after: after.map(keyIn), before: before.map(keyIn) }
  return placeNear(byKeys, identities.map(keyIn))
}

function groupBy<R>(rows: readonly R[], valueOf: ValueOf<R>): ReadonlyMap<string, R[]> {
  const groups = new Map<string, R[]>()
  for (const row of rows) {
    const value: unknown = valueOf(row)
    if (typeof value !== 'string' && typeof value !== 'number') continue
    const group = groups.get(String(value))
    if (group) group.push(row)
    else groups.set(String(value), [row])
  }
  return groups
}
