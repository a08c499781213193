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
  assertValidSchema,
  GraphQLError,
  type ExecutionResult,
} from 'graphql'
import { type MaybePromise, when, whenAll } from '../async/promise.ts'
import { isTurnOver, nextTurn } from '../async/turn.ts'
import { sentRow } from '../rest/json/lazy-row.ts'
import { CompletedItem, isPlainArray, itemsOf, nullError, runtimeType, serialize, wrongTypeError } from './complete.ts'
import { errorAtField } from './error/field-error.ts'
import {
  reportArgumentItems,
  type ExecutionContext,
  type FieldOfParents,
  buildExecutionContext,
  type ExecuteArgs,
} from './execution.ts'
import { callForAll, infoAt, JoinedLists, resolveAllOf, resolverCall, typeResolverCall } from './resolver.ts'
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
import { FailedColumn, LeafColumn, passthrough } from './response/leaf-column.ts'
import { type ColumnPath, fieldPath, itemPath, pathOfField, ROOT_PATH, subsetPath } from './response/path.ts'
import { completeResult, failedResult } from './response/result.ts'
import { type CollectedField, ITEM_BYTES, subfields, rootFields } from './selection/collected-field.ts'
import {
  callEach,
  callOnce,
  type CallOptions,
  handlePromises,
  type MakeFailure,
  MAX_VALUES_AT_ONCE,
  settleItems,
} from './settle.ts'

/** The steps of one execution. Values are numbered by their parents: the nth value of a field belongs to the nth parent. */
class Executor {
  /** Whether any field has failed, so that the response has errors. */
  anyFailed = false
  readonly #context: ExecutionContext
  /** The error that has ended a query: its response would be too long, or its arguments have too many items. */
  #excess: Error | undefined
  /** Whether any value has been a promise, so that the result is one. */
  #isAsync = false
  /** The values of the fields that were executed since other operations could continue. */
  #values = 0

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
    const turn = this.#isAsync && isTurnOver() ? nextTurn() : undefined
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
    const values = sources.length * fields.length
    this.#values += values
    // Many short lists can arrive together.
    const areMany = values > MAX_VALUES_AT_ONCE || (this.#values > MAX_SHORT_VALUES && isTurnOver())
    if (areMany && this.mayPause()) {
      this.#values = 0
      return this.#executeFieldsInTurns(type, fields, sources, path)
    }
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
    { responseKey, field, nodes, nullable, bytes }: CollectedField,
    sources: readonly unknown[],
    objectPath: ColumnPath,
  ): MaybePromise<Column> {
    const { signal, variableValues, onArgumentItems, onBytes } = this.#context
    if (signal?.aborted) return Promise.reject(signal.reason)
    if (this.#excess) return Promise.reject(this.#excess)
    const at = { parentType, field, nodes, path: fieldPath(objectPath, responseKey, parentType.name, nullable) }
    const excess =
      (onArgumentItems && reportArgumentItems(field, nodes[0], variableValues, sources.length, onArgumentItems)) ??
      onBytes?.(bytes * sources.length)
    return when(excess, (excess) => (excess && this.#refused(at, excess)) ?? this.#resolveField(at, sources))
  }

  #resolveField(at: FieldOfParents, sources: readonly unknown[]): MaybePromise<Column> {
    const { field } = at
    const resolve = field.resolve ?? this.#context.fieldResolver
    const type = getNullableType(field.type)
    const passed = isLeafType(type) ? passthrough(field, resolve, type, sources) : undefined
    if (passed && !(passed.anyNull && isNonNullType(field.type)))
      return this.#counted(at, sources.length, passed.column)
    const resolveAll = resolveAllOf(resolve)
    /** The items of the lists among the values that have been counted. */
    let counted = 0
    const onItems = (items: number) => {
      counted += items
      return this.#countItems(at, type, items)
    }
    const values =
      (resolveAll &&
        callOnce(
          sources,
          () => callForAll(this.#context, at, resolveAll, sources),
          this.#failing(at),
          isListType(type),
        )) ??
      this.#callEach(at, sources, () => resolverCall(this.#context, at, resolve), onItems)
    this.#isAsync ||= values instanceof Promise
    const column =
      values instanceof JoinedLists
        ? this.#completeJoined(at, type, values, (at, type, items) => this.#completeValues(at, type, items))
        : when(values, (values) => this.#completeValues(at, field.type, values, counted))
    return isLeafType(getNamedType(type)) ? when(column, (column) => this.#counted(at, sources.length, column)) : column
  }

  /** Counts the memory of so many items of lists of a type before they are copied. Returns an error if there are too many. */
  #countItems(at: FieldOfParents, type: GraphQLOutputType, items: number): MaybePromise<Error | undefined> {
    const excess = this.#context.onBytes?.(items * ITEM_BYTES[isLeafType(getNamedType(type)) ? 'leaf' : 'object'])
    return when(excess, (excess) => excess && this.#refusal(at, excess))
  }

  /**
   * Reports the estimated number of bytes that a column of leaf values adds to the response. If there are too many, it is
   * refused.
   */
  #counted(at: FieldOfParents, values: number, column: Column): MaybePromise<Column> {
    const { onBytes } = this.#context
    const areFew = values < MIN_SAMPLED_VALUES
    if (!onBytes || (areFew && !column.mayBeLong())) return column
    const estimated = areFew ? this.#bytesOf(column, values) : estimatedBytes(column, values)
    return when(estimated, (bytes) => {
      if (this.#excess) return Promise.reject(this.#excess)
      column.bytes = bytes
      return when(onBytes(bytes), (excess) => (excess && this.#refused(at, excess)) ?? column)
    })
  }

  /** The number of bytes of a few long values. Counting one of them can take some milliseconds. */
  #bytesOf(column: Column, values: number): MaybePromise<number> {
    let bytes = 0
    let index = 0
    for (; index < values; index += 1) {
      if (this.#isAsync && isTurnOver()) return inTurns()
      bytes += column.bytesAt(index)
    }
    return bytes

    async function inTurns(): Promise<number> {
      for (; index < values; index += 1) {
        if (isTurnOver()) await nextTurn()
        bytes += column.bytesAt(index)
      }
      return bytes
    }
  }

  /** The column of a field that is refused; undefined if it cannot be. Rejects if the query ends. */
  #refused(at: FieldOfParents, error: Error): MaybePromise<Column> | undefined {
    const refusal = this.#refusal(at, error)
    if (this.#excess) return Promise.reject(this.#excess)
    if (!refusal) return undefined
    this.anyFailed = true
    return new FailedColumn((index) => this.#failed(at, index, refusal))
  }

  /**
   * Ends a query. The field of a mutation fails instead, because the mutation must report what it did; undefined if that would
   * remove the value of the root field.
   */
  #refusal(at: FieldOfParents, error: Error): Error | undefined {
    if (this.#context.operation.operation !== OperationTypeNode.MUTATION)
      return (this.#excess ??= errorAtField(error, at.nodes, pathOfField(at.path.of(0))))
    return isNonNullType(at.field.type) && !at.path.isNullableBelowRoot ? undefined : error
  }

  /** Calls a function for each source, and awaits the promises among the values. */
  #callEach(
    at: FieldOfParents,
    sources: readonly unknown[],
    makeCall: () => (source: unknown, index: number) => unknown,
    onItems?: CallOptions['onItems'],
  ): MaybePromise<unknown[]> {
    return callEach(sources, makeCall, {
      areLeaves: isLeafType(getNullableType(at.field.type)),
      areLists: isListType(getNullableType(at.field.type)),
      mayPause: this.mayPause(),
      failed: this.#failing(at),
      onItems,
    })
  }

  /** Whether a turn may end here. A mutation whose resolvers are all synchronous has to be synchronous itself. */
  mayPause(): boolean {
    return this.#isAsync || this.#context.operation.operation !== OperationTypeNode.MUTATION
  }

  /** Completes the values of a field, or the items of lists, according to their declared type. */
  #completeValues(
    at: FieldOfParents,
    declared: GraphQLOutputType,
    values: unknown[],
    countedItems = 0,
  ): MaybePromise<Column> {
    if (this.#excess) return Promise.reject(this.#excess)
    if (values.length === 0) return new LeafColumn(values)
    const type = getNullableType(declared)
    const isNonNull = isNonNullType(declared)
    let areAllPresent = true
    for (let index = 0; index < values.length; index += 1) {
      const value = values[index]
      if (value === null || value === undefined)
        values[index] = isNonNull ? this.#failed(at, index, nullError(at)) : null
      else if (value instanceof Error) values[index] = this.#failed(at, index, value)
      else if (!(value instanceof Failure)) continue
      areAllPresent = false
    }
    if (isLeafType(type)) return this.#completeLeafValues(at, type, values)
    if (isListType(type))
      return isLeafType(getNullableType(type.ofType)) && this.mayPause()
        ? this.#completeLeafLists(at, type, values, countedItems)
        : this.#completeListValues(at, type, values, countedItems)
    const complete = (at: FieldOfParents, sources: readonly unknown[]) =>
      isObjectType(type)
        ? this.#completeObjectValues(at, type, sources)
        : this.#completeAbstractValues(at, type, sources)
    return areAllPresent ? complete(at, values) : this.#completePresent(at, values, complete)
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
    if (type.serialize === sentRow) return new LeafColumn(values)
    for (let index = 0; index < values.length; index += 1)
      if (isPresent(values[index]))
        try {
          values[index] = serialize(type, values[index])
        } catch (error) {
          values[index] = this.#failed(at, index, error)
        }
    return new LeafColumn(values)
  }

  /** Completes lists of leaf values, which have nothing to batch. Other operations can continue between lists of many items. */
  #completeLeafLists(
    at: FieldOfParents,
    type: GraphQLList<GraphQLOutputType>,
    values: unknown[],
    countedItems: number,
  ): MaybePromise<Column> {
    const runs = runsOf(values, MAX_ITEMS_AT_ONCE)
    if (runs.length <= 1) return this.#completeListValues(at, type, values, countedItems)
    handlePromises(values)
    const completeRuns = async () => {
      const parts: Part[] = []
      let counted = countedItems
      for (const { indices, items } of runs) {
        if (isTurnOver()) await nextTurn()
        const below = { ...at, path: subsetPath(at.path, indices) }
        const own = indices.map((index) => values[index])
        const column = await this.#completeListValues(below, type, own, Math.min(counted, items))
        counted = Math.max(0, counted - items)
        parts.push({ column, indices })
        // The lists are not needed any more.
        for (const index of indices) values[index] = null
      }
      return new MixedColumn(values, parts)
    }
    return completeRuns()
  }

  #completeListValues(
    at: FieldOfParents,
    type: GraphQLList<GraphQLOutputType>,
    values: unknown[],
    countedItems: number,
  ): MaybePromise<Column> {
    const { ofType } = type
    const broken = new Map<unknown, Failure>()
    let anyCompleted = false
    const readItems = (value: unknown, index: number): unknown => {
      const items: unknown[] = []
      const complete = (item: unknown, nth: number): CompletedItem => {
        anyCompleted = true
        // The path of this item alone, as if it were the first of a list that begins before it.
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
      const complete: CompleteItems = (at, type, items) =>
        anyCompleted ? this.#completeRest(at, type, items) : this.#completeItems(at, type, items)
      const failures = broken.size === 0 ? [] : lists.map((list) => broken.get(list))
      return this.#completeJoined(at, type, joined(lists), complete, { lists, countedItems, failures })
    })
  }

  /** Counts the items of lists, and completes them with `complete`. */
  #completeJoined(
    at: FieldOfParents,
    type: GraphQLOutputType,
    joined: JoinedLists,
    complete: CompleteItems,
    { lists = [], countedItems = 0, failures = [] }: CheckedLists = {},
  ): MaybePromise<Column> {
    const { starts } = joined
    const itemType = isListType(type) ? type.ofType : type
    const uncounted = (starts.at(-1) ?? 0) - countedItems
    const excess = uncounted > 0 ? this.#countItems(at, itemType, uncounted) : undefined
    if (excess) handlePromises(lists)
    return when(excess, (excess) => {
      const refused = excess && this.#refused(at, excess)
      if (refused) return refused
      const completed = complete({ ...at, path: itemPath(at.path, starts) }, itemType, joined.join())
      return when(completed, (items) => new ListColumn(starts, items, !isNonNullType(itemType), failures))
    })
  }

  /** Awaits the promises among the items of lists, and completes them. */
  #completeItems(at: FieldOfParents, type: GraphQLOutputType, items: unknown[]): MaybePromise<Column> {
    const settled = settleItems(items, this.#failing(at), isListType(getNullableType(type)))
    this.#isAsync ||= settled instanceof Promise
    return when(settled, (items) => this.#completeValues(at, type, items))
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

/** The number of values of short lists that are executed before other operations can continue. */
const MAX_SHORT_VALUES = 4 * MAX_VALUES_AT_ONCE

/** The number of items of lists that are completed before other operations can continue. It takes some milliseconds. */
const MAX_ITEMS_AT_ONCE = 20_000

/** Lists that follow each other, with the number of their items. */
interface Run {
  indices: number[]
  items: number
}

/** Divides values, some of them lists, into runs that end once they have this many items. */
function runsOf(values: readonly unknown[], maxItems: number): Run[] {
  const runs: Run[] = []
  let run: Run | undefined
  for (const [index, value] of values.entries()) {
    if (!run || run.items >= maxItems) runs.push((run = { indices: [], items: 0 }))
    run.indices.push(index)
    if (isPlainArray(value)) run.items += value.length
  }
  return runs
}

type CompleteItems = (at: FieldOfParents, type: GraphQLOutputType, items: unknown[]) => MaybePromise<Column>

/** Lists that were joined: how many of their items were counted before, and the failures of those whose iterators threw an error. */
interface CheckedLists {
  lists?: readonly (readonly unknown[])[]
  countedItems?: number
  failures?: readonly (Failure | undefined)[]
}

function joined(lists: readonly (readonly unknown[])[]): JoinedLists {
  return new JoinedLists(lists.map((page) => ({ page, from: 0, length: page.length })))
}

function isPresent(value: unknown): boolean {
  return value !== null && !(value instanceof Failure)
}

function isLeafField({ field }: CollectedField): boolean {
  return isLeafType(getNullableType(field.type))
}

/**
 * Executes a query or a mutation with the contract of graphql-js, but level by level: a field is resolved for all parents,
 * and then the selections below it for all of its values. So all reads of a level can be batched.
 */
export function execute(args: ExecuteArgs): MaybePromise<ExecutionResult> {
  assertValidSchema(args.schema)
  const context = buildExecutionContext(args)
  if (!('operation' in context)) return { errors: context }
  try {
    const executor = new Executor(context)
    const { operation, schema, rootValue } = context
    const rootType = schema.getRootType(operation.operation)
    if (!rootType)
      throw new GraphQLError(`Schema is not configured to execute ${operation.operation} operation.`, {
        nodes: operation,
      })
    // Throws a GraphQLError if a condition of @skip or @include is null.
    const fields = rootFields(context.selection, rootType, operation)
    const isMutation = operation.operation === OperationTypeNode.MUTATION
    const root = isMutation
      ? executor.executeFieldsSerially(rootType, fields, rootValue)
      : executor.executeFields(rootType, fields, [rootValue], ROOT_PATH)
    const { formatError = (error) => error, onErrorBytes } = args
    const result = when(root, (root) =>
      executor.anyFailed
        ? failedResult(root, { formatError, onErrorBytes, mayPause: executor.mayPause(), keepsData: isMutation })
        : completeResult(root),
    )
    return result instanceof Promise ? result.catch(requestError) : result
  } catch (error) {
    return requestError(error)
  }
}

/** The result of a request error. As in graphql-js, an error of any class is an error of the result. */
function requestError(error: unknown): ExecutionResult {
  return { errors: [error as GraphQLError], data: null }
}
