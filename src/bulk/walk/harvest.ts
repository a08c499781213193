import { ID_KEY, REST_ID_KEY, TYPE_KEY, type ExportList, type ObjectShape, type Shape } from '../query/list.ts'
import { isObject } from '../../json/object.ts'

/** An object of a response. */
export type JsonObject = Readonly<Record<string, unknown>>

/** A node of a list, as it is exported. */
export interface ExportRow {
  list: ExportList
  /** The ID of the object whose list it is in; null if that has none. */
  parent: string | null
  /** What identifies the row in its list and parent. */
  key: string
  /** The index of the row of the page that it was read with; -1 if there is none. */
  within: number
  /** What is written of it. */
  line: JsonObject
}

/** What a page contains. Each row comes before those that were read with it. */
export interface Harvest {
  rows: ExportRow[]
  /** The parents of lists that are read later. */
  parents: { list: ExportList; id: string; within: number }[]
  /** The lists that have more items than one page, which are not read further. */
  cut: { list: ExportList; parent: string | null; within: number }[]
}

/** The row of the page, if any, and the object with an ID, if any, that something is in. */
interface Place {
  within: number
  parent: string | null
}

export function newHarvest(): Harvest {
  return { rows: [], parents: [], cut: [] }
}

/** Adds a row, and everything that was read with it. */
export function harvestNode(harvest: Harvest, list: ExportList, node: JsonObject, { within, parent }: Place): void {
  const type = node[TYPE_KEY]
  const id = node[ID_KEY]
  // V8 gives lines whose members are added in the same order one hidden class. A spread would make each a dictionary.
  const line: Record<string, unknown> = { __typename: type }
  if (id !== undefined) line['id'] = id
  if (parent !== null) line['__parentId'] = parent
  const place = { within: harvest.rows.length, parent: typeof id === 'string' ? id : parent }
  harvest.rows.push({ list, parent, key: keyOf(node), within, line })
  fill(line, harvest, list.shape, node, place)
}

/** The object without its lists, whose rows and parents are added to the harvest. */
export function harvestObject(harvest: Harvest, shape: Shape, object: JsonObject, place: Place): JsonObject {
  const id = object[ID_KEY]
  const written = {}
  fill(written, harvest, shape, object, typeof id === 'string' ? { within: place.within, parent: id } : place)
  return written
}

/** What is left of a harvest without the rows that are not new, and without what was read with them. */
export function newIn({ rows, parents, cut }: Harvest, isNew: readonly boolean[]): Harvest {
  const isLeft: boolean[] = []
  const left = ({ within }: { within: number }) => within === -1 || isLeft[within] === true
  for (const [index, row] of rows.entries()) isLeft.push(isNew[index] === true && left(row))
  return { rows: rows.filter((_, index) => isLeft[index]), parents: parents.filter(left), cut: cut.filter(left) }
}

function keyOf(node: JsonObject): string {
  const { [ID_KEY]: id, [REST_ID_KEY]: restId } = node
  if (typeof id === 'string') return id
  return typeof restId === 'string' ? restId : JSON.stringify(node)
}

/** Copies an object without its lists. */
function fill(
  written: Record<string, unknown>,
  harvest: Harvest,
  shape: Shape,
  object: JsonObject,
  place: Place,
): void {
  const of = shapeOf(shape, object[TYPE_KEY])
  if (of && typeof object[ID_KEY] === 'string')
    for (const list of of.walked) harvest.parents.push({ list, id: object[ID_KEY], within: place.within })
  for (const name of Object.keys(object)) {
    if (name === TYPE_KEY || name === ID_KEY || name === REST_ID_KEY) continue
    const value = object[name]
    const list = of?.inline.get(name)
    const below = of?.inside.get(name)
    if (list) harvestInline(harvest, list, value, place)
    else written[name] = below ? harvestValue(harvest, below, value, place) : value
  }
}

function harvestInline(harvest: Harvest, list: ExportList, connection: unknown, place: Place): void {
  const { nodes, hasNext } = pageIn(connection)
  for (const node of nodes) harvestNode(harvest, list, node, place)
  if (hasNext && !list.bounded) harvest.cut.push({ list, parent: place.parent, within: place.within })
}

/** The value under these keys, one after the other; undefined if there is none. */
export function valueAt(object: JsonObject, keys: readonly string[]): unknown {
  return keys.reduce<unknown>((value, key) => (isObject(value) ? value[key] : undefined), object)
}

/** The page of a connection, as its response has it. */
export function pageIn(connection: unknown) {
  const { nodes, pageInfo } = isObject(connection) ? connection : {}
  const { hasNextPage, endCursor } = isObject(pageInfo) ? pageInfo : {}
  return {
    nodes: Array.isArray(nodes) ? nodes.filter(isObject) : [],
    hasNext: hasNextPage === true,
    /** The cursor of the next page; null at the end of the list. */
    next: hasNextPage === true && typeof endCursor === 'string' ? endCursor : null,
  }
}

function harvestValue(harvest: Harvest, below: Shape, value: unknown, place: Place): unknown {
  if (Array.isArray(value)) return value.map((each: unknown) => harvestValue(harvest, below, each, place))
  return isObject(value) ? harvestObject(harvest, below, value, place) : value
}

function shapeOf(shape: Shape, type: unknown): ObjectShape | undefined {
  if (shape.size > 1) return typeof type === 'string' ? shape.get(type) : undefined
  const [only] = shape.values()
  return only
}
