import type { Session } from '../rest/session.ts'
import { keyOf, MAX_IDS, type ListEndpoint, type PathParams } from '../rest/endpoint.ts'
import { UpstreamError } from '../rest/errors.ts'
import { runsOf } from '../rest/json/lazy-row.ts'
import { emptyPagesAfter } from '../rest/pages.ts'
import { isTurnOver, nextTurn } from '../rest/wait/turn.ts'
import type { ListParams, Page, Row } from '../rest/types.ts'
import { ReadAskers } from './askers.ts'
import { chunks } from './chunks.ts'
import { PendingDeferred, Batch, type Deferred } from '../deferred.ts'
import { planRest } from './overflow.ts'
import { canBeCountFailure } from './pages.ts'
import { createTicks, type AtEndOfTick } from './tick.ts'
import { variantMap } from './variant.ts'

/** The first rows of one parent's list. */
export interface ParentRows<R> {
  /** In the service's order: at least as many as requested, or all there are. */
  rows: R[]
  /** Whether these are all rows of the list, as far as known. */
  complete: boolean
  /** The service's cursor directly after the last row; null if there is none, as for parents that shared a page. */
  nextCursor: string | null
  /** The number of rows in the whole list, if requested. */
  totalCount: number | undefined
  /** Why the list could not be counted. */
  countError?: unknown
}

/** The parent of a list of children: the filter that takes ids of parents, and the column with the id of a row's parent. */
export interface ParentKey<Params, R> {
  filter: keyof Params & string
  parentColumn: keyof R & string
}

/** Reads lists of children with a filter for parents. Reads of one tick are batched. */
export interface ByParent {
  /**
   * The lists below all parents in this path. `params` are their other filters and their order. `asker` is the field
   * that asks, if the operation is traced.
   */
  <Path extends string, Params extends ListParams, R extends Row>(
    endpoint: ListEndpoint<Path, Params, R>,
    key: ParentKey<Params, R>,
    path: PathParams<Path>,
    params?: Partial<Params>,
    asker?: string,
  ): ChildLists<R>
}

/** The lists of one endpoint below all its parents in one path. */
export interface ChildLists<R> {
  /**
   * The first `first` rows of the parent's list, and with `count` the number of all rows. The service counts the list
   * of a single parent. The lists of several parents are counted by reading them, because the rate limit of counts is
   * low.
   */
  read(request: ChildrenRequest): Deferred<ParentRows<R>>
}

/** How much of one parent's list is read. */
export interface ChildrenRequest {
  parent: string
  /** 0 if only the count is needed. */
  first: number
  /** Whether the rows of the whole list are counted. */
  count?: boolean
  /** Whether it must be known if there are rows after these, which can take another call. */
  more?: boolean
}

/** The loader by parent for one operation: one list call for up to 200 parents. */
export function createByParent(session: Session): ByParent {
  const listsByVariant = variantMap<AskedLists>()
  const atEndOfTick = createTicks()

  return function byParent<Path extends string, Params extends ListParams, R extends Row>(
    endpoint: ListEndpoint<Path, Params, R>,
    { filter, parentColumn }: ParentKey<Params, R>,
    path: PathParams<Path>,
    params: Partial<Params> = {},
    asker?: string,
  ) {
    const { lists, askers } = listsByVariant(endpoint, [filter, path, params], () => {
      const askers = new ReadAskers()
      const sessionFor = (parents: readonly string[]) => askers.sessionFor(parents, session)
      const children = childrenOf(sessionFor, endpoint, filter, parentColumn, path, params)
      return { lists: childLists(children, atEndOfTick), askers }
    })
    return (asker === undefined ? lists : listsAskedBy(asker, lists, askers)) as ChildLists<R>
  }
}

/** Lists of children, and the askers of each. */
interface AskedLists {
  lists: ChildLists<Row>
  askers: ReadAskers
}

function listsAskedBy(asker: string, lists: ChildLists<Row>, askers: ReadAskers): ChildLists<Row> {
  return {
    read(request) {
      askers.add(request.parent, asker)
      return lists.read(request)
    },
  }
}

/**
 * Creates the lists of children. Lists that are requested in one tick are fetched as a batch. A list that has been
 * fetched is reused.
 */
function childLists(children: Children, atEndOfTick: AtEndOfTick): ChildLists<Row> {
  /** The last requested list of each parent. */
  const lists = new Map<string, PendingList>()
  /** The lists of the next batch. */
  let pending = new Map<string, PendingList>()
  let batch = new Batch()

  return {
    read(request) {
      const { parent } = request
      const known = lists.get(parent)
      if (known?.covers(request)) return known
      const same = pending.get(parent)
      if (same) {
        same.widen(request)
        return same
      }
      const list = new PendingList(batch, request)
      if (pending.size === 0) atEndOfTick(() => void fetchBatch())
      pending.set(parent, list)
      lists.set(parent, list)
      return list
    },
  }

  async function fetchBatch(): Promise<void> {
    const fetched = pending
    const { end } = batch
    pending = new Map()
    batch = new Batch()
    try {
      await fetchLists(fetched, children)
    } catch (error) {
      for (const list of fetched.values()) list.reject(error)
    } finally {
      end()
    }
  }
}

function childrenOf(
  sessionFor: (parents: readonly string[]) => Session,
  endpoint: ListEndpoint,
  filter: string,
  parentColumn: string,
  path: Readonly<Record<string, string>>,
  params: ListParams,
): Children {
  return {
    parentColumn,
    keyOf: (row) => keyOf(endpoint, row),
    pageRows: endpoint.maxCount,
    maxPerParent: endpoint.maxPerParent[filter],
    counted: endpoint.counted,
    async page(parents, page) {
      try {
        return await sessionFor(parents).page(endpoint, path, Object.assign({}, params, page, { [filter]: parents }))
      } catch (error) {
        // If no parent has promoted accounts, the service refuses the filter instead of sending an empty list (section 4.5).
        const isEmpty = error instanceof UpstreamError && error.refusal?.param === filter
        if (isEmpty) return { rows: [], nextCursor: null, totalCount: undefined }
        throw error
      }
    },
  }
}

/** A list of children: a function that fetches a page for some parents, and the properties of its rows and pages. */
interface Children {
  page(parents: readonly string[], page: Pick<ListParams, 'count' | 'cursor' | 'with_total_count'>): Promise<Page<Row>>
  counted: boolean
  parentColumn: string
  keyOf: (row: Row) => string
  pageRows: number
  maxPerParent: number | undefined
}

/** Parents that share pages, with the rows of all pages so far. */
interface Group {
  parents: readonly string[]
  cursor: string | undefined
  rows: Map<string, Row[]>
  /** The keys of these rows, once there is more than one page: a row can be on two pages if others were added meanwhile. */
  seen: Set<string> | undefined
  totalCount: number | undefined
  /** The number of consecutive empty pages so far. */
  emptyPages: number
  /** Why the service could not count the list. */
  countError: unknown
  /** The rows of these parents from the group that was split. They are used if this group fails. */
  earlier: ReadonlyMap<string, Row[]> | undefined
}

/** Fetches and settles the lists of a batch. The calls for its groups of parents are made concurrently. */
async function fetchLists(lists: ReadonlyMap<string, PendingList>, children: Children): Promise<void> {
  let groups = chunks([...lists.keys()], MAX_IDS).map((parents) => newGroup(parents))
  while (groups.length > 0) {
    const pages = await Promise.allSettled(groups.map(nextPage))
    const next: Group[] = []
    for (const [index, group] of groups.entries()) {
      if (isTurnOver()) await nextTurn()
      const page = pages[index]!
      next.push(...(page.status === 'fulfilled' ? settleFetched(group, page.value) : settleFailed(group, page.reason)))
    }
    groups = next
  }

  async function nextPage(group: Group): Promise<Page<Row>> {
    const page = await children.page(group.parents, pageParams(group))
    group.emptyPages = emptyPagesAfter(group.emptyPages, page)
    return page
  }

  /**
   * Settles the lists of a page that failed. A list that lacks only its count is resolved without it. A page that was to be
   * counted is requested once more without its count, because only the count may have failed.
   */
  function settleFailed(group: Group, error: unknown): Group[] {
    const alone = group.parents.length === 1
    const isCounted = pageParams(group).with_total_count === true
    const retried: Group[] = []
    for (const parent of group.parents) {
      const list = lists.get(parent)!
      const own = group.rows.get(parent)
      const rows = own ?? group.earlier?.get(parent) ?? []
      if (rows.length >= neededRows(list, alone && own !== undefined))
        list.resolve({ rows, complete: false, nextCursor: null, totalCount: undefined, countError: error })
      else if (isCounted && canBeCountFailure(error)) retried.push({ ...group, countError: error })
      else list.reject(error)
    }
    return retried
  }

  /**
   * The number of rows to read. With one row more than `first` it is known that there are more. For a single parent,
   * the cursor shows it.
   */
  function neededRows({ first, more }: PendingList, alone: boolean): number {
    return more && !alone ? first + 1 : first
  }

  /**
   * The parameters of the next page. The rows of several parents are mixed, so full pages are requested; for a single
   * parent, exactly the rows that are needed.
   */
  function pageParams({ parents, cursor, rows, countError }: Group) {
    if (parents.length > 1) return { count: children.pageRows, cursor }
    const { first, count } = lists.get(parents[0]!)!
    const missing = count && !isCountedByService() ? Infinity : first - (rows.get(parents[0]!)?.length ?? 0)
    const isCounted = count && isCountedByService() && cursor === undefined && countError === undefined
    return {
      count: Math.min(children.pageRows, Math.max(1, missing)),
      cursor,
      with_total_count: isCounted || undefined,
    }
  }

  /** Whether the service counts the list, so that rows are not counted here. */
  function isCountedByService(): boolean {
    return children.counted && lists.size === 1
  }

  /** Settles the lists that this page completes. Returns the groups of the other parents, for their next pages. */
  function settleFetched(group: Group, page: Page<Row>): Group[] {
    const { lastParent, lackParent } = addRows(group, page)
    // If rows do not name their parent, only one parent at a time can be requested.
    if (lackParent) return group.parents.map((parent) => newGroup([parent]))
    const alone = group.parents.length === 1
    group.totalCount ??= page.totalCount
    const pending: string[] = []
    for (const parent of group.parents) {
      const list = lists.get(parent)!
      const rows = group.rows.get(parent) ?? []
      const complete = page.nextCursor === null
      const totalCount = complete ? rows.length : group.totalCount
      const enoughRows = rows.length >= neededRows(list, alone)
      const enough = complete || (enoughRows && (!list.count || totalCount !== undefined || isCountedByService()))
      const { countError } = group
      if (enough) list.resolve({ rows, complete, nextCursor: alone ? page.nextCursor : null, totalCount, countError })
      else pending.push(parent)
    }
    if (pending.length === 0) return []

    const counts = new Map([...group.rows].map(([parent, rows]) => [parent, rows.length]))
    const { pageRows, maxPerParent } = children
    const plan = planRest({ parents: group.parents, pending, counts, lastParent, pageRows, maxPerParent })
    return plan === 'continue' ? [continued(group, page)] : plan.map((parents) => newGroup(parents, group.rows))
  }

  /** The same group, for its next page. */
  function continued({ seen, ...group }: Group, { nextCursor, rows }: Page<Row>): Group {
    const keys = seen ? rows : [...group.rows.values()].flat()
    return { ...group, cursor: nextCursor ?? undefined, seen: new Set([...(seen ?? []), ...keys.map(children.keyOf)]) }
  }

  /** Adds the rows of a page to those of their parents, each row once. */
  function addRows({ parents, rows, seen }: Group, page: Page<Row>) {
    const only = parents.length === 1 ? parents[0] : undefined
    const all = { value: only, from: 0, to: page.rows.length }
    let lastParent = ''
    let lackParent = false
    for (const { value, from, to } of only === undefined ? runsOf(page.rows, children.parentColumn) : [all]) {
      const parent = value as string | null | undefined
      if (!parent) lackParent = true
      else if (lists.has(parent)) {
        lastParent = parent
        const run = page.rows.slice(from, to)
        const added = seen ? run.filter((row) => !seen.has(children.keyOf(row))) : run
        const siblings = rows.get(parent)
        if (siblings) for (const row of added) siblings.push(row)
        else if (added.length > 0) rows.set(parent, added)
      }
    }
    return { lastParent, lackParent }
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

/** The first rows of one parent's list, which a batch fetches. */
class PendingList extends PendingDeferred<ParentRows<Row>> {
  first: number
  count: boolean
  more: boolean

  constructor(batch: Batch, { first, count = false, more = false }: ChildrenRequest) {
    super(batch)
    this.first = first
    this.count = count
    this.more = more
  }

  /** Whether its result serves this request too. */
  covers({ first, count = false, more = false }: ChildrenRequest): boolean {
    return this.first >= first && (this.count || !count) && (this.more || !more)
  }

  /** Extends the list so that its result serves this request too. Call it only before the batch is fetched. */
  widen({ first, count = false, more = false }: ChildrenRequest): void {
    this.first = Math.max(this.first, first)
    this.count ||= count
    this.more ||= more
  }
}
