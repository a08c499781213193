import type { ListEndpoint, PathParams } from '../rest/endpoint.ts'
import { isOfEmptyList } from '../rest/errors.ts'
import type { Session } from '../rest/session.ts'
import type { ListParams, Row } from '../rest/types.ts'
import {
  type Asker,
  type ForAsker,
  ReadAskers,
  type LoaderScope,
  type ReadCount,
  variantMap,
  atEndOfTick,
} from './batch.ts'
import { type ListBatch, ChildList, type ListAmount, type ParentRows, type Children, fetchLists } from './children.ts'

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
    for (const parent of parents) askers.add(parent, asker)
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
