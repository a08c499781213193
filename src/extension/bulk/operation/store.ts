import type { Checkpoint } from '../folder/checkpoint.ts'
import type { OperationRecord, RecordChanges } from './record.ts'

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
  /** All operations: for what expires, for metrics, and to go on after a restart. */
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
