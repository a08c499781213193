import type { GraphQLResolveInfo } from 'graphql'
import type { Context } from '../../context.ts'
import type { ListEndpoint, PathParams } from '../../rest/endpoint.ts'
import type { ListParams, Row } from '../../rest/types.ts'
import { needsRow } from '../../execute/selection/selection.ts'

/**
 * The rows of a list that belongs to no account, by IDs in another row, in the same order. No call is made if only IDs
 * are selected. A row that is not in the list has only its ID.
 */
export async function listedReferences<Path extends string, R extends Row & { id: string }>(
  { loaders }: Context,
  info: GraphQLResolveInfo,
  endpoint: ListEndpoint<Path, ListParams, R>,
  ids: readonly string[] | null | undefined,
): Promise<R[] | null> {
  if (!ids) return null
  const onlyId = (id: string) => ({ id }) as R
  if (!needsRow(info)) return ids.map(onlyId)
  const load = loaders.byId(endpoint, {} as PathParams<Path>)
  return Promise.all(ids.map(async (id) => (await load(id)) ?? onlyId(id)))
}
