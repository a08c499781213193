import type { GraphQLNamedType, GraphQLResolveInfo, ResponsePath } from 'graphql'

/** Whether a type is a connection or an edge: their fields only lead to rows, and are left out of the paths of fields. */
export function isConnectionPart(type: GraphQLNamedType | undefined): boolean {
  if (!type || !('getFields' in type)) return false
  const fields = type.getFields()
  return 'pageInfo' in fields || ('cursor' in fields && 'node' in fields)
}

/**
 * The response path of a field as plans and traces name it, for example `account.campaigns`: without indexes, and without
 * `nodes`, `edges` and `node` of connections.
 */
export function fieldPathOf({ path, schema }: Pick<GraphQLResolveInfo, 'path' | 'schema'>): string {
  const keys: string[] = []
  for (let at: ResponsePath | undefined = path; at; at = at.prev) {
    const isIndex = typeof at.key === 'number'
    if (!isIndex && (at.typename === undefined || !isConnectionPart(schema.getType(at.typename))))
      keys.push(String(at.key))
  }
  return keys.reverse().join('.')
}
