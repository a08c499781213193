import { hash } from 'node:crypto'
import { isTurnOver, nextTurn } from '../../../async/turn.ts'
import { ID_KEY, RAW_KEY, REST_ID_KEY, TYPE_KEY, type ExportList, type ObjectShape, type Shape } from '../query/list.ts'
import { isObject } from '../../../json/object.ts'

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

/** The keys of what is selected only to identify an object. */
const OWN_KEYS: ReadonlySet<string> = new Set([TYPE_KEY, ID_KEY, REST_ID_KEY, RAW_KEY])

export function newHarvest(): Harvest {
  return { rows: [], parents: [], cut: [] }
}

/** Adds the rows of a page, each with its parent, and everything that was read with them, in turns. */
export async function harvestPage(
  harvest: Harvest,
  list: ExportList,
  rows: readonly { parent: string | null; node: JsonObject }[],
): Promise<void> {
  const counts = new Map<string, number>()
  for (const { parent, node } of rows) {
    if (isTurnOver()) await nextTurn()
    harvestNode(harvest, list, node, { within: -1, parent }, counts)
  }
}

/** Adds a row, and everything that was read with it. `counts` has the equal rows without an ID that its page has before it. */
function harvestNode(
  harvest: Harvest,
  list: ExportList,
  node: JsonObject,
  { within, parent }: Place,
  counts: Map<string, number>,
): void {
  const type = node[TYPE_KEY]
  const id = node[ID_KEY]
  // V8 gives lines whose members are added in the same order one hidden class. A spread would make each a dictionary.
  const line: Record<string, unknown> = { __typename: type }
  if (id !== undefined) line['id'] = id
  if (parent !== null) line['__parentId'] = parent
  const place = { within: harvest.rows.length, parent: typeof id === 'string' ? id : parent }
  harvest.rows.push({ list, parent, key: keyOf(node, parent, counts), within, line })
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

function keyOf(node: JsonObject, parent: string | null, counts: Map<string, number>): string {
  const { [ID_KEY]: id, [REST_ID_KEY]: restId, [RAW_KEY]: raw = node } = node
  if (typeof id === 'string') return id
  if (typeof restId === 'string') return restId
  // Equal rows on a page are different rows. When the page is read again, it has them again.
  const row = hash('sha256', JSON.stringify(raw), 'base64url')
  const own = `${parent ?? ''} ${row}`
  const nth = (counts.get(own) ?? 0) + 1
  counts.set(own, nth)
  return `${nth} ${row}`
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
    if (OWN_KEYS.has(name)) continue
    const value = object[name]
    const list = of?.inline.get(name)
    const below = of?.inside.get(name)
    if (list) harvestInline(harvest, list, value, place)
    else written[name] = below ? harvestValue(harvest, below, value, place) : value
  }
}

function harvestInline(harvest: Harvest, list: ExportList, connection: unknown, place: Place): void {
  const { nodes, hasNext } = pageIn(connection)
  const counts = new Map<string, number>()
  for (const node of nodes) harvestNode(harvest, list, node, place, counts)
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
