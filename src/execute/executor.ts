import {
  getNullableType,
  GraphQLError,
  isLeafType,
  isListType,
  isNonNullType,
  isObjectType,
  locatedError,
  responsePathAsArray,
  type FieldNode,
  type GraphQLAbstractType,
  type GraphQLCompositeType,
  type GraphQLLeafType,
  type GraphQLList,
  type GraphQLObjectType,
  type GraphQLOutputType,
  type OperationDefinitionNode,
  type ResponsePath,
} from 'graphql'
import { inspect, memoize3 } from '@graphql-tools/utils'
import { Deferred } from '../deferred.ts'
import {
  Failure,
  LeafColumn,
  ListColumn,
  MixedColumn,
  ObjectColumn,
  openingOf,
  type Column,
  type ObjectField,
} from './column.ts'
import type { ExecutionContext, FieldOfParents } from './context.ts'
import { passthrough } from './passthrough.ts'
import { fieldPath, itemPath, ROOT_PATH, subsetPath, type ColumnPath } from './path.ts'
import { isThenable, when, whenAll, type MaybePromise } from './promise.ts'
import { infoAt, resolverCall } from './resolver.ts'
import { runtimeType } from './runtime-type.ts'
import { selectedFields, selectionSetsOf, type SelectedField, type SelectionContext } from './selection.ts'

/** The steps of one execution. Values are numbered by their parents: the nth value of a field is that of the nth parent. */
export class Executor {
  /** Whether any field has failed, so that the response has errors. */
  anyFailed = false
  readonly #context: ExecutionContext

  constructor(context: ExecutionContext) {
    this.#context = context
  }

  /** The fields that the operation selects. Throws where a condition of @skip or @include is null. */
  collectRootFields(type: GraphQLObjectType): readonly CollectedField[] {
    return rootFields(this.#context.selection, type, this.#context.operation)
  }

  /** Executes a mutation's fields, each after the one before it has been completed. */
  executeFieldsSerially(
    type: GraphQLObjectType,
    fields: readonly CollectedField[],
    source: unknown,
    done: readonly Column[] = [],
  ): MaybePromise<ObjectColumn> {
    const field = fields[done.length]
    if (!field) return new ObjectColumn(fields, done)
    return when(this.#executeField(type, field, [source], ROOT_PATH), (column) => {
      const columns = [...done, column]
      // It has made the response null, so that no other field is executed.
      if (!field.nullable && column.valueAt(0, []) instanceof Failure)
        return new ObjectColumn(fields.slice(0, columns.length), columns)
      return this.executeFieldsSerially(type, fields, source, columns)
    })
  }

  /** Executes the fields of objects of one type, one object for each source. */
  executeFields(
    type: GraphQLObjectType,
    fields: readonly CollectedField[],
    sources: readonly unknown[],
    path: ColumnPath,
  ): MaybePromise<ObjectColumn> {
    const columns = fields.map((field) => this.#executeField(type, field, sources, path))
    return whenAll(columns, (columns) => new ObjectColumn(fields, columns))
  }

  /** Resolves a field for all sources, and completes its values. */
  #executeField(
    parentType: GraphQLObjectType,
    { responseKey, field, nodes }: CollectedField,
    sources: readonly unknown[],
    objectPath: ColumnPath,
  ): MaybePromise<Column> {
    const { signal, fieldResolver } = this.#context
    if (signal?.aborted) return Promise.reject(signal.reason)
    const resolve = field.resolve ?? fieldResolver
    const type = getNullableType(field.type)
    const passed = isLeafType(type) ? passthrough(field, resolve, type, sources) : undefined
    if (passed && !(passed.anyNull && isNonNullType(field.type))) return passed.column
    const at = { parentType, field, nodes, path: fieldPath(objectPath, responseKey, parentType.name) }
    const values = this.#eachOf(at, sources, () => resolverCall(this.#context, at, resolve))
    return when(values, (values) => this.#completeValues(at, field.type, values))
  }

  /** What a function gives for each source. What it throws is a failure; whatever is a promise is awaited. */
  #eachOf(
    at: FieldOfParents,
    sources: readonly unknown[],
    makeCall: () => (source: unknown, index: number) => unknown,
  ): MaybePromise<unknown[]> {
    const values: unknown[] = Array.from({ length: sources.length })
    let call
    try {
      call = makeCall()
    } catch (error) {
      return values.map((_, index) => this.#failed(at, index, error))
    }
    let isPending = false
    for (let index = 0; index < sources.length; index += 1)
      try {
        const value = call(sources[index], index)
        isPending ||= isThenable(value)
        values[index] = value
      } catch (error) {
        values[index] = this.#failed(at, index, error)
      }
    return isPending ? this.#settled(at, values) : values
  }

  /** Replaces the promises among these values by what they bring, or by failures. */
  async #settled(at: FieldOfParents, values: unknown[]): Promise<unknown[]> {
    const batches = new Set<Promise<void>>()
    const promises: unknown[] = []
    const indices: number[] = []
    for (let index = 0; index < values.length; index += 1) {
      const value = values[index]
      if (value instanceof Deferred) batches.add(value.settled)
      else if (this.#isPending(at, values, index)) {
        promises.push(value)
        indices.push(index)
      }
    }
    const settled = Promise.allSettled(promises)
    await Promise.all(batches)
    const outcomes = await settled
    outcomes.forEach((outcome, nth) => {
      const index = indices[nth]!
      values[index] = outcome.status === 'fulfilled' ? outcome.value : this.#failed(at, index, outcome.reason)
    })
    return batches.size === 0 ? values : this.#deferredResults(at, values)
  }

  /** Replaces the deferreds among these values, which are settled, by their results. */
  #deferredResults(at: FieldOfParents, values: unknown[]): MaybePromise<unknown[]> {
    let isPending = false
    for (let index = 0; index < values.length; index += 1) {
      const value = values[index]
      if (!(value instanceof Deferred)) continue
      try {
        values[index] = value.result()
        isPending ||= isThenable(values[index])
      } catch (error) {
        values[index] = this.#failed(at, index, error)
      }
    }
    return isPending ? this.#settled(at, values) : values
  }

  /** Whether a value is a promise. One whose `then` cannot be read has failed. */
  #isPending(at: FieldOfParents, values: unknown[], index: number): boolean {
    try {
      return isThenable(values[index])
    } catch (error) {
      values[index] = this.#failed(at, index, error)
      return false
    }
  }

  /** Completes the values of a field or the items of lists as their type says. */
  #completeValues(at: FieldOfParents, declared: GraphQLOutputType, values: unknown[]): MaybePromise<Column> {
    const type = getNullableType(declared)
    const isNonNull = isNonNullType(declared)
    for (let index = 0; index < values.length; index += 1) {
      const value = values[index]
      if (value === null || value === undefined)
        values[index] = isNonNull ? this.#failed(at, index, new Error(nullMessage(at))) : null
      else if (value instanceof Error) values[index] = this.#failed(at, index, value)
    }
    if (isLeafType(type)) return this.#completeLeafValues(at, type, values)
    if (isListType(type)) return this.#completeListValues(at, type, values)
    return this.#completePresent(at, values, (at, sources) => this.#completeCompositeValues(at, type, sources))
  }

  /** Completes those of the values that are neither null nor failures, which represent themselves. */
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
    for (let index = 0; index < values.length; index += 1)
      if (isPresent(values[index]))
        try {
          values[index] = itemsOf(at, values[index])
        } catch (error) {
          values[index] = this.#failed(at, index, error)
        }
    return this.#completePresent(at, values as readonly (readonly unknown[])[], (at, lists) => {
      const items: unknown[] = []
      const starts = [0]
      for (const list of lists) {
        for (let index = 0; index < list.length; index += 1) items.push(list[index])
        starts.push(items.length)
      }
      const below = { ...at, path: itemPath(at.path, starts) }
      const settled = items.some((_, index) => this.#isPending(below, items, index))
        ? this.#settled(below, items)
        : items
      const completed = when(settled, (items) => this.#completeValues(below, ofType, items))
      return when(completed, (items) => new ListColumn(starts, items, !isNonNullType(ofType)))
    })
  }

  #completeCompositeValues(
    at: FieldOfParents,
    type: GraphQLCompositeType,
    sources: readonly unknown[],
  ): MaybePromise<Column> {
    return isObjectType(type)
      ? this.#completeObjectValues(at, type, sources)
      : this.#completeAbstractValues(at, type, sources)
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
    const verdicts = this.#eachOf(
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

  /** Completes values of an interface or a union, those of each object type together. */
  #completeAbstractValues(
    at: FieldOfParents,
    type: GraphQLAbstractType,
    sources: readonly unknown[],
  ): MaybePromise<Column> {
    const { schema, contextValue, typeResolver } = this.#context
    const resolveType = type.resolveType?.bind(type) ?? typeResolver
    const names = this.#eachOf(
      at,
      sources,
      () => (source, index) => resolveType(source, contextValue, infoAt(this.#context, at, index), type),
    )
    return when(names, (names) => {
      const groups = new Map<GraphQLObjectType, number[]>()
      const values = names.map((name, index) => {
        if (name instanceof Failure) return name
        try {
          const objectType = runtimeType(schema, type, at, name, sources[index])
          const group = groups.get(objectType)
          if (group) group.push(index)
          else groups.set(objectType, [index])
          return null
        } catch (error) {
          return this.#failed(at, index, error)
        }
      })
      const parts = Array.from(groups, ([objectType, indices]) => {
        const below = { ...at, path: subsetPath(at.path, indices) }
        const some = indices.map((index) => sources[index])
        return when(this.#completeObjectValues(below, objectType, some), (column) => ({ column, indices }))
      })
      return whenAll(parts, (parts) => new MixedColumn(values, parts))
    })
  }

  #failed({ nodes, path }: FieldOfParents, index: number, error: unknown): Failure {
    this.anyFailed = true
    return new Failure(locatedError(error, nodes, pathToArray(path.of(index))))
  }
}

function pathToArray(path: ResponsePath | undefined): readonly (string | number)[] {
  return path ? responsePathAsArray(path) : []
}

function isPresent(value: unknown): boolean {
  return value !== null && !(value instanceof Failure)
}

function nullMessage({ parentType, field }: FieldOfParents): string {
  return `Cannot return null for non-nullable field ${parentType.name}.${field.name}.`
}

function serialize(type: GraphQLLeafType, value: unknown): unknown {
  const serialized = type.serialize(value)
  if (serialized !== null && serialized !== undefined) return serialized
  throw new Error(
    `Expected \`${inspect(type)}.serialize(${inspect(value)})\` to return non-nullable value, returned: ${inspect(serialized)}`,
  )
}

/** The items of a value of a list type. Throws where it is no list, and what its iterator throws. */
function itemsOf({ parentType, field }: FieldOfParents, value: unknown): readonly unknown[] {
  const iterable = typeof value === 'object' && value !== null ? (value as Partial<Iterable<unknown>>) : {}
  const iterator = iterable[Symbol.iterator]
  if (typeof iterator !== 'function')
    throw new GraphQLError(`Expected Iterable, but did not find one for field "${parentType.name}.${field.name}".`)
  const isPlain = Array.isArray(value) && iterator === Array.prototype[Symbol.iterator]
  return isPlain ? value : Array.from(iterable as Iterable<unknown>)
}

function wrongTypeError(type: GraphQLObjectType, value: unknown, nodes: readonly FieldNode[]): GraphQLError {
  return new GraphQLError(`Expected value of type "${type.name}" but got: ${inspect(value)}.`, { nodes })
}

/** A selected field of objects, and what their column needs to know of it. */
interface CollectedField extends ObjectField, SelectedField {}

const rootFields = memoize3((context: SelectionContext, type: GraphQLObjectType, operation: OperationDefinitionNode) =>
  collected(selectedFields(context, type, [operation.selectionSet])),
)

const subfields = memoize3((context: SelectionContext, type: GraphQLObjectType, nodes: readonly FieldNode[]) =>
  collected(selectedFields(context, type, selectionSetsOf(nodes))),
)

function collected(selected: readonly SelectedField[]): CollectedField[] {
  return selected.map((each, index) => ({
    ...each,
    nullable: !isNonNullType(each.field.type),
    opening: openingOf(each.responseKey, index),
  }))
}
