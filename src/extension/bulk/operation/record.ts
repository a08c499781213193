import { isDeepStrictEqual } from 'node:util'
import { z } from 'zod'
import type { BulkOperation } from '../bulk-operation.ts'
import type { Checkpoint } from '../folder/checkpoint.ts'
import { COUNT, EXPORT_ERROR, EXPORTED_FILE, FORMAT, JSON_OBJECT, PART } from '../walk/state.ts'

/** Milliseconds since the epoch. Null as long as there is no such time. */
const TIME = z.number().nullable()

const PROGRESS = z.object({
  rows: COUNT,
  calls: COUNT,
  lists: z.array(z.object({ path: z.string(), rows: COUNT, pages: COUNT, done: z.boolean() })),
  waitingUntil: TIME,
})

/** A file of an operation that has ended: its bytes are those of its parts, one after the other. */
const FILE = EXPORTED_FILE.extend({
  /** They are in the folder of the operation. */
  parts: z.array(PART),
})

/** What is kept of an operation besides its checkpoint and its files. Times are in milliseconds since the epoch. */
export const RECORD = z.object({
  version: z.literal(1),
  /** A UUID, which is also the name of its folder. */
  id: z.uuid(),
  /** A hash that identifies the caller who started it. */
  owner: z.string(),
  /** A hash of the credentials on whose behalf it reads. */
  identity: z.string(),
  /** The service that it reads. It goes on only over the same one. */
  service: z.string(),
  /** The ID of the user session that started it; null if it was not a signed-in user. */
  session: z.string().nullable(),
  /** The sealed credentials of its caller. Null if they are those of the server, and as soon as the operation has ended. */
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

/** The changes of a record. What identifies an operation does not change. */
export type RecordChanges = Partial<OperationRecord>

const ENDED: ReadonlySet<OperationRecord['status']> = new Set(['COMPLETED', 'FAILED', 'CANCELED', 'EXPIRED'])

/** Whether an operation has ended: nobody reads for it any more. */
export function hasEnded({ status }: Pick<OperationRecord, 'status'>): boolean {
  return ENDED.has(status)
}

/** A change of a record: undefined if it must not be changed. */
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

/** What is left of an operation that has ended once its files have expired. */
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

/** An operation for its caller. */
export function operationOf(record: OperationRecord): BulkOperation {
  if (hasExpired(record)) return { ...record, status: 'EXPIRED', errors: [], files: [] }
  const { id, files } = record
  return { ...record, files: files.map((file) => ({ ...file, url: `${BULK_PATH}${id}/${file.name}` })) }
}
