import DataLoader from 'dataloader'
import type { Session } from '../rest/client.ts'
import { MAX_IDS, type ListEndpoint, type PathParams } from '../rest/endpoint.ts'
import { UpstreamError } from '../rest/errors.ts'
import type { ListParams, Page, Row } from '../rest/types.ts'
import { planRest } from './overflow.ts'
import { variantMap } from './variant.ts'

/** The first rows of one parent's list. */
export interface ParentRows<R> {
  /** In the service's order: at least as many as were asked for, or all there are. */
  rows: R[]
  /** Whether the list ends with these rows. */
  complete: boolean
  /** The service's cursor exactly after the last row; null where it is not known, because parents shared a page. */
  nextCursor: string | null
}

/** How a list tells its parents: the filter that takes their ids, and where a row names its own. */
export interface ParentKey<Params, R> {
  filter: keyof Params & string
  parentOf: (row: R) => string | null | undefined
}

/** Lists of children through the filter by parent, joined with those of every other parent asked for in the tick. */
export interface ByParent {
  /** The first `first` rows (Infinity: all) of the parent's list. `params` are the list's other filters and its order. */
  <Path extends string, Params extends ListParams, R extends Row>(
    endpoint: ListEndpoint<Path, Params, R>,
    key: ParentKey<Params, R>,
    path: PathParams<Path>,
    parent: string,
    first: number,
    params?: Partial<Params>,
  ): Promise<ParentRows<R>>
}

/** A loader by parent for one caller's operation: one list call for up to 200 parents. */
export function createByParent(session: Session): ByParent {
  const loaders = variantMap<DataLoader<Wish, ParentRows<Row>, string>>()

  return function byParent<Path extends string, Params extends ListParams, R extends Row>(
    endpoint: ListEndpoint<Path, Params, R>,
    { filter, parentOf }: ParentKey<Params, R>,
    path: PathParams<Path>,
    parent: string,
    first: number,
    params: Partial<Params> = {},
  ) {
    const loader = loaders(endpoint, [filter, path, params], () => {
      const children = childrenOf(session, endpoint, filter, parentOf as Children['parentOf'], path, params)
      return new DataLoader<Wish, ParentRows<Row>, string>(
        // Each value is a promise of its own: a parent that has its rows does not wait for one with a longer list.
        (wishes) => Promise.resolve(fetchChildren(wishes, children) as unknown as ParentRows<Row>[]),
        { cacheKeyFn: (wish) => `${wish.parent} ${wish.first}` },
      )
    })
    return loader.load({ parent, first }) as Promise<ParentRows<R>>
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
    pageRows: endpoint.maxCount,
    mostPerParent: endpoint.mostPerParent[filter],
    async page(parents, count, cursor) {
      try {
        return await session.page(endpoint, path, { ...params, [filter]: parents, count, cursor })
      } catch (error) {
        // Promoted accounts are refused, not answered with an empty list, when no parent has any (section 4.5).
        const none = endpoint.refusesNone && error instanceof UpstreamError && error.status === 400
        if (none) return { rows: [], nextCursor: null, totalCount: undefined }
        throw error
      }
    },
  }
}

/** One parent's list, and how much of it. */
interface Wish {
  parent: string
  first: number
}

/** One list of children: how a page of it is fetched for some parents, and how it is cut into pages. */
interface Children {
  page(parents: readonly string[], count: number, cursor: string | undefined): Promise<Page<Row>>
  parentOf: (row: Row) => string | null | undefined
  pageRows: number
  mostPerParent: number | undefined
}

/** Parents that share their pages, with the rows of all pages so far. */
interface Group {
  parents: readonly string[]
  cursor: string | undefined
  rows: Map<string, Map<string, Row>>
}

/** A promise for each wish, settled at the end of the round of calls that brought what it needs. */
function fetchChildren(wishes: readonly Wish[], children: Children): Promise<ParentRows<Row>>[] {
  const wanted = new Map<string, Wanted>()
  for (const { parent, first } of wishes) {
    const other = wanted.get(parent)
    if (other) other.first = Math.max(other.first, first)
    else wanted.set(parent, want(first))
  }
  fetchInRounds(wanted, children).catch((error: unknown) => {
    for (const { reject } of wanted.values()) reject(error)
  })
  return wishes.map(({ parent }) => wanted.get(parent)!.promise)
}

/** The calls of a round go side by side; rows are handed out when all have come, so that the next level joins well. */
async function fetchInRounds(wanted: Map<string, Wanted>, children: Children): Promise<void> {
  let groups = chunks([...wanted.keys()], MAX_IDS).map(newGroup)
  while (groups.length > 0) {
    const pages = await Promise.allSettled(
      groups.map(({ parents, cursor }) => children.page(parents, countFor(parents), cursor)),
    )
    groups = groups.flatMap((group, index) => {
      const page = pages[index]!
      if (page.status === 'fulfilled') return takeIn(group, page.value)
      for (const parent of group.parents) wanted.get(parent)!.reject(page.reason)
      return []
    })
  }

  /** Rows of several parents come mixed, so only a full page is sure to help; a single parent's are counted exactly. */
  function countFor(parents: readonly string[]): number {
    const [only] = parents
    const first = parents.length === 1 && only !== undefined ? wanted.get(only)!.first : Infinity
    return Math.min(children.pageRows, first)
  }

  /** Settles the parents that this page satisfies, and gives the groups in which the others are asked for next. */
  function takeIn(group: Group, page: Page<Row>): Group[] {
    const lastParent = keep(group, page)
    const rowsOf = (parent: string) => [...(group.rows.get(parent)?.values() ?? [])]
    if (page.nextCursor === null) {
      for (const parent of group.parents)
        wanted.get(parent)!.resolve({ rows: rowsOf(parent), complete: true, nextCursor: null })
      return []
    }

    const alone = group.parents.length === 1
    const waiting: string[] = []
    for (const parent of group.parents) {
      const wish = wanted.get(parent)!
      const rows = group.rows.get(parent)?.size ?? 0
      // One row more than `first` tells that the list goes on; where the parent is alone, the cursor does.
      if (alone ? rows < wish.first : rows <= wish.first) waiting.push(parent)
      else wish.resolve({ rows: rowsOf(parent), complete: false, nextCursor: alone ? page.nextCursor : null })
    }
    if (waiting.length === 0) return []

    const counts = new Map([...group.rows].map(([parent, rows]) => [parent, rows.size]))
    const { pageRows, mostPerParent } = children
    const plan = planRest({ parents: group.parents, waiting, counts, lastParent, pageRows, mostPerParent })
    return plan === 'continue' ? [{ ...group, cursor: page.nextCursor }] : plan.map(newGroup)
  }

  /** Adds a page's rows to their parents, each row once although rows may shift between pages. */
  function keep(group: Group, page: Page<Row>): string {
    let lastParent = ''
    for (const row of page.rows) {
      const parent = children.parentOf(row)
      if (parent === null || parent === undefined || !wanted.has(parent)) continue
      const rows = group.rows.get(parent)
      if (rows) rows.set(row.id, row)
      else group.rows.set(parent, new Map([[row.id, row]]))
      lastParent = parent
    }
    return lastParent
  }
}

function newGroup(parents: readonly string[]): Group {
  return { parents, cursor: undefined, rows: new Map() }
}

/** A wish whose promise is settled from outside. A parent that is already satisfied ignores what comes later. */
interface Wanted {
  first: number
  promise: Promise<ParentRows<Row>>
  resolve: (rows: ParentRows<Row>) => void
  reject: (error: unknown) => void
}

function want(first: number): Wanted {
  const wanted = { first } as Wanted
  wanted.promise = new Promise((resolve, reject) => Object.assign(wanted, { resolve, reject }))
  return wanted
}

function chunks<T>(list: readonly T[], size: number): T[][] {
  return Array.from({ length: Math.ceil(list.length / size) }, (_, chunk) =>
    list.slice(chunk * size, (chunk + 1) * size),
  )
}
