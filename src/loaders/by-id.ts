import DataLoader from 'dataloader'
import type { Session } from '../rest/client.ts'
import { keyOf, MAX_IDS, type Endpoint, type ListEndpoint, type PathParams } from '../rest/endpoint.ts'
import { UpstreamError } from '../rest/errors.ts'
import type { ListParams, Row } from '../rest/types.ts'
import { Batch, PendingDeferred } from '../deferred.ts'
import { countOf } from './pages.ts'
import type { InTurn } from './side-by-side.ts'
import { createTicks, type AtEndOfTick } from './tick.ts'
import { variantMap } from './variant.ts'

/** Rows by their own ids, joined with every other look-up of the same tick. */
export interface ById {
  /**
   * The row with this id, or null where the service has none to show. `params` are whatever else changes the answer
   * (`with_deleted`, `lang`): look-ups that differ in them travel apart. With `alone`, an id that nobody joined is
   * read by the entity's own GET instead of the list.
   */
  <Path extends string, Params extends ListParams, R extends Row>(
    endpoint: ListEndpoint<Path, Params, R>,
    path: PathParams<Path>,
    id: string,
    options?: LookUpOptions<Params>,
  ): Promise<R | null>
}

export interface LookUpOptions<Params> {
  params?: Partial<Params>
  alone?: boolean
}

/** A loader by id for one caller's operation: at most 200 ids a call, each id once. Rows that no list can filter are read in turn. */
export function createById(session: Session, inTurn: InTurn): ById {
  const loaders = variantMap<LoadRow>()
  const atEndOfTick = createTicks()
  const makeLoader = (endpoint: ListEndpoint, [path, params, preferOwn]: Variant) =>
    rowLoader(rowsById(session, endpoint, path, params, preferOwn, inTurn), atEndOfTick)

  return function byId<Path extends string, Params extends ListParams, R extends Row>(
    endpoint: ListEndpoint<Path, Params, R>,
    path: PathParams<Path>,
    id: string,
    { params = NONE, alone = false }: LookUpOptions<Params> = NONE,
  ) {
    // Where no list can be filtered by ids, every id is read by its own GET anyway.
    const preferOwn = alone && endpoint.idFilter !== undefined
    return loaders<ListEndpoint, Variant>(endpoint, [path, params, preferOwn], makeLoader)(id) as Promise<R | null>
  }
}

const NONE = {}

/** What look-ups that join have in common: path, parameters, and whether an id that nobody joined is read by its own GET. */
type Variant = readonly [path: Readonly<Record<string, string>>, params: ListParams, preferOwn: boolean]

type LoadRow = (id: string) => Promise<Row | null>

/**
 * A DataLoader of rows by id. Its cache holds a deferred for each id instead of a promise: the rows of all batches of one
 * tick become available together, so that what they lead to joins as well, and nobody waits for a promise of each.
 */
function rowLoader(lookUp: LookUp, atEndOfTick: AtEndOfTick): LoadRow {
  const rows = new Map<string, Promise<Row | null>>()
  const loader = new DataLoader<string, Outcome>(load, {
    maxBatchSize: MAX_IDS,
    batchScheduleFn: atEndOfTick,
    cacheMap: rows,
  })
  let tick = new Batch()
  let reads: Promise<void>[] = []

  return (id) => {
    let row = rows.get(id)
    if (!row) {
      void loader.load(id)
      rows.set(id, (row = new PendingDeferred<Row | null>(tick)))
    }
    return row
  }

  /** The batch function: at most 200 ids. */
  async function load(ids: readonly string[]): Promise<Outcome[]> {
    // The batches of a tick are dispatched one after the other, before anything else runs.
    if (reads.length === 0) {
      const { end } = tick
      tick = new Batch()
      void Promise.resolve().then(() => endTick(end))
    }
    const outcomes = outcomesOf(lookUp, ids)
    reads.push(outcomes.then((outcomes) => outcomes.forEach((outcome, index) => settle(ids[index]!, outcome))))
    return outcomes
  }

  function settle(id: string, outcome: Outcome): void {
    const row = rows.get(id) as PendingDeferred<Row | null>
    if (outcome instanceof Failure) row.reject(outcome.error)
    else row.resolve(outcome)
  }

  function endTick(end: () => void): void {
    void Promise.all(reads).then(end)
    reads = []
  }
}

/** A call that fails is the outcome of its own ids only. */
async function outcomesOf(lookUp: LookUp, ids: readonly string[]): Promise<Outcome[]> {
  try {
    return await lookUp(ids)
  } catch (error) {
    return ids.map(() => new Failure(error))
  }
}

type LookUp = (ids: readonly string[]) => Promise<Outcome[]>

/** What a look-up of one id comes to: its row, null where the service has none to show, or a failure. */
type Outcome = Row | Failure | null

/** A failure is a value, so that the promises of DataLoader, which nobody waits for, do not reject. */
class Failure {
  readonly error: unknown

  constructor(error: unknown) {
    this.error = error
  }
}

/** The look-up of at most 200 ids, of one kind. */
function rowsById(
  session: Session,
  endpoint: ListEndpoint,
  path: Readonly<Record<string, string>>,
  params: ListParams,
  preferOwn: boolean,
  inTurn: InTurn,
): LookUp {
  const { idFilter, one } = endpoint
  return (ids) => {
    if (idFilter !== undefined && !(one && preferOwn && ids.length === 1)) {
      const count = ids.length > endpoint.defaultCount ? countOf(endpoint, ids.length) : undefined
      const found = fromList(ids, { [idFilter]: ids, count })
      return one && endpoint.keep ? found.catch((error: unknown) => unlessSpent(error, one, ids)) : found
    }
    if (one) return fromOwnGets(one, ids)
    // Such a list is small: where it is kept, it is read whole.
    if (endpoint.keep) return fromList(ids, { count: countOf(endpoint, Infinity) })
    throw new TypeError(`${endpoint.path} has no look-up by id`)
  }

  /** Lists that are kept may be asked for a few times only, an entity of its own many times. */
  function unlessSpent(error: unknown, own: Endpoint<string, object, Row>, ids: readonly string[]) {
    if (error instanceof UpstreamError && error.code === 'RATE_LIMITED') return fromOwnGets(own, ids)
    throw error
  }

  function fromOwnGets(own: Endpoint<string, object, Row>, ids: readonly string[]) {
    return Promise.all(ids.map((id) => inTurn(() => fromOwnGet(own, id))))
  }

  /** Matched by id, because the service answers in an order of its own and leaves out the unknown. */
  async function fromList(ids: readonly string[], filter: object): Promise<(Row | null)[]> {
    const found = new Map<string, Row>()
    await find(ids, { ...endpoint.lookup, ...filter })
    if (idFilter !== undefined && endpoint.otherwise) {
      const missing = ids.filter((id) => !found.has(id))
      if (missing.length > 0) await find(missing, { ...endpoint.otherwise, ...filter, [idFilter]: missing })
    }
    return ids.map((id) => found.get(id) ?? null)

    async function find(wanted: readonly string[], query: object): Promise<void> {
      for await (const { rows, nextCursor } of session.pages(endpoint, path, { ...params, ...query })) {
        for (const row of rows) found.set(keyOf(endpoint, row), row)
        if (nextCursor !== null && wanted.every((id) => found.has(id))) break
      }
    }
  }

  /** A failure is the value of its own id only. */
  async function fromOwnGet(own: Endpoint<string, object, Row>, id: string): Promise<Outcome> {
    const idParam = own.path.slice(own.path.lastIndexOf(':') + 1)
    try {
      return (await session.call(own, { ...path, [idParam]: id }, params)) ?? null
    } catch (error) {
      if (error instanceof UpstreamError) return error.code === 'NOT_FOUND' ? null : new Failure(error)
      throw error
    }
  }
}
