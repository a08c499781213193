import type { Context } from '../../context.ts'
import {
  after,
  countOf,
  emptySlice,
  type ChildLists,
  type ParentKey,
  type ParentRows,
  type ParentWish,
  type Place,
  type Slice,
} from '../../loaders/index.ts'
import { keyOf, type ListEndpoint, type PathParams } from '../../rest/endpoint.ts'
import { accountId, idOf, type ListParams, type Row } from '../../rest/types.ts'
import { decodeCursor, encodeCursor, listName } from './cursor.ts'
import { isOfType } from '../node/entity.ts'
import { badUserInput } from '../errors.ts'
import { sortParams, type SortByInput } from './sort-by.ts'

/** What a connection field was asked for, in the words that all lists share. */
export interface PageArgs {
  first?: number | null | undefined
  after?: string | null | undefined
  sortBy?: readonly SortByInput[] | null | undefined
  withDeleted?: boolean | null | undefined
}

/** A list that has been asked for but not read: it is read once, when the first of its fields needs it. */
export abstract class Connection<R extends Row = Row> {
  /** Whether the page was asked for with a cursor. */
  abstract readonly hasPrevious: boolean
  /** The page, and what tells where it stands. */
  abstract slice(): Promise<Slice<R>>
  /** How many rows the whole list has; null where the interface does not tell. */
  abstract totalCount(): Promise<number | null>
  /** The list's name, which only cursors need. */
  protected abstract list(): string
  /** The count, where the cursor brought it along. */
  protected readonly knownCount: number | undefined

  /** The rows of the page. */
  rows(): Promise<R[]> {
    return after(this.slice(), ({ rows }) => rows)
  }

  /** The cursor of the row at this index of the page. */
  cursorAt(index: number): Promise<string> {
    return after(this.slice(), (slice) => this.#cursorIn(slice, index))
  }

  /** The cursors of the first and the last row; null on an empty page. */
  startCursor(): Promise<string | null> {
    return after(this.slice(), (slice) => (slice.rows.length > 0 ? this.#cursorIn(slice, 0) : null))
  }

  endCursor(): Promise<string | null> {
    return after(this.slice(), (slice) => (slice.rows.length > 0 ? this.#cursorIn(slice, slice.rows.length - 1) : null))
  }

  #cursorIn(slice: Slice<R>, index: number): string {
    return encodeCursor(this.list(), {
      place: placeOf(slice, index),
      totalCount: this.knownCount ?? slice.totalCount,
    })
  }
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
  context: Context,
  source: ListSource<Path, Params, R>,
  args: PageArgs,
): Connection<R> {
  return new OwnConnection(context, source, args)
}

class OwnConnection<Path extends string, Params extends ListParams, R extends Row> extends Connection<R> {
  readonly hasPrevious: boolean
  protected override readonly knownCount: number | undefined
  readonly #context: Context
  readonly #source: ListSource<Path, Params, R>
  readonly #params: Params
  readonly #first: number
  readonly #after: Place | undefined
  #countSelected = false
  #countAsked = false
  #slice: Promise<Slice<R>> | undefined

  constructor(context: Context, source: ListSource<Path, Params, R>, args: PageArgs) {
    super()
    this.#context = context
    this.#source = source
    this.#params = { ...source.filters, ...listParams(args) } as Params
    this.#first = firstOf(args, source.endpoint.defaultCount)
    const resumed = isGiven(args.after) ? decodeCursor(this.list(), args.after) : undefined
    this.hasPrevious = resumed !== undefined
    this.knownCount = resumed?.totalCount
    this.#after = resumed?.place
  }

  /** The read begins when all fields beside this one have said what they need of it. */
  slice(): Promise<Slice<R>> {
    return (this.#slice ??= Promise.resolve().then(() => this.#read()))
  }

  /** The interface counts only where this is selected: on the first page, if it can ride on it. */
  async totalCount(): Promise<number | null> {
    if (this.knownCount !== undefined) return this.knownCount
    this.#countSelected = true
    const { totalCount, pages } = await this.slice()
    // Asked for on the first page and not told: asking again would not bring it.
    const untold = this.#countAsked && pages[0]?.cursor === null
    return totalCount ?? (untold ? null : await this.#count())
  }

  protected list(): string {
    const { endpoint, path } = this.#source
    return listName(endpoint.path, path, this.#params)
  }

  async #read(): Promise<Slice<R>> {
    const { endpoint, path, filters = {}, type } = this.#source
    if (namesNothing(filters)) return emptySlice(endpoint)
    this.#countAsked = this.#countSelected && this.knownCount === undefined
    const wish = { first: this.#first, after: this.#after, count: this.#countAsked }
    const slice = await this.#context.loaders.slice(endpoint, path, this.#params, wish)
    if (type !== undefined) for (const row of slice.rows) isOfType(row, type)
    return slice
  }

  async #count(): Promise<number | null> {
    const { endpoint, path } = this.#source
    const query = { ...this.#params, count: countOf(endpoint, 1), with_total_count: true }
    return (await this.#context.rest.page(endpoint, path, query)).totalCount ?? null
  }
}

/** What a list of children reads: the list, the parent, and how the list names it. `filters` follow from the arguments. */
interface ChildSource<Path extends InAccount, Params extends ListParams, R extends Row> extends ParentKey<Params, R> {
  endpoint: ListEndpoint<Path, Params, R>
  parent: Row
  filters?: Partial<Params>
}

/** A list of one parent among many: its first page is read together for all parents asked for in the same tick. */
export function childConnection<Path extends InAccount, Params extends ListParams, R extends Row>(
  context: Context,
  source: ChildSource<Path, Params, R>,
  args: PageArgs,
): Connection<R> {
  const { endpoint, parent, filter, filters } = source
  if (!isGiven(args.after)) return new ChildConnection(siblingsOf(context, source, args), idOf(parent))
  // A cursor belongs to one parent's list, which is read on by itself.
  const path = { account_id: parent[accountId] ?? '' } as PathParams<Path>
  const own = { ...filters, [filter]: [idOf(parent)] } as Partial<Params>
  return connection(context, { endpoint, path, filters: own }, args)
}

/** What the same field of all parents of an account has in common. */
interface Siblings<R extends Row> {
  endpoint: ListEndpoint
  /** What the list is called by, beside its parent. */
  nameOf(parent: string): string
  first: number
  /** Undefined where the filters name nothing, so that every list is empty. */
  lists: ChildLists<R> | undefined
}

/** By the arguments, which the executor makes once for all parents of a field; then by account. */
const siblingsByArgs = new WeakMap<PageArgs, Map<string | undefined, Siblings<Row>>>()

function siblingsOf<Path extends InAccount, Params extends ListParams, R extends Row>(
  { loaders }: Context,
  { endpoint, parent, filter, parentOf, filters = {} }: ChildSource<Path, Params, R>,
  args: PageArgs,
): Siblings<R> {
  const account = parent[accountId]
  let ofAccounts = siblingsByArgs.get(args)
  if (!ofAccounts) siblingsByArgs.set(args, (ofAccounts = new Map()))
  const known = ofAccounts.get(account)
  if (known) return known as Siblings<R>
  const path = { account_id: account ?? '' } as PathParams<Path>
  const params = { ...filters, ...listParams(args) } as Partial<Params>
  const siblings: Siblings<R> = {
    endpoint,
    nameOf: (parent) => listName(endpoint.path, path, { ...params, [filter]: [parent] }),
    first: firstOf(args, endpoint.defaultCount),
    lists: namesNothing(filters) ? undefined : loaders.byParent(endpoint, { filter, parentOf }, path, params),
  }
  ofAccounts.set(account, siblings)
  return siblings
}

class ChildConnection<R extends Row> extends Connection<R> {
  readonly hasPrevious = false
  readonly #siblings: Siblings<R>
  readonly #parent: string

  constructor(siblings: Siblings<R>, parent: string) {
    super()
    this.#siblings = siblings
    this.#parent = parent
  }

  override rows(): Promise<R[]> {
    return after(this.#read({}), ({ rows }) => upTo(this.#siblings.first, rows))
  }

  slice(): Promise<Slice<R>> {
    const { endpoint, first } = this.#siblings
    return after(this.#read({ more: true }), ({ rows, complete, nextCursor, totalCount }) => ({
      rows: upTo(first, rows),
      keyOf: (row) => keyOf(endpoint, row),
      hasNext: rows.length > first || !complete,
      // It stands after the last row read, which can be more than this field asked for.
      nextCursor: rows.length === first ? nextCursor : null,
      rowAfter: rows[first],
      totalCount,
      pages: [{ cursor: null, start: 0, skipped: 0 }],
    }))
  }

  totalCount(): Promise<number | null> {
    return after(this.#read({ count: true }), ({ totalCount }) => totalCount ?? null)
  }

  protected list(): string {
    return this.#siblings.nameOf(this.#parent)
  }

  /** What is asked for in one tick is one read: with the count, and whether more follow, if any of the fields needs it. */
  #read(wish: Pick<ParentWish, 'count' | 'more'>): Promise<ParentRows<R>> {
    const { lists, first } = this.#siblings
    return lists ? lists.read({ parent: this.#parent, first, ...wish }) : Promise.resolve(NO_ROWS)
  }
}

/** So many rows at most; the list itself where it is no longer. */
function upTo<R>(first: number, rows: R[]): R[] {
  return rows.length > first ? rows.slice(0, first) : rows
}

const NO_ROWS: ParentRows<never> = { rows: [], complete: true, nextCursor: null, totalCount: 0 }

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
