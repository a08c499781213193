import { hash, randomUUID } from 'node:crypto'
import type { GraphQLSchema } from 'graphql'
import { replaceFile, type Checkpoint } from '../folder/checkpoint.ts'
import { isDiskFull } from '../folder/disk-full.ts'
import { digestOf, filesIn, manifestOf } from '../folder/manifest.ts'
import { bytesOf } from '../folder/segment.ts'
import { openQuery, type QueryText } from '../query/query.ts'
import type { ExportError } from '../walk/state.ts'
import { workFolderOf } from './folder.ts'
import type { OperationFile, OperationRecord } from './record.ts'

/** Why an operation has ended before everything was read. */
export interface Failure {
  message: string
  code: string
}

/** The error of an operation for its failure, which is about everything. */
export function errorOf({ message, code }: Failure): ExportError {
  return { message, path: [], extensions: { code } }
}

/** What the files of all operations are made of. */
export interface FileOptions {
  /** The folder of all operations. */
  dir: string
  schema: GraphQLSchema
}

/**
 * The files of an operation at a checkpoint; none if it has no checkpoint. Their parts are its segments, which are not copied. Writes
 * the manifest. Without a failure, everything has been read.
 */
export async function filesOf(
  { dir, schema }: FileOptions,
  text: QueryText & Pick<OperationRecord, 'id'>,
  checkpoint: Checkpoint | undefined,
  failure: Failure | undefined,
  signal?: AbortSignal,
): Promise<OperationFile[]> {
  if (!checkpoint) return []
  const query = openQuery(schema, text)
  const workDir = workFolderOf(dir, text.id)
  const { files, root } = await filesIn(checkpoint, query.lists, async (_, parts) => ({
    ...(await digestOf(bytesOf(workDir, parts), () => signal?.throwIfAborted())),
    parts,
  }))
  const manifest = manifestOf(checkpoint, query.lists, text, files)
  if (failure) manifest.errors = [...manifest.errors, errorOf(failure)]
  const content = `${JSON.stringify(manifest, null, 2)}\n`
  // Its holder, who cancels it and other instances can end an operation at the same time, and the files of one of them count.
  const file = `manifest.${randomUUID()}.json`
  const bytes = Buffer.byteLength(content)
  const listed = {
    name: 'manifest.json',
    bytes,
    rows: 0,
    sha256: hash('sha256', content, 'hex'),
    parts: [{ file, bytes }],
  }
  try {
    await replaceFile(workDir, file, content)
    return [...files, root, listed]
  } catch (error) {
    // A full disk ends an operation, and may have no room even for the manifest.
    if (isDiskFull(error)) return [...files, root]
    throw error
  }
}
