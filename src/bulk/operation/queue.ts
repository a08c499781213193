/** What has become of an operation that was run. */
export type RunOutcome =
  /** It has ended, or somebody else has taken it. Nobody needs to run it any more. */
  | 'ended'
  /** It waits until this time, in milliseconds since the epoch, and has given its slot back. */
  | { until: number }
  /** It was interrupted, and can go on at once somewhere else. */
  | 'released'

/**
 * Runs an operation until it ends, waits, or is interrupted by the signal, which all operations of the process share. Does not
 * reject because of the operation itself.
 */
export type RunOperation = (id: string, signal: AbortSignal) => Promise<RunOutcome>

/** A process that runs operations. */
export interface OperationWorker {
  /** Takes no further operations, interrupts those that run, and resolves when all have kept their positions. */
  close(): Promise<void>
}

/** The queue of operations that are to be run. It has nothing but their IDs: what they are is in the store. */
export interface OperationQueue {
  /** Adds an operation, which is run once there is a free slot. Adding one that is there changes nothing. */
  add(id: string): Promise<void>
  /** Begins to run operations in this process, `slots` at the same time. */
  work(slots: number, run: RunOperation): OperationWorker
}
