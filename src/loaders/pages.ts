import type { Session } from '../rest/client.ts'
import { keyOf, type ListEndpoint, type PathParams } from '../rest/endpoint.ts'
import { UpstreamError } from '../rest/errors.ts'
import { emptyPagesAfter } from '../rest/pages.ts'
import type { ListParams, Page, Row } from '../rest/types.ts'
import { inRounds, type InTurn } from './side-by-side.ts'
import { variantMap } from './variant.ts'

/** A place in a list: after the row at `index` of the page that begins at the service's cursor, or at that page's start. */
export interface Place {
  /** The service's cursor of the page; null for the list's beginning. */
  pageCursor: string | null
  /** −1 for the page's start. */
  index: number
  /** Keys by which the place is found again when rows before it are gone: this row's, then those after, then before it. */
  row: string | undefined
  after: string[]
  before: string[]
}

/** A part of a list, and where in the service's pages its rows stand. */
export interface Slice<R> {
  rows: R[]
  /** What a row is told from others by. */
  keyOf: (row: Row) => string
  hasNext: boolean
  /** The service's cursor exactly after the last row, where it is known. */
  nextCursor: string | null
  /** The row after the last, where it came along. */
  rowAfter: R | undefined
  totalCount: number | undefined
  /** The pages the rows came from: where in `rows` each begins, and how many rows of it stand before that. */
  pages: { cursor: string | null; start: number; skipped: number }[]
}

/** What part of the list is asked for. */
export interface SliceWish {
  first: number
  after: Place | undefined
  /** Whether the interface shall count the whole list; it does so only on a list's first page. */
  count: boolean
}

/** Parts of lists that are read by themselves, because they cannot be joined with others: equal ones are one read. */
export interface Slices {
  /** The part of the list that is wished for. `params` are the list's filters and its order. */
  <Path extends string, Params extends ListParams, R extends Row>(
    endpoint: ListEndpoint<Path, Params, R>,
    path: PathParams<Path>,
    params: Partial<Params>,
    wish: SliceWish,
  ): Promise<Slice<R>>
}

/** A loader of slices for one caller's operation. */
export function createSlices(session: Session, inTurn: InTurn): Slices {
  const rounds = variantMap<InTurn>()
  const slices = variantMap<Promise<Slice<Row>>>()

  return function slice<Path extends string, Params extends ListParams, R extends Row>(
    endpoint: ListEndpoint<Path, Params, R>,
    path: PathParams<Path>,
    params: Partial<Params>,
    wish: SliceWish,
  ) {
    const inRound = rounds(endpoint, [], () => inRounds(inTurn))
    const read = () =>
      inRound(() => readSlice(session, endpoint, path, params, wish)).catch((error: unknown) => {
        // The list of a parent that is gone is empty, as a read of that parent is null.
        if (hasParent(path) && error instanceof UpstreamError && error.code === 'NOT_FOUND') return emptySlice(endpoint)
        throw error
      })
    return slices(endpoint, [path, params, wish], read) as Promise<Slice<R>>
  }
}

/** Whole lists that are read by themselves: equal ones are one read. */
export interface Wholes {
  /** Every row of the list, page after page. `params` are the list's filters. */
  <Path extends string, Params extends ListParams, R extends Row>(
    endpoint: ListEndpoint<Path, Params, R>,
    path: PathParams<Path>,
    params?: Params,
  ): Promise<R[]>
}

/** A loader of whole lists for one caller's operation. */
export function createWholes(session: Session, inTurn: InTurn): Wholes {
  const wholes = variantMap<Promise<Row[]>>()

  return function whole<Path extends string, Params extends ListParams, R extends Row>(
    endpoint: ListEndpoint<Path, Params, R>,
    path: PathParams<Path>,
    params: Params = {} as Params,
  ) {
    const query = { ...params, count: countOf(endpoint, endpoint.maxCount) }
    const read = () => inTurn(() => readAll(session.pages(endpoint, path, query)))
    return wholes(endpoint, [path, params], read) as Promise<R[]>
  }
}

async function readAll<R>(pages: AsyncIterable<Page<R>>): Promise<R[]> {
  const all: R[] = []
  for await (const { rows } of pages) for (const row of rows) all.push(row)
  return all
}

/** How many rows a page is asked to have. A page that is kept has all it can, so that it serves every reader. */
export function countOf({ sized, keep, maxCount }: ListEndpoint, wanted: number): number | undefined {
  if (!sized) return undefined
  return keep ? maxCount : Math.min(maxCount, wanted)
}

/** Whether a path names a parent below the account. */
function hasParent(path: object): boolean {
  return Object.keys(path).length > 1
}

/** Whether what failed can be the count alone: it has a rate limit of its own, and is the service's dearest work. */
export function canBeTheCounts(error: unknown): boolean {
  return error instanceof UpstreamError && COUNT_FAILURES.has(error.code)
}

const COUNT_FAILURES: ReadonlySet<string> = new Set(['RATE_LIMITED', 'UPSTREAM_UNAVAILABLE', 'UPSTREAM_TIMEOUT'])

/** A list that is known to be empty without a call. */
export function emptySlice<R extends Row>(endpoint: ListEndpoint): Slice<R> {
  return {
    rows: [],
    keyOf: (row) => keyOf(endpoint, row),
    hasNext: false,
    nextCursor: null,
    rowAfter: undefined,
    totalCount: 0,
    pages: [{ cursor: null, start: 0, skipped: 0 }],
  }
}

/** Reads `first` rows of a list after a place, joining as many pages as that needs and asking for no row more. */
export async function readSlice<Path extends string, Params extends ListParams, R extends Row>(
  session: Session,
  endpoint: ListEndpoint<Path, Params, R>,
  path: PathParams<Path>,
  params: Partial<Params>,
  { first, after, count }: SliceWish,
): Promise<Slice<R>> {
  const slice: Slice<R> = {
    rows: [],
    keyOf: (row) => keyOf(endpoint, row),
    hasNext: false,
    nextCursor: null,
    rowAfter: undefined,
    totalCount: undefined,
    pages: [],
  }
  let cursor = after?.pageCursor ?? null
  let skipping = after && after.index >= 0 ? after : undefined
  let fullPage = false
  let emptyPages = 0
  for (;;) {
    const missing = first - slice.rows.length + (skipping ? skipping.index + 1 : 0)
    const pageRows = countOf(endpoint, fullPage ? endpoint.maxCount : missing)
    const page = await session.page(endpoint, path, {
      ...params,
      count: pageRows,
      cursor: cursor ?? undefined,
      with_total_count: (count && cursor === null && slice.totalCount === undefined) || undefined,
    } as Params)
    emptyPages = emptyPagesAfter(emptyPages, page)
    slice.totalCount ??= page.totalCount
    // What tells rows apart is read only where a place has to be found among them.
    const keys = skipping ? page.rows.map(slice.keyOf) : []
    // Rows that came in before the place have moved it beyond what was asked for: the page is read again in full length.
    const mayFollow = skipping && !isAmong(skipping, keys) && page.nextCursor !== null
    if (mayFollow && pageRows !== undefined && pageRows < endpoint.maxCount) {
      fullPage = true
      continue
    }
    fullPage = false
    const found = skipping && rowsUpTo(skipping, keys)
    // None of the place's neighbours is here: its old index is the best there is, and may lie beyond this page.
    const skipped = skipping ? (found ?? Math.min(skipping.index, page.rows.length)) : 0
    const beyond = skipping && found === undefined && skipping.index >= page.rows.length
    skipping = skipping && beyond ? { ...skipping, index: skipping.index - skipped } : undefined
    const taken = page.rows.slice(skipped, skipped + first - slice.rows.length)
    slice.pages.push({ cursor, start: slice.rows.length, skipped })
    for (const row of taken) slice.rows.push(row)
    slice.rowAfter = page.rows[skipped + taken.length]
    slice.nextCursor = slice.rowAfter ? null : page.nextCursor
    slice.hasNext = slice.rowAfter !== undefined || page.nextCursor !== null
    if (page.nextCursor === null || slice.rows.length >= first) return slice
    cursor = page.nextCursor
  }
}

/** Whether a page holds the place's row or, where that is gone, one after it. */
function isAmong({ row, after }: Place, keys: readonly string[]): boolean {
  return keys.some((key) => key === row || after.includes(key))
}

/** How many rows of a page stand before a place or at it, by what is left of its neighbours; undefined where none is. */
function rowsUpTo({ index, row, after, before }: Place, keys: readonly string[]): number | undefined {
  // Rows without an id can have equal keys: the one at its old place is meant.
  if (row !== undefined && keys[index] === row) return index + 1
  if (row !== undefined && keys.includes(row)) return keys.indexOf(row) + 1
  const next = after.find((key) => keys.includes(key))
  if (next !== undefined) return keys.indexOf(next)
  const previous = before.find((key) => keys.includes(key))
  return previous === undefined ? undefined : keys.indexOf(previous) + 1
}
