import { hash } from 'node:crypto'
import {
  getOperationAST,
  GraphQLError,
  OperationTypeNode,
  parse,
  print,
  type DocumentNode,
  GraphQLSchema,
  type OperationDefinitionNode,
  type GraphQLFieldConfig,
  type FieldNode,
  getArgumentValues,
  getNamedType,
  getNullableType,
  isAbstractType,
  isCompositeType,
  isEnumType,
  isInputObjectType,
  isListType,
  isObjectType,
  type GraphQLCompositeType,
  type GraphQLField,
  GraphQLObjectType,
  type SelectionSetNode,
  GraphQLList,
  isInterfaceType,
} from 'graphql'
import type { Context } from '../../../context.ts'
import {
  fragmentsOf,
  lookaheadContext,
  selectedFields,
  selectionSetsOf,
  type SelectedField,
  type SelectionContext,
} from '../../../execute/selection/selection.ts'
import { coerceVariables } from '../../../execute/variables.ts'
import { sortedEntries } from '../../../json/object.ts'
import { MAX_IDS } from '../../../rest/endpoint.ts'
import { idOf, type Row } from '../../../rest/types.ts'
import { hasIntervals } from '../../../schema/analytics/metric.ts'
import { costOf } from '../../../schema/cost/cost.ts'
import { badUserInput } from '../../../schema/errors.ts'
import type { Connection } from '../../../schema/list/connection.ts'
import { listSelectionOf, firstOf, MAX_FIRST } from '../../../schema/list/read.ts'
import { type SharedList, sharedListOf } from '../../../schema/list/shared-list.ts'
import { accountOf } from '../../../schema/node/row.ts'
import { personalIn } from '../../../schema/personal-data.ts'
import { validateDocument } from '../../../schema/validate-document.ts'
import { DOCUMENT_LIMITS } from '../../../server/document/limits.ts'

export interface QueryText {
  query: string
  /** Required if the query has several operations. */
  operationName?: string | null
  variables?: Readonly<Record<string, unknown>> | null
}

/** A query that has been checked and divided into its lists. */
export type ExportQuery = ReturnType<typeof openQuery>

/**
 * Checks a query, and divides it into its lists. Throws a GraphQLError, or BAD_USER_INPUT, for a query that is not valid or
 * that cannot be exported.
 */
export function openQuery(schema: GraphQLSchema, { query, operationName, variables: given }: QueryText) {
  const document = parse(query, { maxTokens: DOCUMENT_LIMITS.tokens })
  const [invalid] = validateDocument(schema, document)
  if (invalid) throw invalid
  const operation = operationOf(document, operationName)
  const { coerced, errors } = coerceVariables(schema, operation, given ?? {}, {
    secretIn: personalIn(schema, document),
  })
  if (errors) throw errors[0] ?? new GraphQLError('The variables are not valid')
  const queryType = schema.getQueryType()
  if (!queryType) throw new Error('The schema has no queries')
  const context = lookaheadContext(schema, fragmentsOf(document), coerced)
  const { lists, root } = divide(context, queryType, operation.selectionSet, coerced)
  return {
    schema: levelSchema(schema, lists),
    variables: coerced,
    lists,
    /** The selections outside of lists. */
    root,
    /** A hash of the operation and its variables: equal for queries that export the same. */
    fingerprint: hash(
      'sha256',
      JSON.stringify([print(document), operationName ?? null, sortedEntries(given ?? {})]),
      'base64url',
    ),
  }
}

function operationOf(document: DocumentNode, operationName: string | null | undefined): OperationDefinitionNode {
  const operation = getOperationAST(document, operationName)
  if (!operation)
    throw badUserInput(
      'operationName',
      operationName ? `There is no operation ${operationName}` : 'The document has several operations: name one',
    )
  if (operation.operation !== OperationTypeNode.QUERY)
    throw badUserInput('query', `An export reads a query; this is a ${operation.operation}`)
  return operation
}

// An operation is divided into one operation for each of its connections. What follows describes them.

/** A connection of an operation: a list of an export, with a file of its own. */
export interface ExportList {
  /** The index among the lists of the operation. */
  index: number
  /** The response keys of the fields that lead to it: `account.campaigns.lineItems`. */
  path: string
  /** The list whose nodes are its parents; undefined if it is not below another list. */
  above: ExportList | undefined
  /** The number of lists that it is in, itself included. */
  level: number
  /** How it is read; undefined if it is read with the page that it is in. */
  walked: WalkedList | undefined
  /** Whether it is read in the order of creation. Otherwise the service cannot sort it, or the query requests another order. */
  oldestFirst: boolean
  /** The number of rows of each parent that bounds it; undefined if it is read to its end. */
  first: number | undefined
  /** The lists below its nodes. */
  shape: Shape
  columns: readonly TableColumn[]
}

export function pathsOf(lists: readonly ExportList[]): string[] {
  return [...new Set(lists.map(({ path }) => path))]
}

/** How a list is read: an operation whose variables are the cursor, the number of rows and, from outside the document, the parents. */
export interface WalkedList {
  document: DocumentNode
  /** The same without the order that was added; undefined if none was. */
  unsorted: DocumentNode | undefined
  /** The response keys from a parent, or from the root, to the connection. */
  keys: readonly string[]
  /** Whether it is a list of parents. Otherwise it is read from the root of the query. */
  hasParents: boolean
  /** How the lists of several parents are read as one, and the field that has them. Undefined if each is read by itself. */
  shared: { list: SharedList; field: GraphQLFieldConfig<unknown, Context> } | undefined
  /** The maximum number of parents in one operation. They are in one account. */
  maxParents: number
}

/** The lists below the objects of a selection, by the name of their type. */
export type Shape = ReadonlyMap<string, ObjectShape>

export interface ObjectShape {
  /** The response keys of objects, or lists of objects, that have lists below them. */
  inside: ReadonlyMap<string, Shape>
  /** The lists that are read with the object, by response key. */
  inline: ReadonlyMap<string, ExportList>
  /** The lists that are read later, with the object as their parent. */
  walked: readonly ExportList[]
}

/** A column of a CSV file. */
export interface TableColumn {
  /** The response keys from the node to the value. */
  keys: readonly string[]
  /** Whether its values are text, which a spreadsheet could take for a formula. */
  isText: boolean
  /** How many of the keys lead to stats, whose lists have an item for each line. Undefined outside of stats. */
  stats?: number | undefined
}

/** The response keys of what an export selects of every object with lists. No query may use them. */
export const TYPE_KEY = 'exportType'
export const ID_KEY = 'exportId'
export const REST_ID_KEY = 'exportRestId'
export const RAW_KEY = 'exportRaw'

/** The names of the variables with the cursor and the number of rows of a page, and of the fields of the root that have the parents. */
export const CURSOR_VARIABLE = 'exportCursor'
export const FIRST_VARIABLE = 'exportFirst'
export const PARENTS_FIELD = 'exportParents'
const TOGETHER_FIELD = 'exportTogether'

// The documents of an export are made as text.

/** A field under a response key, with these arguments, and with the selections below it. */
function fieldText(key: string, name: string, args: readonly string[], below?: string): string {
  const given = args.length > 0 ? `(${args.join(', ')})` : ''
  return `${key}: ${name}${given}${below === undefined ? '' : ` { ${below} }`}`
}

/** The arguments of a field, without those with these names. */
function argumentTexts({ arguments: args = [] }: FieldNode, ...without: readonly string[]): string[] {
  return args.filter(({ name }) => !without.includes(name.value)).map(print)
}

/** A document with one query. It declares no variables, because it is executed with the values of all. */
function queryDocument(selections: string): DocumentNode {
  return parse(`{ ${selections} }`, { noLocation: true })
}

/** Where a selection is: in which list, on which path, and how it is reached from the root. */
interface Place {
  path: readonly string[]
  above: ExportList | undefined
  /** The fields from the root, if all of them are single objects. */
  fromRoot: readonly string[] | undefined
}

/** A selection without its lists. */
interface Divided<OfShape> {
  selections: string
  shape: OfShape
  columns: readonly TableColumn[]
}

/** The maximum number of lists that are below each other. */
const MAX_LEVELS = 10

/** The maximum length of the path of a list. A name of a file has at most 255 bytes, with a number and an ending. */
const MAX_PATH_LENGTH = 230

/** The maximum number of rows of bounded lists that one operation reads. */
const MAX_BOUNDED_ROWS = 5000

/** Keys of our own, and the one that is no member of an object that it is assigned to. */
const RESERVED: ReadonlySet<string> = new Set([TYPE_KEY, ID_KEY, REST_ID_KEY, RAW_KEY, '__proto__'])

/** The keys that every line has, and the fields that they are for. */
const LINE_KEYS: Readonly<Record<string, string>> = { __typename: '__typename', id: 'id', __parentId: '' }

/** The scalars whose values are never text. */
const NUMBERS: ReadonlySet<string> = new Set(['Int', 'Float', 'Long', 'Boolean'])

/** Selects the type of an object. */
const TYPE = fieldText(TYPE_KEY, '__typename', [])

/**
 * Divides the selection of an operation into its lists, and the fields outside of them. Throws BAD_USER_INPUT for lists that cannot
 * be exported.
 */
function divide(
  context: SelectionContext,
  queryType: GraphQLObjectType,
  selectionSet: SelectionSetNode,
  variables: Readonly<Record<string, unknown>>,
) {
  const division = new Division(context, variables)
  const root = division.divide(queryType, [selectionSet], { path: [], above: undefined, fromRoot: [] })
  const { lists } = division
  checkPaths(lists)
  if (lists.length === 0) throw badUserInput('query', 'The query selects no connection; an export reads connections')
  return { lists, root: { document: queryDocument(root.selections), shape: root.shape } }
}

/** The division of one operation. */
class Division {
  readonly #context: SelectionContext
  readonly #variables: Readonly<Record<string, unknown>>
  readonly lists: ExportList[] = []

  constructor(context: SelectionContext, variables: Readonly<Record<string, unknown>>) {
    this.#context = context
    this.#variables = variables
  }

  divide(type: GraphQLCompositeType, selectionSets: readonly SelectionSetNode[], place: Place): Divided<Shape> {
    if (isObjectType(type)) {
      const divided = this.#divideObject(type, selectionSets, place)
      return { ...divided, shape: new Map([[type.name, divided.shape]]) }
    }
    const all = this.#context.schema
      .getPossibleTypes(type)
      .map((possible) => ({ name: possible.name, ...this.#divideObject(possible, selectionSets, place) }))
    return {
      selections: [TYPE, ...all.map(({ name, selections }) => `... on ${name} { ${selections} }`)].join(' '),
      shape: new Map(all.map(({ name, shape }) => [name, shape])),
      columns: all.flatMap(({ columns }) => columns),
    }
  }

  #divideObject(
    type: GraphQLObjectType,
    selectionSets: readonly SelectionSetNode[],
    place: Place,
  ): Divided<ObjectShape> {
    const selections: string[] = []
    const columns: TableColumn[] = []
    const inside = new Map<string, Shape>()
    const inline = new Map<string, ExportList>()
    const walked: ExportList[] = []
    for (const selected of selectedFields(this.#context, type, selectionSets)) {
      const { responseKey, field, nodes } = selected
      const [node] = nodes
      const named = getNamedType(field.type)
      const own = { ...place, path: [...place.path, responseKey] }
      checkSelected(selected, own)
      const args = argumentTexts(node)
      if (isConnection(named)) {
        const { list, read } = this.#divideConnection(type, selected, named, own)
        if (read === undefined) walked.push(list)
        else {
          selections.push(read)
          inline.set(responseKey, list)
        }
      } else if (isCompositeType(named)) {
        const isList = isListType(getNullableType(field.type))
        const fromRoot = isList ? undefined : place.fromRoot?.concat(fieldText(responseKey, field.name, args))
        const below = this.divide(named, selectionSetsOf(nodes), { ...own, fromRoot })
        selections.push(fieldText(responseKey, field.name, args, below.selections))
        if (isAbstractType(named) || [...below.shape.values()].some(isDivided)) inside.set(responseKey, below.shape)
        if (isList && !hasIntervals(type)) columns.push({ keys: [responseKey], isText: true })
        else
          for (const { keys, isText, stats = hasIntervals(named) ? 0 : undefined } of below.columns)
            columns.push({ keys: [responseKey, ...keys], isText, stats: stats === undefined ? undefined : stats + 1 })
      } else {
        selections.push(fieldText(responseKey, field.name, args))
        columns.push({ keys: [responseKey], isText: !NUMBERS.has(named.name) })
      }
    }
    const shape = { inside, inline, walked }
    if (isDivided(shape) || selections.length === 0) selections.push(identityOf(type))
    return { selections: selections.join(' '), shape, columns }
  }

  /** Divides a connection. `read` is the field that reads it with its parent; undefined if it has an operation of its own. */
  #divideConnection(
    parentType: GraphQLObjectType,
    { field, nodes, responseKey }: SelectedField,
    connection: GraphQLObjectType,
    { path, above, fromRoot }: Place,
  ): { list: ExportList; read: string | undefined } {
    const [node] = nodes
    const args = getArgumentValues(field, node, { ...this.#variables })
    const nodeType = getNamedType(connection.getFields()['nodes']?.type)
    if (!isCompositeType(nodeType)) throw new Error(`${connection.name} has no nodes`)
    const order = orderOf(field, args, nodeType)
    const list: ExportList = {
      index: this.lists.length,
      path: path.join('.'),
      above,
      level: (above?.level ?? 0) + 1,
      walked: undefined,
      oldestFirst: order !== undefined || isOldestFirst(args['sortBy']),
      first: typeof args['first'] === 'number' ? args['first'] : undefined,
      shape: new Map(),
      columns: [],
    }
    checkList(list, args)
    this.lists.push(list)
    const nodeSets = this.#nodeSelections(connection, selectionSetsOf(nodes))
    const below = this.divide(nodeType, nodeSets, { path, above: list, fromRoot: undefined })
    list.shape = below.shape
    list.columns = below.columns
    const given = argumentTexts(node, 'first', 'after', ...(order ? ['sortBy'] : []))
    const sorted = order ? [order] : []
    const selections = `nodes { ${identityOf(nodeType)} ${below.selections} } pageInfo { hasNextPage endCursor }`
    const read = (name: string, ...added: string[]) => fieldText(responseKey, name, [...given, ...added], selections)
    const isNode = parentType.getInterfaces().some(({ name }) => name === 'Node')
    const hasParents = isNode && field.extensions['keyOnly'] === true
    if (!hasParents && !fromRoot)
      return { list, read: read(field.name, ...sorted, `first: ${list.first ?? MAX_FIRST}`) }
    const shared = list.first !== undefined || !hasParents ? undefined : sharedListOf(field.extensions)
    const config = parentType.toConfig().fields[field.name]
    const outer = hasParents ? [PARENTS_FIELD, `... on ${parentType.name}`] : (fromRoot ?? [])
    const documentWith = (...added: string[]) => {
      const page = [`after: $${CURSOR_VARIABLE}`, `first: $${FIRST_VARIABLE}`]
      if (shared) return queryDocument(read(`${TOGETHER_FIELD}${list.index}`, ...added, ...page))
      return queryDocument([...outer, read(field.name, ...added, ...page)].join(' { ') + ' }'.repeat(outer.length))
    }
    list.walked = {
      document: documentWith(...sorted),
      unsorted: order ? documentWith() : undefined,
      keys: hasParents ? [responseKey] : path,
      hasParents,
      shared: shared && config && { list: shared, field: config },
      maxParents: hasParents ? maxParentsOf(field, args, list.first) : 1,
    }
    return { list, read: undefined }
  }

  /** The selection sets of the nodes of a connection, whether they are selected as `nodes` or in `edges`. */
  #nodeSelections(type: GraphQLObjectType, selectionSets: readonly SelectionSetNode[]): SelectionSetNode[] {
    return selectedFields(this.#context, type, selectionSets).flatMap(({ field, nodes }) => {
      const below = selectionSetsOf(nodes)
      if (field.name === 'nodes' || field.name === 'node') return below
      const edge = getNamedType(field.type)
      return field.name === 'edges' && isObjectType(edge) ? this.#nodeSelections(edge, below) : []
    })
  }
}

/** Refuses keys that a line cannot have, or that have two meanings, which `nodes` and `edges` of a connection can give them. */
function checkSelected({ responseKey, field, nodes }: SelectedField, { path, above }: Place): void {
  const meanings = new Set(nodes.map((node) => [node.name.value, ...argumentTexts(node).toSorted()].join(' ')))
  if (meanings.size > 1)
    throw badUserInput('query', `\`${path.join('.')}\` is selected with two meanings: use different aliases`)
  if (RESERVED.has(responseKey))
    throw badUserInput('query', `The response key ${responseKey} is reserved for exports: use another alias`)
  const isOfLine = above?.path === path.slice(0, -1).join('.') && Object.hasOwn(LINE_KEYS, responseKey)
  if (isOfLine && LINE_KEYS[responseKey] !== field.name)
    throw badUserInput(
      'query',
      `\`${above.path}\` selects ${field.name} as ${responseKey}, which every line has: use another alias`,
    )
}

/** Refuses paths of lists that some file systems do not have as the names of different files. */
function checkPaths(lists: readonly ExportList[]): void {
  const byName = new Map<string, string>()
  for (const { path } of lists) {
    if (path.length > MAX_PATH_LENGTH)
      throw badUserInput('query', `\`${path}\` is too long for the name of a file: use shorter aliases`)
    const other = byName.get(path.toLowerCase()) ?? path
    if (other !== path)
      throw badUserInput('query', `\`${other}\` and \`${path}\` differ only in case, and name files: use other aliases`)
    byName.set(path.toLowerCase(), path)
  }
}

/** Refuses a list that is too deep, a cursor, and a number of rows that no list has. */
function checkList({ path, level }: ExportList, args: Record<string, unknown>): void {
  if (level > MAX_LEVELS)
    throw badUserInput(
      'query',
      `\`${path}\` is too deep: an export reads at most ${MAX_LEVELS} connections below each other`,
    )
  if (typeof args['after'] === 'string')
    throw badUserInput('query', `\`${path}\` has \`after\`: an export reads lists from their starts; remove it`)
  if (typeof args['first'] === 'number') firstOf({ first: args['first'] }, MAX_FIRST)
}

/** Selects what identifies an object: its type, and its ID if it has one. A row without an ID is identified by all of it. */
function identityOf(type: GraphQLCompositeType): string {
  if (!isObjectType(type)) return `${TYPE} ... on Node { ${fieldText(ID_KEY, 'id', [])} }`
  const fields = type.getFields()
  if ('id' in fields) return `${TYPE} ${fieldText(ID_KEY, 'id', [])}`
  if ('restId' in fields) return `${TYPE} ${fieldText(REST_ID_KEY, 'restId', [])}`
  return 'raw' in fields ? `${TYPE} ${fieldText(RAW_KEY, 'raw', [])}` : TYPE
}

/**
 * The argument that sorts a list by creation time, oldest first. Undefined if the list has no order to choose, or if the
 * query has chosen one.
 */
function orderOf(
  { args }: GraphQLField<unknown, unknown>,
  given: Record<string, unknown>,
  nodeType: GraphQLCompositeType,
): string | undefined {
  const { sortBy } = given
  if (Array.isArray(sortBy) && sortBy.length > 0) return undefined
  if (!('getFields' in nodeType) || !('createdAt' in nodeType.getFields())) return undefined
  const input = getNamedType(args.find(({ name }) => name === 'sortBy')?.type)
  const attribute = isInputObjectType(input) ? input.getFields()['field'] : undefined
  if (!attribute) return undefined
  const createdAt = isEnumType(getNamedType(attribute.type)) ? 'CREATED_AT' : '"createdAt"'
  return `sortBy: [{ field: ${createdAt}, direction: ASC }]`
}

/** Whether the order that a query requests is by creation time, so that no row changes its place. */
function isOldestFirst(sortBy: unknown): boolean {
  const [first] = Array.isArray(sortBy) ? sortBy : []
  const { field, direction } = Object(first)
  return ['created_at', 'createdAt'].includes(field) && direction === 'asc'
}

/** The number of parents whose lists one operation reads: several if that takes fewer calls. `first` bounds each list. */
function maxParentsOf(
  field: GraphQLField<unknown, unknown>,
  args: Record<string, unknown>,
  first: number | undefined,
): number {
  const use = { parents: { min: 2, max: 2, accounts: 1 }, args, needsRow: true, needsPage: true, needsCount: false }
  const isBatched = (costOf(field.extensions)?.(use) ?? []).every(({ keysPerCall }) => keysPerCall > 1)
  if (!isBatched) return 1
  return first === undefined ? MAX_IDS : Math.max(1, Math.min(MAX_IDS, Math.floor(MAX_BOUNDED_ROWS / first)))
}

/** Whether a type is a connection: a page with its position in a list. */
function isConnection(type: unknown): type is GraphQLObjectType {
  return isObjectType(type) && 'pageInfo' in type.getFields() && 'nodes' in type.getFields()
}

function isDivided({ inside, inline, walked }: ObjectShape): boolean {
  return inside.size + inline.size + walked.length > 0
}

/** The root value of an operation that reads a page of a list: the parents of the list. */
export interface LevelRoot {
  parents: readonly Row[]
  /** The page of a list that is read for all parents together, once it has been read. */
  connection?: Connection
}

/**
 * The schema of the operations that an export consists of: the graph, whose root also has the parents of the page
 * that is read, and the lists that they share. So one executor and one set of resolvers serve all.
 */
function levelSchema(schema: GraphQLSchema, lists: readonly ExportList[]): GraphQLSchema {
  const query = schema.getQueryType()
  const node = schema.getType('Node')
  if (!query || !isInterfaceType(node)) throw new Error('The schema has no nodes')
  const config = query.toConfig()
  const fields: Record<string, GraphQLFieldConfig<LevelRoot, Context>> = {
    ...config.fields,
    [PARENTS_FIELD]: {
      type: new GraphQLList(node),
      resolve: ({ parents }) => parents,
    },
  }
  for (const { index, walked } of lists) {
    if (!walked?.shared) continue
    const { list, field } = walked.shared
    fields[`${TOGETHER_FIELD}${index}`] = {
      type: field.type,
      args: field.args ?? {},
      async resolve(root, given, context, info) {
        const [first] = root.parents
        if (!first) return null
        const siblings = { account: accountOf(first), parents: root.parents.map(idOf) }
        root.connection = await list.read(context, siblings, given, listSelectionOf(info))
        return root.connection
      },
    }
  }
  const root = new GraphQLObjectType({ ...config, fields })
  const { types, ...others } = schema.toConfig()
  return new GraphQLSchema({ ...others, query: root, types: types.filter((type) => type !== query) })
}
