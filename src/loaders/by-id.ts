import DataLoader from 'dataloader'
import type { Session } from '../rest/client.ts'
import { keyOf, MAX_IDS, type Endpoint, type ListEndpoint, type PathParams } from '../rest/endpoint.ts'
import { UpstreamError } from '../rest/errors.ts'
import type { ListParams, Row } from '../rest/types.ts'
import type { InTurn } from './side-by-side.ts'
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
  const loaders = variantMap<DataLoader<string, Row | null>>()

  return function byId<Path extends string, Params extends ListParams, R extends Row>(
    endpoint: ListEndpoint<Path, Params, R>,
    path: PathParams<Path>,
    id: string,
    { params = {}, alone = false }: LookUpOptions<Params> = {},
  ) {
    // Where there is no list to join others in, every id is read alone anyway.
    const preferOwn = alone && endpoint.idFilter !== undefined
    const loader = loaders(endpoint, [path, params, preferOwn], () => {
      const lookUp = rowsById(session, endpoint, path, params, preferOwn, inTurn)
      return new DataLoader(lookUp, { maxBatchSize: MAX_IDS })
    })
    return loader.load(id) as Promise<R | null>
  }
}

/** The batch function of one kind of look-up. */
function rowsById(
  session: Session,
  endpoint: ListEndpoint,
  path: Readonly<Record<string, string>>,
  params: ListParams,
  preferOwn: boolean,
  inTurn: InTurn,
) {
  const { idFilter, one } = endpoint
  return (ids: readonly string[]): Promise<(Row | Error | null)[]> => {
    if (idFilter !== undefined && !(one && preferOwn && ids.length === 1)) return fromList(idFilter, ids)
    if (one) return Promise.all(ids.map((id) => inTurn(() => fromOwnGet(one, id))))
    throw new TypeError(`${endpoint.path} has no look-up by id`)
  }

  /** Matched by id, because the service answers in an order of its own and leaves out the unknown. */
  async function fromList(filter: string, ids: readonly string[]): Promise<(Row | null)[]> {
    const count = endpoint.sized && ids.length > endpoint.defaultCount ? ids.length : undefined
    const found = new Map<string, Row>()
    const query = { ...endpoint.lookup, ...params, [filter]: ids, count }
    for await (const { rows } of session.pages(endpoint, path, query)) {
      for (const row of rows) found.set(keyOf(endpoint, row), row)
      if (found.size >= ids.length) break
    }
    return ids.map((id) => found.get(id) ?? null)
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
