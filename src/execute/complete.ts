import { inspect } from '@graphql-tools/utils'
import {
  GraphQLError,
  isObjectType,
  type FieldNode,
  type GraphQLAbstractType,
  type GraphQLLeafType,
  type GraphQLObjectType,
  type GraphQLSchema,
} from 'graphql'
import type { MaybePromise } from '../async/promise.ts'
import { withoutStack } from './error/field-error.ts'
import type { FieldOfParents } from './execution.ts'
import { type Column, Failure } from './response/column.ts'

// The checks of CompleteValue, with the messages of graphql-js.

/** The object type of a value of an abstract type, by the `name` that `resolveType` returned. Throws if that is not a possible type. */
export function runtimeType(
  schema: GraphQLSchema,
  abstractType: GraphQLAbstractType,
  { parentType, field, nodes }: FieldOfParents,
  name: unknown,
  value: unknown,
): GraphQLObjectType {
  const abstract = `Abstract type "${abstractType.name}"`
  const forField = `for field "${parentType.name}.${field.name}"`
  if (name === null || name === undefined)
    throw new GraphQLError(
      `${abstract} must resolve to an Object type at runtime ${forField}. Either the "${abstractType.name}" type should ` +
        'provide a "resolveType" function or each possible type should provide an "isTypeOf" function.',
      { nodes },
    )
  if (isObjectType(name))
    throw new GraphQLError(
      'Support for returning GraphQLObjectType from resolveType was removed in graphql-js@16.0.0 please return type name instead.',
    )
  if (typeof name !== 'string')
    throw new GraphQLError(
      `${abstract} must resolve to an Object type at runtime ${forField} with value ${inspect(value)}, received "${inspect(name)}".`,
    )
  const type = schema.getType(name)
  if (!type)
    throw new GraphQLError(`${abstract} was resolved to a type "${name}" that does not exist inside the schema.`, {
      nodes,
    })
  if (!isObjectType(type)) throw new GraphQLError(`${abstract} was resolved to a non-object type "${name}".`, { nodes })
  if (!schema.isSubType(abstractType, type))
    throw new GraphQLError(`Runtime Object type "${type.name}" is not a possible type for "${abstractType.name}".`, {
      nodes,
    })
  return type
}

/** The error of a value that its field's type does not allow. As in graphql-js, it is not a GraphQLError itself. */
export class CompletionError extends Error {}

/** The error of a position that is null although its type is non-null. */
export function nullError({ parentType, field }: Pick<FieldOfParents, 'parentType' | 'field'>): CompletionError {
  return withoutStack(
    () => new CompletionError(`Cannot return null for non-nullable field ${parentType.name}.${field.name}.`),
  )
}

/** A leaf value as its type serializes it. Throws if that is null or undefined. */
export function serialize(type: GraphQLLeafType, value: unknown): unknown {
  const serialized = type.serialize(value)
  if (serialized !== null && serialized !== undefined) return serialized
  throw new CompletionError(
    `Expected \`${inspect(type)}.serialize(${inspect(value)})\` to return non-nullable value, returned: ${inspect(serialized)}`,
  )
}

/** An item of a list that was completed while the iterator of the list was read. */
export class CompletedItem {
  readonly column: MaybePromise<Column>

  constructor(column: MaybePromise<Column>) {
    this.column = column
  }

  /** Whether the item has failed, unless that is known only later. */
  hasFailed(): boolean {
    const { column } = this
    return !(column instanceof Promise) && column.hasFailures() && column.valueAt(0) instanceof Failure
  }
}

/** Whether a value is an array with the usual iterator, so that its items can be read by index. */
export function isPlainArray(value: unknown): value is readonly unknown[] {
  try {
    return Array.isArray(value) && value[Symbol.iterator] === Array.prototype[Symbol.iterator]
  } catch {
    // `itemsOf` throws the same.
    return false
  }
}

/**
 * The items of an iterable that is not a plain array. They are added to `items`. With `complete`, which completes an item that
 * must not fail, they are read up to the first that fails, after which the iterator is ended. Throws if the value is not
 * iterable, and what its iterator throws.
 */
export function itemsOf(
  { parentType, field }: FieldOfParents,
  value: unknown,
  items: unknown[],
  complete: ((item: unknown, nth: number) => CompletedItem) | undefined,
): readonly unknown[] {
  const iterable = (typeof value === 'object' ? value : {}) as Iterable<unknown>
  const iterator = iterable[Symbol.iterator]
  if (typeof iterator !== 'function')
    throw new GraphQLError(`Expected Iterable, but did not find one for field "${parentType.name}.${field.name}".`)
  try {
    for (const item of iterable) {
      const completed = complete?.(item, items.length)
      items.push(completed ?? item)
      // An error of the iterator's `return` is ignored only if the loop ends with another error.
      if (completed?.hasFailed()) throw itemFailed
    }
  } catch (error) {
    if (error !== itemFailed) throw error
  }
  return items
}

const itemFailed = new Error('An item of the list has failed')

/** The error of a value for which its type's `isTypeOf` returns false. */
export function wrongTypeError(type: GraphQLObjectType, value: unknown, nodes: readonly FieldNode[]): GraphQLError {
  return new GraphQLError(`Expected value of type "${type.name}" but got: ${inspect(value)}.`, { nodes })
}
