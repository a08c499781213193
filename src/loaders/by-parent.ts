import { isTurnOver, nextTurn } from '../async/turn.ts'
import { type ListEndpoint, type PathParams, MAX_IDS } from '../rest/endpoint.ts'
import { runsOf } from '../rest/json/lazy-row.ts'
import type { PageReader } from '../rest/page-reader.ts'
import type { Session } from '../rest/session.ts'
import type { ListParams, Row, Page } from '../rest/types.ts'
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
import { planRest } from './overflow.ts'
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
    for (let from = 0; from < parents.length; from += MAX_PARENTS_AT_ONCE) {
      if (from > 0 && isTurnOver()) {
        const turn = nextTurn()
        adding.add(turn)
        await turn
        adding.delete(turn)
      }
      requested.push(...parents.slice(from, from + MAX_PARENTS_AT_ONCE).map((parent) => listOf(parent, amount, asker)))
    }
    for (const { fetched } of new Set(requested.map(batchOf))) await fetched
    return requested.map((list) => list.error ?? list)
  }

  function listOf(parent: string, amount: ListAmount, asker: Asker): ChildList {
    askers.add(parent, asker)
    const key = comparableId(parent)
    const known = lists.get(key)
    if (known && covers(known.amount, amount)) return known
    if (known && known.batch === next) {
      known.amount = widened(known.amount, amount)
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
      for (const list of batch) if (list.end === PENDING) list.error ??= error as Error
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
  }
}

/** A list of children: how its pages are read for some parents, and the properties of its rows and pages. */
interface Children {
  reader(parents: readonly string[]): PageReader<ListParams, Row>
  counted: boolean
  parentColumn: string
  pageRows: number
  maxPerParent: number | undefined
}

/** Lists whose parents share pages. */
interface Group {
  lists: readonly ChildList[]
  parents: readonly string[]
  reader: PageReader<ListParams, Row>
  /** The rows of each list from the group that was split. They are used if the pages of this group fail. */
  earlier: readonly (readonly Row[])[]
  /** Whether the next page is the one after the page that was read last. */
  goesOn: boolean
  totalCount: number | undefined
  /** Why the service could not count the list. */
  countError: unknown
}

/** Fetches the lists of a batch until each is settled. The calls for its groups of parents are made concurrently. */
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

  function nextPage(group: Group): Promise<Page<Row>> {
    const { reader, goesOn } = group
    group.goesOn = false
    if (goesOn) reader.advance()
    return reader.read(pageRange(group, children, isCounted))
  }

  /**
   * Settles the lists of a page that failed. A list that lacks only its count is read without it. A page that was to be
   * counted is requested once more without its count, because only the count may have failed.
   */
  function settleFailed(group: Group, error: unknown): Group[] {
    const alone = group.lists.length === 1
    const isRetried = pageRange(group, children, isCounted).with_total_count === true && canBeCountFailure(error)
    const uncounted = { ...PENDING, countError: error }
    let isPending = false
    for (const [index, list] of group.lists.entries()) {
      const isOfGroup = list.length > 0
      if (!isOfGroup) list.add(group.earlier[index] ?? NO_ROWS)
      if (list.length >= neededRows(list, alone && isOfGroup)) list.end = uncounted
      else if (isRetried) isPending = true
      else list.error = error as Error
    }
    group.countError = error
    return isPending ? [group] : []
  }

  /** Settles the lists that this page completes. Returns the groups of the other parents, for their next pages. */
  function settleFetched(group: Group, page: Page<Row>): Group[] {
    const { lists, parents } = group
    const lastParent = addRows(group, page, children)
    // If rows do not name their parent, only one parent at a time can be requested.
    if (lastParent === undefined) {
      for (const list of lists) list.takeRows()
      return lists.map((list) => newGroup([list], children))
    }
    const alone = lists.length === 1
    // A count of the lists of several parents is that of all of them together.
    if (alone) group.totalCount ??= page.totalCount
    const { totalCount, countError } = group
    const complete = page.nextCursor === null
    const isCountKnown = totalCount !== undefined || isCounted
    const end = { complete, nextCursor: alone ? page.nextCursor : null, totalCount, countError }
    const pending: ChildList[] = []
    for (const list of lists) {
      const isEnough = list.length >= neededRows(list, alone) && (!list.amount.count || isCountKnown)
      if (complete || isEnough) list.end = end
      else pending.push(list)
    }
    if (pending.length === 0) return []

    const counts = new Map<string, number>()
    for (const { parent, length } of lists) if (length > 0) counts.set(parent, length)
    const { pageRows, maxPerParent } = children
    const plan = planRest({ parents, pending: pending.map(parentOf), counts, lastParent, pageRows, maxPerParent })
    if (plan === 'continue') {
      group.goesOn = true
      return [group]
    }
    const byParent = new Map(pending.map((list) => [list.parent, list]))
    const groups = plan.map((parents) => parents.map((parent) => byParent.get(parent)!))
    return groups.map((lists) => newGroup(lists, children))
  }
}

/**
 * The range of the next page. The rows of several parents are mixed, so full pages are requested; for a single
 * parent, exactly the rows that are needed.
 */
function pageRange(
  { lists, reader: { cursor }, countError }: Group,
  { pageRows }: Children,
  isCounted: boolean,
): Pick<ListParams, 'count' | 'with_total_count'> {
  const [list] = lists
  if (!list || lists.length > 1) return { count: pageRows }
  const { first, count } = list.amount
  const missing = count && !isCounted ? Infinity : first - list.length
  return {
    count: Math.min(pageRows, Math.max(1, missing)),
    with_total_count: (count && isCounted && cursor === undefined && countError === undefined) || undefined,
  }
}

/**
 * The number of rows to read. With one row more than `first` it is known that there are more. For a single parent,
 * the cursor shows it.
 */
function neededRows({ amount: { first, more } }: ChildList, alone: boolean): number {
  return more && !alone ? first + 1 : first
}

/** Adds the rows of a page to the lists of their parents. Returns the parent of the last row; undefined if any row names none. */
function addRows({ lists, parents }: Group, page: Page<Row>, { parentColumn }: Children): string | undefined {
  const [only] = lists
  if (only && lists.length === 1) {
    only.add(page.rows)
    return only.parent
  }
  let lastParent = ''
  let lackParent = false
  for (const { nth, from, to } of page.checked?.runs ?? runsOf(page.rows, parentColumn, parents)) {
    const list = lists[nth]
    if (list) {
      lastParent = list.parent
      list.add(page.rows, from, to)
    } else lackParent = true
  }
  return lackParent ? undefined : lastParent
}

/** A group for lists whose rows are read from the first page on. */
function newGroup(lists: readonly ChildList[], children: Children): Group {
  const parents = lists.map(parentOf)
  const earlier = lists.some(({ length }) => length > 0) ? lists.map((list) => list.takeRows()) : []
  return {
    lists,
    parents,
    reader: children.reader(parents),
    earlier,
    goesOn: false,
    totalCount: undefined,
    countError: undefined,
  }
}

function parentOf({ parent }: ChildList): string {
  return parent
}

function batchOf({ batch }: ChildList): ListBatch {
  return batch
}

/** The first rows of one parent's list. */
export interface ParentRows<R> {
  readonly parent: string
  /** In the service's order: at least as many as requested, or all there are. */
  readonly rows: R[]
  /** The array that has the rows: `length` of its items, from the index `from` on. */
  readonly page: readonly R[]
  readonly from: number
  readonly length: number
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

/** Whether a list of which so much is read serves this request too. */
function covers(read: ListAmount, { first, count = false, more = false }: ListAmount): boolean {
  return read.first >= first && (read.count || !count) && (read.more || !more)
}

/** What serves both requests. */
function widened(one: ListAmount, other: ListAmount): ListAmount {
  return { first: Math.max(one.first, other.first), count: one.count || other.count, more: one.more || other.more }
}

/** Lists that are fetched together. */
interface ListBatch {
  lists: ChildList[]
  /** Fulfilled when all of them are settled. It never rejects. */
  fetched: Promise<void>
}

/** What the lists that a page settles have in common. */
type ListEnd = Pick<ParentRows<Row>, 'complete' | 'nextCursor' | 'totalCount' | 'countError'>

/** The end of a list that is not settled. */
const PENDING: ListEnd = { complete: false, nextCursor: null, totalCount: undefined }

const NO_ROWS: Row[] = []

/** The first rows of one parent's list, which a batch fetches. They are complete once it is settled. */
class ChildList implements ParentRows<Row> {
  readonly batch: ListBatch
  readonly parent: string
  amount: ListAmount
  page: readonly Row[] = NO_ROWS
  from = 0
  length = 0
  /** The rows of the pages so far, if they do not follow each other on one page. */
  #own: Row[] | undefined
  /** How it was read, once it is settled. */
  end = PENDING
  /** Why it could not be read, once it is settled. */
  error: Error | undefined

  constructor(batch: ListBatch, parent: string, amount: ListAmount) {
    this.batch = batch
    this.parent = parent
    this.amount = amount
  }

  /** Adds the rows of a page from one index up to another. */
  add(page: readonly Row[], from = 0, to = page.length): void {
    const length = this.length + to - from
    if (this.length > 0) {
      const own = (this.#own ??= this.rows)
      for (const row of page.slice(from, to)) own.push(row)
      ;[page, from] = [own, 0]
    }
    this.page = page
    this.from = from
    this.length = length
  }

  /** Removes and returns its rows. */
  takeRows(): Row[] {
    const { rows } = this
    this.length = 0
    this.#own = undefined
    return rows
  }

  get rows(): Row[] {
    return this.page.slice(this.from, this.from + this.length)
  }

  get complete(): boolean {
    return this.end.complete
  }

  get nextCursor(): string | null {
    return this.end.nextCursor
  }

  get totalCount(): number | undefined {
    return this.complete ? this.length : this.end.totalCount
  }

  get countError(): unknown {
    return this.end.countError
  }
}
