import {
  getArgumentValues,
  getNamedType,
  isAbstractType,
  isCompositeType,
  isListType,
  isNonNullType,
  isObjectType,
  print,
  type FieldNode,
  type GraphQLCompositeType,
  type GraphQLField,
  type GraphQLObjectType,
  type GraphQLOutputType,
  type SelectionNode,
  type SelectionSetNode,
} from 'graphql'
import {
  selectedFields,
  selectionSetsOf,
  type SelectedField,
  type SelectionContext,
} from '../../execute/selection/selection.ts'
import { costOf } from '../../schema/cost/cost.ts'
import { badUserInput } from '../../schema/errors.ts'
import { firstOf, MAX_FIRST } from '../../schema/list/read.ts'
import { sharedListOf } from '../../schema/list/shared-list.ts'
import { MAX_IDS } from '../../rest/endpoint.ts'
import { bareField, fieldOn, intValue, orderValue, selectionSetOf, without } from './ast.ts'
import {
  ID_KEY,
  REST_ID_KEY,
  TYPE_KEY,
  type ExportList,
  type ObjectShape,
  type Shape,
  type TableColumn,
} from './list.ts'
import { pageDocuments } from './document.ts'

/** What an operation is divided by. */
interface Division {
  context: SelectionContext
  variables: Readonly<Record<string, unknown>>
  variableDefinitions: readonly VariableDefinition[]
  lists: ExportList[]
}

type VariableDefinition = Parameters<typeof pageDocuments>[0]['variableDefinitions'][number]

/** Where a selection is: in which list, on which path, and how it is reached from the root. */
interface Place {
  path: readonly string[]
  above: ExportList | undefined
  /** The fields from the root, if all of them are single objects. */
  fromRoot: readonly FieldNode[] | undefined
}

/** A selection without its lists. */
interface Divided {
  selectionSet: SelectionSetNode
  shape: Shape
  columns: readonly TableColumn[]
}

/** The maximum number of lists that are below each other. */
const MAX_LEVELS = 10

/** The maximum length of the path of a list. A name of a file has at most 255 bytes, with a number and an ending. */
const MAX_PATH_LENGTH = 230

/**
 * Divides the selection of an operation into its lists, and what is selected outside of them. Throws BAD_USER_INPUT for lists that cannot
 * be exported.
 */
export function divide(
  context: SelectionContext,
  queryType: GraphQLObjectType,
  {
    selectionSet,
    variableDefinitions = [],
  }: { selectionSet: SelectionSetNode; variableDefinitions?: readonly VariableDefinition[] | undefined },
  variables: Readonly<Record<string, unknown>>,
) {
  const division: Division = { context, variables, variableDefinitions, lists: [] }
  const root = divideSelection(division, queryType, [selectionSet], { path: [], above: undefined, fromRoot: [] })
  checkPaths(division.lists)
  if (division.lists.length === 0)
    throw badUserInput('query', 'The query selects no connection; an export reads connections')
  return { lists: division.lists, root }
}

function divideSelection(
  division: Division,
  type: GraphQLCompositeType,
  selectionSets: readonly SelectionSetNode[],
  place: Place,
): Divided {
  if (isObjectType(type)) {
    const { selections, shape, columns } = divideObject(division, type, selectionSets, place)
    return { selectionSet: selectionSetOf(selections), shape: new Map([[type.name, shape]]), columns }
  }
  const shape = new Map<string, ObjectShape>()
  const columns = new Map<string, TableColumn>()
  const selections: SelectionNode[] = [bareField('__typename', TYPE_KEY)]
  for (const possible of division.context.schema.getPossibleTypes(type)) {
    const divided = divideObject(division, possible, selectionSets, place)
    shape.set(possible.name, divided.shape)
    for (const column of divided.columns) columns.set(column.keys.join('.'), column)
    selections.push(fieldOn(possible.name, divided.selections))
  }
  return { selectionSet: selectionSetOf(selections), shape, columns: [...columns.values()] }
}

function divideObject(
  division: Division,
  type: GraphQLObjectType,
  selectionSets: readonly SelectionSetNode[],
  place: Place,
): { selections: SelectionNode[]; shape: ObjectShape; columns: TableColumn[] } {
  const selections: SelectionNode[] = []
  const columns: TableColumn[] = []
  const inside = new Map<string, Shape>()
  const inline = new Map<string, ExportList>()
  const walked: ExportList[] = []
  for (const selected of selectedFields(division.context, type, selectionSets)) {
    const { responseKey, field, nodes } = selected
    const [node] = nodes
    const named = getNamedType(field.type)
    const path = [...place.path, responseKey]
    checkSame(nodes, path)
    if (isConnection(named)) {
      const list = newList(division, path, place.above)
      const read = connectionOf(division, type, selected, named, { ...place, path }, list)
      if (read) {
        selections.push(read)
        inline.set(responseKey, list)
      } else walked.push(list)
    } else if (isCompositeType(named)) {
      const fromRoot = isSingle(field.type) ? place.fromRoot && [...place.fromRoot, bare(node)] : undefined
      const below = divideSelection(division, named, selectionSetsOf(nodes), { ...place, path, fromRoot })
      selections.push({ ...bare(node), selectionSet: below.selectionSet })
      if (hasLists(below.shape) || isAbstractType(named)) inside.set(responseKey, below.shape)
      columns.push(...columnsBelow(responseKey, field, below.columns))
    } else {
      selections.push(bare(node))
      columns.push({ keys: [responseKey], isText: isText(field) })
    }
    if (RESERVED.has(responseKey))
      throw badUserInput('query', `The response key ${responseKey} is reserved for exports: use another alias`)
  }
  const shape = { inside, inline, walked }
  if (isDivided(shape) || selections.length === 0) selections.push(...identityOf(type))
  return { selections, shape, columns }
}

/** Refuses a key with two meanings, which `nodes` and `edges` of a connection can give it: a line has one value for each key. */
function checkSame(nodes: readonly FieldNode[], path: readonly string[]): void {
  const meanings = new Set(
    nodes.map(({ name, arguments: args = [] }) => [name.value, ...args.map(print).toSorted()].join(' ')),
  )
  if (meanings.size > 1)
    throw badUserInput('query', `\`${path.join('.')}\` is selected with two meanings: use different aliases`)
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

/** Keys of our own, and the one that is no member of an object that it is assigned to. */
const RESERVED: ReadonlySet<string> = new Set([TYPE_KEY, ID_KEY, REST_ID_KEY, '__proto__'])

/** The fields that identify an object: its type, and its ID if it has one. */
function identityOf(type: GraphQLObjectType): FieldNode[] {
  const fields = type.getFields()
  return [
    bareField('__typename', TYPE_KEY),
    ...('id' in fields ? [bareField('id', ID_KEY)] : 'restId' in fields ? [bareField('restId', REST_ID_KEY)] : []),
  ]
}

function newList(division: Division, path: readonly string[], above: ExportList | undefined): ExportList {
  const list: ExportList = {
    index: division.lists.length,
    path: path.join('.'),
    above,
    walked: undefined,
    order: 'none',
    bounded: false,
    shape: new Map(),
    columns: [],
  }
  let levels = 1
  for (let each = above; each; each = each.above) levels += 1
  if (levels > MAX_LEVELS)
    throw badUserInput(
      'query',
      `\`${list.path}\` is too deep: an export reads at most ${MAX_LEVELS} connections below each other`,
    )
  division.lists.push(list)
  return list
}

/**
 * Divides a connection, and sets how its list is read. Returns the field to read it with its parent, or undefined if it is
 * read by an operation of its own.
 */
function connectionOf(
  division: Division,
  parentType: GraphQLObjectType,
  { field, nodes, responseKey }: SelectedField,
  connection: GraphQLObjectType,
  { path, fromRoot }: Place,
  list: ExportList,
): FieldNode | undefined {
  const [node] = nodes
  const args = getArgumentValues(field, node, { ...division.variables })
  checkPageArgs(list.path, args)
  const nodeType = getNamedType(connection.getFields()['nodes']?.type)
  if (!isCompositeType(nodeType)) throw new Error(`${connection.name} has no nodes`)
  const nodeSets = nodeSelections(division.context, connection, selectionSetsOf(nodes))
  const below = divideSelection(division, nodeType, nodeSets, { path, above: list, fromRoot: undefined })
  checkKeys(division.context, nodeType, nodeSets, list.path)
  list.shape = below.shape
  list.columns = below.columns
  list.bounded = typeof args['first'] === 'number'
  const order = orderValue(field, args)
  const hasOrder = order !== undefined && 'getFields' in nodeType && 'createdAt' in nodeType.getFields()
  list.order = hasOrder || isOldestFirst(args['sortBy']) ? 'oldestFirst' : 'none'
  const isNode = 'id' in parentType.getFields() && parentType.getInterfaces().some(({ name }) => name === 'Node')
  const hasParents = isNode && field.extensions['keyOnly'] === true
  const selectionSet = selectionSetOf([
    { ...bareField('nodes'), selectionSet: withIdentity(nodeType, below.selectionSet) },
    { ...bareField('pageInfo'), selectionSet: selectionSetOf([bareField('hasNextPage'), bareField('endCursor')]) },
  ])
  const own = {
    ...bare(node),
    arguments: without(node.arguments, 'first', 'after', ...(hasOrder ? ['sortBy'] : [])),
    selectionSet,
  }
  const first = list.bounded ? Number(args['first']) : MAX_FIRST
  if (!hasParents && !fromRoot)
    return { ...own, arguments: [...own.arguments, ...(hasOrder ? [order] : []), intValue('first', first)] }
  const shared = list.bounded || !hasParents ? undefined : sharedListOf(field.extensions)
  const { document, unsorted } = pageDocuments({
    variableDefinitions: division.variableDefinitions,
    field: own,
    first,
    order: hasOrder ? order : undefined,
    within: shared ? { together: list.index } : hasParents ? { parent: parentType.name } : { fields: fromRoot ?? [] },
  })
  list.walked = {
    field: { parentType: parentType.name, fieldName: field.name },
    document,
    unsorted,
    keys: hasParents
      ? [responseKey]
      : [...(fromRoot ?? []).map(({ alias, name }) => (alias ?? name).value), responseKey],
    hasParents,
    shared,
    maxParents: maxParentsOf(field, args, list.bounded ? first : undefined, hasParents),
  }
  return undefined
}

/** The maximum number of rows of bounded lists that one operation reads. */
const MAX_BOUNDED_ROWS = 5000

function maxParentsOf(
  field: GraphQLField<unknown, unknown>,
  args: Record<string, unknown>,
  first: number | undefined,
  hasParents: boolean,
): number {
  if (!hasParents) return 1
  const use = { parents: { min: 2, max: 2, accounts: 1 }, args, needsRow: true, needsPage: true, needsCount: false }
  const isBatched = (costOf(field.extensions)?.(use) ?? []).every(({ keysPerCall }) => keysPerCall > 1)
  if (!isBatched) return 1
  return first === undefined ? MAX_IDS : Math.max(1, Math.min(MAX_IDS, Math.floor(MAX_BOUNDED_ROWS / first)))
}

/** Refuses a cursor, and a number of rows that no list has. */
function checkPageArgs(path: string, args: Record<string, unknown>): void {
  if (typeof args['after'] === 'string')
    throw badUserInput('query', `\`${path}\` has \`after\`: an export reads lists from their starts; remove it`)
  if (typeof args['first'] === 'number') firstOf({ first: args['first'] }, MAX_FIRST)
}

/** Whether the order that a query requests is by creation time, so that no row changes its place. */
function isOldestFirst(sortBy: unknown): boolean {
  if (!Array.isArray(sortBy) || sortBy.length === 0) return false
  const { field, direction } = Object(sortBy[0])
  return ['created_at', 'createdAt'].includes(field) && direction === 'asc'
}

/** The selection sets of the nodes of a connection, whether they are selected as `nodes` or in `edges`. */
function nodeSelections(
  context: SelectionContext,
  connection: GraphQLObjectType,
  selectionSets: readonly SelectionSetNode[],
): SelectionSetNode[] {
  return selectedFields(context, connection, selectionSets).flatMap(({ field, nodes }) => {
    if (field.name === 'nodes') return selectionSetsOf(nodes)
    const edge = getNamedType(field.type)
    if (field.name !== 'edges' || !isObjectType(edge)) return []
    return selectedFields(context, edge, selectionSetsOf(nodes))
      .filter(({ field }) => field.name === 'node')
      .flatMap(({ nodes }) => selectionSetsOf(nodes))
  })
}

/** The keys that every line has, and the fields that they are for. */
const LINE_KEYS: Readonly<Record<string, string>> = { __typename: '__typename', id: 'id', __parentId: '' }

/** Refuses aliases that are keys of a line with another meaning. */
function checkKeys(
  context: SelectionContext,
  type: GraphQLCompositeType,
  sets: readonly SelectionSetNode[],
  path: string,
): void {
  for (const { responseKey, field } of selectedFields(context, type, sets))
    if (Object.hasOwn(LINE_KEYS, responseKey) && LINE_KEYS[responseKey] !== field.name)
      throw badUserInput(
        'query',
        `\`${path}\` selects ${field.name} as ${responseKey}, which every line has: use another alias`,
      )
}

/** The selection of nodes with what identifies each of them. */
function withIdentity(type: GraphQLCompositeType, selectionSet: SelectionSetNode): SelectionSetNode {
  const identity = isObjectType(type)
    ? identityOf(type)
    : [bareField('__typename', TYPE_KEY), fieldOn('Node', [bareField('id', ID_KEY)])]
  return selectionSetOf([...identity, ...selectionSet.selections])
}

/** Whether a type is that of a connection: a page with its position in a list. */
function isConnection(type: unknown): type is GraphQLObjectType {
  return isObjectType(type) && 'pageInfo' in type.getFields() && 'nodes' in type.getFields()
}

function hasLists(shape: Shape): boolean {
  return [...shape.values()].some(isDivided)
}

function isDivided({ inside, inline, walked }: ObjectShape): boolean {
  return inside.size + inline.size + walked.length > 0
}

/** A field as it is selected, without directives and without what is selected below it. */
function bare({ kind, alias, name, arguments: args }: FieldNode): FieldNode {
  return { kind, alias, name, arguments: args }
}

function isSingle(type: GraphQLOutputType): boolean {
  return isNonNullType(type) ? isSingle(type.ofType) : !isListType(type)
}

function columnsBelow(
  key: string,
  field: GraphQLField<unknown, unknown>,
  below: readonly TableColumn[],
): TableColumn[] {
  if (!isSingle(field.type)) return [{ keys: [key], isText: true }]
  return below.map(({ keys, isText }) => ({ keys: [key, ...keys], isText }))
}

/** The scalars whose values are never text. */
const NUMBERS: ReadonlySet<string> = new Set(['Int', 'Float', 'Long', 'Boolean'])

function isText({ type }: GraphQLField<unknown, unknown>): boolean {
  return !isSingle(type) || !NUMBERS.has(getNamedType(type).name)
}
