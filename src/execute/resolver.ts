import { memoize2 } from '@graphql-tools/utils'
import {
  BREAK,
  defaultFieldResolver,
  type FieldNode,
  getArgumentValues,
  type GraphQLAbstractType,
  type GraphQLField,
  type GraphQLFieldResolver,
  type GraphQLResolveInfo,
  Kind,
  type ResponsePath,
  type ValueNode,
  visit,
} from 'graphql'
import type { MaybePromise } from '../async/promise.ts'
import type { ExecutionContext, FieldOfParents } from './execution.ts'
import { pathOfField } from './response/path.ts'

/**
 * Resolves a field for all of its parents with one call, and returns a new array with the value of each, or a promise of it.
 * An error among the values belongs to its parent; an error that is thrown belongs to all parents. If the values are lists
 * whose items are no promises, they can be joined. Undefined if the resolver must be called for each of these parents.
 */
export type ResolveAll = (
  parents: readonly unknown[],
  args: Record<string, unknown>,
  context: unknown,
  info: GraphQLResolveInfo,
) => MaybePromise<unknown[]> | JoinedLists | undefined

/** A list whose items are a part of an array. */
export interface ItemRange {
  readonly page: readonly unknown[]
  /** Where the list begins in the array. */
  readonly from: number
  readonly length: number
}

/** Lists, one after the other: list `n` begins at `starts[n]` and ends where the next one begins. */
export class JoinedLists {
  readonly starts: readonly number[]
  readonly #lists: readonly ItemRange[]

  constructor(lists: readonly ItemRange[]) {
    // An array that grows is copied again and again.
    const starts = new Array<number>(lists.length + 1)
    starts[0] = 0
    for (let index = 0; index < lists.length; index += 1) starts[index + 1] = starts[index]! + lists[index]!.length
    this.starts = starts
    this.#lists = lists
  }

  /** The items of all lists in a new array. It is called once their memory has been counted. */
  join(): unknown[] {
    const items = new Array<unknown>(this.starts.at(-1) ?? 0)
    let next = 0
    for (const { page, from, length } of this.#lists)
      for (let index = from; index < from + length; index += 1) items[next++] = page[index]
    return items
  }
}

/**
 * Declares that a resolver, of a field or of an abstract type, neither changes its `args` and `info` nor needs the indexes of
 * `info.path`. All parents of a field then share one frozen `args` and one frozen `info`, whose `path` has response keys only,
 * and the same parent several times in a row is resolved once. With `resolveAll`, which must give each parent what `resolve` gives
 * it, the resolver is called only if `resolveAll` returns undefined. It is recognized by identity: a function that wraps or replaces it
 * is called for each parent with new objects, as in graphql-js. Returns the resolver.
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
): ReturnType<ResolveAll> {
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
 * The arguments of a field in a frozen object, for code that does not change them or the values in them. What has no variables is
 * coerced once for each document. Throws what getArgumentValues throws.
 */
export function sharedArguments(
  field: GraphQLField<unknown, unknown>,
  node: FieldNode,
  variables: Readonly<Args>,
): Readonly<Args> {
  const { constants, given } = splitArguments(node, field)
  if (given.length === 0) return constants
  const args: Args = { ...constants }
  for (const [name, variable] of given) {
    const value = variable !== undefined && Object.hasOwn(variables, variable) ? variables[variable] : undefined
    // It can have a default, be refused, or be a list or an object with variables in it.
    if (value === undefined || value === null) return Object.freeze(ownArguments(field, node, variables))
    args[name] = value
  }
  return Object.freeze(args)
}

/** The arguments of a field without variables, and the others, each with its variable if it is one. */
const splitArguments = memoize2((node: FieldNode, field: GraphQLField<unknown, unknown>) => {
  const { arguments: all = [] } = node
  const others = all.filter(({ value }) => hasVariables(value))
  const given = others.map(
    ({ name, value }) => [name.value, value.kind === Kind.VARIABLE ? value.name.value : undefined] as const,
  )
  const names = new Set(given.map(([name]) => name))
  const args = field.args.filter(({ name }) => !names.has(name))
  const rest = { ...node, arguments: all.filter((each) => !others.includes(each)) }
  // With a prototype: copying an object without one takes six times as long.
  const constants = Object.freeze({ ...ownArguments({ ...field, args }, rest, {}) })
  return { constants, given: given.filter(([name]) => field.args.some((each) => each.name === name)) }
})

function hasVariables(value: ValueNode): boolean {
  let found = false
  const stop = () => {
    found = true
    return BREAK
  }
  visit(value, { Variable: stop })
  return found
}
