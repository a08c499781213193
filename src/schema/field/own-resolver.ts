import { isAbstractType, isIntrospectionType, isObjectType, type GraphQLResolveInfo, type GraphQLSchema } from 'graphql'
import type { Context } from '../../context.ts'
import { resolveAllOf, sharesArguments } from '../../execute/resolver.ts'
import { readsColumn } from '../../execute/response/leaf-column.ts'
import { costOf } from '../cost/cost.ts'

/**
 * Declares to the executor which resolvers of this graph can share one arguments object for all parents, and which only
 * read a column, so that it can skip work for them. Pothos keeps the original resolver of a field in its extensions: if
 * a plugin has wrapped the resolver, the two differ, and nothing is declared. The resolvers of fields that make calls
 * get a context of their own while the operation is traced, so that each call names its fields. Returns the schema.
 */
export function withOwnResolvers(schema: GraphQLSchema): GraphQLSchema {
  for (const type of Object.values(schema.getTypeMap())) {
    // The `resolveType` of our abstract types only reads the value. The builder has no plugin that could have wrapped
    // it.
    if (isAbstractType(type) && type.resolveType) sharesArguments(type.resolveType)
    if (!isObjectType(type)) continue
    const isMutation = type === schema.getMutationType()
    for (const field of Object.values(type.getFields())) {
      const { resolve, extensions } = field
      const isOwn = resolve === extensions['pothosOriginalResolve'] || isIntrospectionType(type)
      if (!resolve || !isOwn) continue
      const resolveAll = resolveAllOf(resolve)
      sharesArguments(resolve, resolveAll)
      if (isMutation || costOf(extensions))
        field.resolve = sharesArguments(
          inOwnContext(resolve),
          resolveAll && inOwnContext(resolveAll, ({ length }) => length),
        )
      const column = extensions['pothosExposedField']
      if (typeof column === 'string') readsColumn(resolve, column)
    }
  }
  return schema
}

type Resolve<Source, Result> = (
  source: Source,
  args: Record<string, unknown>,
  context: unknown,
  info: GraphQLResolveInfo,
) => Result

/** The resolver with a context of its own, and observed. With `countOf`, it resolves so many parents at once. */
function inOwnContext<Source, Result>(
  resolve: Resolve<Source, Result>,
  countOf?: (source: Source) => number,
): Resolve<Source, Result> {
  return (source, args, given, info) => {
    const context = given as Context
    const { observer } = context
    const own = context.askedBy?.(info) ?? context
    if (!observer) return resolve(source, args, own, info)
    const { keys } = observer.read
    const returned = resolve(source, args, own, info)
    observer.add(info, countOf?.(source) ?? 1, keys, returned, countOf !== undefined)
    return returned
  }
}
