import { createHash } from 'node:crypto'
import { open, rename } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { pathsOf, type ExportList } from '../query/list.ts'
import type { QueryText } from '../query/query.ts'
import { VERSION } from '../../../rest/wire/user-agent.ts'
import { listProgress } from '../walk/progress.ts'
import { EXPORT_ERROR, EXPORTED_FILE, FORMAT, JSON_OBJECT, rowsIn } from '../walk/state.ts'
import { readJson, type Checkpoint } from './checkpoint.ts'
import { bytesOf, FILE_MODE, partsOf, ROOT_STREAM, type Part } from './segment.ts'

/** A file of an export. */
type ExportedFile = z.output<typeof EXPORTED_FILE>

/** What an export has read, and what of it failed: the content of `manifest.json`. */
export const MANIFEST = z.object({
  query: z.string(),
  operationName: z.string().nullable(),
  variables: JSON_OBJECT,
  /** The version of Adgraph. */
  version: z.string(),
  format: FORMAT,
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

/** The manifest of an export at a checkpoint, with these files. */
export function manifestOf(
  { state, startedAt, format }: Checkpoint,
  lists: readonly ExportList[],
  text: QueryText,
  files: readonly ExportedFile[],
): Manifest {
  return {
    query: text.query,
    operationName: text.operationName ?? null,
    variables: { ...text.variables },
    version: VERSION,
    format,
    startedAt,
    endedAt: new Date().toISOString(),
    calls: state.calls,
    rows: rowsIn(state),
    files: files.map(({ name, bytes, rows, sha256 }) => ({ name, bytes, rows, sha256 })),
    unordered: pathsOf(lists.filter(({ oldestFirst, index }) => !oldestFirst || state.lists[index]?.unsorted)),
    errors: state.errors,
    moreErrors: state.moreErrors,
  }
}

/**
 * The files of an export at a checkpoint: one for each path of lists, and that of what is selected outside of them. `make`
 * gets the name and the parts of each.
 */
export async function filesIn<T extends Digest>(
  { state, segments, format }: Checkpoint,
  lists: readonly ExportList[],
  make: (name: string, parts: Part[]) => Promise<T>,
) {
  const files = []
  for (const { path, rows } of listProgress(lists, state)) {
    const name = `${path}.${format}`
    files.push({ name, ...(await make(name, partsOf(segments, path))), rows })
  }
  const name = 'root.json'
  return { files, root: { name, ...(await make(name, partsOf(segments, ROOT_STREAM))), rows: 0 } }
}

type Digest = Pick<ExportedFile, 'bytes' | 'sha256'>

/** Joins parts into one file. A file that exists is replaced as a whole. */
export async function joinFile(dir: string, workDir: string, name: string, parts: readonly Part[]): Promise<Digest> {
  const written = join(workDir, `${name}.new`)
  const handle = await open(written, 'w', FILE_MODE)
  try {
    const digest = await digestOf(bytesOf(workDir, parts), (chunk) => handle.writeFile(chunk))
    await handle.sync()
    await rename(written, join(dir, name))
    return digest
  } finally {
    await handle.close()
  }
}

/** The number and the hash of bytes. `use` is called with each chunk. */
export async function digestOf(
  chunks: AsyncIterable<Buffer>,
  use: (chunk: Buffer) => Promise<void> | void,
): Promise<Digest> {
  const hash = createHash('sha256')
  let bytes = 0
  for await (const chunk of chunks) {
    hash.update(chunk)
    bytes += chunk.length
    await use(chunk)
  }
  return { bytes, sha256: hash.digest('hex') }
}
