import { hash, randomUUID } from 'node:crypto'
import { replaceFile, type Checkpoint } from '../folder/checkpoint.ts'
import { isDiskFull } from '../folder/disk-full.ts'
import { digestOf, filesIn, manifestOf } from '../folder/manifest.ts'
import { bytesOf } from '../folder/segment.ts'
import type { ExportQuery, QueryText } from '../query/query.ts'
import type { ExportError } from '../walk/state.ts'
import type { OperationFile } from './record.ts'

/** Why an operation has ended before everything was read. */
export interface Failure {
  message: string
  code: string
}

/** The error of an operation for its failure, which is about everything. */
export function errorOf({ message, code }: Failure): ExportError {
  return { message, path: [], extensions: { code } }
}

/** What the files of an operation are made of. */
interface FileSources {
  workDir: string
  checkpoint: Checkpoint
  query: ExportQuery
  text: QueryText
  /** The version of Adgraph. */
  version: string
  /** Undefined if everything has been read. */
  failure: Failure | undefined
  signal?: AbortSignal | undefined
}

/** The files of an operation at a checkpoint. Their parts are its segments, which are not copied. Writes the manifest. */
export async function filesOf(sources: FileSources): Promise<OperationFile[]> {
  const { workDir, checkpoint, query, failure, signal } = sources
  const { files, root } = await filesIn(checkpoint, query.lists, async (_, parts) => ({
    ...(await digestOf(bytesOf(workDir, parts), () => signal?.throwIfAborted())),
    parts,
  }))
  const manifest = manifestOf(checkpoint, query.lists, { ...sources, files })
  if (failure) manifest.errors = [...manifest.errors, errorOf(failure)]
  const text = `${JSON.stringify(manifest, null, 2)}\n`
  // Its holder, who cancels it and other instances can end an operation at the same time, and the files of one of them count.
  const file = `manifest.${randomUUID()}.json`
  const bytes = Buffer.byteLength(text)
  const listed = {
    name: 'manifest.json',
    bytes,
    rows: 0,
    sha256: hash('sha256', text, 'hex'),
    parts: [{ file, bytes }],
  }
  try {
    await replaceFile(workDir, file, text)
    return [...files, root, listed]
  } catch (error) {
    // A full disk ends an operation, and may have no room even for the manifest.
    if (isDiskFull(error)) return [...files, root]
    throw error
  }
}
