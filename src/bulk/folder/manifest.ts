import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { open, rename } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { z } from 'zod'
import type { ExportList } from '../query/list.ts'
import type { QueryText } from '../query/query.ts'
import { EXPORT_ERROR, EXPORTED_FILE, rowsIn, type WalkState } from '../walk/state.ts'
import { readJson, type Checkpoint } from './checkpoint.ts'
import { bytesOf, FILE_MODE, type Segment } from './segment.ts'

/** A file of an export. */
export type ExportedFile = z.output<typeof EXPORTED_FILE>

/** What an export has read, and what of it failed: the content of `manifest.json`. */
export const MANIFEST = z.object({
  query: z.string(),
  operationName: z.string().nullable(),
  variables: z.record(z.string(), z.unknown()),
  /** The version of Adgraph. */
  version: z.string(),
  format: z.enum(['ndjson', 'csv']),
  startedAt: z.string(),
  endedAt: z.string(),
  calls: z.int(),
  rows: z.int(),
  files: z.array(EXPORTED_FILE),
  /**
   * The paths of lists that were not read in the order of their creation, because the service cannot sort them or because
   * the query sorts them: rows that were added or deleted meanwhile can have moved others.
   */
  unordered: z.array(z.string()),
  /** What could not be read. An error of a whole list has the IDs of its parents. */
  errors: z.array(EXPORT_ERROR),
  /** The number of errors beyond those in `errors`. */
  moreErrors: z.int(),
})

export type Manifest = z.output<typeof MANIFEST>

/** The manifest in a folder; undefined if there is none. */
export async function readManifest(dir: string): Promise<Manifest | undefined> {
  return readJson(join(dir, 'manifest.json'), MANIFEST)
}

/** What is in a manifest besides the checkpoint. */
interface ManifestParts {
  text: QueryText
  /** The version of Adgraph. */
  version: string
  files: readonly ExportedFile[]
}

/** The manifest of an export at a checkpoint. */
export function manifestOf(
  { state, startedAt, format }: Checkpoint,
  lists: readonly ExportList[],
  { text, version, files }: ManifestParts,
): Manifest {
  return {
    query: text.query,
    operationName: text.operationName ?? null,
    variables: { ...text.variables },
    version,
    format,
    startedAt,
    endedAt: new Date().toISOString(),
    calls: state.calls,
    rows: rowsIn(state),
    files: [...files],
    unordered: unorderedIn(lists, state),
    errors: state.errors,
    moreErrors: state.moreErrors,
  }
}

/** The paths of the lists that have not been read in the order of their creation. */
function unorderedIn(lists: readonly ExportList[], state: WalkState): string[] {
  const unordered = lists.filter(({ oldestFirst, index }) => !oldestFirst || state.lists[index]?.unsorted)
  return pathsOf(unordered)
}

/** The different paths of lists. */
export function pathsOf(lists: readonly ExportList[]): string[] {
  return [...new Set(lists.map(({ path }) => path))]
}

/** The number of rows of the lists with this path. */
export function rowsAt(path: string, lists: readonly ExportList[], state: WalkState): number {
  return lists.reduce((rows, list) => rows + (list.path === path ? (state.lists[list.index]?.rows ?? 0) : 0), 0)
}

/** What a file is made of. */
interface JoinedFile {
  name: string
  segments: readonly Segment[]
  stream: string
  rows: number
}

/** Joins the segments of a stream into one file. A file that exists is replaced as a whole. */
export async function joinFile(
  dir: string,
  workDir: string,
  { name, segments, stream, rows }: JoinedFile,
): Promise<ExportedFile> {
  const written = join(workDir, `${name}.new`)
  const hash = createHash('sha256')
  let bytes = 0
  await pipeline(
    async function* () {
      for await (const chunk of bytesOf(workDir, segments, stream)) yield counted(chunk)
    },
    createWriteStream(written, { mode: FILE_MODE }),
  )
  const handle = await open(written, 'r')
  await handle.sync()
  await handle.close()
  await rename(written, join(dir, name))
  return { name, bytes, rows, sha256: hash.digest('hex') }

  function counted(chunk: Buffer): Buffer {
    hash.update(chunk)
    bytes += chunk.length
    return chunk
  }
}
