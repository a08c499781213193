import { isTurnOver, nextTurn } from '../async/turn.ts'
import { type ListEndpoint, type PathParams, MAX_IDS } from '../rest/endpoint.ts'
import { isOfEmptyList } from '../rest/errors.ts'
import { runsOf } from '../rest/json/lazy-row.ts'
import type { PageReader } from '../rest/page-reader.ts'
import type { Session } from '../rest/session.ts'
import type { ListParams, Row, Page, Run } from '../rest/types.ts'
import { comparableId } from '../rest/value.ts'
import {
  type Asker,
  type ForAsker,
  ReadAskers,
  type LoaderScope,
  type ReadCount,
  variantMap,
  atEndOfTick,
} from './batch.ts'
import { canBeCountFailure } from './pages.ts'

/** The parent of a list of children: the filter that takes ids of parents, and the column with the id of a row's parent. */
export interface ParentKey<Params, R> {
  filter: keyof Params & string
  parentColumn: keyof R & string
}

/** Reads lists of children with a filter for parents. Reads of one tick are batched. */
export interface ByParent {
  /** The lists below all parents in this path. `params` are their other filters and their order. */
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
   * The first `first` rows of the parent's list, and with `count` the number of all rows. The service counts the list
   * of a single parent. The lists of several parents are counted by reading them, because the rate limit of counts is
   * low.
   */
  read(request: ChildrenRequest): Promise<ParentRows<R>>
  /** The lists of these parents, in their order. A list that could not be read is its error. */
  readAll(parents: readonly string[], amount: ListAmount): Promise<(ParentRows<R> | Error)[]>
}

/** The parent of a list, and how much of the list is read. */
export interface ChildrenRequest extends ListAmount {
  parent: string
}

/** The parents that are added to a batch before other operations can continue. Adding one takes some microseconds. */
const MAX_PARENTS_AT_ONCE = 1_000

/** The loader by parent for one operation: one list call for up to 200 parents. */
export function createByParent({ session, onForget, read }: LoaderScope): ForAsker<ByParent> {
  const listsByVariant = variantMap<ForAsker<ChildLists<Row>>>(onForget)

  return (asker) =>
    (endpoint, { filter, parentColumn }, path, params = {}) => {
      const lists = listsByVariant(endpoint, [filter, path, params], () => {
        const askers = new ReadAskers()
        const sessionFor = (parents: readonly string[]) => askers.sessionFor(parents, session)
        return childLists(childrenOf(sessionFor, endpoint, filter, parentColumn, path, params), askers, read)
      })
      return lists(asker) as ChildLists<never>
    }
}

/**
 * Creates the lists of children. Lists that are requested in one tick are fetched as a batch. A list that has been
 * fetched is reused.
 */
function childLists(children: Children, askers: ReadAskers, count: ReadCount): ForAsker<ChildLists<Row>> {
  /** The last requested list of each parent. */
  const lists = new Map<string, ChildList>()
  /** The next batch, once a list has been requested for it. */
  let next: ListBatch | undefined
  /** The turns in which reads go on adding their parents. */
  const adding = new Set<Promise<void>>()

  return (asker) => ({
    async read(request) {
      const [list] = await readAll(asker, [request.parent], request)
      if (list instanceof Error) throw list
      return list!
    },
    readAll: (parents, amount) => readAll(asker, parents, amount),
  })

  async function readAll(
    asker: Asker,
    parents: readonly string[],
    amount: ListAmount,
  ): Promise<(ParentRows<Row> | Error)[]> {
    const requested: ChildList[] = []
    for (const parent of parents) {
      if (requested.length > 0 && requested.length % MAX_PARENTS_AT_ONCE === 0 && isTurnOver()) {
        const turn = nextTurn()
        adding.add(turn)
        await turn
        adding.delete(turn)
      }
      askers.add(parent, asker)
      requested.push(listOf(parent, amount))
    }
    for (const { fetched } of new Set(requested.map(({ batch }) => batch))) await fetched
    return requested.map(({ outcome }) => outcome!)
  }

  function listOf(parent: string, amount: ListAmount): ChildList {
    const key = comparableId(parent)
    const known = lists.get(key)
    if (known?.covers(amount)) return known
    if (known && known.batch === next) {
      known.widen(amount)
      return known
    }
    next ??= newBatch()
    const list = new ChildList(next, parent, amount)
    next.lists.push(list)
    lists.set(key, list)
    count.keys += 1
    return list
  }

  function newBatch(): ListBatch {
    const batch: ListBatch = {
      lists: [],
      fetched: new Promise((resolve) => {
        atEndOfTick(() => resolve(fetchBatch(batch.lists)))
      }),
    }
    return batch
  }

  async function fetchBatch(batch: readonly ChildList[]): Promise<void> {
    while (adding.size > 0) await Promise.all(adding)
    next = undefined
    try {
      await fetchLists(batch, children)
    } catch (error) {
      for (const list of batch) list.outcome ??= error as Error
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
    pageRows: endpoint.maxCount,
    // Deleted rows do not count.
    maxPerParent: params.with_deleted ? undefined : endpoint.maxPerParent[filter],
    counted: endpoint.counted,
    reader: (parents) =>
      sessionFor(parents).reader(endpoint, path, Object.assign({}, params, { [filter]: parents }), {
        column: parentColumn,
        ids: parents,
      }),
    isOfEmptyList: (error) => isOfEmptyList(error, filter),
  }
}

/** A list of children: how its pages are read for some parents, and the properties of its rows and pages. */
interface Children {
  reader(parents: readonly string[]): PageReader<ListParams, Row>
  /** Whether the service refuses the list because it is empty. */
  isOfEmptyList(error: unknown): boolean
  counted: boolean
  parentColumn: string
  pageRows: number
  maxPerParent: number | undefined
}

/** Lists whose parents share pages. */
interface Group {
  lists: readonly ChildList[]
  byParent: ReadonlyMap<string, ChildList>
  reader: PageReader<ListParams, Row>
  /** Whether the next page is the one after the page that was read last. */
  goesOn: boolean
  totalCount: number | undefined
  /** Why the service could not count the list. */
  countError: unknown
}

/** Fetches the lists of a batch until each has its outcome. The calls for its groups of parents are made concurrently. */
async function fetchLists(lists: readonly ChildList[], children: Children): Promise<void> {
  /** Whether the service counts the list, so that rows are not counted here. */
  const isCounted = children.counted && lists.length === 1
  let groups: Group[] = []
  for (let from = 0; from < lists.length; from += MAX_IDS) {
    if (from > 0 && isTurnOver()) await nextTurn()
    groups.push(newGroup(lists.slice(from, from + MAX_IDS), children))
  }
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

  async function nextPage({ goesOn, ...group }: Group): Promise<Page<Row>> {
    const { reader } = group
    if (goesOn) reader.advance()
    try {
      return await reader.read(pageRange(group, children, isCounted))
    } catch (error) {
      if (children.isOfEmptyList(error)) return { rows: [], nextCursor: null, totalCount: undefined }
      throw error
    }
  }

  /**
   * Settles the lists of a page that failed. A list that lacks only its count is read without it. A page that was to be
   * counted is requested once more without its count, because only the count may have failed.
   */
  function settleFailed(group: Group, error: unknown): Group[] {
    const alone = group.lists.length === 1
    const isRetried = pageRange(group, children, isCounted).with_total_count === true && canBeCountFailure(error)
    for (const list of group.lists) {
      if (list.outcome) continue
      const rows = list.rows ?? list.earlier ?? []
      if (rows.length >= neededRows(list, alone && list.rows !== undefined))
        list.outcome = { rows, complete: false, nextCursor: null, totalCount: undefined, countError: error }
      else if (!isRetried) list.outcome = error as Error
    }
    const retried = group.lists.filter(({ outcome }) => !outcome)
    return retried.length > 0 ? [{ ...group, goesOn: false, countError: error }] : []
  }

  /** Settles the lists that this page completes. Returns the groups of the other parents, for their next pages. */
  function settleFetched(group: Group, page: Page<Row>): Group[] {
    const { lastParent, lackParent } = addRows(group, page, children)
    // If rows do not name their parent, only one parent at a time can be requested.
    if (lackParent) {
      for (const list of group.lists) list.rows = undefined
      return group.lists.map((list) => newGroup([list], children))
    }
    const alone = group.lists.length === 1
    group.totalCount ??= page.totalCount
    const pending: ChildList[] = []
    for (const list of group.lists) {
      const { rows = [] } = list
      const complete = page.nextCursor === null
      const totalCount = complete ? rows.length : group.totalCount
      const enoughRows = rows.length >= neededRows(list, alone)
      const enough = complete || (enoughRows && (!list.count || totalCount !== undefined || isCounted))
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
    if (plan === 'continue') return [{ ...group, goesOn: true }]
    return plan.map((parents) =>
      newGroup(
        parents.map((parent) => group.byParent.get(comparableId(parent))!),
        children,
      ),
    )
  }
}

/**
 * The range of the next page. The rows of several parents are mixed, so full pages are requested; for a single
 * parent, exactly the rows that are needed.
 */
function pageRange(
  { lists: [list, ...others], reader: { cursor }, countError }: Pick<Group, 'lists' | 'reader' | 'countError'>,
  { pageRows }: Children,
  isCounted: boolean,
): Pick<ListParams, 'count' | 'with_total_count'> {
  if (!list || others.length > 0) return { count: pageRows }
  const { first, count, rows = [] } = list
  const missing = count && !isCounted ? Infinity : first - rows.length
  return {
    count: Math.min(pageRows, Math.max(1, missing)),
    with_total_count: (count && isCounted && cursor === undefined && countError === undefined) || undefined,
  }
}

/**
 * The number of rows to read. With one row more than `first` it is known that there are more. For a single parent,
 * the cursor shows it.
 */
function neededRows({ first, more }: ChildList, alone: boolean): number {
  return more && !alone ? first + 1 : first
}

/** Adds the rows of a page to the rows of their parents. */
function addRows({ lists, byParent }: Group, page: Page<Row>, { parentColumn }: Children) {
  const only = lists.length === 1 ? lists[0]!.parent : undefined
  const all = { value: only, from: 0, to: page.rows.length }
  let lastParent = ''
  let lackParent = false
  for (const { value, from, to } of only === undefined ? runs() : [all]) {
    const parent = typeof value === 'number' ? String(value) : (value as string | null | undefined)
    const list = parent ? byParent.get(comparableId(parent)) : undefined
    if (!parent) lackParent = true
    else if (list) {
      lastParent = list.parent
      const added = page.rows.slice(from, to)
      if (list.rows) for (const row of added) list.rows.push(row)
      else if (added.length > 0) list.rows = added
    }
  }
  return { lastParent, lackParent }

  function runs(): readonly Run[] {
    return page.checked?.runs ?? runsOf(page.rows, parentColumn)
  }
}

/** A group for lists whose rows are read from the first page on. */
function newGroup(lists: readonly ChildList[], children: Children): Group {
  const byParent = new Map<string, ChildList>()
  for (const list of lists) {
    list.earlier = list.rows
    list.rows = undefined
    byParent.set(comparableId(list.parent), list)
  }
  return {
    lists,
    byParent,
    reader: children.reader(lists.map(parentOf)),
    goesOn: false,
    totalCount: undefined,
    countError: undefined,
  }
}

function parentOf({ parent }: ChildList): string {
  return parent
}

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

/** How much of a list is read. */
interface ListAmount {
  /** 0 if only the count is needed. */
  first: number
  /** Whether the rows of the whole list are counted. */
  count?: boolean
  /** Whether it must be known if there are rows after these, which can take another call. */
  more?: boolean
}

/** Lists that are fetched together. */
interface ListBatch {
  lists: ChildList[]
  /** Fulfilled when all of them have an outcome. It never rejects. */
  fetched: Promise<void>
}

/** The first rows of one parent's list, which a batch fetches. */
class ChildList {
  readonly batch: ListBatch
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

  constructor(batch: ListBatch, parent: string, { first, count = false, more = false }: ListAmount) {
    this.batch = batch
    this.parent = parent
    this.first = first
    this.count = count
    this.more = more
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

/** The state of a list that several parents share, after a page that did not hold all of their rows. */
export interface Overflow {
  /** The parents by which the list is filtered. */
  parents: readonly string[]
  /** The parents that need more rows. */
  pending: readonly string[]
  /** The number of rows so far of each parent that has any. */
  counts: ReadonlyMap<string, number>
  /** The parent of the last row. The next page may begin with more rows of it. */
  lastParent: string
  pageRows: number
  /** The documented maximum number of rows of one parent. */
  maxPerParent: number | undefined
}

/**
 * Decides how the remaining rows are fetched: 'continue' follows the service's cursor; otherwise the pending parents are
 * requested anew in these groups, concurrently. One more page costs less than a split, but several pages cost as many
 * round trips.
 */
export function planRest({ parents, pending, counts, lastParent, pageRows, maxPerParent }: Overflow) {
  const rows = sum(counts.values())
  if (parents.length === 1 || rows === 0) return 'continue' as const

  // A parent that fills more than half a page gets pages of its own, so that the others do not wait for it.
  const heavy = pending.filter((parent) => (counts.get(parent) ?? 0) > pageRows / 2)
  const density = rowsPerParent()
  const noneIsSatisfied = pending.length === parents.length && heavy.length === 0
  if (noneIsSatisfied && density * parents.length - rows <= pageRows) return 'continue' as const

  const light = pending.filter((parent) => !heavy.includes(parent))
  const neededGroups = Math.ceil((density * light.length) / pageRows)
  // An estimate from few parents is weak, so it may not lead to many groups.
  const groups = Math.min(neededGroups, 2 * counts.size)
  if (noneIsSatisfied && groups <= 1) return 'continue' as const
  return [...heavy.map((parent) => [parent]), ...split(light, Math.max(1, groups))]

  /** The estimated number of rows of one parent. */
  function rowsPerParent(): number {
    const most = maxPerParent ?? Infinity
    // The rows of all parents are mixed, so their counts are lower bounds only. Expect the documented maximum, or twice
    // the rows so far.
    if (counts.size === parents.length) return maxPerParent ?? 2 * median([...counts.values()])
    const seen = [...counts].filter(([parent]) => parent !== lastParent).map(([, count]) => count)
    const whole = seen.length > 0 ? seen : [...counts.values()]
    const typical = whole.filter((count) => count <= pageRows / 2)
    return Math.min(median(typical.length > 0 ? typical : whole), most)
  }
}

/** Divides a list into at most this number of chunks of nearly equal length. None of them is empty. */
function split<T>(list: readonly T[], count: number): T[][] {
  const length = Math.ceil(list.length / count)
  return Array.from({ length: Math.ceil(list.length / (length || 1)) }, (_, chunk) =>
    list.slice(chunk * length, (chunk + 1) * length),
  )
}

function median(numbers: number[]): number {
  return numbers.sort((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0
}

function sum(numbers: Iterable<number>): number {
  let total = 0
  for (const number of numbers) total += number
  return total
}
