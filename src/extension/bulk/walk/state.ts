import { z } from 'zod'

export const COUNT = z.int().nonnegative()

export const JSON_OBJECT = z.record(z.string(), z.unknown())

/** The formats of the files of lists. */
export const FORMAT = z.enum(['ndjson', 'csv'])

/** Since when what is read fails, in milliseconds since the epoch, and the number of pages that had been read then. */
const FAILING = z.object({ since: z.number(), pages: COUNT }).optional()

/** The number of windows of a rate limit in a row that had too few calls for the smallest page. */
const WINDOWS = COUNT.optional()

/** The position in one list: the parents whose rows are being read, and the cursor of the next page. */
const FRAME = z.object({
  list: COUNT,
  /** Null is the root of the query. */
  parents: z.array(z.string().nullable()),
  /** The index of the first parent whose list has not been read to its end. */
  from: COUNT,
  cursor: z.string().nullable(),
  /** The number of rows before the cursor. */
  taken: COUNT.optional(),
  /** The maximum number of parents that are read together from here on. Undefined: the maximum of the list. */
  together: z.int().positive().optional(),
  failing: FAILING,
  windows: WINDOWS,
})

/** What could not be read. */
export const EXPORT_ERROR = z.object({
  message: z.string(),
  /** The response keys of the list, or of the field of its nodes. */
  path: z.array(z.union([z.string(), z.int()])),
  /** The parents of the list that could not be read; undefined if one node of it could not be read whole. */
  parents: z.array(z.string()).optional(),
  extensions: JSON_OBJECT.optional(),
})

/** The first `bytes` of a file. Whatever follows them does not count. */
export const PART = z.object({ file: z.string(), bytes: COUNT })

export const EXPORTED_FILE = z.object({
  name: z.string(),
  bytes: COUNT,
  rows: COUNT,
  sha256: z.string(),
})

/** Where an export is: what a checkpoint holds of it. */
export const WALK_STATE = z.object({
  /** Whether the fields outside of lists have been read. */
  isRootRead: z.boolean(),
  failing: FAILING,
  windows: WINDOWS,
  /** The position in each list, the deepest one last. */
  stack: z.array(FRAME),
  lists: z.array(
    z.object({
      rows: COUNT,
      pages: COUNT,
      /** Whether the service has refused the order that was added. */
      unsorted: z.boolean(),
      /** Whether rows of this list do not name their parents. */
      oneByOne: z.boolean(),
      /** The number of rows of a page, and of parents of an operation, if more of them are too much for one page. */
      maxRows: z.int().positive().optional(),
      /** The most rows that it can have again where rows have fewer bytes: more of them take too many calls, or too much memory. */
      mostRows: z.int().positive().optional(),
      maxParents: z.int().positive().optional(),
    }),
  ),
  calls: COUNT,
  errors: z.array(EXPORT_ERROR),
  /** The number of errors beyond those that are kept. */
  moreErrors: COUNT,
})

export type WalkState = z.output<typeof WALK_STATE>
export type Frame = z.output<typeof FRAME>
export type ExportError = z.output<typeof EXPORT_ERROR>

export function newState(lists: number): WalkState {
  return {
    isRootRead: false,
    stack: [],
    lists: Array.from({ length: lists }, () => ({ rows: 0, pages: 0, unsorted: false, oneByOne: false })),
    calls: 0,
    errors: [],
    moreErrors: 0,
  }
}

export function pagesIn({ lists }: Pick<WalkState, 'lists'>): number {
  return lists.reduce((sum, { pages }) => sum + pages, 0)
}

export function rowsIn({ lists }: Pick<WalkState, 'lists'>): number {
  return lists.reduce((sum, { rows }) => sum + rows, 0)
}
