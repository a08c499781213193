import type { Session } from '../rest/client.ts'
import { keyOf, MAX_IDS, type ListEndpoint, type PathParams } from '../rest/endpoint.ts'
import { UpstreamError } from '../rest/errors.ts'
import { emptyPagesAfter } from '../rest/pages.ts'
import { isTurnOver, nextTurn } from '../rest/wait/turn.ts'
import type { ListParams, Page, Row } from '../rest/types.ts'
import { chunks } from './chunks.ts'
import { PendingDeferred, Batch, type Deferred } from '../deferred.ts'
import { planRest } from './overflow.ts'
import { canBeTheCounts } from './pages.ts'
import { createTicks, type AtEndOfTick } from './tick.ts'
import { variantMap } from './variant.ts'

/** The first rows of one parent's list. */
export interface ParentRows<R> {
  /** In the service's order: at least as many as were asked for, or all there are. */
  rows: R[]
  /** Whether the list is known to end with these rows. */
  complete: boolean
  /** The service's cursor exactly after the last row; null where it is not known, because parents shared a page. */
  nextCursor: string | null
  /** How many rows the whole list has, where that was asked for. */
  totalCount: number | undefined
  /** Why the count is missing although the rows are here. */
  countError?: unknown
}

/** How a list tells its parents: the filter that takes their ids, and where a row names its own. */
export interface ParentKey<Params, R> {
  filter: keyof Params & string
  parentOf: (row: R) => string | null | undefined
}

/** Lists of children through the filter by parent, joined with those of every other parent asked for in the tick. */
export interface ByParent {
  /** The lists of all parents in this path. `params` are their other filters and their order. */
  <Path extends string, Params extends ListParams, R extends Row>(
    endpoint: ListEndpoint<Path, Params, R>,
    key: ParentKey<Params, R>,
    path: PathParams<Path>,
    params?: Partial<Params>,
  ): ChildLists<R>
}

/** The lists of one endpoint below all its parents in one path. */
export interface ChildLists<R> {
  /**
   * The first `first` rows of the parent's list, and with `count` how many there are in all: by the interface's own
   * count for one parent, and by reading them all for several, because its budget for counts is small.
   */
  read(wish: ParentWish): Deferred<ParentRows<R>>
}

/** One parent's list, and how much of it. */
export interface ParentWish {
  parent: string
  /** 0 where only the count is asked for. */
  first: number
  /** Whether the rows of the whole list are counted. */
  count?: boolean
  /** Whether it is found out if the list goes on after these rows, which can cost a call. */
  more?: boolean
}

/** A loader by parent for one caller's operation: one list call for up to 200 parents. */
export function createByParent(session: Session): ByParent {
  const known = variantMap<ChildLists<Row>>()
  const atEndOfTick = createTicks()

  return function byParent<Path extends string, Params extends ListParams, R extends Row>(
    endpoint: ListEndpoint<Path, Params, R>,
    { filter, parentOf }: ParentKey<Params, R>,
    path: PathParams<Path>,
    params: Partial<Params> = {},
  ) {
    const lists = known(endpoint, [filter, path, params], () =>
      childLists(childrenOf(session, endpoint, filter, parentOf as Children['parentOf'], path, params), atEndOfTick),
    )
    return lists as ChildLists<R>
  }
}

/** The lists of children: those asked for in one tick are fetched together, and what has been fetched serves again. */
function childLists(children: Children, atEndOfTick: AtEndOfTick): ChildLists<Row> {
  const asked = new Map<string, Wanted>()
  let waiting = new Map<string, Wanted>()
  let batch = new Batch()

  return {
    read(wish) {
      const { parent } = wish
      const known = asked.get(parent)
      if (known?.covers(wish)) return known
      const same = waiting.get(parent)
      if (same) {
        same.widen(wish)
        return same
      }
      const wanted = new Wanted(batch, wish)
      if (waiting.size === 0) atEndOfTick(() => void fetchWaiting())
      waiting.set(parent, wanted)
      asked.set(parent, wanted)
      return wanted
    },
  }

  async function fetchWaiting(): Promise<void> {
    const wanted = waiting
    const { end } = batch
    waiting = new Map()
    batch = new Batch()
    try {
      await fetchInRounds(wanted, children)
    } catch (error) {
      for (const each of wanted.values()) each.reject(error)
    } finally {
      end()
    }
  }
}

function childrenOf(
  session: Session,
  endpoint: ListEndpoint,
  filter: string,
  parentOf: Children['parentOf'],
  path: Readonly<Record<string, string>>,
  params: ListParams,
): Children {
  return {
    parentOf,
    keyOf: (row) => keyOf(endpoint, row),
    pageRows: endpoint.maxCount,
    mostPerParent: endpoint.mostPerParent[filter],
    counted: endpoint.counted,
    async page(parents, page) {
      try {
        return await session.page(endpoint, path, { ...params, ...page, [filter]: parents })
      } catch (error) {
        // Promoted accounts are refused, not answered with an empty list, when no parent has any (section 4.5).
        const none = error instanceof UpstreamError && error.meant?.param === filter
        if (none) return { rows: [], nextCursor: null, totalCount: undefined }
        throw error
      }
    },
  }
}

/** One list of children: how a page of it is fetched for some parents, and how it is cut into pages. */
interface Children {
  page(parents: readonly string[], page: Pick<ListParams, 'count' | 'cursor' | 'with_total_count'>): Promise<Page<Row>>
  counted: boolean
  parentOf: (row: Row) => string | null | undefined
  keyOf: (row: Row) => string
  pageRows: number
  mostPerParent: number | undefined
}

/** Parents that share their pages, with the rows of all pages so far. */
interface Group {
  parents: readonly string[]
  cursor: string | undefined
  rows: Map<string, Row[]>
  /** The keys of all those rows, from the second page on: rows may shift between pages. */
  seen: Set<string> | undefined
  totalCount: number | undefined
  /** Empty pages in a row, so far. */
  emptyPages: number
  /** Why the service did not count, where it was asked to. */
  countError: unknown
  /** The rows that an earlier group had of these parents, which serve where this one fails. */
  earlier: ReadonlyMap<string, Row[]> | undefined
}

/** The calls of a batch go side by side; rows are handed out when all have come, so that the next level joins well. */
async function fetchInRounds(wanted: Map<string, Wanted>, children: Children): Promise<void> {
  let groups = chunks([...wanted.keys()], MAX_IDS).map((parents) => newGroup(parents))
  while (groups.length > 0) {
    const pages = await Promise.allSettled(groups.map(nextPage))
    const next: Group[] = []
    for (const [index, group] of groups.entries()) {
      if (isTurnOver()) await nextTurn()
      const page = pages[index]!
      next.push(...(page.status === 'fulfilled' ? takeIn(group, page.value) : doWithout(group, page.reason)))
    }
    groups = next
  }

  async function nextPage(group: Group): Promise<Page<Row>> {
    const page = await children.page(group.parents, pageOf(group))
    group.emptyPages = emptyPagesAfter(group.emptyPages, page)
    return page
  }

  /**
   * Settles the parents of a page that failed. A list of which only the count is missing is brought without it. A page that
   * failed together with its count is asked for once more without the count, which may be all that failed.
   */
  function doWithout(group: Group, error: unknown): Group[] {
    const alone = group.parents.length === 1
    const isCounted = pageOf(group).with_total_count === true
    const again: Group[] = []
    for (const parent of group.parents) {
      const wish = wanted.get(parent)!
      const own = group.rows.get(parent)
      const rows = own ?? group.earlier?.get(parent) ?? []
      if (rows.length >= neededRows(wish, alone && own !== undefined))
        wish.resolve({ rows, complete: false, nextCursor: null, totalCount: undefined, countError: error })
      else if (isCounted && canBeTheCounts(error)) again.push({ ...group, countError: error })
      else wish.reject(error)
    }
    return again
  }

  /** One row more than `first` tells that the list goes on; where the parent is alone, the cursor does. */
  function neededRows({ first, more }: Wanted, alone: boolean): number {
    return more && !alone ? first + 1 : first
  }

  /** Rows of several parents come mixed, so only full pages are sure to help; a single parent's are asked for exactly. */
  function pageOf({ parents, cursor, rows, countError }: Group) {
    if (parents.length > 1) return { count: children.pageRows, cursor }
    const { first, count } = wanted.get(parents[0]!)!
    const missing = count && !countedThere() ? Infinity : first - (rows.get(parents[0]!)?.length ?? 0)
    const isCounted = count && countedThere() && cursor === undefined && countError === undefined
    return {
      count: Math.min(children.pageRows, Math.max(1, missing)),
      cursor,
      with_total_count: isCounted || undefined,
    }
  }

  /** Whether the service counts, rather than rows being counted here. */
  function countedThere(): boolean {
    return children.counted && wanted.size === 1
  }

  /** Settles the parents that this page satisfies, and gives the groups in which the others are asked for next. */
  function takeIn(group: Group, page: Page<Row>): Group[] {
    const { lastParent, strays } = keep(group, page)
    // Rows that do not name their parent can only be told apart by asking for one parent at a time.
    if (strays) return group.parents.map((parent) => newGroup([parent]))
    const alone = group.parents.length === 1
    group.totalCount ??= page.totalCount
    const waiting: string[] = []
    for (const parent of group.parents) {
      const wish = wanted.get(parent)!
      const rows = group.rows.get(parent) ?? []
      const complete = page.nextCursor === null
      const totalCount = complete ? rows.length : group.totalCount
      const enoughRows = rows.length >= neededRows(wish, alone)
      const enough = complete || (enoughRows && (!wish.count || totalCount !== undefined || countedThere()))
      const { countError } = group
      if (enough) wish.resolve({ rows, complete, nextCursor: alone ? page.nextCursor : null, totalCount, countError })
      else waiting.push(parent)
    }
    if (waiting.length === 0) return []

    const counts = new Map([...group.rows].map(([parent, rows]) => [parent, rows.length]))
    const { pageRows, mostPerParent } = children
    const plan = planRest({ parents: group.parents, waiting, counts, lastParent, pageRows, mostPerParent })
    return plan === 'continue' ? [continued(group, page)] : plan.map((parents) => newGroup(parents, group.rows))
  }

  /** The group, to be asked for its next page. */
  function continued({ seen, ...group }: Group, { nextCursor, rows }: Page<Row>): Group {
    const keys = seen ? rows : [...group.rows.values()].flat()
    return { ...group, cursor: nextCursor ?? undefined, seen: new Set([...(seen ?? []), ...keys.map(children.keyOf)]) }
  }

  /** Adds a page's rows to their parents, each row once. */
  function keep({ parents, rows, seen }: Group, page: Page<Row>) {
    const only = parents.length === 1 ? parents[0] : undefined
    let lastParent = ''
    let strays = false
    for (const row of page.rows) {
      const parent = only ?? children.parentOf(row)
      if (!parent) {
        strays = true
      } else if (wanted.has(parent)) {
        lastParent = parent
        if (seen?.has(children.keyOf(row))) continue
        const siblings = rows.get(parent)
        if (siblings) siblings.push(row)
        else rows.set(parent, [row])
      }
    }
    return { lastParent, strays }
  }
}

function newGroup(parents: readonly string[], earlier?: Group['earlier']): Group {
  return {
    parents,
    cursor: undefined,
    rows: new Map(),
    seen: undefined,
    totalCount: undefined,
    countError: undefined,
    emptyPages: 0,
    earlier,
  }
}

/** A wish, and what it is answered with. A parent that is already satisfied ignores what comes later. */
class Wanted extends PendingDeferred<ParentRows<Row>> {
  first: number
  count: boolean
  more: boolean

  constructor(batch: Batch, { first, count = false, more = false }: ParentWish) {
    super(batch)
    this.first = first
    this.count = count
    this.more = more
  }

  /** Whether its answer serves this wish, too. */
  covers({ first, count = false, more = false }: ParentWish): boolean {
    return this.first >= first && (this.count || !count) && (this.more || !more)
  }

  /** Has it serve this wish, too. */
  widen({ first, count = false, more = false }: ParentWish): void {
    this.first = Math.max(this.first, first)
    this.count ||= count
    this.more ||= more
  }
}
