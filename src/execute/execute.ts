import {
  defaultFieldResolver,
  defaultTypeResolver,
  getArgumentValues,
  getNullableType,
  getOperationAST,
  GraphQLError,
  GraphQLIncludeDirective,
  GraphQLSkipDirective,
  isLeafType,
  isListType,
  isNonNullType,
  isObjectType,
  locatedError,
  type DocumentNode,
  type ExecutionArgs,
  type ExecutionResult,
  type FieldNode,
  type GraphQLAbstractType,
  type GraphQLCompositeType,
  type GraphQLField,
  type GraphQLLeafType,
  type GraphQLList,
  type GraphQLObjectType,
  type GraphQLOutputType,
  type GraphQLResolveInfo,
  type GraphQLSchema,
  type OperationDefinitionNode,
  type SelectionNode,
} from 'graphql'
import { memoize2, memoize3 } from '@graphql-tools/utils'
import { Deferred } from '../deferred.ts'
import {
  Failure,
  Joined,
  Leaves,
  Lists,
  Objects,
  openingOf,
  wholeResult,
  type Column,
  type ObjectField,
} from './column.ts'
import { directivesIn, fragmentsOf } from './document.ts'
import { isTurnOver, nextTurn } from '../rest/turn.ts'
import { passedLeaves } from './passthrough.ts'
import { isIncluded, selectedFields, selectionSetsOf, type SelectedField, type SelectionContext } from './selection.ts'
import { fieldPath, itemPath, subsetPath, ROOT_PATH, type ResponsePath } from './path.ts'
import { coercedVariables } from './variables.ts'

/**
 * Executes a query as graphql-js does, but level by level: a field is resolved for all its parents, then what it leads
 * to for all of them together. So the reads of a level join whatever level above they come from, and what graphql-js does
 * for every value of a field (its arguments, its info, a promise of its object) is done once. `info` is that of all
 * parents, and has no `path`. For documents that answer in parts (@defer, @stream) and for mutations there is graphql-js.
 */
export function executeQuery(args: ExecutionArgs): MaybePromise<ExecutionResult> {
  const { schema, document, variableValues, operationName } = args
  const operation = getOperationAST(document, operationName)
  const root = operation && schema.getRootType(operation.operation)
  if (!root) return { errors: [new GraphQLError('There is no operation to execute')] }
  const { coerced, errors: refusals } = coercedVariables(schema, operation, variableValues)
  if (refusals) return { errors: refusals }
  // Known to be there in the functions below, too.
  const variables = coerced
  const fragments = fragmentsOf(document)
  const context = isConditional(document)
    ? { schema, fragments, includes: (node: SelectionNode) => isIncluded(node, variables) }
    : unconditionalContext(schema, document)
  let anyFailed = false

  return when(executeFields(root, rootFields(context, root, operation), [args.rootValue], ROOT_PATH), finish)

  function finish(answer: Column): ExecutionResult {
    if (!anyFailed) return wholeResult(answer)
    const errors: GraphQLError[] = []
    const data = answer.valueAt(0, errors) as ExecutionResult['data'] | Failure
    return data instanceof Failure ? { errors: [...errors, data.error], data: null } : { errors, data }
  }

  /** The objects of one type with their selected fields, one for each source. */
  function executeFields(
    type: GraphQLObjectType,
    fields: readonly ColumnField[],
    sources: readonly unknown[],
    path: ResponsePath,
  ): MaybePromise<Column> {
    if (sources.length >= MIN_SOURCES_IN_TURNS) return executeFieldsInTurns(type, fields, sources, path)
    const columns = fields.map(({ name, field, nodes }) =>
      executeField(type, field, nodes, sources, fieldPath(path, name)),
    )
    return whenAll(columns, (columns) => new Objects(fields, columns))
  }

  /**
   * The same for many sources: others have the process between the leaf fields. Fields of objects begin at once, because
   * their reads join with others that begin in the same tick.
   */
  async function executeFieldsInTurns(
    type: GraphQLObjectType,
    fields: readonly ColumnField[],
    sources: readonly unknown[],
    path: ResponsePath,
  ): Promise<Column> {
    const begin = ({ name, field, nodes }: ColumnField) =>
      executeField(type, field, nodes, sources, fieldPath(path, name))
    const isLeaf = ({ field }: ColumnField) => isLeafType(getNullableType(field.type))
    const ofObjects = Promise.all(fields.map(async (field) => (isLeaf(field) ? undefined : begin(field))))
    // A failure is thrown below; until then nobody waits for it.
    ofObjects.catch(() => {})
    const ofLeaves: (Column | undefined)[] = []
    for (const field of fields) {
      if (isLeaf(field) && isTurnOver()) await nextTurn()
      ofLeaves.push(isLeaf(field) ? await begin(field) : undefined)
    }
    const columns = await ofObjects
    return new Objects(
      fields,
      columns.map((column, index) => column ?? ofLeaves[index]!),
    )
  }

  /** One field of all sources: resolved, and completed as its type says. */
  function executeField(
    type: GraphQLObjectType,
    field: GraphQLField<unknown, unknown>,
    nodes: readonly [FieldNode, ...FieldNode[]],
    sources: readonly unknown[],
    path: ResponsePath,
  ): MaybePromise<Column> {
    const passed = passedOn(field, sources)
    if (passed) return passed
    const at = { type, field, nodes, path }
    let fieldArgs: Record<string, unknown>
    try {
      fieldArgs = getArgumentValues(field, nodes[0], variables)
    } catch (error) {
      // Arguments that their types refuse are refused at each parent.
      const refused = sources.map((_, index) => failed(at, index, error))
      return complete(at, field.type, refused)
    }
    const resolve = field.resolve ?? args.fieldResolver ?? defaultFieldResolver
    const info = infoOf(type, field, nodes)
    const values: unknown[] = Array.from({ length: sources.length })
    let waiting = false
    // Reads below many parents join only within one turn; leaves have nothing to join.
    if (sources.length > MAX_SOURCES_AT_ONCE && isLeafType(getNullableType(field.type)))
      return resolveInTurns().then(completeField)
    resolveSome(0, sources.length)
    return completeField()

    async function resolveInTurns(): Promise<void> {
      for (let from = 0; from < sources.length; from += MAX_SOURCES_AT_ONCE) {
        if (isTurnOver()) await nextTurn()
        resolveSome(from, Math.min(from + MAX_SOURCES_AT_ONCE, sources.length))
      }
    }

    function resolveSome(from: number, to: number): void {
      for (let index = from; index < to; index += 1)
        try {
          const value = resolve(sources[index], fieldArgs, args.contextValue, info)
          if (isLate(value)) waiting = true
          values[index] = value
        } catch (error) {
          values[index] = failed(at, index, error)
        }
    }

    function completeField(): MaybePromise<Column> {
      return waiting
        ? settled(at, values).then(() => complete(at, field.type, values))
        : complete(at, field.type, values)
    }
  }

  /** The values as a type shows them. What is null where the type does not allow it has failed. */
  function complete(at: At, declared: GraphQLOutputType, values: unknown[]): MaybePromise<Column> {
    const type = getNullableType(declared)
    const missing = markMissing(at, declared, values)
    if (isLeafType(type)) return completeLeaves(at, type, values)
    if (missing === 0) return completeAll(at, type, values)
    if (missing === values.length) return new Leaves(values)
    const indices = [...values.keys()].filter((index) => isThere(values[index]))
    const some = { ...at, path: subsetPath(at.path, indices) }
    const completed = completeAll(some, type, values.filter(isThere))
    return when(completed, (column) => new Joined(values, [{ column, indices }]))
  }

  /** Puts null or a failure for each value that cannot be completed, and gives how many there are. */
  function markMissing(at: At, declared: GraphQLOutputType, values: unknown[]): number {
    const nullable = !isNonNullType(declared)
    const isOfLists = isListType(getNullableType(declared))
    let missing = 0
    for (let index = 0; index < values.length; index += 1) {
      const value = values[index]
      if (value === null || value === undefined) {
        values[index] = nullable
          ? null
          : failed(at, index, new Error(`Cannot return null for non-nullable field ${nameOf(at)}.`))
      } else if (value instanceof Error) {
        values[index] = failed(at, index, value)
      } else if (isOfLists && !(value instanceof Failure) && !isList(value)) {
        const told = `Expected Iterable, but did not find one for field "${nameOf(at)}".`
        values[index] = failed(at, index, new GraphQLError(told))
      }
      if (!isThere(values[index])) missing += 1
    }
    return missing
  }

  /** Completes values all of which are there. */
  function completeAll(
    at: At,
    type: GraphQLList<GraphQLOutputType> | GraphQLCompositeType,
    values: readonly unknown[],
  ): MaybePromise<Column> {
    if (isListType(type)) return completeLists(at, type, values as Iterable<unknown>[])
    return isObjectType(type) ? completeObjects(at, type, values) : completeAbstract(at, type, values)
  }

  function completeLeaves(at: At, type: GraphQLLeafType, values: unknown[]): Column {
    for (let index = 0; index < values.length; index += 1)
      if (isThere(values[index]))
        try {
          values[index] = serialized(type, values[index])
        } catch (error) {
          values[index] = failed(at, index, error)
        }
    return new Leaves(values)
  }

  function completeLists(
    at: At,
    { ofType }: GraphQLList<GraphQLOutputType>,
    lists: Iterable<unknown>[],
  ): MaybePromise<Column> {
    const items: unknown[] = []
    const starts: number[] = [0]
    let waiting = false
    for (const list of lists) {
      for (const item of list) {
        if (isLate(item)) waiting = true
        items.push(item)
      }
      starts.push(items.length)
    }
    const below = { ...at, path: itemPath(at.path, starts) }
    const completed = waiting
      ? settled(below, items).then(() => complete(below, ofType, items))
      : complete(below, ofType, items)
    return when(completed, (items) => new Lists(starts, items, !isNonNullType(ofType)))
  }

  function completeObjects(at: At, type: GraphQLObjectType, sources: readonly unknown[]): MaybePromise<Column> {
    return executeFields(type, subfields(context, type, at.nodes), sources, at.path)
  }

  /** Values of an interface or a union: those of each type by themselves. */
  function completeAbstract(at: At, type: GraphQLAbstractType, sources: readonly unknown[]): MaybePromise<Column> {
    const resolveType = type.resolveType ?? args.typeResolver ?? defaultTypeResolver
    const info = infoOf(at.type, at.field, at.nodes)
    const types: unknown[] = sources.map((source, index) => {
      try {
        return resolveType(source, args.contextValue, info, type)
      } catch (error) {
        return failed(at, index, error)
      }
    })
    return types.some(isLate) ? settled(at, types).then(ofTypes) : ofTypes()

    function ofTypes(): MaybePromise<Column> {
      const groups = new Map<unknown, { type: GraphQLObjectType; indices: number[] }>()
      types.forEach((name, index) => {
        if (name instanceof Failure) return
        const group = groups.get(name)
        if (group) {
          group.indices.push(index)
          return
        }
        const runtimeType = typeof name === 'string' ? schema.getType(name) : undefined
        if (isObjectType(runtimeType) && schema.isSubType(type, runtimeType)) {
          groups.set(name, { type: runtimeType, indices: [index] })
          return
        }
        const told = `"${type.name}" must resolve to one of its types, not to ${JSON.stringify(name)}.`
        types[index] = failed(at, index, new GraphQLError(told))
      })
      const parts = Array.from(groups.values(), ({ type, indices }) => {
        const below = { ...at, path: subsetPath(at.path, indices) }
        const some = indices.map((index) => sources[index])
        return when(completeObjects(below, type, some), (column) => ({ column, indices }))
      })
      return whenAll(parts, (parts) => new Joined(types, parts))
    }
  }

  /** Puts what those of these values bring that come later in their places. */
  async function settled(at: At, values: unknown[]): Promise<void> {
    const arrivals = new Set<Promise<void>>()
    values.forEach((value, index) => {
      if (value instanceof Deferred) arrivals.add(value.arrived)
      else if (value instanceof Promise) arrivals.add(put(value, index))
    })
    await Promise.all(arrivals)
    values.forEach((value, index) => {
      if (!(value instanceof Deferred)) return
      try {
        values[index] = value.take()
      } catch (error) {
        values[index] = failed(at, index, error)
      }
    })

    function put(value: Promise<unknown>, index: number): Promise<void> {
      return value.then(
        (brought) => {
          values[index] = brought
        },
        (error: unknown) => {
          values[index] = failed(at, index, error)
        },
      )
    }
  }

  function failed({ nodes, path }: At, index: number, error: unknown): Failure {
    anyFailed = true
    return new Failure(locatedError(error, nodes, path(index)))
  }

  /** The values of a field that passes a column on, without a value being made of any; undefined where that cannot be. */
  function passedOn(field: GraphQLField<unknown, unknown>, sources: readonly unknown[]): Column | undefined {
    const type = getNullableType(field.type)
    const passed = isLeafType(type) ? passedLeaves(field, type, sources) : undefined
    if (!passed || (passed.anyNull && isNonNullType(field.type))) return undefined
    return passed.column
  }

  function infoOf(
    parentType: GraphQLObjectType,
    { name: fieldName, type: returnType }: GraphQLField<unknown, unknown>,
    fieldNodes: readonly FieldNode[],
  ): GraphQLResolveInfo {
    const { rootValue } = args
    const info: Omit<GraphQLResolveInfo, 'path'> = {
      fieldName,
      fieldNodes,
      returnType,
      parentType,
      schema,
      fragments,
      rootValue,
      operation: operation!,
      variableValues: variables,
    }
    return info as GraphQLResolveInfo
  }
}

/** The fields of so many sources or more are executed in turns. */
const MIN_SOURCES_IN_TURNS = 200

/** How many values of a leaf field are resolved before others may have the process. */
const MAX_SOURCES_AT_ONCE = 2_000

type MaybePromise<T> = T | Promise<T>

/** Goes on with a value: at once, where it is here already. */
function when<T, Next>(value: MaybePromise<T>, use: (value: T) => MaybePromise<Next>): MaybePromise<Next> {
  return value instanceof Promise ? value.then(use) : use(value)
}

function whenAll<T, Next>(values: MaybePromise<T>[], use: (values: T[]) => MaybePromise<Next>): MaybePromise<Next> {
  if (values.length === 1) return when(values[0]!, (value) => use([value]))
  const isHere = (value: MaybePromise<T>): value is T => !(value instanceof Promise)
  return values.every(isHere) ? use(values) : Promise.all(values).then(use)
}

/** A field of all its parents, and where in the answer its values stand. */
interface At {
  type: GraphQLObjectType
  field: GraphQLField<unknown, unknown>
  nodes: readonly [FieldNode, ...FieldNode[]]
  path: ResponsePath
}

function isLate(value: unknown): boolean {
  return value instanceof Promise || value instanceof Deferred
}

/** Whether there is a value to complete. */
function isThere(value: unknown): boolean {
  return value !== null && !(value instanceof Failure)
}

function serialized(type: GraphQLLeafType, value: unknown): unknown {
  const shown = type.serialize(value)
  if (shown !== null && shown !== undefined) return shown
  throw new Error(
    `Expected \`${type.name}.serialize(${String(value)})\` to return non-nullable value, returned: ${String(shown)}`,
  )
}

function isList(value: unknown): value is Iterable<unknown> {
  return Array.isArray(value) || (typeof value === 'object' && value !== null && Symbol.iterator in value)
}

function nameOf({ type, field }: At): string {
  return `${type.name}.${field.name}`
}

/** Whether what a document selects depends on its variables. Where not, it is collected once for all executions. */
function isConditional(document: DocumentNode): boolean {
  const used = directivesIn(document)
  return used.has(GraphQLSkipDirective.name) || used.has(GraphQLIncludeDirective.name)
}

/** One object for all executions of a document, so that its fields are collected once. */
const unconditionalContext = memoize2((schema: GraphQLSchema, document: DocumentNode): SelectionContext => {
  return { schema, fragments: fragmentsOf(document), includes: () => true }
})

/** A selected field of objects, and what their columns need to know of it. */
interface ColumnField extends ObjectField, SelectedField {}

const rootFields = memoize3((context: SelectionContext, type: GraphQLObjectType, operation: OperationDefinitionNode) =>
  columnFields(selectedFields(context, type, [operation.selectionSet])),
)

const subfields = memoize3((context: SelectionContext, type: GraphQLObjectType, nodes: readonly FieldNode[]) =>
  columnFields(selectedFields(context, type, selectionSetsOf(nodes))),
)

function columnFields(selected: readonly SelectedField[]): ColumnField[] {
  return selected.map((each, index) => ({
    ...each,
    name: each.responseKey,
    nullable: !isNonNullType(each.field.type),
    opening: openingOf(each.responseKey, index),
  }))
}
