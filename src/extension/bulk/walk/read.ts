import { GraphQLError, type DocumentNode, type ExecutionResult } from 'graphql'
import type { Context } from '../../../context.ts'
import { execute } from '../../../execute/execute.ts'
import { isObject } from '../../../json/object.ts'
import { parentRow } from '../../../schema/node/parent-row.ts'
import { CURSOR_VARIABLE, FIRST_VARIABLE, PARENTS_FIELD, type ExportList, type WalkedList } from '../query/list.ts'
import type { LevelRoot } from '../query/level-schema.ts'
import type { ExportQuery } from '../query/query.ts'
import { pageIn, valueAt, type JsonObject } from './harvest.ts'
import { errorOfPage } from './trouble.ts'

/** The context of the operation that reads a page, and what it takes of the memory of the process. */
export interface PageContext {
  context: Context
  /** Counts bytes of the result. */
  count: (bytes: number) => void
  /** Releases what was counted, once the page has been written. */
  close: () => void
}

/** Opens the context of one operation. Every page has its own, so that nothing is kept. */
export type OpenContext = () => Pick<PageContext, 'context' | 'count'>

/**
 * The maximum number of bytes of a page, estimated as those of a response are. Its objects, lines and text take a few times as many,
 * and are made in few turns.
 */
export const MAX_PAGE_BYTES = 8_000_000

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
  /** Its estimated number of bytes. */
  bytes: number
  /** Whether it has too many bytes to be read as one. */
  isTooLarge: boolean
}

/** Reads what is selected outside of lists: it, and what of it could not be read. */
export function readRoot(query: ExportQuery, openContext: OpenContext) {
  return run(query, query.root.document, { parents: [] }, {}, openContext)
}

/** Reads a page of a list. Its calls are those of the operation, whatever fails is in the result. */
export async function readPage(
  query: ExportQuery,
  list: ExportList,
  walked: WalkedList,
  { parents, cursor, first, unsorted }: { parents: Parents; cursor: string | null; first: number; unsorted: boolean },
  openContext: OpenContext,
): Promise<LevelPage> {
  const root: LevelRoot = { parents: parents.flatMap((parent) => (parent === null ? [] : parentRow(parent))) }
  const document = (unsorted && walked.unsorted) || walked.document
  const variables = { [CURSOR_VARIABLE]: cursor, [FIRST_VARIABLE]: first }
  const { data, errors, bytes } = await run(query, document, root, variables, openContext)
  const isByParent = walked.hasParents && !walked.shared
  const parentsAt = (index: unknown) =>
    isByParent && typeof index === 'number' ? parents.slice(index, index + 1) : parents
  // The other errors are about single nodes.
  const ofLists = errors.filter(({ path = [] }) => path.length <= (isByParent ? 3 : walked.keys.length))
  return {
    ...(isByParent ? pageByParent(list, walked, parents, data) : pageOfAll(list, walked, parents, data, root)),
    failed: ofLists.map((error) => ({ parents: parentsAt(error.path?.[1]), error })),
    partial: errors.filter((error) => !ofLists.includes(error)),
    bytes,
    isTooLarge: bytes > MAX_PAGE_BYTES,
  }
}

async function run(
  query: ExportQuery,
  document: DocumentNode,
  rootValue: LevelRoot,
  variables: Readonly<Record<string, unknown>>,
  openContext: OpenContext,
): Promise<{ data: JsonObject; errors: readonly GraphQLError[]; bytes: number }> {
  const { context: contextValue, count } = openContext()
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
      return bytes > MAX_PAGE_BYTES ? tooLarge() : undefined
    },
  })
  contextValue.loaders.forget()
  // A request error has no path. It is about everything.
  return { data: isObject(data) ? data : {}, errors: errors.map(errorOfPage), bytes }
}

function tooLarge(): GraphQLError {
  const message = `One row and what is read with it have more than ${MAX_PAGE_BYTES} bytes. Select fewer fields, or lower \`first\``
  const extensions = { code: 'BUDGET_SPENT', limit: 'bytes', allowed: MAX_PAGE_BYTES }
  return new GraphQLError(message, { extensions })
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
  const more = pages.flatMap(({ parent, next }) => (bounded || next === null ? [] : { parent, cursor: next }))
  return {
    rows: pages.flatMap(({ parent, nodes }) => nodes.map((node) => ({ parent, node }))),
    // One parent goes on where it is.
    ...(parents.length === 1 ? { next: more[0]?.cursor ?? null, more: [] } : { next: null, more }),
    lacksParents: false,
  }
}
