import DataLoader from 'dataloader'
import type { Session } from '../rest/client.ts'
import { MAX_IDS, type ListEndpoint, type PathParams } from '../rest/endpoint.ts'
import type { ListParams, Row } from '../rest/types.ts'
import { variantMap } from './variant.ts'

/** Rows by their own ids through a list's id filter, joined with every other look-up of the same tick. */
export interface ById {
  /**
   * The row with this id, or null where the service leaves it out. `params` are whatever else changes the answer
   * (`with_deleted`, `lang`): look-ups that differ in them travel apart.
   */
  <Path extends string, Params extends ListParams, R extends Row>(
    endpoint: ListEndpoint<Path, Params, R>,
    path: PathParams<Path>,
    id: string,
    params?: Partial<Params>,
  ): Promise<R | null>
}

/** A loader by id for one caller's operation: at most 200 ids a call, each id once. */
export function createById(session: Session): ById {
  const loaders = variantMap<DataLoader<string, Row | null>>()

  return function byId<Path extends string, Params extends ListParams, R extends Row>(
    endpoint: ListEndpoint<Path, Params, R>,
    path: PathParams<Path>,
    id: string,
    params: Partial<Params> = {},
  ) {
    const loader = loaders(endpoint, [path, params], () => {
      const lookUp = (ids: readonly string[]) => rowsById(session, endpoint, path, ids, params)
      return new DataLoader(lookUp, { maxBatchSize: MAX_IDS })
    })
    return loader.load(id) as Promise<R | null>
  }
}

/** The batch function: matched by id, because the service answers in an order of its own and leaves out the unknown. */
async function rowsById(
  session: Session,
  endpoint: ListEndpoint,
  path: Readonly<Record<string, string>>,
  ids: readonly string[],
  params: ListParams,
): Promise<(Row | null)[]> {
  if (endpoint.idFilter === undefined) throw new TypeError(`${endpoint.path} has no filter by id`)
  const count = ids.length > endpoint.defaultCount ? ids.length : undefined
  const found = new Map<string, Row>()
  const query = { ...endpoint.lookup, ...params, [endpoint.idFilter]: ids, count }
  for await (const { rows } of session.pages(endpoint, path, query)) {
    for (const row of rows) found.set(row.id, row)
    if (found.size >= ids.length) break
  }
  return ids.map((id) => found.get(id) ?? null)
}
