import { hash } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { z } from 'zod'
import type { BulkOperation } from '../bulk-operation.ts'
import type { Checkpoint } from '../folder/folder.ts'
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

/** The record of an operation, besides its checkpoint and its files. Times are in milliseconds since the epoch. */
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
  query: z.string(),
  operationName: z.string().nullable(),
  variables: JSON_OBJECT,
  format: FORMAT,
  /** The number of its last holder, one more each time that somebody takes it. What a former holder writes does not count. */
  holder: COUNT,
  /** The number of holders since the last checkpoint. */
  stalls: COUNT,
  progress: PROGRESS,
  errors: z.array(EXPORT_ERROR),
  files: z.array(FILE),
  createdAt: z.number(),
  startedAt: TIME,
  endedAt: TIME,
  expiresAt: TIME,
})

export type OperationRecord = z.output<typeof RECORD>
export type OperationFile = z.output<typeof FILE>

export type RecordChanges = Partial<OperationRecord>

const ENDED: ReadonlySet<OperationRecord['status']> = new Set(['COMPLETED', 'FAILED', 'CANCELED', 'EXPIRED'])

/** Whether an operation has ended: nobody reads for it any more. */
export function hasEnded({ status }: Pick<OperationRecord, 'status'>): boolean {
  return ENDED.has(status)
}

export type RecordChange = (record: OperationRecord) => OperationRecord | undefined

/** The change of an operation that has not ended; with `holder`, by this holder alone. */
export function updated(changes: RecordChanges, as?: { holder: number; checkpoint?: Checkpoint }): RecordChange {
  return (record) =>
    hasEnded(record) || (as && as.holder !== record.holder)
      ? undefined
      : { ...record, stalls: as?.checkpoint ? 0 : record.stalls, ...changes }
}

/** Sets the files of an operation that has ended without any. */
export function withFiles(files: readonly OperationFile[]): RecordChange {
  return (record) =>
    hasEnded(record) && record.status !== 'EXPIRED' && record.files.length === 0
      ? { ...record, files: [...files] }
      : undefined
}

/** The remainder of an operation that has ended once its files have expired. */
export const expired: RecordChange = (record) =>
  hasEnded(record)
    ? {
        ...record,
        status: 'EXPIRED',
        query: '',
        operationName: null,
        variables: {},
        credentials: null,
        errors: [],
        files: [],
      }
    : undefined

/** Whether a change is kept in the folder of the operation: all but how far it is. */
export function isKept(before: OperationRecord, after: OperationRecord): boolean {
  const kept = (record: OperationRecord) => ({ ...record, progress: record.progress.waitingUntil })
  return !isDeepStrictEqual(kept(before), kept(after))
}

/** Whether the files of an operation have expired. They may not have been deleted yet. */
export function hasExpired({ expiresAt }: Pick<OperationRecord, 'expiresAt'>): boolean {
  return expiresAt !== null && expiresAt <= Date.now()
}

/** The path under which the files of operations are served. */
export const BULK_PATH = '/bulk/'

export function operationOf(record: OperationRecord): BulkOperation {
  if (hasExpired(record)) return { ...record, status: 'EXPIRED', errors: [], files: [] }
  const { id, files } = record
  return { ...record, files: files.map((file) => ({ ...file, url: `${BULK_PATH}${id}/${file.name}` })) }
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

/** The maximum number of operations of a caller that have not ended. */
export const MAX_UNFINISHED = 5

/** The maximum number of operations of a caller that have ended and are kept. */
export const MAX_ENDED = 100

/** An operation that somebody has taken. */
export interface HeldOperation {
  /** With the number of the new holder. */
  record: OperationRecord
  /** Where it was. Undefined if it has not begun. */
  checkpoint: Checkpoint | undefined
}

/**
 * The records and the checkpoints of operations. Everything that a method promises holds for all processes that share the
 * store. Records are values: nobody changes those that are given or returned.
 */
export interface OperationStore {
  /** Adds an operation, durably. Returns false, and adds nothing, if its owner has MAX_UNFINISHED that have not ended. */
  create(record: OperationRecord): Promise<boolean>
  get(id: string): Promise<OperationRecord | undefined>
  /** The operations of an owner, newest first. */
  ofOwner(owner: string): Promise<readonly OperationRecord[]>
  /** All operations: for what expires, for metrics, and to continue after a restart. */
  all(): Promise<readonly OperationRecord[]>
  /**
   * Takes an operation: raises the number of its holder and `stalls` by one. From then on the former holder can change
   * nothing. Returns undefined if there is no such operation, or if it has ended.
   */
  hold(id: string): Promise<HeldOperation | undefined>
  /**
   * Changes an operation that has not ended; with `holder`, only as long as this is the number of its holder (compare and
   * set). With a checkpoint, it is durable when this resolves, and `stalls` is 0 again. Returns the changed record, or undefined if
   * nothing was changed.
   */
  update(
    id: string,
    changes: RecordChanges,
    as?: { holder: number; checkpoint?: Checkpoint },
  ): Promise<OperationRecord | undefined>
  /** The last checkpoint of an operation. Undefined if it has none. */
  checkpointOf(id: string): Promise<Checkpoint | undefined>
  /** Sets the files of an operation that has ended, unless it has files or has expired. */
  addFiles(id: string, files: OperationRecord['files']): Promise<OperationRecord | undefined>
  /** Marks an operation that has ended as EXPIRED, and forgets its query, variables, errors and files. */
  expire(id: string): Promise<void>
  /** Forgets an operation. */
  remove(id: string): Promise<void>
}

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
