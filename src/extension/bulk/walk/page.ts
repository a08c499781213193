import { hash } from 'node:crypto'
import type { DocumentNode, ExecutionResult } from 'graphql'
import { isTurnOver, nextTurn } from '../../../async/turn.ts'
import type { Context } from '../../../context.ts'
import { execute } from '../../../execute/executor.ts'
import { isObject } from '../../../json/object.ts'
import type { Row } from '../../../rest/types.ts'
import { badUserInput } from '../../../schema/errors.ts'
import { parseGlobalId } from '../../../schema/node/global-id.ts'
import { rowOf, setTypeName } from '../../../schema/node/row.ts'
import {
  type LevelRoot,
  CURSOR_VARIABLE,
  FIRST_VARIABLE,
  PARENTS_FIELD,
  type ExportList,
  type WalkedList,
  type ExportQuery,
  ID_KEY,
  RAW_KEY,
  REST_ID_KEY,
  TYPE_KEY,
  type ObjectShape,
  type Shape,
} from '../query/query.ts'
import { errorOfExcess, errorOfPage, PageTooLarge, type PageError } from './trouble.ts'

/** The context of the operation that reads a page, and what it takes of the memory of the process. */
export interface PageContext {
  context: Context
  count: (bytes: number) => void
  /** The maximum of the memory, if the page needed more than that. */
  exceededMemory: () => number | undefined
  /** Releases what was counted, once the page has been written. */
  close: () => void
}

type OpenedContext = Omit<PageContext, 'close'>

/**
 * Opens the context of one operation, with at most so many retries of each call. Every page has its own, so that nothing is
 * kept.
 */
export type OpenContext = (retries?: number) => OpenedContext

/**
 * The maximum number of bytes of a page, estimated as for a response. Its objects, lines and text take a few times as many,
 * and are made in few turns.
 */
export const MAX_PAGE_BYTES = 8_000_000

/** The parents of a page: their global IDs. A list of the root has one, which is null. */
export type Parents = readonly (string | null)[]

/** A page of a list for some parents, as it arrived. */
export interface LevelPage {
  rows: readonly { parent: string | null; node: ResultObject }[]
  /** The cursor of the next page of all parents; null at the end. */
  next: string | null
  /** The parents that have further pages of their own. */
  more: readonly { parent: string | null; cursor: string; taken: number }[]
  /** The parents whose list could not be read, and why. */
  failed: readonly (PageError & { parents: Parents })[]
  /** What could not be read of single nodes. */
  partial: readonly PageError[]
  /** Whether some row does not name its parent, so that parents must be read one by one. */
  lacksParents: boolean
  bytes: number
}

/** Reads the fields outside of lists. Returns them, and the parts that could not be read. */
export function readRoot(query: ExportQuery, openContext: () => OpenedContext) {
  return run(query, query.root.document, { parents: [] }, {}, openContext)
}

/** What is read as one page. */
export interface PageRequest {
  parents: Parents
  cursor: string | null
  first: number
  /** The number of rows that are left of the list of each parent. */
  left: number
  unsorted: boolean
}

/** Reads a page of a list. It makes the calls of the operation, and failures are in the result. */
export async function readPage(
  query: ExportQuery,
  list: ExportList,
  walked: WalkedList,
  { parents, cursor, first, left, unsorted }: PageRequest,
  openContext: () => OpenedContext,
): Promise<LevelPage> {
  const root: LevelRoot = { parents: parents.flatMap((parent) => (parent === null ? [] : parentRow(parent))) }
  const document = (unsorted && walked.unsorted) || walked.document
  const variables = { [CURSOR_VARIABLE]: cursor, [FIRST_VARIABLE]: first }
  const { data, errors, bytes } = await run(query, document, root, variables, openContext)
  const isByParent = walked.hasParents && !walked.shared
  const parentsAt = (index: unknown) =>
    isByParent && typeof index === 'number' ? parents.slice(index, index + 1) : parents
  // The other errors are about single nodes.
  const isOfList = ({ error: { path = [] } }: PageError) => path.length <= (isByParent ? 3 : walked.keys.length)
  return {
    ...(isByParent ? pageByParent(left, walked, parents, data) : pageOfAll(left, walked, parents, data, root)),
    failed: errors.filter(isOfList).map((each) => ({ ...each, parents: parentsAt(each.error.path?.[1]) })),
    partial: errors.filter((each) => !isOfList(each)),
    bytes,
  }
}

/**
 * A row with only the type, the account and the ID that a global ID names, for fields of its type that need nothing else.
 * Throws BAD_USER_INPUT for text that is not a global ID.
 */
function parentRow(globalId: string): Row {
  const parsed = parseGlobalId(globalId)
  if (!parsed) throw badUserInput('id', `${JSON.stringify(globalId.slice(0, 80))} is not a valid global ID`)
  const { type, account, parent, id } = parsed
  return setTypeName(account === '' ? { id } : rowOf(account, id, parent), type)
}

async function run(
  query: ExportQuery,
  document: DocumentNode,
  rootValue: LevelRoot,
  variables: Readonly<Record<string, unknown>>,
  openContext: () => OpenedContext,
): Promise<{ data: ResultObject; errors: readonly PageError[]; bytes: number }> {
  const { context: contextValue, count, exceededMemory } = openContext()
  let bytes = 0
  const { data, errors = [] }: ExecutionResult = await execute({
    schema: query.schema,
    document,
    rootValue,
    contextValue,
    coercedVariables: { ...query.variables, ...variables },
    onBytes(added) {
      bytes += added
      count(added)
      return bytes > MAX_PAGE_BYTES ? tooLarge('bytes', MAX_PAGE_BYTES) : undefined
    },
  })
  contextValue.loaders.forget()
  // What a page would have beyond that is not known, so that nothing of it is.
  if (bytes > MAX_PAGE_BYTES) return { data: {}, errors: [errorOfExcess(tooLarge('bytes', MAX_PAGE_BYTES))], bytes }
  const maxMemory = exceededMemory()
  const memory = maxMemory === undefined ? undefined : tooLarge('memory', maxMemory)
  // A request error has no path. It is about everything.
  return { data: isObject(data) ? data : {}, errors: errors.map((error) => errorOfPage(error, memory)), bytes }
}

const NEEDS = {
  bytes: (max: number) => `has more than ${max} bytes`,
  memory: (max: number) => `needs more memory than MAX_MEMORY_BYTES, which is ${max}`,
}

function tooLarge(limit: keyof typeof NEEDS, allowed: number): PageTooLarge {
  const message = `One row, with everything below it, ${NEEDS[limit](allowed)}. Select fewer fields, or lower \`first\``
  return new PageTooLarge(message, { code: 'BUDGET_SPENT', limit, allowed })
}

/** The page of one list: the root's, or the one that several parents share. */
function pageOfAll(
  left: number,
  { keys, shared }: WalkedList,
  parents: Parents,
  data: ResultObject,
  { connection }: LevelRoot,
) {
  const { nodes, next } = pageIn(valueAt(data, keys))
  const page = { next: nodes.length < left ? next : null, more: [] }
  const [only = null, second] = parents
  if (second === undefined) return { ...page, rows: nodes.map((node) => ({ parent: only, node })), lacksParents: false }
  const byRestId = new Map(parents.map((parent) => [parent?.slice(parent.lastIndexOf(':') + 1), parent]))
  const restIds = connection ? (shared?.list.parentsOf(connection.rows) ?? []) : []
  const rows = nodes.flatMap((node, index) => {
    const parent = byRestId.get(restIds[index])
    return parent ? { parent, node } : []
  })
  return { ...page, rows, lacksParents: restIds.includes(undefined) }
}

/** The pages of lists that are each read by themselves, in one operation. */
function pageByParent(left: number, { keys: [key = ''] }: WalkedList, parents: Parents, data: ResultObject) {
  const { [PARENTS_FIELD]: answers } = data
  const pages = parents.map((parent, index) => {
    const answer: unknown = Array.isArray(answers) ? answers[index] : undefined
    return { parent, ...pageIn(isObject(answer) ? answer[key] : undefined) }
  })
  const more = pages.flatMap(({ parent, nodes: { length: taken }, next }) =>
    next === null || taken >= left ? [] : { parent, cursor: next, taken },
  )
  return {
    rows: pages.flatMap(({ parent, nodes }) => nodes.map((node) => ({ parent, node }))),
    // One parent continues where it is.
    ...(parents.length === 1 ? { next: more[0]?.cursor ?? null, more: [] } : { next: null, more }),
    lacksParents: false,
  }
}

/** An object in the data of a result. */
export type ResultObject = Readonly<Record<string, unknown>>

/** A node of a list, as it is exported. */
export interface ExportRow {
  list: ExportList
  /** The ID of the object whose list it is in; null if that has none. */
  parent: string | null
  /** What identifies the row in its list and parent. */
  key: string
  /** The index of the row of the page that it was read with; -1 if there is none. */
  within: number
  line: ResultObject
}

/** What a page contains. Each row comes before those that were read with it. */
export interface Harvest {
  rows: ExportRow[]
  parents: { list: ExportList; id: string; within: number }[]
  /** The lists that have more items than one page, which are not read further. */
  cut: { list: ExportList; parent: string | null; within: number }[]
}

/** The row of the page, if any, and the object with an ID, if any, that something is in. */
interface Place {
  within: number
  parent: string | null
}

/** The keys of fields that are selected only to identify an object. */
const OWN_KEYS: ReadonlySet<string> = new Set([TYPE_KEY, ID_KEY, REST_ID_KEY, RAW_KEY])

export function newHarvest(): Harvest {
  return { rows: [], parents: [], cut: [] }
}

/** Adds the rows of a page, each with its parent, and everything that was read with them, in turns. */
export async function harvestPage(
  harvest: Harvest,
  list: ExportList,
  rows: readonly { parent: string | null; node: ResultObject }[],
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
  node: ResultObject,
  { within, parent }: Place,
  counts: Map<string, number>,
): void {
  const type = node[TYPE_KEY]
  const id = node[ID_KEY]
  // Without a spread, which is slow here (bench/README.md).
  const line: Record<string, unknown> = { __typename: type }
  if (id !== undefined) line['id'] = id
  if (parent !== null) line['__parentId'] = parent
  const place = { within: harvest.rows.length, parent: typeof id === 'string' ? id : parent }
  harvest.rows.push({ list, parent, key: keyOf(node, parent, counts), within, line })
  fill(line, harvest, list.shape, node, place)
}

/** The object without its lists, whose rows and parents are added to the harvest. */
export function harvestObject(harvest: Harvest, shape: Shape, object: ResultObject, place: Place): ResultObject {
  const id = object[ID_KEY]
  const written = {}
  fill(written, harvest, shape, object, typeof id === 'string' ? { within: place.within, parent: id } : place)
  return written
}

export function newIn({ rows, parents, cut }: Harvest, isNew: readonly boolean[]): Harvest {
  const isLeft: boolean[] = []
  const left = ({ within }: { within: number }) => within === -1 || isLeft[within] === true
  for (const [index, row] of rows.entries()) isLeft.push(isNew[index] === true && left(row))
  return { rows: rows.filter((_, index) => isLeft[index]), parents: parents.filter(left), cut: cut.filter(left) }
}

function keyOf(node: ResultObject, parent: string | null, counts: Map<string, number>): string {
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
  object: ResultObject,
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
  if (hasNext && list.first === undefined) harvest.cut.push({ list, parent: place.parent, within: place.within })
}

/** The value under these keys, one after the other; undefined if there is none. */
export function valueAt(object: ResultObject, keys: readonly string[]): unknown {
  return keys.reduce<unknown>((value, key) => (isObject(value) ? value[key] : undefined), object)
}

function pageIn(connection: unknown) {
  const { nodes, pageInfo } = isObject(connection) ? connection : {}
  const { hasNextPage, endCursor } = isObject(pageInfo) ? pageInfo : {}
  return {
    nodes: Array.isArray(nodes) ? nodes.filter(isObject) : [],
    hasNext: hasNextPage === true,
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
