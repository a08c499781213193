import {
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
  type GraphQLObjectType,
  type SelectionSetNode,
} from 'graphql'
import {
  selectedFields,
  selectionSetsOf,
  type SelectedField,
  type SelectionContext,
} from '../../../execute/selection/selection.ts'
import { costOf } from '../../../schema/cost/cost.ts'
import { badUserInput } from '../../../schema/errors.ts'
import { firstOf, MAX_FIRST } from '../../../schema/list/read.ts'
import { sharedListOf } from '../../../schema/list/shared-list.ts'
import { MAX_IDS } from '../../../rest/endpoint.ts'
import { argumentTexts, fieldText, queryDocument } from './document.ts'
import {
  CURSOR_VARIABLE,
  FIRST_VARIABLE,
  ID_KEY,
  PARENTS_FIELD,
  RAW_KEY,
  REST_ID_KEY,
  TOGETHER_FIELD,
  TYPE_KEY,
  type ExportList,
  type ObjectShape,
  type Shape,
  type TableColumn,
} from './list.ts'

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
 * Divides the selection of an operation into its lists, and what is selected outside of them. Throws BAD_USER_INPUT for lists that cannot
 * be exported.
 */
export function divide(
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
        if (isList) columns.push({ keys: [responseKey], isText: true })
        else columns.push(...below.columns.map(({ keys, isText }) => ({ keys: [responseKey, ...keys], isText })))
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
      bounded: typeof args['first'] === 'number',
      shape: new Map(),
      columns: [],
    }
    checkList(list, args)
    this.lists.push(list)
    const nodeSets = this.#nodeSelections(connection, selectionSetsOf(nodes))
    const below = this.divide(nodeType, nodeSets, { path, above: list, fromRoot: undefined })
    list.shape = below.shape
    list.columns = below.columns
    const first = list.bounded ? Number(args['first']) : MAX_FIRST
    const given = argumentTexts(node, 'first', 'after', ...(order ? ['sortBy'] : []))
    const sorted = order ? [order] : []
    const selections = `nodes { ${identityOf(nodeType)} ${below.selections} } pageInfo { hasNextPage endCursor }`
    const read = (name: string, ...added: string[]) => fieldText(responseKey, name, [...given, ...added], selections)
    const isNode = parentType.getInterfaces().some(({ name }) => name === 'Node')
    const hasParents = isNode && field.extensions['keyOnly'] === true
    if (!hasParents && !fromRoot) return { list, read: read(field.name, ...sorted, `first: ${first}`) }
    const shared = list.bounded || !hasParents ? undefined : sharedListOf(field.extensions)
    const config = parentType.toConfig().fields[field.name]
    const outer = hasParents ? [PARENTS_FIELD, `... on ${parentType.name}`] : (fromRoot ?? [])
    const documentWith = (...added: string[]) => {
      const page = [`after: $${CURSOR_VARIABLE}`, `first: ${list.bounded ? first : `$${FIRST_VARIABLE}`}`]
      if (shared) return queryDocument(read(`${TOGETHER_FIELD}${list.index}`, ...added, ...page))
      return queryDocument([...outer, read(field.name, ...added, ...page)].join(' { ') + ' }'.repeat(outer.length))
    }
    list.walked = {
      document: documentWith(...sorted),
      unsorted: order ? documentWith() : undefined,
      keys: hasParents ? [responseKey] : path,
      hasParents,
      shared: shared && config && { list: shared, field: config },
      maxParents: hasParents ? maxParentsOf(field, args, list.bounded ? first : undefined) : 1,
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

/** Whether a type is that of a connection: a page with its position in a list. */
function isConnection(type: unknown): type is GraphQLObjectType {
  return isObjectType(type) && 'pageInfo' in type.getFields() && 'nodes' in type.getFields()
}

function isDivided({ inside, inline, walked }: ObjectShape): boolean {
  return inside.size + inline.size + walked.length > 0
}
