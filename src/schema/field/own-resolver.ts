import { isAbstractType, isIntrospectionType, isObjectType, type GraphQLSchema } from 'graphql'
import { readsColumn } from '../../execute/passthrough.ts'
import { sharesArguments } from '../../execute/resolver.ts'

/**
 * Declares to the executor which resolvers of this graph can share one arguments object for all parents, and which only
 * read a column. Pothos keeps the original resolver of a field in its extensions: if a plugin has wrapped the resolver,
 * the two differ, and nothing is declared. Returns the schema.
 */
export function withOwnResolvers(schema: GraphQLSchema): GraphQLSchema {
  for (const type of Object.values(schema.getTypeMap())) {
    // Those of abstract types only read the value. The builder has no plugin that could have wrapped one.
    if (isAbstractType(type) && type.resolveType) sharesArguments(type.resolveType)
    if (!isObjectType(type)) continue
    for (const { resolve, extensions } of Object.values(type.getFields())) {
      const isOwn = resolve === extensions['pothosOriginalResolve'] || isIntrospectionType(type)
      if (!resolve || !isOwn) continue
      sharesArguments(resolve)
      const column = extensions['pothosExposedField']
      if (typeof column === 'string') readsColumn(resolve, column)
    }
  }
  return schema
}
