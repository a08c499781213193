import { hash } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { z } from 'zod'
import type { BulkOperation } from '../bulk-operation.ts'
import { COUNT, EXPORT_ERROR, EXPORTED_FILE, FORMAT, JSON_OBJECT, PART } from '../walk/state.ts'

/** Milliseconds since the epoch. Null as long as there is no such time. */
const TIME = z.number().nullable()

const PROGRESS = z.object({
  rows: COUNT,
  calls: COUNT,
  lists: z.array(z.object({ path: z.string(), rows: COUNT, pages: COUNT, done: z.boolean() })),
  waitingUntil: TIME,
})

/** A file of an operation that has ended: its parts, one after the other. */
const FILE = EXPORTED_FILE.extend({
  /** They are in the folder of the operation. */
  parts: z.array(PART),
})

/** The record of an operation, besides its query, its checkpoint and its files. Times are in milliseconds since the epoch. */
export const RECORD = z.object({
  version: z.literal(1),
  /** A UUID, which is also the name of its folder. */
  id: z.uuid(),
  /** A hash that identifies the caller who started it. */
  owner: z.string(),
  /** A hash of the credentials on whose behalf it reads. */
  identity: z.string(),
  /** The service that it reads. It continues only over the same one. */
  service: z.string(),
  /** The ID of the user session that started it; null if it was not a signed-in user. */
  session: z.string().nullable(),
  /** The sealed credentials of its caller. Null if they are the server's own, and as soon as the operation has ended. */
  credentials: z.string().nullable(),
  status: z.enum(['CREATED', 'RUNNING', 'WAITING', 'COMPLETED', 'FAILED', 'CANCELED', 'EXPIRED']),
  format: FORMAT,
  /** The number of its last holder, one more each time that somebody takes it. What a former holder writes does not count. */
  holder: COUNT,
  /** The number of holders since the last checkpoint, or since one was stopped as it should be. */
  stalls: COUNT,
  progress: PROGRESS,
  errors: z.array(EXPORT_ERROR),
  /** Null until they are listed, which can be some time after the operation has ended. */
  files: z.array(FILE).nullable(),
  createdAt: z.number(),
  startedAt: TIME,
  endedAt: TIME,
  expiresAt: TIME,
})

export type OperationRecord = z.output<typeof RECORD>
export type OperationFile = z.output<typeof FILE>

/** The query of an operation, which never changes. */
export const QUERY_TEXT = z.object({
  query: z.string(),
  operationName: z.string().nullable(),
  variables: JSON_OBJECT,
})

export type OperationText = z.output<typeof QUERY_TEXT>

/** What is looked for among all operations. */
export type OperationHeader = Pick<
  OperationRecord,
  'id' | 'owner' | 'identity' | 'service' | 'session' | 'status' | 'createdAt' | 'startedAt' | 'expiresAt'
> & {
  waitingUntil: number | null
  /** Whether its files are listed. */
  hasFiles: boolean
}

/** Puts the newest operation first. */
export function newestFirst(a: OperationHeader, b: OperationHeader): number {
  return b.createdAt - a.createdAt
}

const ENDED: ReadonlySet<OperationRecord['status']> = new Set(['COMPLETED', 'FAILED', 'CANCELED', 'EXPIRED'])

/** Whether an operation has ended: nobody reads for it any more. */
export function hasEnded({ status }: Pick<OperationRecord, 'status'>): boolean {
  return ENDED.has(status)
}

/** Whether the files of an operation have expired. They may not have been deleted yet. */
export function hasExpired({ expiresAt }: Pick<OperationRecord, 'expiresAt'>): boolean {
  return expiresAt !== null && expiresAt <= Date.now()
}

/** The path under which the files of operations are served. */
export const BULK_PATH = '/bulk/'

export function operationOf(record: OperationRecord, text: () => Promise<OperationText>): BulkOperation {
  if (hasExpired(record)) return { ...record, text, status: 'EXPIRED', errors: [], files: [] }
  const { id, files } = record
  return { ...record, text, files: files?.map((file) => ({ ...file, url: `${BULK_PATH}${id}/${file.name}` })) ?? [] }
}

/** The error of operations that cannot be kept, with a reason for the caller. */
export class PlaceFault extends Error {
  override readonly name = 'PlaceFault'
}

/** The fault of a folder for operations that cannot be written. */
export function unwritable(error: unknown): PlaceFault {
  const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown error'
  return new PlaceFault(`BULK_DIR cannot be written (${code})`, { cause: error })
}

/** A PlaceFault for the error of a file. Other errors stay as they are. */
export function placeFaultOr(error: unknown): unknown {
  if (!(error instanceof Error) || !('syscall' in error)) return error
  const code = 'code' in error ? String(error.code) : error.message
  return new PlaceFault(`BULK_DIR cannot be used (${code})`, { cause: error })
}

/** The maximum number of operations of a caller that have not ended. */
export const MAX_UNFINISHED = 5

/** The maximum number of operations of a caller that have ended and are kept. */
export const MAX_ENDED = 100

const NAME = /^[\da-f-]{36}$/

export function isOperation(name: string): boolean {
  return NAME.test(name)
}

/** The folder with the checkpoint and the parts of files. It is in the folder of the operation, which is named after its ID. */
export function workFolderOf(dir: string, id: string): string {
  return join(dir, id, 'work')
}

/** The folder of operations over a service if none is set: the same after a restart. */
export function temporaryFolder(service: string): string {
  const name = hash('sha256', service, 'hex').slice(0, 12)
  return join(tmpdir(), `adgraph-bulk-${userId()}-${name}`)
}

/** The ID of the user that this process runs as, who need not have an entry in the user database. -1 on Windows, as in `os.userInfo`. */
export function userId(): number {
  return process.getuid?.() ?? -1
}

/** Whether a folder has operations, of this process or of one before it. */
export async function hasOperations(dir: string): Promise<boolean> {
  const names = await readdir(dir).catch((): string[] => [])
  return names.some(isOperation)
}
