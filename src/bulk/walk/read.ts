import type { DocumentNode, ExecutionResult, GraphQLError } from 'graphql'
import type { Context } from '../../context.ts'
import { execute } from '../../execute/execute.ts'
import { isObject } from '../../json/object.ts'
import { maskError } from '../../schema/errors.ts'
import { parentRow } from '../../schema/node/parent-row.ts'
import { CURSOR_VARIABLE, PARENTS_FIELD, type ExportList, type WalkedList } from '../query/list.ts'
import type { LevelRoot } from '../query/level-schema.ts'
import type { ExportQuery } from '../query/query.ts'
import { pageIn, valueAt, type JsonObject } from './harvest.ts'

/** Opens the context of one operation. Every page has its own, so that nothing is kept. */
export type OpenContext = () => Context

/** The parents of a page: their global IDs. A list of the root has one, which is null. */
export type Parents = readonly (string | null)[]

/** A page of a list for some parents, as it arrived. */
export interface LevelPage {
  rows: readonly { parent: string | null; node: JsonObject }[]
  /** The cursor of the next page of all parents; null at the end. */
  next: string | null
  /** The parents that have further pages of their own. */
  more: readonly { parent: string | null; cursor: string }[]
  /** The parents whose list could not be read, and why. */
  failed: readonly { parents: Parents; error: GraphQLError }[]
  /** What could not be read of single nodes. */
  partial: readonly GraphQLError[]
  /** Whether some row does not name its parent, so that parents must be read one by one. */
  lacksParents: boolean
}

/** Reads what is selected outside of lists: it, and what of it could not be read. */
export function readRoot(query: ExportQuery, openContext: OpenContext) {
  return run(query, query.root.document, { parents: [] }, null, openContext)
}

/** Reads a page of a list. Its calls are those of the operation, whatever fails is in the result. */
export async function readPage(
  query: ExportQuery,
  list: ExportList,
  walked: WalkedList,
  { parents, cursor, unsorted }: { parents: Parents; cursor: string | null; unsorted: boolean },
  openContext: OpenContext,
): Promise<LevelPage> {
  const root: LevelRoot = { parents: parents.flatMap((parent) => (parent === null ? [] : parentRow(parent))) }
  const document = (unsorted && walked.unsorted) || walked.document
  const { data, errors } = await run(query, document, root, cursor, openContext)
  const isByParent = walked.hasParents && !walked.shared
  const parentsAt = (index: unknown) =>
    isByParent && typeof index === 'number' ? parents.slice(index, index + 1) : parents
  // The other errors are about single nodes.
  const ofLists = errors.filter(({ path = [] }) => path.length <= (isByParent ? 3 : walked.keys.length))
  return {
    ...(isByParent ? pageByParent(list, walked, parents, data) : pageOfAll(list, walked, parents, data, root)),
    failed: ofLists.map((error) => ({ parents: parentsAt(error.path?.[1]), error })),
    partial: errors.filter((error) => !ofLists.includes(error)),
  }
}

async function run(
  query: ExportQuery,
  document: DocumentNode,
  rootValue: LevelRoot,
  cursor: string | null,
  openContext: OpenContext,
): Promise<{ data: JsonObject; errors: readonly GraphQLError[] }> {
  const contextValue = openContext()
  const { data, errors = [] }: ExecutionResult = await execute({
    schema: query.schema,
    document,
    rootValue,
    contextValue,
    coercedVariables: { ...query.variables, [CURSOR_VARIABLE]: cursor },
  })
  contextValue.loaders.forget()
  // A request error has no path. It is about everything.
  return { data: isObject(data) ? data : {}, errors: errors.map(maskError) }
}

/** The page of one list: that of the root, or the one that several parents share. */
function pageOfAll(
  { bounded }: ExportList,
  { keys, shared }: WalkedList,
  parents: Parents,
  data: JsonObject,
  { connection }: LevelRoot,
) {
  const { nodes, next } = pageIn(valueAt(data, keys))
  const page = { next: bounded ? null : next, more: [] }
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
function pageByParent({ bounded }: ExportList, { keys: [key = ''] }: WalkedList, parents: Parents, data: JsonObject) {
  const { [PARENTS_FIELD]: answers } = data
  const pages = parents.map((parent, index) => {
    const answer: unknown = Array.isArray(answers) ? answers[index] : undefined
    return { parent, ...pageIn(isObject(answer) ? answer[key] : undefined) }
  })
  return {
    rows: pages.flatMap(({ parent, nodes }) => nodes.map((node) => ({ parent, node }))),
    next: null,
    more: pages.flatMap(({ parent, next }) => (bounded || next === null ? [] : { parent, cursor: next })),
    lacksParents: false,
  }
}
