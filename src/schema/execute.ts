import {
  defaultFieldResolver,
  defaultTypeResolver,
  getArgumentValues,
  getOperationAST,
  getVariableValues,
  GraphQLError,
  isLeafType,
  isListType,
  isNonNullType,
  isObjectType,
  Kind,
  locatedError,
  SchemaMetaFieldDef,
  TypeMetaFieldDef,
  TypeNameMetaFieldDef,
  type ExecutionArgs,
  type ExecutionResult,
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLAbstractType,
  type GraphQLField,
  type GraphQLLeafType,
  type GraphQLList,
  type GraphQLObjectType,
  type GraphQLOutputType,
  type GraphQLResolveInfo,
} from 'graphql'
import { collectFields, collectSubFields } from '@graphql-tools/utils'
import { placeOfField, placeOfItems, placeOfSome, ROOT, type Place } from './place.ts'

/**
 * Executes a query as graphql-js does, but level by level: a field is resolved for all its parents, then what it leads
 * to for all of them together. So the reads of a level join whatever level above they come from, and what graphql-js does
 * for every value of a field (its arguments, its info, a promise of its object) is done once. `info` is that of all
 * parents, and has no `path`. For documents that answer in parts (@defer, @stream) and for mutations there is graphql-js.
 */
export function executeQuery(args: ExecutionArgs): ExecutionResult | Promise<ExecutionResult> {
  const { schema, document, variableValues, operationName } = args
  const operation = getOperationAST(document, operationName)
  const root = operation && schema.getRootType(operation.operation)
  if (!root) return { errors: [new GraphQLError('There is no operation to execute')] }
  const { coerced, errors: refusals } = getVariableValues(
    schema,
    operation.variableDefinitions ?? [],
    variableValues ?? {},
  )
  if (refusals) return { errors: refusals }
  // Known to be there in the functions below, too.
  const variables = coerced
  const fragments = fragmentsOf(args)
  const errors: GraphQLError[] = []
  let anyFailed = false

  const { fields } = collectFields(schema, fragments, variables, root, operation.selectionSet)
  const data = executeFields(root, fields, [args.rootValue], ROOT)
  return when(data, finish)

  function finish([value]: Column): ExecutionResult {
    const shown = orNull(value) as ExecutionResult['data']
    return errors.length > 0 ? { errors, data: shown } : { data: shown }
  }

  /** The objects of one type with their selected fields, one for each source. */
  function executeFields(
    type: GraphQLObjectType,
    fields: ReadonlyMap<string, FieldNode[]>,
    sources: Column,
    place: Place,
  ): MaybePromise<Column> {
    const names: string[] = []
    const columns: MaybePromise<Column>[] = []
    for (const [name, nodes] of fields) {
      const field = fieldOf(type, nodes[0]!.name.value)
      if (!field) continue
      names.push(name)
      columns.push(executeField(type, field, nodes, sources, placeOfField(place, name)))
    }
    return whenAll(columns, (columns) => objectsOf(names, columns, sources.length))
  }

  function objectsOf(names: readonly string[], columns: readonly Column[], length: number): Column {
    const objects: Column = Array.from({ length })
    for (let index = 0; index < length; index += 1) {
      const object = new Answer()
      let failure: Failure | undefined
      for (let each = 0; each < names.length; each += 1) {
        const value = columns[each]![index]
        if (anyFailed && value instanceof Failure) failure ??= value
        object[names[each]!] = value
      }
      objects[index] = failure ?? object
    }
    return objects
  }

  /** One field of all sources: resolved, and completed as its type says. */
  function executeField(
    type: GraphQLObjectType,
    field: GraphQLField<unknown, unknown>,
    nodes: FieldNode[],
    sources: Column,
    place: Place,
  ): MaybePromise<Column> {
    const at = { type, field, nodes, place }
    let fieldArgs: Record<string, unknown>
    try {
      fieldArgs = getArgumentValues(field, nodes[0]!, variables)
    } catch (error) {
      // Arguments that their types refuse are refused at each parent.
      const refused = sources.map((_, index) => failed(at, index, error))
      return complete(at, field.type, refused)
    }
    const resolve = field.resolve ?? args.fieldResolver ?? defaultFieldResolver
    const info = infoOf(type, field, nodes)
    const values: Column = Array.from({ length: sources.length })
    let waiting = false
    for (let index = 0; index < sources.length; index += 1)
      try {
        const value = resolve(sources[index], fieldArgs, args.contextValue, info)
        if (value instanceof Promise) waiting = true
        values[index] = value
      } catch (error) {
        values[index] = failed(at, index, error)
      }
    return waiting ? settled(at, values).then(() => complete(at, field.type, values)) : complete(at, field.type, values)
  }

  /** The values as a type shows them. A failure becomes null where the type allows it, and is told there, once. */
  function complete(at: At, type: GraphQLOutputType, values: Column): MaybePromise<Column> {
    if (isNonNullType(type)) {
      const inner = completeNullable(at, type.ofType as Exclude<GraphQLOutputType, typeof type>, values)
      return when(inner, (column) => withoutNull(at, column))
    }
    return when(completeNullable(at, type, values), withNull)
  }

  function withoutNull(at: At, values: Column): Column {
    for (let index = 0; index < values.length; index += 1)
      if (values[index] === null)
        values[index] = failed(at, index, new Error(`Cannot return null for non-nullable field ${nameOf(at)}.`))
    return values
  }

  function withNull(values: Column): Column {
    return anyFailed ? values.map(orNull) : values
  }

  function orNull(value: unknown): unknown {
    if (!(value instanceof Failure)) return value
    errors.push(value.error)
    return null
  }

  function completeNullable(at: At, type: GraphQLOutputType, values: Column): MaybePromise<Column> {
    if (isLeafType(type)) return completeLeaves(at, type, values)
    if (isListType(type)) return completeLists(at, type, values)
    if (isObjectType(type)) return ofThese(at, values, (at, sources) => completeObjects(at, type, sources))
    return ofThese(at, values, (at, sources) => completeAbstract(at, type, sources))
  }

  function completeLeaves(at: At, type: GraphQLLeafType, values: Column): Column {
    for (let index = 0; index < values.length; index += 1)
      if (isThere(at, values, index))
        try {
          values[index] = serialized(type, values[index])
        } catch (error) {
          values[index] = failed(at, index, error)
        }
    return values
  }

  function completeLists(at: At, type: GraphQLList<GraphQLOutputType>, lists: Column): MaybePromise<Column> {
    const items: Column = []
    /** Where in `items` each list begins, and the last one ends. */
    const starts: number[] = [0]
    let waiting = false
    for (let index = 0; index < lists.length; index += 1) {
      const list = isThere(at, lists, index) ? lists[index] : []
      if (isList(list)) {
        for (const item of list) {
          if (item instanceof Promise) waiting = true
          items.push(item)
        }
      } else {
        const told = `Expected Iterable, but did not find one for field "${nameOf(at)}".`
        lists[index] = failed(at, index, new GraphQLError(told))
      }
      starts.push(items.length)
    }
    const below = { ...at, place: placeOfItems(at.place, starts) }
    const completed = waiting
      ? settled(below, items).then(() => complete(below, type.ofType, items))
      : complete(below, type.ofType, items)
    return when(completed, regrouped)

    function regrouped(items: Column): Column {
      for (let index = 0; index < lists.length; index += 1) {
        if (!isList(lists[index])) continue
        const list = items.slice(starts[index], starts[index + 1])
        lists[index] = (anyFailed && list.find((item) => item instanceof Failure)) || list
      }
      return lists
    }
  }

  function completeObjects(at: At, type: GraphQLObjectType, sources: Column): MaybePromise<Column> {
    const { fields } = collectSubFields(schema, fragments, variables, type, at.nodes)
    return executeFields(type, fields, sources, at.place)
  }

  /** Values of an interface or a union: those of each type by themselves. */
  function completeAbstract(at: At, type: GraphQLAbstractType, sources: Column): MaybePromise<Column> {
    const resolveType = type.resolveType ?? args.typeResolver ?? defaultTypeResolver
    const info = infoOf(at.type, at.field, at.nodes)
    const types: Column = sources.map((source, index) => {
      try {
        return resolveType(source, args.contextValue, info, type)
      } catch (error) {
        return failed(at, index, error)
      }
    })
    return types.some((each) => each instanceof Promise) ? settled(at, types).then(ofTypes) : ofTypes()

    function ofTypes(): MaybePromise<Column> {
      const groups = new Map<GraphQLObjectType, number[]>()
      types.forEach((name, index) => {
        if (name instanceof Failure) return
        const runtimeType = typeof name === 'string' ? schema.getType(name) : undefined
        if (!isObjectType(runtimeType) || !schema.isSubType(type, runtimeType)) {
          const told = `"${type.name}" must resolve to one of its types, not to ${JSON.stringify(name)}.`
          types[index] = failed(at, index, new GraphQLError(told))
          return
        }
        const group = groups.get(runtimeType)
        if (group) group.push(index)
        else groups.set(runtimeType, [index])
      })
      const completed = [...groups].map(([runtimeType, indices]) => {
        const below = { ...at, place: placeOfSome(at.place, indices) }
        return completeObjects(
          below,
          runtimeType,
          indices.map((index) => sources[index]),
        )
      })
      return whenAll(completed, scattered)

      function scattered(columns: readonly Column[]): Column {
        const indices = [...groups.values()]
        columns.forEach((column, group) =>
          column.forEach((value, each) => {
            types[indices[group]![each]!] = value
          }),
        )
        return types
      }
    }
  }

  /** Completes those values that are there; null and what has failed stay as they are. */
  function ofThese(
    at: At,
    values: Column,
    complete: (at: At, values: Column) => MaybePromise<Column>,
  ): MaybePromise<Column> {
    const there: number[] = []
    for (let index = 0; index < values.length; index += 1) if (isThere(at, values, index)) there.push(index)
    if (there.length === 0) return values
    if (there.length === values.length) return complete(at, values)
    const below = { ...at, place: placeOfSome(at.place, there) }
    const completed = complete(
      below,
      there.map((index) => values[index]),
    )
    return when(completed, scattered)

    function scattered(column: Column): Column {
      there.forEach((index, each) => {
        values[index] = column[each]
      })
      return values
    }
  }

  /** Whether there is a value to complete: neither null, nor undefined (which is null), nor what has failed. */
  function isThere(at: At, values: Column, index: number): boolean {
    const value = values[index]
    if (value === null || value === undefined) values[index] = null
    else if (value instanceof Error) values[index] = failed(at, index, value)
    else return !(value instanceof Failure)
    return false
  }

  /** Puts what the promises among these values bring in their places. */
  function settled(at: At, values: Column): Promise<void> {
    return new Promise((resolve) => {
      let left = 1
      const settle = (index: number, value: unknown) => {
        values[index] = value
        if ((left -= 1) === 0) resolve()
      }
      values.forEach((value, index) => {
        if (!(value instanceof Promise)) return
        left += 1
        value.then(
          (brought: unknown) => settle(index, brought),
          (error: unknown) => settle(index, failed(at, index, error)),
        )
      })
      if ((left -= 1) === 0) resolve()
    })
  }

  function failed({ nodes, place }: At, index: number, error: unknown): Failure {
    anyFailed = true
    return new Failure(locatedError(error, nodes, place(index)))
  }

  function fieldOf(type: GraphQLObjectType, name: string): GraphQLField<unknown, unknown> | undefined {
    if (name === TypeNameMetaFieldDef.name) return TypeNameMetaFieldDef
    if (type === schema.getQueryType()) {
      if (name === SchemaMetaFieldDef.name) return SchemaMetaFieldDef
      if (name === TypeMetaFieldDef.name) return TypeMetaFieldDef
    }
    return type.getFields()[name]
  }

  function infoOf(
    parentType: GraphQLObjectType,
    { name: fieldName, type: returnType }: GraphQLField<unknown, unknown>,
    fieldNodes: FieldNode[],
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

/** The values of one field, or what becomes of them, one for each parent. */
type Column = unknown[]

type MaybePromise<T> = T | Promise<T>

/** Goes on with a value: at once, where it is here already. */
function when<T, Next>(value: MaybePromise<T>, use: (value: T) => MaybePromise<Next>): MaybePromise<Next> {
  return value instanceof Promise ? value.then(use) : use(value)
}

function whenAll<T, Next>(values: MaybePromise<T>[], use: (values: T[]) => MaybePromise<Next>): MaybePromise<Next> {
  const isHere = (value: MaybePromise<T>): value is T => !(value instanceof Promise)
  return values.every(isHere) ? use(values) : Promise.all(values).then(use)
}

/** A field of all its parents, and where in the answer its values stand. */
interface At {
  type: GraphQLObjectType
  field: GraphQLField<unknown, unknown>
  nodes: FieldNode[]
  place: Place
}

/** What stands in a column instead of a value. */
class Failure {
  readonly error: GraphQLError

  constructor(error: GraphQLError) {
    this.error = error
  }
}

/** An object of the answer: without a prototype's members, and with V8's fast properties, as Object.create(null) has not. */
const Answer = function () {} as unknown as new () => Record<string, unknown>
Answer.prototype = Object.freeze(Object.create(null))

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

function fragmentsOf({ document }: ExecutionArgs): Record<string, FragmentDefinitionNode> {
  const fragments: Record<string, FragmentDefinitionNode> = Object.create(null)
  for (const definition of document.definitions)
    if (definition.kind === Kind.FRAGMENT_DEFINITION) fragments[definition.name.value] = definition
  return fragments
}
