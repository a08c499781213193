import type { GraphQLResolveInfo } from 'graphql'
import type { Context } from '../../context.ts'
import type { ListEndpoint, PathParams } from '../../rest/endpoint.ts'
import type { ListParams, Row } from '../../rest/types.ts'
import { needsRow } from '../../execute/selection.ts'

/**
 * The rows of a list without an account that another row names by their ids, in its order. Where only ids are selected,
 * no call is made; an id that is not in the list comes out with nothing but itself.
 */
export async function listedReferences<Path extends string, R extends Row & { id: string }>(
  { loaders }: Context,
  info: GraphQLResolveInfo,
  endpoint: ListEndpoint<Path, ListParams, R>,
  ids: readonly string[] | null | undefined,
): Promise<R[] | null> {
  if (!ids) return null
  const bare = (id: string) => ({ id }) as R
  if (!needsRow(info)) return ids.map(bare)
  return Promise.all(ids.map(async (id) => (await loaders.byId(endpoint, {} as PathParams<Path>, id)) ?? bare(id)))
}
