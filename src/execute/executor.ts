import {
  getNamedType,
  getNullableType,
  type GraphQLAbstractType,
  type GraphQLLeafType,
  type GraphQLList,
  type GraphQLObjectType,
  type GraphQLOutputType,
  isLeafType,
  isListType,
  isNonNullType,
  isObjectType,
  OperationTypeNode,
} from 'graphql'
import {
  type Column,
  estimatedBytes,
  Failure,
  ListColumn,
  MIN_SAMPLED_VALUES,
  MixedColumn,
  ObjectColumn,
  type Part,
} from './response/column.ts'
import { reportArgumentItems } from './argument-items.ts'
import { LeafColumn } from './response/leaf-column.ts'
import type { ExecutionContext, FieldOfParents, OnBytes } from './context.ts'
import { isTurnOver, nextTurn } from '../async/turn.ts'
import { passthrough } from './response/passthrough.ts'
import { errorAtField } from './error/field-error.ts'
import { type ColumnPath, fieldPath, itemPath, ROOT_PATH, subsetPath } from './response/path.ts'
import { type MaybePromise, when, whenAll } from '../async/promise.ts'
import { callForAll, infoAt, resolveAllOf, resolverCall, typeResolverCall } from './resolver.ts'
import { CompletedItem, isPlainArray, itemsOf, nullError, runtimeType, serialize, wrongTypeError } from './complete.ts'
import { callEach, callOnce, type MakeFailure, MAX_VALUES_AT_ONCE, settleItems } from './settle.ts'
import { type CollectedField, subfields } from './selection/collected-field.ts'

/** The steps of one execution. Values are numbered by their parents: the nth value of a field is that of the nth parent. */
export class Executor {
  /** Whether any field has failed, so that the response has errors. */
  anyFailed = false
  readonly #context: ExecutionContext
  /** The error that has ended a query: its response would be too long, or its arguments have too many items. */
  #excess: Error | undefined

  constructor(context: ExecutionContext) {
    this.#context = context
  }

  /** Executes the fields of a mutation, each after the one before it has been completed. */
  executeFieldsSerially(
    type: GraphQLObjectType,
    fields: readonly CollectedField[],
    source: unknown,
    done: readonly Column[] = [],
  ): MaybePromise<ObjectColumn> {
    const field = fields[done.length]
    if (!field) return new ObjectColumn(fields, done)
    // Each of hundreds of mutations that are refused here would take its milliseconds in the same turn.
    const turn = isTurnOver() ? nextTurn() : undefined
    const executed = when(turn, () => this.#executeField(type, field, [source], ROOT_PATH))
    return when(executed, (column) => {
      const columns = [...done, column]
      // A failed non-null field makes the whole `data` null, so no other field is executed.
      const isNull = !field.nullable && column.hasFailures() && column.valueAt(0) instanceof Failure
      if (isNull) return new ObjectColumn(fields.slice(0, columns.length), columns)
      return this.executeFieldsSerially(type, fields, source, columns)
    })
  }

  /** Executes the fields of several objects of one type. `sources` has the value of each object. */
  executeFields(
    type: GraphQLObjectType,
    fields: readonly CollectedField[],
    sources: readonly unknown[],
    path: ColumnPath,
  ): MaybePromise<ObjectColumn> {
    if (sources.length * fields.length > MAX_VALUES_AT_ONCE)
      return this.#executeFieldsInTurns(type, fields, sources, path)
    const columns = fields.map((field) => this.#executeField(type, field, sources, path))
    return whenAll(columns, (columns) => new ObjectColumn(fields, columns))
  }

  /**
   * Executes the fields of many objects. Fields of object types start immediately, so that their reads are batched in
   * the same tick. Other operations can continue between the leaf fields.
   */
  async #executeFieldsInTurns(
    type: GraphQLObjectType,
    fields: readonly CollectedField[],
    sources: readonly unknown[],
    path: ColumnPath,
  ): Promise<ObjectColumn> {
    const compositeColumns = Promise.all(
      fields.map(async (field) => (isLeafField(field) ? undefined : this.#executeField(type, field, sources, path))),
    )
    // `compositeColumns` is awaited below. Without a handler, a rejection before that would end the process.
    compositeColumns.catch(() => {})
    const leafColumns: (Column | undefined)[] = []
    for (const field of fields) {
      const isLeaf = isLeafField(field)
      if (isLeaf && isTurnOver()) await nextTurn()
      leafColumns.push(isLeaf ? await this.#executeField(type, field, sources, path) : undefined)
    }
    const columns = await compositeColumns
    return new ObjectColumn(
      fields,
      columns.map((column, index) => column ?? leafColumns[index]!),
    )
  }

  /** Resolves a field for all sources, and completes its values. */
  #executeField(
    parentType: GraphQLObjectType,
    { responseKey, field, nodes, bytes }: CollectedField,
    sources: readonly unknown[],
    objectPath: ColumnPath,
  ): MaybePromise<Column> {
    const { signal, fieldResolver, variableValues, onArgumentItems, onBytes } = this.#context
    if (signal?.aborted) return Promise.reject(signal.reason)
    if (this.#excess) return Promise.reject(this.#excess)
    const resolve = field.resolve ?? fieldResolver
    const type = getNullableType(field.type)
    const at = { parentType, field, nodes, path: fieldPath(objectPath, responseKey, parentType.name) }
    const excess =
      (onArgumentItems && reportArgumentItems(field, nodes[0], variableValues, sources.length, onArgumentItems)) ??
      onBytes?.(bytes * sources.length)
    const refused = excess && this.#refused(at, sources, excess)
    if (refused) return refused
    const passed = isLeafType(type) ? passthrough(field, resolve, type, sources) : undefined
    if (passed && !(passed.anyNull && isNonNullType(field.type))) return this.#counted(at, sources, passed.column)
    const resolveAll = resolveAllOf(resolve)
    const values = resolveAll
      ? callOnce(sources, () => callForAll(this.#context, at, resolveAll, sources), this.#failing(at))
      : this.#callEach(at, sources, () => resolverCall(this.#context, at, resolve))
    const column = when(values, (values) => this.#completeValues(at, field.type, values))
    return isLeafType(getNamedType(type)) ? when(column, (column) => this.#counted(at, sources, column)) : column
  }

  /**
   * Reports the estimated number of bytes that a column of leaf values adds to the response. If there are too many, it is
   * refused.
   */
  #counted(at: FieldOfParents, sources: readonly unknown[], column: Column): MaybePromise<Column> {
    const { onBytes } = this.#context
    const areFew = sources.length < MIN_SAMPLED_VALUES
    if (!onBytes || (areFew && !column.mayBeLong())) return column
    // All of a few long values are counted, which takes as long as writing them.
    return areFew && isTurnOver()
      ? nextTurn().then(() => this.#reported(at, sources, column, onBytes))
      : this.#reported(at, sources, column, onBytes)
  }

  #reported(at: FieldOfParents, sources: readonly unknown[], column: Column, onBytes: OnBytes): MaybePromise<Column> {
    if (this.#excess) return Promise.reject(this.#excess)
    column.bytes = estimatedBytes(column, sources.length)
    const excess = onBytes(column.bytes)
    return (excess && this.#refused(at, sources, excess)) ?? column
  }

  /**
   * Ends a query. The field of a mutation fails instead, because the mutation must report what it did; undefined if it is
   * non-null, because its failure would remove the object around it.
   */
  #refused(at: FieldOfParents, sources: readonly unknown[], error: Error): MaybePromise<Column> | undefined {
    if (this.#context.operation.operation !== OperationTypeNode.MUTATION) {
      this.#excess = error
      return Promise.reject(error)
    }
    if (isNonNullType(at.field.type)) return undefined
    return new LeafColumn(sources.map((_, index) => this.#failed(at, index, error)))
  }

  /** Calls a function for each source, and awaits the promises among the values. */
  #callEach(
    at: FieldOfParents,
    sources: readonly unknown[],
    makeCall: () => (source: unknown, index: number) => unknown,
  ): MaybePromise<unknown[]> {
    // Reads below many parents can be batched only within one tick. Leaves have nothing to batch.
    const inTurns = isLeafType(getNullableType(at.field.type))
    return callEach(sources, makeCall, inTurns, this.#failing(at))
  }

  /** Completes the values of a field, or the items of lists, according to their declared type. */
  #completeValues(at: FieldOfParents, declared: GraphQLOutputType, values: unknown[]): MaybePromise<Column> {
    const type = getNullableType(declared)
    const isNonNull = isNonNullType(declared)
    for (let index = 0; index < values.length; index += 1) {
      const value = values[index]
      if (value === null || value === undefined)
        values[index] = isNonNull ? this.#failed(at, index, nullError(at)) : null
      else if (value instanceof Error) values[index] = this.#failed(at, index, value)
    }
    if (isLeafType(type)) return this.#completeLeafValues(at, type, values)
    if (isListType(type)) return this.#completeListValues(at, type, values)
    return this.#completePresent(at, values, (at, sources) =>
      isObjectType(type)
        ? this.#completeObjectValues(at, type, sources)
        : this.#completeAbstractValues(at, type, sources),
    )
  }

  /** Completes the values that are neither null nor failures. Null and failures stay as they are. */
  #completePresent<T>(
    at: FieldOfParents,
    values: readonly T[],
    complete: (at: FieldOfParents, present: readonly T[]) => MaybePromise<Column>,
  ): MaybePromise<Column> {
    if (values.every(isPresent)) return complete(at, values)
    const indices = [...values.keys()].filter((index) => isPresent(values[index]))
    if (indices.length === 0) return new LeafColumn(values)
    const present = indices.map((index) => values[index]!)
    const completed = complete({ ...at, path: subsetPath(at.path, indices) }, present)
    return when(completed, (column) => new MixedColumn(values, [{ column, indices }]))
  }

  #completeLeafValues(at: FieldOfParents, type: GraphQLLeafType, values: unknown[]): Column {
    for (let index = 0; index < values.length; index += 1)
      if (isPresent(values[index]))
        try {
          values[index] = serialize(type, values[index])
        } catch (error) {
          values[index] = this.#failed(at, index, error)
        }
    return new LeafColumn(values)
  }

  #completeListValues(
    at: FieldOfParents,
    { ofType }: GraphQLList<GraphQLOutputType>,
    values: unknown[],
  ): MaybePromise<Column> {
    const broken = new Map<unknown, Failure>()
    let anyCompleted = false
    const readItems = (value: unknown, index: number): unknown => {
      const items: unknown[] = []
      const complete = (item: unknown, nth: number): CompletedItem => {
        anyCompleted = true
        // The path of this item alone, as that of the first of a list that begins before it.
        const path = itemPath(subsetPath(at.path, [index]), [-nth])
        return new CompletedItem(this.#completeItems({ ...at, path }, ofType, [item]))
      }
      try {
        return itemsOf(at, value, items, isNonNullType(ofType) ? complete : undefined)
      } catch (error) {
        // As in graphql-js, the items before the one at which an iterator throws are completed.
        const failure = this.#failed(at, index, error)
        broken.set(items, failure)
        return items.length === 0 ? failure : items
      }
    }
    for (let index = 0; index < values.length; index += 1)
      if (isPresent(values[index]) && !isPlainArray(values[index])) values[index] = readItems(values[index], index)
    return this.#completePresent(at, values as readonly (readonly unknown[])[], (at, lists) => {
      const starts = [0]
      for (const list of lists) starts.push(starts.at(-1)! + list.length)
      const items: unknown[] = []
      items.length = starts.at(-1)!
      for (const [nth, list] of lists.entries())
        for (let index = 0; index < list.length; index += 1) items[starts[nth]! + index] = list[index]
      const below = { ...at, path: itemPath(at.path, starts) }
      const completed = anyCompleted
        ? this.#completeRest(below, ofType, items)
        : this.#completeItems(below, ofType, items)
      const failures = broken.size === 0 ? [] : lists.map((list) => broken.get(list))
      return when(completed, (items) => new ListColumn(starts, items, !isNonNullType(ofType), failures))
    })
  }

  /** Awaits the promises among the items of lists, and completes them. */
  #completeItems(at: FieldOfParents, type: GraphQLOutputType, items: unknown[]): MaybePromise<Column> {
    return when(settleItems(items, this.#failing(at)), (items) => this.#completeValues(at, type, items))
  }

  /** Completes those items of lists that have not been completed while their iterators were read. */
  #completeRest(at: FieldOfParents, type: GraphQLOutputType, items: unknown[]): MaybePromise<Column> {
    const parts: MaybePromise<Part>[] = []
    const indices: number[] = []
    for (const [index, item] of items.entries())
      if (item instanceof CompletedItem) parts.push(when(item.column, (column) => ({ column, indices: [index] })))
      else indices.push(index)
    const rest = indices.map((index) => items[index])
    const column = this.#completeItems({ ...at, path: subsetPath(at.path, indices) }, type, rest)
    parts.push(when(column, (column) => ({ column, indices })))
    return whenAll(parts, (parts) => new MixedColumn(items, parts))
  }

  #completeObjectValues(
    at: FieldOfParents,
    type: GraphQLObjectType,
    sources: readonly unknown[],
  ): MaybePromise<Column> {
    let fields: readonly CollectedField[]
    try {
      fields = subfields(this.#context.selection, type, at.nodes)
    } catch (error) {
      return new LeafColumn(sources.map((_, index) => this.#failed(at, index, error)))
    }
    if (!type.isTypeOf) return this.executeFields(type, fields, sources, at.path)
    const isTypeOf = type.isTypeOf.bind(type)
    const { contextValue } = this.#context
    const verdicts = this.#callEach(
      at,
      sources,
      () => (source, index) => isTypeOf(source, contextValue, infoAt(this.#context, at, index)),
    )
    return when(verdicts, (verdicts) => {
      const checked = sources.map((source, index) => {
        if (verdicts[index] instanceof Failure) return verdicts[index]
        return verdicts[index] ? source : this.#failed(at, index, wrongTypeError(type, source, at.nodes))
      })
      return this.#completePresent(at, checked, ({ path }, present) => this.executeFields(type, fields, present, path))
    })
  }

  /** Completes values of an interface or a union. Values of the same object type are completed together. */
  #completeAbstractValues(
    at: FieldOfParents,
    type: GraphQLAbstractType,
    sources: readonly unknown[],
  ): MaybePromise<Column> {
    const names = this.#callEach(at, sources, () => typeResolverCall(this.#context, at, type))
    return when(names, (names) => {
      const groups = new Map<GraphQLObjectType, number[]>()
      let lastName: unknown
      let lastGroup: number[] | undefined
      const values = names.map((name, index) => {
        if (name instanceof Failure) return name
        try {
          if (!lastGroup || name !== lastName) {
            const objectType = runtimeType(this.#context.schema, type, at, name, sources[index])
            lastGroup = groups.get(objectType) ?? []
            lastName = name
            groups.set(objectType, lastGroup)
          }
          lastGroup.push(index)
          return null
        } catch (error) {
          return this.#failed(at, index, error)
        }
      })
      for (const [objectType, { length }] of groups)
        if (length === sources.length) return this.#completeObjectValues(at, objectType, sources)
      const parts = Array.from(groups, ([objectType, indices]) => {
        const below = { ...at, path: subsetPath(at.path, indices) }
        const some = indices.map((index) => sources[index])
        return when(this.#completeObjectValues(below, objectType, some), (column) => ({ column, indices }))
      })
      return whenAll(parts, (parts) => new MixedColumn(values, parts))
    })
  }

  #failing(at: FieldOfParents): MakeFailure {
    return (index, error) => this.#failed(at, index, error)
  }

  #failed({ nodes, path }: FieldOfParents, index: number, error: unknown): Failure {
    this.anyFailed = true
    return new Failure(() => errorAtField(error, nodes, path.of(index)))
  }
}

function isPresent(value: unknown): boolean {
  return value !== null && !(value instanceof Failure)
}

function isLeafField({ field }: CollectedField): boolean {
  return isLeafType(getNullableType(field.type))
}
