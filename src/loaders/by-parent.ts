import type { Session } from '../rest/session.ts'
import { keyOf, MAX_IDS, type ListEndpoint, type PathParams } from '../rest/endpoint.ts'
import { UpstreamError } from '../rest/errors.ts'
import { runsOf } from '../rest/json/lazy-row.ts'
import { emptyPagesAfter } from '../rest/pages.ts'
import { isTurnOver, nextTurn } from '../rest/wait/turn.ts'
import type { ListParams, Page, Row } from '../rest/types.ts'
import { ReadAskers } from './askers.ts'
import { chunks } from './chunks.ts'
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
  read(request: ChildrenRequest): Promise<ParentRows<R>>
  /** The lists of these parents, in their order. A list that could not be read is its error. */
  readAll(parents: readonly string[], amount: ListAmount): Promise<(ParentRows<R> | Error)[]>
}

/** How much of a list is read. */
export interface ListAmount {
  /** 0 if only the count is needed. */
  first: number
  /** Whether the rows of the whole list are counted. */
  count?: boolean
  /** Whether it must be known if there are rows after these, which can take another call. */
  more?: boolean
}

/** The parent of a list, and how much of the list is read. */
export interface ChildrenRequest extends ListAmount {
  parent: string
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
    readAll(parents, amount) {
      for (const parent of parents) askers.add(parent, asker)
      return lists.readAll(parents, amount)
    },
  }
}

/**
 * Creates the lists of children. Lists that are requested in one tick are fetched as a batch. A list that has been
 * fetched is reused.
 */
function childLists(children: Children, atEndOfTick: AtEndOfTick): ChildLists<Row> {
  /** The last requested list of each parent. */
  const lists = new Map<string, ChildList>()
  /** The next batch, once a list has been requested for it. */
  let next: Batch | undefined

  return {
    async read(request) {
      const [list] = await readAll([request.parent], request)
      if (list instanceof Error) throw list
      return list!
    },
    readAll,
  }

  async function readAll(parents: readonly string[], amount: ListAmount): Promise<(ParentRows<Row> | Error)[]> {
    const requested = parents.map((parent) => listOf(parent, amount))
    for (const { fetched } of new Set(requested.map(({ batch }) => batch))) await fetched
    return requested.map(({ outcome }) => outcome!)
  }

  function listOf(parent: string, amount: ListAmount): ChildList {
    const known = lists.get(parent)
    if (known?.covers(amount)) return known
    if (known && known.batch === next) {
      known.widen(amount)
      return known
    }
    next ??= newBatch()
    const list = new ChildList(next, parent, amount)
    next.lists.push(list)
    lists.set(parent, list)
    return list
  }

  function newBatch(): Batch {
    const batch: Batch = {
      lists: [],
      fetched: new Promise((resolve) => {
        atEndOfTick(() => resolve(fetchBatch(batch.lists)))
      }),
    }
    return batch
  }

  async function fetchBatch(batch: readonly ChildList[]): Promise<void> {
    next = undefined
    try {
      await fetchLists(batch, children)
    } catch (error) {
      for (const list of batch) list.outcome ??= error as Error
    }
  }
}

/** Lists that are fetched together. */
interface Batch {
  lists: ChildList[]
  /** Fulfilled when all of them have an outcome. It never rejects. */
  fetched: Promise<void>
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

/** Lists whose parents share pages. */
interface Group {
  lists: readonly ChildList[]
  byParent: ReadonlyMap<string, ChildList>
  cursor: string | undefined
  /** The keys of the rows so far, once there is more than one page: a row can be on two pages if others were added meanwhile. */
  seen: Set<string> | undefined
  totalCount: number | undefined
  /** The number of consecutive empty pages so far. */
  emptyPages: number
  /** Why the service could not count the list. */
  countError: unknown
}

/** Fetches the lists of a batch until each has its outcome. The calls for its groups of parents are made concurrently. */
async function fetchLists(lists: readonly ChildList[], children: Children): Promise<void> {
  let groups = chunks(lists, MAX_IDS).map(newGroup)
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
    const page = await children.page(group.lists.map(parentOf), pageParams(group))
    group.emptyPages = emptyPagesAfter(group.emptyPages, page)
    return page
  }

  /**
   * Settles the lists of a page that failed. A list that lacks only its count is read without it. A page that was to be
   * counted is requested once more without its count, because only the count may have failed.
   */
  function settleFailed(group: Group, error: unknown): Group[] {
    const alone = group.lists.length === 1
    const isRetried = pageParams(group).with_total_count === true && canBeCountFailure(error)
    for (const list of group.lists) {
      if (list.outcome) continue
      const rows = list.rows ?? list.earlier ?? []
      if (rows.length >= neededRows(list, alone && list.rows !== undefined))
        list.outcome = { rows, complete: false, nextCursor: null, totalCount: undefined, countError: error }
      else if (!isRetried) list.outcome = error as Error
    }
    const retried = group.lists.filter(({ outcome }) => !outcome)
    return retried.length > 0 ? [{ ...group, countError: error }] : []
  }

  /**
   * The number of rows to read. With one row more than `first` it is known that there are more. For a single parent,
   * the cursor shows it.
   */
  function neededRows({ first, more }: ChildList, alone: boolean): number {
    return more && !alone ? first + 1 : first
  }

  /**
   * The parameters of the next page. The rows of several parents are mixed, so full pages are requested; for a single
   * parent, exactly the rows that are needed.
   */
  function pageParams({ lists: [list, ...others], cursor, countError }: Group) {
    if (!list || others.length > 0) return { count: children.pageRows, cursor }
    const { first, count, rows = [] } = list
    const missing = count && !isCountedByService() ? Infinity : first - rows.length
    const isCounted = count && isCountedByService() && cursor === undefined && countError === undefined
    return {
      count: Math.min(children.pageRows, Math.max(1, missing)),
      cursor,
      with_total_count: isCounted || undefined,
    }
  }

  /** Whether the service counts the list, so that rows are not counted here. */
  function isCountedByService(): boolean {
    return children.counted && lists.length === 1
  }

  /** Settles the lists that this page completes. Returns the groups of the other parents, for their next pages. */
  function settleFetched(group: Group, page: Page<Row>): Group[] {
    const { lastParent, lackParent } = addRows(group, page)
    // If rows do not name their parent, only one parent at a time can be requested.
    if (lackParent) {
      for (const list of group.lists) list.rows = undefined
      return group.lists.map((list) => newGroup([list]))
    }
    const alone = group.lists.length === 1
    group.totalCount ??= page.totalCount
    const pending: ChildList[] = []
    for (const list of group.lists) {
      const { rows = [] } = list
      const complete = page.nextCursor === null
      const totalCount = complete ? rows.length : group.totalCount
      const enoughRows = rows.length >= neededRows(list, alone)
      const enough = complete || (enoughRows && (!list.count || totalCount !== undefined || isCountedByService()))
      const { countError } = group
      if (enough)
        list.outcome ??= { rows, complete, nextCursor: alone ? page.nextCursor : null, totalCount, countError }
      else pending.push(list)
    }
    if (pending.length === 0) return []

    const counts = new Map<string, number>()
    for (const { parent, rows } of group.lists) if (rows) counts.set(parent, rows.length)
    const { pageRows, maxPerParent } = children
    const parents = group.lists.map(parentOf)
    const plan = planRest({ parents, pending: pending.map(parentOf), counts, lastParent, pageRows, maxPerParent })
    if (plan === 'continue') return [continued(group, page)]
    return plan.map((parents) => newGroup(parents.map((parent) => group.byParent.get(parent)!)))
  }

  /** The same group, for its next page. */
  function continued({ seen, ...group }: Group, { nextCursor, rows }: Page<Row>): Group {
    const keys = seen ? rows : group.lists.flatMap(({ rows = [] }) => rows)
    return { ...group, cursor: nextCursor ?? undefined, seen: new Set([...(seen ?? []), ...keys.map(children.keyOf)]) }
  }

  /** Adds the rows of a page to those of their parents, each row once. */
  function addRows({ lists, byParent, seen }: Group, page: Page<Row>) {
    const only = lists.length === 1 ? lists[0]!.parent : undefined
    const all = { value: only, from: 0, to: page.rows.length }
    let lastParent = ''
    let lackParent = false
    for (const { value, from, to } of only === undefined ? runsOf(page.rows, children.parentColumn) : [all]) {
      const parent = value as string | null | undefined
      const list = parent ? byParent.get(parent) : undefined
      if (!parent) lackParent = true
      else if (list) {
        lastParent = parent
        const run = page.rows.slice(from, to)
        const added = seen ? run.filter((row) => !seen.has(children.keyOf(row))) : run
        if (list.rows) for (const row of added) list.rows.push(row)
        else if (added.length > 0) list.rows = added
      }
    }
    return { lastParent, lackParent }
  }
}

/** A group for lists whose rows are read from the first page on. */
function newGroup(lists: readonly ChildList[]): Group {
  const byParent = new Map<string, ChildList>()
  for (const list of lists) {
    list.earlier = list.rows
    list.rows = undefined
    byParent.set(list.parent, list)
  }
  return {
    lists,
    byParent,
    cursor: undefined,
    seen: undefined,
    totalCount: undefined,
    emptyPages: 0,
    countError: undefined,
  }
}

function parentOf({ parent }: ChildList): string {
  return parent
}

/** The first rows of one parent's list, which a batch fetches. */
class ChildList {
  readonly batch: Batch
  readonly parent: string
  first: number
  count: boolean
  more: boolean
  /** The rows of the pages so far; undefined if there are none. */
  rows: Row[] | undefined
  /** The rows from the group that was split. They are used if the pages of the new group fail. */
  earlier: Row[] | undefined
  /** The list as it was read, or why it could not be read, once one of them is known. */
  outcome: ParentRows<Row> | Error | undefined

  constructor(batch: Batch, parent: string, { first, count = false, more = false }: ListAmount) {
    this.batch = batch
    this.parent = parent
    this.first = first
    this.count = count
    this.more = more
    this.rows = undefined
    this.earlier = undefined
    this.outcome = undefined
  }

  /** Whether its outcome serves this request too. */
  covers({ first, count = false, more = false }: ListAmount): boolean {
    return this.first >= first && (this.count || !count) && (this.more || !more)
  }

  /** Extends the list so that its outcome serves this request too. Call it only before the batch is fetched. */
  widen({ first, count = false, more = false }: ListAmount): void {
    this.first = Math.max(this.first, first)
    this.count ||= count
    this.more ||= more
  }
}
