import type { Session } from '../rest/client.ts'
import { keyOf, MAX_IDS, type Endpoint, type ListEndpoint, type PathParams } from '../rest/endpoint.ts'
import { UpstreamError } from '../rest/errors.ts'
import type { ListParams, Row } from '../rest/types.ts'
import { chunks } from './chunks.ts'
import { PendingValue, Batch } from '../deferred.ts'
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
  const loaders = variantMap<LookUpOne>()
  const atEndOfTick = createTicks()
  const makeLoader = (endpoint: ListEndpoint, [path, params, preferOwn]: Variant) =>
    joined(rowsById(session, endpoint, path, params, preferOwn, inTurn), atEndOfTick)

  return function byId<Path extends string, Params extends ListParams, R extends Row>(
    endpoint: ListEndpoint<Path, Params, R>,
    path: PathParams<Path>,
    id: string,
    { params = NONE, alone = false }: LookUpOptions<Params> = NONE,
  ) {
    // Where there is no list to join others in, every id is read alone anyway.
    const preferOwn = alone && endpoint.idFilter !== undefined
    return loaders<ListEndpoint, Variant>(endpoint, [path, params, preferOwn], makeLoader)(id) as Promise<R | null>
  }
}

const NONE = {}

/** What look-ups that join have in common: path, parameters, and whether an id that nobody joined is read by its own GET. */
type Variant = readonly [path: Readonly<Record<string, string>>, params: ListParams, preferOwn: boolean]

type LookUpOne = (id: string) => Promise<Row | null>

/** Look-ups of one kind: those of one tick go together, and what has been looked up serves again. */
function joined(lookUp: LookUp, atEndOfTick: AtEndOfTick): LookUpOne {
  const asked = new Map<string, PendingValue<Row | null>>()
  let ids: string[] = []
  let waiting: PendingValue<Row | null>[] = []
  let round = new Batch()

  return (id) => {
    const known = asked.get(id)
    if (known) return known
    const wanted = new PendingValue<Row | null>(round)
    if (waiting.length === 0) atEndOfTick(lookUpWaiting)
    ids.push(id)
    waiting.push(wanted)
    asked.set(id, wanted)
    return wanted
  }

  async function lookUpWaiting(): Promise<void> {
    const [wantedIds, wanted, { end }] = [ids, waiting, round]
    ids = []
    waiting = []
    round = new Batch()
    try {
      const found = await inChunks(wantedIds, lookUp)
      wanted.forEach((each, index) => {
        const row = found[index]!
        if (row instanceof Error) each.fail(row)
        else each.bring(row)
      })
    } catch (error) {
      for (const each of wanted) each.fail(error)
    } finally {
      end()
    }
  }
}

/**
 * The rows of all ids at once, although a call serves 200: handed out together, so that what they lead to joins well too.
 * A call that fails is the value of its own ids only.
 */
async function inChunks(ids: readonly string[], lookUp: LookUp): Promise<(Row | Error | null)[]> {
  const found = chunks(ids, MAX_IDS).map(async (chunk) => {
    try {
      return await lookUp(chunk)
    } catch (error) {
      if (error instanceof Error) return chunk.map(() => error)
      throw error
    }
  })
  return (await Promise.all(found)).flat()
}

type LookUp = (ids: readonly string[]) => Promise<(Row | Error | null)[]>

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
  return (ids: readonly string[]): Promise<(Row | Error | null)[]> => {
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
  async function fromOwnGet(own: Endpoint<string, object, Row>, id: string): Promise<Row | Error | null> {
    const idParam = own.path.slice(own.path.lastIndexOf(':') + 1)
    try {
      return (await session.call(own, { ...path, [idParam]: id }, params)) ?? null
    } catch (error) {
      if (error instanceof UpstreamError) return error.code === 'NOT_FOUND' ? null : error
      throw error
    }
  }
}
