import {
  isAbstractType,
  isIntrospectionType,
  isObjectType,
  type GraphQLFieldResolver,
  type GraphQLResolveInfo,
  type GraphQLSchema,
} from 'graphql'
import type { Context } from '../../context.ts'
import { readsColumn } from '../../execute/response/passthrough.ts'
import { resolveAllOf, sharesArguments, type ResolveAll } from '../../execute/resolver.ts'
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
        field.resolve = sharesArguments(inOwnContext(resolve), resolveAll && allInOwnContext(resolveAll))
      const column = extensions['pothosExposedField']
      if (typeof column === 'string') readsColumn(resolve, column)
    }
  }
  return schema
}

type Resolver = GraphQLFieldResolver<unknown, Context>

function inOwnContext(resolve: Resolver): Resolver {
  return (parent, args, context, info) => {
    const { observer } = context
    const own = ownContext(context, info)
    if (!observer) return resolve(parent, args, own, info)
    const { keys } = observer.read
    const returned = resolve(parent, args, own, info)
    observer.add(info, 1, keys, returned, false)
    return returned
  }
}

function allInOwnContext(resolveAll: ResolveAll): ResolveAll {
  return (parents, args, given, info) => {
    const context = given as Context
    const { observer } = context
    const own = ownContext(context, info)
    if (!observer) return resolveAll(parents, args, own, info)
    const { keys } = observer.read
    const returned = resolveAll(parents, args, own, info)
    observer.add(info, parents.length, keys, returned, true)
    return returned
  }
}

function ownContext(context: Context, info: GraphQLResolveInfo): Context {
  return context.askedBy?.(info) ?? context
}
