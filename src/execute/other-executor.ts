import {
  defaultFieldResolver,
  getNullableType,
  GraphQLError,
  isIntrospectionType,
  isLeafType,
  isListType,
  isNonNullType,
  isObjectType,
  type GraphQLField,
  type GraphQLFieldResolver,
  type GraphQLObjectType,
  type GraphQLOutputType,
  type GraphQLResolveInfo,
  type GraphQLSchema,
  type ResponsePath,
} from 'graphql'
import { CompletionError, nullError, serialize } from './complete.ts'
import { errorAtField } from './error/field-error.ts'
import { reportArgumentItems, type OnArgumentItems } from './argument-items.ts'
import { asError, isThenable } from '../async/promise.ts'

type Resolver = GraphQLFieldResolver<unknown, unknown>

/** Returns the error with which a field or an item fails. The path is that of the item. */
type OnError = (error: unknown, path?: ResponsePath) => unknown

/**
 * Prepares a schema for executors other than ours: that of `@graphql-tools`, which executes documents with `@defer` and
 * `@stream`, and graphql-js. Both report a value that does not fit its type by an ordinary Error, as if the resolver had a
 * bug. So each resolver fails with a CompletionError itself if its value does not fit. Our executor calls the resolvers
 * without this check: see `uncheckedResolver`.
 */
export function forOtherExecutors(schema: GraphQLSchema): GraphQLSchema {
  for (const type of Object.values(schema.getTypeMap())) {
    if (!isObjectType(type) || isIntrospectionType(type)) continue
    for (const field of Object.values(type.getFields())) {
      const resolve = field.resolve ?? defaultFieldResolver
      field.resolve = checkedResolver(type, field, resolve)
      unchecked.set(field.resolve, resolve)
    }
  }
  return schema
}

/** What limits an operation that another executor executes. Each function returns an error if there is too much. */
export interface OtherLimits {
  /** Called before a field is resolved, for each of its parents. */
  onArgumentItems: OnArgumentItems
  /** Called with the number of items of each list. */
  onItems: (info: GraphQLResolveInfo, items: number) => Error | undefined
  /** Called with the error of each field and item. The field or item fails with what it returns. */
  onError: (error: GraphQLError) => GraphQLError
}

/** Limits the operation with this context value, if another executor executes it. */
export function limitOtherExecutor(contextValue: object, limits: OtherLimits): void {
  limitsOf.set(contextValue, limits)
}

const limitsOf = new WeakMap<object, OtherLimits>()

/** The resolver that was declared for a field, which may have been replaced by one that checks its values. */
export function uncheckedResolver(resolve: Resolver): Resolver {
  return unchecked.get(resolve) ?? resolve
}

const unchecked = new WeakMap<Resolver, Resolver>()

/**
 * The resolver of a field, which throws a CompletionError for a value that the type of the field does not allow. If the
 * field has arguments, it rejects where it would throw: other executors abandon a list as soon as a non-null item throws.
 * If promises of earlier items reject afterwards, nothing handles them, which ends the process.
 */
function checkedResolver(
  parentType: GraphQLObjectType,
  field: GraphQLField<unknown, unknown>,
  resolve: Resolver,
): Resolver {
  const checked: Resolver = (...call) => {
    const [, , context, info] = call
    const limits = typeof context === 'object' && context ? limitsOf.get(context) : undefined
    const onError: OnError = (error, path = info.path) =>
      limits ? limits.onError(errorAtField(error, info.fieldNodes, path)) : error
    const fittingValue = (value: unknown) => {
      const excess = Array.isArray(value) && limits?.onItems(info, value.length)
      if (excess) {
        // Without handlers, promises among the items that reject would end the process.
        void Promise.allSettled(value)
        throw excess
      }
      return fitting(field.type, value, info.path, onError)
    }
    const fail = (error: unknown) => {
      throw onError(error)
    }
    try {
      const [node] = info.fieldNodes
      const excess = node && limits && reportArgumentItems(field, node, info.variableValues, 1, limits.onArgumentItems)
      if (excess) throw excess
      const value = resolve(...call)
      return isThenable(value) ? value.then(fittingValue).then(undefined, fail) : fittingValue(value)
    } catch (error) {
      return fail(error)
    }
  }
  if (field.args.length === 0) return checked
  return (...call) => {
    try {
      return checked(...call)
    } catch (error) {
      return Promise.reject(error)
    }
  }

  /** The value. Throws a CompletionError if it does not fit its type; items of a list are replaced by theirs. */
  function fitting(declared: GraphQLOutputType, value: unknown, path: ResponsePath, onError: OnError): unknown {
    if (value instanceof Error) throw value
    if (value === null || value === undefined) {
      if (isNonNullType(declared)) throw nullError({ parentType, field })
      return value
    }
    const type = getNullableType(declared)
    if (isListType(type) && Array.isArray(value)) return fittingItems(type.ofType, value, path, onError)
    if (isLeafType(type))
      try {
        serialize(type, value)
      } catch (error) {
        throw error instanceof GraphQLError ? new CompletionError(error.message) : error
      }
    return value
  }

  /**
   * The items of a list, with errors in place of those that fail. A list whose items are non-null ends with the first
   * error: the executor of `@graphql-tools` sends a streamed list in parts, and loses the error of one part when another
   * one fails.
   */
  function fittingItems(
    type: GraphQLOutputType,
    values: readonly unknown[],
    path: ResponsePath,
    onError: OnError,
  ): unknown {
    const items = values.map((value, key) =>
      fittingItem(type, value, { prev: path, key, typename: undefined }, onError),
    )
    if (!isNonNullType(type)) return items
    return items.some(isThenable) ? Promise.all(items).then(upToFirstError) : upToFirstError(items)
  }

  /** The item, its error, or the promise of either. */
  function fittingItem(type: GraphQLOutputType, item: unknown, path: ResponsePath, onError: OnError): unknown {
    const failed = (error: unknown) => asError(onError(error, path))
    try {
      if (isThenable(item))
        return Promise.resolve(item)
          .then((item) => fitting(type, item, path, onError))
          .catch(failed)
      return fitting(type, item, path, onError)
    } catch (error) {
      return failed(error)
    }
  }
}

function upToFirstError(items: readonly unknown[]): readonly unknown[] {
  const failed = items.findIndex((item) => item instanceof Error)
  return failed === -1 ? items : items.slice(0, failed + 1)
}
