import {
  defaultFieldResolver,
  getArgumentValues,
  type GraphQLAbstractType,
  type GraphQLFieldResolver,
  type GraphQLResolveInfo,
  type ResponsePath,
} from 'graphql'
import type { ExecutionContext, FieldOfParents } from './context.ts'
import { pathOfField } from './path.ts'

/**
 * Declares that a resolver, of a field or of an abstract type, neither changes its `args` and `info` nor needs the indexes of
 * `info.path`. All parents of a field then share one frozen `args` and one frozen `info`, whose `path` has response keys only. The resolver is recognized by
 * identity: a function that wraps or replaces it gets new objects for each call, as in graphql-js. Returns the resolver.
 */
export function sharesArguments<R extends object>(resolve: R): R {
  sharing.add(resolve)
  return resolve
}

/** Whether a resolver was declared with `sharesArguments`. */
export function isSharingArguments(resolve: object): boolean {
  return sharing.has(resolve)
}

const sharing = new WeakSet<object>()

/** Calls a field's resolver for the parent at an index. Throws what the resolver throws. */
export type CallResolver = (source: unknown, index: number) => unknown

/** The function that calls a field's resolver with its arguments. Throws what getArgumentValues throws. */
export function resolverCall(
  context: ExecutionContext,
  at: FieldOfParents,
  resolve: GraphQLFieldResolver<unknown, unknown>,
): CallResolver {
  const { contextValue } = context
  const args = argumentsOf(context, at)
  if (sharing.has(resolve)) {
    const info = Object.freeze(resolveInfo(context, at, at.path.keys))
    Object.freeze(args)
    return (source) => resolve(source, args, contextValue, info)
  }
  const call: CallResolver = (source, index) =>
    resolve(source, argumentsOf(context, at), contextValue, infoAt(context, at, index))
  if (resolve !== defaultFieldResolver) return call
  // Arguments are needed only if the property is a function.
  return (source, index) => {
    if ((typeof source !== 'object' && typeof source !== 'function') || source === null) return undefined
    const property = (source as Record<string, unknown>)[at.field.name]
    return typeof property === 'function' ? call(source, index) : property
  }
}

/** The function that calls the `resolveType` of an abstract type for the value at an index. */
export function typeResolverCall(
  context: ExecutionContext,
  at: FieldOfParents,
  type: GraphQLAbstractType,
): CallResolver {
  const { contextValue, typeResolver } = context
  const resolveType = type.resolveType ?? typeResolver
  if (!sharing.has(resolveType))
    return (value, index) => resolveType(value, contextValue, infoAt(context, at, index), type)
  const info = Object.freeze(resolveInfo(context, at, at.path.keys))
  return (value) => resolveType(value, contextValue, info, type)
}

function argumentsOf({ variableValues }: ExecutionContext, { field, nodes }: FieldOfParents): Record<string, unknown> {
  return field.args.length === 0 ? {} : getArgumentValues(field, nodes[0], variableValues)
}

/** A new `info` for the value at an index, for functions that may keep or change it. */
export function infoAt(context: ExecutionContext, at: FieldOfParents, index: number): GraphQLResolveInfo {
  return resolveInfo(context, at, pathOfField(at.path.of(index)))
}

function resolveInfo(
  { schema, fragments, rootValue, operation, variableValues }: ExecutionContext,
  { parentType, field, nodes }: FieldOfParents,
  path: ResponsePath | undefined,
): GraphQLResolveInfo {
  return {
    fieldName: field.name,
    fieldNodes: nodes,
    returnType: field.type,
    parentType,
    // Only root objects have no path.
    path: path!,
    schema,
    fragments,
    rootValue,
    operation,
    variableValues,
  }
}
