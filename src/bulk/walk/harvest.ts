import { ID_KEY, REST_ID_KEY, TYPE_KEY, type ExportList, type ObjectShape, type Shape } from '../query/list.ts'
import { isObject, objectsIn, type JsonObject } from './json.ts'

/** A node of a list, as it is exported. */
export interface ExportRow {
  list: ExportList
  /** The ID of the object whose list it is in; undefined if that has none. */
  parent: string | undefined
  /** What identifies the row in its list and parent. */
  key: string
  /** What is written of it. */
  line: JsonObject
}

/** What the nodes of a page contain: rows, and the parents of the lists below them. */
export interface Harvest {
  rows: ExportRow[]
  parents: Map<ExportList, Set<string>>
  /** The lists that have more items than one page, which are not read further. */
  cut: { list: ExportList; parent: string | undefined }[]
}

export function newHarvest(): Harvest {
  return { rows: [], parents: new Map(), cut: [] }
}

/** A row, and everything that was read with it. `accepts` says whether a row is new; what is below one that is not is left out. */
export function harvestNode(
  harvest: Harvest,
  list: ExportList,
  parent: string | undefined,
  node: JsonObject,
  accepts: (list: ExportList, parent: string | undefined, key: string) => boolean,
): void {
  const { [TYPE_KEY]: type, [ID_KEY]: id, [REST_ID_KEY]: restId, ...own } = node
  const key = typeof id === 'string' ? id : typeof restId === 'string' ? restId : JSON.stringify(own)
  if (!accepts(list, parent, key)) return
  const place = { list, parent, key }
  const at = harvest.rows.length
  const below = harvestObject(harvest, list.shape, node, typeof id === 'string' ? id : parent, accepts)
  const identity = {
    __typename: type,
    ...(id !== undefined && { id }),
    ...(parent !== undefined && { __parentId: parent }),
  }
  harvest.rows.splice(at, 0, { ...place, line: { ...identity, ...below } })
}

/** The object without its lists, whose rows and parents are added to the harvest. */
export function harvestObject(
  harvest: Harvest,
  shape: Shape,
  object: JsonObject,
  parent: string | undefined,
  accepts: (list: ExportList, parent: string | undefined, key: string) => boolean,
): JsonObject {
  const { [TYPE_KEY]: type, [ID_KEY]: id, [REST_ID_KEY]: _, ...own } = object
  const of = shapeOf(shape, type)
  if (!of) return own
  const owner = typeof id === 'string' ? id : parent
  for (const list of of.walked) if (typeof id === 'string') addParent(harvest, list, id)
  const written: Record<string, unknown> = {}
  for (const [name, value] of Object.entries(own)) {
    const list = of.inline.get(name)
    const below = of.inside.get(name)
    if (list) harvestInline(list, value)
    else written[name] = below ? harvestValue(below, value) : value
  }
  return written

  function harvestInline(list: ExportList, connection: unknown): void {
    if (!isObject(connection)) return
    for (const node of objectsIn(connection['nodes'])) harvestNode(harvest, list, owner, node, accepts)
    const page = connection['pageInfo']
    if (isObject(page) && page['hasNextPage'] === true) harvest.cut.push({ list, parent: owner })
  }

  function harvestValue(below: Shape, value: unknown): unknown {
    if (Array.isArray(value)) return value.map((each: unknown) => harvestValue(below, each))
    return isObject(value) ? harvestObject(harvest, below, value, owner, accepts) : value
  }
}

function addParent(harvest: Harvest, list: ExportList, id: string): void {
  const parents = harvest.parents.get(list)
  if (parents) parents.add(id)
  else harvest.parents.set(list, new Set([id]))
}

function shapeOf(shape: Shape, type: unknown): ObjectShape | undefined {
  if (shape.size > 1) return typeof type === 'string' ? shape.get(type) : undefined
  const [only] = shape.values()
  return only
}
