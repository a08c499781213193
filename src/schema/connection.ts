import type { Context } from '../context.ts'
import { countOf, emptySlice, type ParentKey, type Place, type Slice } from '../loaders/index.ts'
import { keyOf, type ListEndpoint, type PathParams } from '../rest/endpoint.ts'
import { accountId, idOf, type ListParams, type Row } from '../rest/types.ts'
import { decodeCursor, encodeCursor, listName } from './cursor.ts'
import { isOfType } from './entity.ts'
import { badUserInput } from './errors.ts'
import { sortParams, type SortByInput } from './sort-by.ts'

/** What a connection field was asked for, in the words that all lists share. */
export interface PageArgs {
  first?: number | null | undefined
  after?: string | null | undefined
  sortBy?: readonly SortByInput[] | null | undefined
  withDeleted?: boolean | null | undefined
}

/**
 * A list that has been asked for but not read: it is read once, when the first of its fields needs it, and counted by
 * the interface only when `totalCount` is selected too.
 */
export class Connection<R extends Row = Row> {
  readonly hasPrevious: boolean
  readonly #list: () => string
  readonly #read: (count: boolean) => Promise<Slice<R>>
  readonly #knownCount: number | undefined
  readonly #count: () => Promise<number | undefined>
  #countSelected = false
  #countAsked = false
  #slice: Promise<Slice<R>> | undefined

  constructor({ list, hasPrevious, read, knownCount, count }: ConnectionSource<R>) {
    this.#list = list
    this.hasPrevious = hasPrevious
    this.#read = read
    this.#knownCount = knownCount
    this.#count = count
  }

  /** The rows. The read begins when all fields beside this one have said what they need of it. */
  slice(): Promise<Slice<R>> {
    return (this.#slice ??= Promise.resolve().then(() => {
      this.#countAsked = this.#countSelected && this.#knownCount === undefined
      return this.#read(this.#countAsked)
    }))
  }

  /** How many rows the whole list has. */
  async totalCount(): Promise<number | null> {
    if (this.#knownCount !== undefined) return this.#knownCount
    this.#countSelected = true
    const { totalCount, pages } = await this.slice()
    // Asked for on the first page and not told: asking again would not bring it.
    const untold = this.#countAsked && pages[0]?.cursor === null
    return totalCount ?? (untold ? null : ((await this.#count()) ?? null))
  }

  /** The cursor of the row at this index of the slice. */
  async cursorAt(index: number): Promise<string> {
    const slice = await this.slice()
    return encodeCursor(this.#list(), {
      place: placeOf(slice, index),
      totalCount: this.#knownCount ?? slice.totalCount,
    })
  }
}

interface ConnectionSource<R extends Row> {
  /** The list's name, which only cursors need. */
  list: () => string
  hasPrevious: boolean
  read: (count: boolean) => Promise<Slice<R>>
  /** The count, where the cursor brought it along. */
  knownCount: number | undefined
  /** Asks for the count alone, where it could not ride on a page. */
  count: () => Promise<number | undefined>
}

/** Where in the service's pages the row at this index stands. */
function placeOf<R extends Row>({ rows, keyOf, pages, nextCursor, rowAfter }: Slice<R>, index: number): Place {
  // The service's own cursor is the most exact place there is, but it has one after a page's last row only.
  if (index === rows.length - 1 && nextCursor !== null)
    return { pageCursor: nextCursor, index: -1, row: undefined, after: [], before: [] }
  const page = pages.findLast(({ start }) => start <= index)!
  const rowAt = (at: number) => (at === rows.length ? rowAfter : rows[at])
  const keys = (...places: number[]) =>
    places
      .map(rowAt)
      .filter((row) => row !== undefined)
      .map(keyOf)
  return {
    pageCursor: page.cursor,
    index: page.skipped + index - page.start,
    row: keys(index)[0],
    after: keys(index + 1, index + 2),
    before: keys(index - 1, index - 2),
  }
}

/** What a connection reads: the list, and the wire's names and values of its filters. */
interface ListSource<Path extends string, Params extends ListParams, R extends Row> {
  endpoint: ListEndpoint<Path, Params, R>
  path: PathParams<Path>
  filters?: Partial<Params>
  /** The type of the rows, where they go out under an interface and nothing on them tells. */
  type?: string
}

/** A list at the root, or of a parent that the path names. */
export function connection<Path extends string, Params extends ListParams, R extends Row>(
  { rest, loaders }: Context,
  { endpoint, path, filters = {}, type }: ListSource<Path, Params, R>,
  args: PageArgs,
): Connection<R> {
  const params = { ...filters, ...listParams(args) } as Params
  const first = firstOf(args, endpoint.defaultCount)
  const list = () => listName(endpoint.path, path, params)
  const resumed = isGiven(args.after) ? decodeCursor(list(), args.after) : undefined
  return new Connection({
    list,
    hasPrevious: resumed !== undefined,
    knownCount: resumed?.totalCount,
    async read(count) {
      if (namesNothing(filters)) return emptySlice(endpoint)
      const slice = await loaders.slice(endpoint, path, params, { first, after: resumed?.place, count })
      if (type !== undefined) for (const row of slice.rows) isOfType(row, type)
      return slice
    },
    async count() {
      const page = await rest.page(endpoint, path, { ...params, count: countOf(endpoint, 1), with_total_count: true })
      return page.totalCount
    },
  })
}

/** What a list of children reads: the list, the parent, and how the list names it. */
interface ChildSource<Path extends InAccount, Params extends ListParams, R extends Row> extends ParentKey<Params, R> {
  endpoint: ListEndpoint<Path, Params, R>
  parent: Row
  filters?: Partial<Params>
}

/** A list of one parent among many: its first page is read together for all parents asked for in the same tick. */
export function childConnection<Path extends InAccount, Params extends ListParams, R extends Row>(
  context: Context,
  { endpoint, parent, filter, parentOf, filters = {} }: ChildSource<Path, Params, R>,
  args: PageArgs,
): Connection<R> {
  const path = { account_id: parent[accountId] ?? '' } as PathParams<Path>
  const own = { ...filters, [filter]: [idOf(parent)] } as Partial<Params>
  // A cursor belongs to one parent's list, which is read on by itself.
  if (isGiven(args.after)) return connection(context, { endpoint, path, filters: own }, args)
  const params = { ...filters, ...listParams(args) } as Partial<Params>
  const first = firstOf(args, endpoint.defaultCount)
  const readRows = (count: boolean) =>
    context.loaders.byParent(endpoint, { filter, parentOf }, path, { parent: idOf(parent), first, count }, params)
  return new Connection({
    list: () => listName(endpoint.path, path, { ...own, ...listParams(args) }),
    hasPrevious: false,
    knownCount: undefined,
    async read(count) {
      if (namesNothing(filters)) return emptySlice(endpoint)
      const read = await readRows(count)
      return {
        rows: read.rows.length > first ? read.rows.slice(0, first) : read.rows,
        keyOf: (row) => keyOf(endpoint, row),
        hasNext: read.rows.length > first || !read.complete,
        // It stands after the last row read, which can be more than this field asked for.
        nextCursor: read.rows.length === first ? read.nextCursor : null,
        rowAfter: read.rows[first],
        totalCount: read.totalCount,
        pages: [{ cursor: null, start: 0, skipped: 0 }],
      }
    },
    count: async () => (await readRows(true)).totalCount,
  })
}

type InAccount = `accounts/:account_id/${string}`

/** An empty cursor is none that was handed out, and is not to be taken for the beginning. */
function isGiven(after: string | null | undefined): after is string {
  return after !== null && after !== undefined
}

/** A filter that was given and names no id matches no row; sent empty, it would not filter at all. */
function namesNothing(filters: object): boolean {
  return Object.values(filters).some((value) => Array.isArray(value) && value.length === 0)
}

function listParams({ sortBy, withDeleted }: PageArgs): ListParams {
  return { sort_by: sortParams(sortBy), with_deleted: withDeleted || undefined }
}

/** Rows a connection can be asked for at once (R-CONV-10). */
export const MAX_FIRST = 1000

/** How many rows are asked for. Refuses what is out of range. */
export function firstOf({ first }: PageArgs, byDefault: number): number {
  if (first === null || first === undefined) return byDefault
  if (first >= 1 && first <= MAX_FIRST) return first
  throw badUserInput('first', `\`first\` is ${first}; it can be 1 to ${MAX_FIRST}`, 'R-CONV-10')
}
