import { createHash, hash, randomUUID } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { join } from 'node:path'
import { replaceFile, type Checkpoint } from '../folder/checkpoint.ts'
import { isDiskFull } from '../folder/disk-full.ts'
import { manifestOf, pathsOf, rowsAt } from '../folder/manifest.ts'
import { ROOT_STREAM, type Segment } from '../folder/segment.ts'
import type { ExportQuery, QueryText } from '../query/query.ts'
import type { OperationFile } from './record.ts'

/** What the files of an operation are made of. */
interface FileSources {
  workDir: string
  checkpoint: Checkpoint
  query: ExportQuery
  text: QueryText
  /** The version of Adgraph. */
  version: string
  /** Why the operation has ended before everything was read. Undefined if it has read everything. */
  failure: { message: string; code: string } | undefined
  signal?: AbortSignal | undefined
}

/** The files of an operation at a checkpoint. Their parts are its segments, which are not copied. Writes the manifest. */
export async function filesOf(sources: FileSources): Promise<OperationFile[]> {
  const { workDir, checkpoint, query, failure, signal } = sources
  const { segments, format, state } = checkpoint
  const files: OperationFile[] = []
  for (const path of pathsOf(query.lists))
    files.push(await fileOf(`${path}.${format}`, path, rowsAt(path, query.lists, state)))
  const root = await fileOf('root.json', ROOT_STREAM, 0)
  const listed = files.map(({ name, bytes, rows, sha256 }) => ({ name, bytes, rows, sha256 }))
  const manifest = manifestOf(checkpoint, query.lists, { ...sources, files: listed })
  if (failure)
    manifest.errors = [...manifest.errors, { message: failure.message, path: [], extensions: { code: failure.code } }]
  const text = `${JSON.stringify(manifest, null, 2)}\n`
  return [...files, root, ...(await manifestFile(workDir, text))]

  async function fileOf(name: string, stream: string, rows: number): Promise<OperationFile> {
    const parts = segments.filter((each) => each.stream === stream && each.bytes > 0).map(partOf)
    const hash = createHash('sha256')
    for (const { file, bytes } of parts)
      for await (const chunk of createReadStream(join(workDir, file), { end: bytes - 1, signal })) hash.update(chunk)
    return { name, bytes: parts.reduce((sum, { bytes }) => sum + bytes, 0), rows, sha256: hash.digest('hex'), parts }
  }
}

/**
 * Writes the manifest, under a name of its own: its holder, who cancels it and other instances can end an operation at the same
 * time, and the files of one of them count. A full disk ends an operation, and may have no room even for that.
 */
async function manifestFile(workDir: string, text: string): Promise<OperationFile[]> {
  const file = `manifest.${randomUUID()}.json`
  try {
    await replaceFile(workDir, file, text)
  } catch (error) {
    if (isDiskFull(error)) return []
    throw error
  }
  const bytes = Buffer.byteLength(text)
  const sha256 = hash('sha256', text, 'hex')
  return [{ name: 'manifest.json', bytes, rows: 0, sha256, parts: [{ file, bytes }] }]
}

function partOf({ file, bytes }: Segment): OperationFile['parts'][number] {
  return { file, bytes }
}

/** The bytes of a file from `start` to `end`, both included. */
export async function* bytesBetween(
  workDir: string,
  { parts }: Pick<OperationFile, 'parts'>,
  start: number,
  end: number,
): AsyncGenerator<Buffer, void, undefined> {
  let at = 0
  for (const { file, bytes } of parts) {
    const from = Math.max(start - at, 0)
    const to = Math.min(end - at, bytes - 1)
    at += bytes
    if (from > to) continue
    for await (const chunk of createReadStream(join(workDir, file), { start: from, end: to }))
      if (Buffer.isBuffer(chunk)) yield chunk
  }
}
