import { memoize1, memoize2 } from '@graphql-tools/utils'
import {
  BREAK,
  defaultFieldResolver,
  type FieldNode,
  getArgumentValues,
  type GraphQLAbstractType,
  type GraphQLField,
  type GraphQLFieldResolver,
  type GraphQLResolveInfo,
  type ResponsePath,
  visit,
} from 'graphql'
import type { MaybePromise } from '../async/promise.ts'
import type { ExecutionContext, FieldOfParents } from './execution.ts'
import { pathOfField } from './response/path.ts'

/**
 * Resolves a field for all of its parents with one call, and returns a new array with the value of each, or a promise of it.
 * An error among the values belongs to its parent; an error that is thrown belongs to all parents.
 */
export type ResolveAll = (
  parents: readonly unknown[],
  args: Record<string, unknown>,
  context: unknown,
  info: GraphQLResolveInfo,
) => MaybePromise<unknown[]>

/**
 * Declares that a resolver, of a field or of an abstract type, neither changes its `args` and `info` nor needs the indexes of
 * `info.path`. All parents of a field then share one frozen `args` and one frozen `info`, whose `path` has response keys only,
 * and the same parent several times in a row is resolved once. With `resolveAll`, which must give each parent what `resolve` gives it, the resolver is not called for each parent. It is
 * recognized by identity: a function that wraps or replaces it is called for each parent with new objects, as in graphql-js.
 * Returns the resolver.
 */
export function sharesArguments<R extends object>(resolve: R, resolveAll?: ResolveAll): R {
  sharing.set(resolve, resolveAll)
  return resolve
}

/** The function that resolves all parents at once; undefined if none was declared for this resolver. */
export function resolveAllOf(resolve: object): ResolveAll | undefined {
  return sharing.get(resolve)
}

const sharing = new WeakMap<object, ResolveAll | undefined>()

/** Calls a field's resolver for the parent at an index. Throws what the resolver throws. */
type CallResolver = (source: unknown, index: number) => unknown

/** The function that calls a field's resolver with its arguments. Throws what getArgumentValues throws. */
export function resolverCall(
  context: ExecutionContext,
  at: FieldOfParents,
  resolve: GraphQLFieldResolver<unknown, unknown>,
): CallResolver {
  const { contextValue, variableValues } = context
  const { field, nodes } = at
  if (sharing.has(resolve)) {
    const args = sharedArguments(field, nodes[0], variableValues)
    const info = sharedInfo(context, at)
    return oncePerRun((source) => resolve(source, args, contextValue, info))
  }
  const call: CallResolver = (source, index) =>
    resolve(source, ownArguments(field, nodes[0], variableValues), contextValue, infoAt(context, at, index))
  if (resolve !== defaultFieldResolver) return call
  // They are passed on only if the property is a function, but invalid ones fail the field in any case.
  ownArguments(field, nodes[0], variableValues)
  return (source, index) => {
    if ((typeof source !== 'object' && typeof source !== 'function') || source === null) return undefined
    const property = (source as Record<string, unknown>)[field.name]
    return typeof property === 'function' ? call(source, index) : property
  }
}

/** The same function, which is called once for equal objects that follow each other: rows can have the same parent. */
function oncePerRun(call: (source: unknown) => unknown): CallResolver {
  let known: unknown
  let value: unknown
  return (source) => {
    if (known !== undefined && source === known) return value
    const returned = call(source)
    const canShare = typeof source === 'object' && source !== null && !isReadOnce(returned)
    known = canShare ? source : undefined
    value = canShare ? returned : undefined
    return returned
  }
}

/** Whether a value is an iterator, whose items can be read only once. */
function isReadOnce(value: unknown): boolean {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && Symbol.iterator in value
}

/** Resolves a field for all of its parents. Throws what getArgumentValues and `resolveAll` throw. */
export function callForAll(
  context: ExecutionContext,
  at: FieldOfParents,
  resolveAll: ResolveAll,
  sources: readonly unknown[],
): MaybePromise<unknown[]> {
  const args = sharedArguments(at.field, at.nodes[0], context.variableValues)
  return resolveAll(sources, args, context.contextValue, sharedInfo(context, at))
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
  const info = sharedInfo(context, at)
  return (value) => resolveType(value, contextValue, info, type)
}

/** A new `info` for the value at an index, for functions that may keep or change it. */
export function infoAt(context: ExecutionContext, at: FieldOfParents, index: number): GraphQLResolveInfo {
  return resolveInfo(context, at, pathOfField(at.path.of(index)))
}

function sharedInfo(context: ExecutionContext, at: FieldOfParents): GraphQLResolveInfo {
  return Object.freeze(resolveInfo(context, at, at.path.keys))
}

/** Whether this `info` is shared: it was given to a resolver that nobody wraps, with the arguments of the document. */
export function isShared(info: GraphQLResolveInfo): boolean {
  return Object.isFrozen(info)
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

type Args = Record<string, unknown>

/** The arguments of a field in a new object, for a resolver that may keep or change it. Throws what getArgumentValues throws. */
function ownArguments(field: GraphQLField<unknown, unknown>, node: FieldNode, variables: Readonly<Args>): Args {
  return field.args.length === 0 ? {} : getArgumentValues(field, node, variables)
}

/**
 * The arguments of a field in a frozen object, for code that does not change them or the values in them. They are coerced
 * once for each document if they have no variables. Throws what getArgumentValues throws.
 */
export function sharedArguments(
  field: GraphQLField<unknown, unknown>,
  node: FieldNode,
  variables: Readonly<Args>,
): Readonly<Args> {
  return hasVariables(node) ? Object.freeze(ownArguments(field, node, variables)) : literalArguments(node, field)
}

const literalArguments = memoize2((node: FieldNode, field: GraphQLField<unknown, unknown>) =>
  Object.freeze(ownArguments(field, node, {})),
)

const hasVariables = memoize1(({ arguments: given = [] }: FieldNode): boolean => {
  let found = false
  const stop = () => {
    found = true
    return BREAK
  }
  for (const { value } of given) visit(value, { Variable: stop })
  return found
})
