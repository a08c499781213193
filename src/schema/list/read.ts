import type { Context } from '../../context.ts'
import {
  mapDeferred,
  canBeTheCounts,
  emptySlice,
  type ChildLists,
  type Loaders,
  type ParentKey,
  type ParentRows,
  type Slice,
  type SliceWish,
} from '../../loaders/index.ts'
import type { ListEndpoint, PathParams } from '../../rest/endpoint.ts'
import type { ListParams, Row } from '../../rest/types.ts'
import { badUserInput } from '../errors.ts'
import { isOfType } from '../node/entity.ts'
import { ChildPage, ListPage, type Connection, type CountOutcome, type SiblingLists } from './connection.ts'
import { decodeCursor, listName } from './cursor.ts'
import { sortParams, type SortByInput } from './sort-by.ts'
import type { Wanted } from './wanted.ts'

/** The arguments of a connection field that all lists share. */
export interface PageArgs {
  first?: number | null | undefined
  after?: string | null | undefined
  sortBy?: readonly SortByInput[] | null | undefined
  withDeleted?: boolean | null | undefined
}

/** A list to be read: its endpoint, and the names and values of its filters on the wire. */
export interface ListSource<Path extends string, Params extends ListParams, R extends Row> {
  endpoint: ListEndpoint<Path, Params, R>
  path: PathParams<Path>
  filters: Partial<Params>
  /** The GraphQL type of the rows, where they go out under an interface and nothing in them tells it. */
  rowType?: string | undefined
}

/**
 * Reads a page of a list by itself: as much of it as is wanted, so that nothing below the connection can fail but the
 * count. Throws BAD_USER_INPUT for arguments that break a limit.
 */
export function readList<Path extends string, Params extends ListParams, R extends Row>(
  { loaders }: Context,
  { endpoint, path, filters, rowType }: ListSource<Path, Params, R>,
  args: PageArgs,
  wanted: Wanted,
): Connection<R> | Promise<Connection<R>> {
  const params = { ...filters, ...listParams(args) } as Partial<Params>
  const first = firstOf(args, endpoint.defaultCount)
  const nameOfList = () => listName(endpoint.path, path, params)
  const resumed = isGiven(args.after) ? decodeCursor(nameOfList(), args.after) : undefined
  const knownCount = resumed?.totalCount
  // The service counts on the first page only.
  const isFirstPage = !resumed || resumed.place.pageCursor === null
  const isCounted = wanted.rows && wanted.count && knownCount === undefined && isFirstPage
  const list = { name: nameOfList, count: () => countList(loaders, endpoint, path, params) }
  const page = (slice: Slice<R> & CountOutcome) =>
    new ListPage(list, slice, { isCounted, knownCount, hasPrevious: resumed !== undefined })

  if (namesNothing(filters)) return page(emptySlice(endpoint))
  if (!wanted.rows) return page({ ...emptySlice<R>(endpoint), totalCount: undefined })
  const read = (count: boolean) => loaders.slice(endpoint, path, params, { first, after: resumed?.place, count })
  return mapDeferred(isCounted ? readCounted(read) : read(false), (slice) => {
    if (rowType !== undefined) for (const row of slice.rows) isOfType(row, rowType)
    return page(slice)
  })
}

/** A page with the count of its list, or, where the page cannot be read so, without. */
async function readCounted<R extends Row>(
  read: (count: boolean) => Promise<Slice<R>>,
): Promise<Slice<R> & CountOutcome> {
  try {
    return await read(true)
  } catch (error) {
    if (!canBeTheCounts(error)) throw error
    return { ...(await read(false)), countError: error }
  }
}

/** Counts a list without its page: by a first page of one row. */
async function countList<Path extends string, Params extends ListParams, R extends Row>(
  loaders: Loaders,
  endpoint: ListEndpoint<Path, Params, R>,
  path: PathParams<Path>,
  params: Partial<Params>,
): Promise<number | null> {
  const wish: SliceWish = { first: 1, after: undefined, count: true }
  return (await loaders.slice(endpoint, path, params, wish)).totalCount ?? null
}

/** A list of children: its endpoint, how the list names parents, and its filters on the wire by the field's arguments. */
export interface ChildSource<
  Path extends InAccount,
  Params extends ListParams,
  R extends Row,
  Args extends PageArgs,
> extends ParentKey<Params, R> {
  endpoint: ListEndpoint<Path, Params, R>
  filters: (args: Args) => Partial<Params>
}

/** Reads the list of one parent among many. */
type ReadChildren<R extends Row, Args extends PageArgs> = (
  context: Context,
  account: string,
  parent: string,
  args: Args,
  wanted: Wanted,
) => Connection<R> | Promise<Connection<R>>

/**
 * The reader of one field's lists: the first pages of all parents that are asked for in a tick are read together. A
 * cursor belongs to one parent's list, which is read on by itself. The reader throws BAD_USER_INPUT for arguments that
 * break a limit.
 */
export function childrenReader<Path extends InAccount, Params extends ListParams, R extends Row, Args extends PageArgs>(
  source: ChildSource<Path, Params, R, Args>,
): ReadChildren<R, Args> {
  const { endpoint, filter, parentOf } = source
  /** By the loader of an operation: the lists that were last asked for, because mostly they are asked for again. */
  const lastAsked = new WeakMap<object, { account: string; args: Args; siblings: Siblings<R> }>()

  return (context, account, parent, args, wanted) => {
    if (isGiven(args.after)) {
      const filters = { ...source.filters(args), [filter]: [parent] } as Partial<Params>
      return readList(context, { endpoint, path: pathIn(account), filters }, args, wanted)
    }
    const siblings = siblingsOf(context.loaders, account, args)
    const { first, lists } = siblings
    if (!lists || (!wanted.rows && !wanted.count)) return new ChildPage(siblings, parent, NO_ROWS)
    const { more, count } = wanted
    const read = lists.read({ parent, first: wanted.rows ? first : 0, more, count })
    return mapDeferred(read, (rows) => new ChildPage(siblings, parent, rows))
  }

  function siblingsOf({ byParent }: Loaders, account: string, args: Args): Siblings<R> {
    const last = lastAsked.get(byParent)
    if (last && last.account === account && isEqual(last.args, args)) return last.siblings
    const path = pathIn<Path>(account)
    const filters = source.filters(args)
    const params = { ...filters, ...listParams(args) } as Partial<Params>
    const siblings: Siblings<R> = {
      endpoint,
      nameOf: (parent) => listName(endpoint.path, path, { ...params, [filter]: [parent] }),
      first: firstOf(args, endpoint.defaultCount),
      lists: namesNothing(filters) ? undefined : byParent(endpoint, { filter, parentOf }, path, params),
    }
    lastAsked.set(byParent, { account, args: structuredClone(args), siblings })
    return siblings
  }
}

interface Siblings<R extends Row> extends SiblingLists {
  /** Undefined where the filters name nothing, so that every list is empty. */
  lists: ChildLists<R> | undefined
}

/** Whether two values of arguments are equal: those of one field are for all its parents, but need not be one object. */
function isEqual(one: unknown, other: unknown): boolean {
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null) return one === other
  let members = 0
  for (const name in other) {
    if (!isEqual((one as Record<string, unknown>)[name], (other as Record<string, unknown>)[name])) return false
    members += 1
  }
  return members === Object.keys(one).length
}

const NO_ROWS: ParentRows<never> = { rows: [], complete: true, nextCursor: null, totalCount: 0 }

/** Lists of an account, by their path. */
export type InAccount = `accounts/:account_id/${string}`

function pathIn<Path extends InAccount>(account: string): PathParams<Path> {
  return { account_id: account } as PathParams<Path>
}

/** An empty cursor was never handed out: it is refused, not taken for the beginning. */
function isGiven(after: string | null | undefined): after is string {
  return after !== null && after !== undefined
}

/** Whether a filter was given that names nothing. No row matches it; sent empty, it would not filter at all. */
function namesNothing(filters: object): boolean {
  return Object.values(filters).some((value) => Array.isArray(value) && value.length === 0)
}

function listParams({ sortBy, withDeleted }: PageArgs): ListParams {
  return { sort_by: sortParams(sortBy), with_deleted: withDeleted || undefined }
}

/** Rows in one page of a connection (R-CONV-10). */
export const MAX_FIRST = 1000

/** The number of rows that the arguments ask for. Throws BAD_USER_INPUT where it is out of range. */
export function firstOf({ first }: PageArgs, byDefault: number): number {
  if (first === null || first === undefined) return byDefault
  if (first >= 1 && first <= MAX_FIRST) return first
  throw badUserInput('first', `\`first\` is ${first}; it must be 1 to ${MAX_FIRST}`, 'R-CONV-10')
}
