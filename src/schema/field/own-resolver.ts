import { isIntrospectionType, isObjectType, type GraphQLSchema } from 'graphql'
import { readsColumn } from '../../execute/passthrough.ts'
import { sharesArguments } from '../../execute/resolver.ts'

/**
 * Declares to the executor, for each resolver of this graph, that it may share its arguments among parents, and for each
 * resolver that Pothos made to expose a column, that it reads this column. Pothos notes on a field the resolver that it
 * was defined with: where a plugin has wrapped that, the two differ, and nothing is declared. Gives the schema.
 */
export function withOwnResolvers(schema: GraphQLSchema): GraphQLSchema {
  for (const type of Object.values(schema.getTypeMap())) {
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
