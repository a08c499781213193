import { GraphQLError, type ExecutionResult } from 'graphql'
import type { Context } from '../../context.ts'
import { execute } from '../../execute/execute.ts'
import { maskError } from '../../schema/errors.ts'
import { parentRow } from '../../schema/node/parent-row.ts'
import { CURSOR_VARIABLE, PARENTS_FIELD, type ExportList, type WalkedList } from '../query/list.ts'
import { LevelRoot } from '../query/level-schema.ts'
import type { ExportQuery } from '../query/query.ts'
import { isObject } from '../../json/object.ts'
import { objectsIn, type JsonObject } from './json.ts'

/** Opens the context of one operation. Every page has its own, so that nothing is kept. */
export type OpenContext = () => Context

/** The parents of a page: their global IDs. A list of the root has one, which is undefined. */
export type Parents = readonly (string | undefined)[]

/** The nodes of a page that belong to one parent. */
interface PageOfParent {
  parent: string | undefined
  nodes: readonly JsonObject[]
}

/** A page of a list for some parents, as it arrived. */
export interface LevelPage {
  groups: readonly PageOfParent[]
  /** The cursor of the next page of all parents; null at the end. */
  next: string | null
  /** The parents that have further pages of their own. */
  more: readonly { parent: string | undefined; cursor: string }[]
  /** The parents whose list could not be read, and why. */
  failed: readonly { parents: Parents; error: GraphQLError }[]
  /** What could not be read of single nodes. */
  partial: readonly GraphQLError[]
  /** Whether some row does not name its parent, so that parents must be read one by one. */
  lacksParents: boolean
}

/** Reads what is selected outside of lists: it, and what of it could not be read. */
export function readRoot(query: ExportQuery, openContext: OpenContext) {
  return run(query, query.root.document, new LevelRoot([]), null, openContext)
}

/** Reads a page of a list. Its calls are those of the operation, whatever fails is in the result. */
export async function readPage(
  query: ExportQuery,
  list: ExportList,
  walked: WalkedList,
  { parents, cursor, unsorted }: { parents: Parents; cursor: string | null; unsorted: boolean },
  openContext: OpenContext,
): Promise<LevelPage> {
  const ids = parents.flatMap((parent) => parent ?? [])
  const root = new LevelRoot(ids.map(parentRow))
  const document = (unsorted && walked.unsorted) || walked.document
  const { data, errors } = await run(query, document, root, cursor, openContext)
  if (walked.shared) return togetherPage(walked, root, ids, data, errors)
  if (walked.hasParents) return pageByParent(list, walked, ids, data, errors)
  const connection = walked.keys.reduce<unknown>((value, key) => (isObject(value) ? value[key] : undefined), data)
  const { failed, partial } = sorted(
    errors,
    (path) => path.length <= walked.keys.length,
    () => parents,
  )
  const groups = [{ parent: undefined, nodes: nodesOf(connection) }]
  const next = list.bounded ? null : cursorAfter(connection)
  return { groups, next, more: [], failed, partial, lacksParents: false }
}

async function run(
  query: ExportQuery,
  document: Parameters<typeof execute>[0]['document'],
  rootValue: LevelRoot,
  cursor: string | null,
  openContext: OpenContext,
): Promise<{ data: JsonObject; errors: readonly GraphQLError[] }> {
  const contextValue = openContext()
  const result: ExecutionResult = await execute({
    schema: query.schema,
    document,
    rootValue,
    contextValue,
    coercedVariables: { ...query.variables, [CURSOR_VARIABLE]: cursor },
    formatError: maskError,
  })
  contextValue.loaders.forget()
  const { data, errors = [] } = result
  // A request error has no path. It is about everything.
  return { data: isObject(data) ? data : {}, errors: errors.map(masked) }
}

function masked(error: unknown): GraphQLError {
  return error instanceof GraphQLError && error.extensions['code'] !== undefined ? error : maskError(error)
}

/** The page of a list that several parents share. */
function togetherPage(
  { keys, shared }: WalkedList,
  { connection }: LevelRoot,
  ids: readonly string[],
  data: JsonObject,
  errors: readonly GraphQLError[],
): LevelPage {
  const [key = ''] = keys
  const { failed, partial } = sorted(
    errors,
    (path) => path.length <= keys.length,
    () => ids,
  )
  const only = ids.length === 1 ? ids[0] : undefined
  const byRestId = new Map(ids.map((id) => [id.slice(id.lastIndexOf(':') + 1), id]))
  const parents = connection ? (shared?.parentsOf(connection.rows) ?? []) : []
  const groups = new Map<string, JsonObject[]>()
  for (const [index, node] of nodesOf(data[key]).entries()) {
    const parent = only ?? byRestId.get(parents[index] ?? '')
    const group = parent === undefined ? undefined : groups.get(parent)
    if (group) group.push(node)
    else if (parent !== undefined) groups.set(parent, [node])
  }
  return {
    groups: Array.from(groups, ([parent, nodes]) => ({ parent, nodes })),
    next: cursorAfter(data[key]),
    more: [],
    failed,
    partial,
    lacksParents: only === undefined && parents.includes(undefined),
  }
}

/** The pages of lists that are each read by themselves, in one operation. */
function pageByParent(
  { bounded }: ExportList,
  { keys }: WalkedList,
  ids: readonly string[],
  data: JsonObject,
  errors: readonly GraphQLError[],
): LevelPage {
  const [key = ''] = keys
  const answers: unknown = data[PARENTS_FIELD]
  const connections = ids.map((parent, index) => {
    const answer: unknown = Array.isArray(answers) ? answers[index] : undefined
    return { parent, connection: isObject(answer) ? answer[key] : undefined }
  })
  const { failed, partial } = sorted(
    errors,
    (path) => path.length <= 3,
    ([, index]) => (typeof index === 'number' ? ids.slice(index, index + 1) : ids),
  )
  return {
    groups: connections.map(({ parent, connection }) => ({ parent, nodes: nodesOf(connection) })),
    next: null,
    more: connections.flatMap(({ parent, connection }) => {
      const cursor = bounded ? null : cursorAfter(connection)
      return cursor === null ? [] : { parent, cursor }
    }),
    failed,
    partial,
    lacksParents: false,
  }
}

type Path = readonly (string | number)[]

/** Tells the errors of whole lists from those of single nodes. */
function sorted(
  errors: readonly GraphQLError[],
  isOfList: (path: Path) => boolean,
  parentsAt: (path: Path) => Parents,
): Pick<LevelPage, 'failed' | 'partial'> {
  const ofLists = errors.filter(({ path = [] }) => isOfList(path))
  return {
    failed: ofLists.map((error) => ({ parents: parentsAt(error.path ?? []), error })),
    partial: errors.filter((error) => !ofLists.includes(error)),
  }
}

function nodesOf(connection: unknown): readonly JsonObject[] {
  return isObject(connection) ? objectsIn(connection['nodes']) : []
}

/** The cursor of the page after this one; null at the end of the list. */
function cursorAfter(connection: unknown): string | null {
  const page = isObject(connection) ? connection['pageInfo'] : undefined
  if (!isObject(page) || page['hasNextPage'] !== true) return null
  const { endCursor } = page
  return typeof endCursor === 'string' ? endCursor : null
}
