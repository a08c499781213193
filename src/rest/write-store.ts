import type { Spend } from './spend-store.ts'

/**
 * Records of writes: what became of each idempotency key, which rows belong to which write, and what is being created now.
 * Records and claims are dropped after 24 hours. What they contain is not personal: HMACs, IDs, times, and what is wrong with
 * operations that were left out.
 */
export interface WriteStore {
  /** Whether the records are in the memory of this process, or shared over Redis. */
  readonly kind: 'PROCESS' | 'SHARED'
  /**
   * Stores the record of a write that begins and creates these rows, for which it is under way at most `creatingMs`. If there is a
   * record with this name, returns that instead. One step. Throws if it is not known to be stored: then it is deleted as soon as
   * that is possible.
   */
  begin(name: string, data: string, creates: readonly string[], creatingMs: number): Promise<StoredRecord | undefined>
  /**
   * Replaces a record and claims the IDs of its rows, in one step. `changed` if the record is none of `before`, and `claimed` if
   * one of the IDs belongs to another write: then nothing is stored. Throws if it is not known whether it is stored.
   */
  save(name: string, before: readonly string[], next: NextRecord): Promise<'saved' | 'changed' | 'claimed'>
  /** Replaces a record like `save`: as soon as that is possible, if it is not possible now. */
  settle(name: string, before: readonly string[], next: NextRecord): Promise<void>
  /** Which of these IDs belong to another write, and which of these rows another write is creating. */
  others(name: string, ids: readonly string[], creates: readonly string[]): Promise<OtherWrites>
}

export interface StoredRecord {
  data: string
  /** The time since it was stored last, by the clock of the store. */
  ageMs: number
}

/** What replaces a record. */
export interface NextRecord {
  /** Null deletes the record. Its claims stay. */
  data: string | null
  /** The IDs of the rows that belong to the write. Defaults to none. */
  ids?: readonly string[]
  /** The HMACs of the rows that the write creates from now on, for at most `creatingMs`; 0: it does not create them any more. */
  creates?: readonly string[]
  creatingMs?: number
}

export interface OtherWrites {
  claimed: readonly string[]
  creating: readonly string[]
}

/** What an operation needs to record its writes. */
export interface Writes {
  /** The records of writes with an idempotency key. */
  readonly store: WriteStore
  /** The records of writes without one, in the memory of this process. */
  readonly local: WriteStore
  /** The secrets of HMACs, the newest first. */
  readonly secrets: readonly [string, ...string[]]
  /** What writes may spend. Undefined if that is not limited. */
  readonly spend: Spend | undefined
  /** Why keys cannot be used here. Undefined if they can. */
  readonly keyFault: string | undefined
  /** The credentials on whose behalf writes are sent, as a hash. */
  readonly caller: string
  /** Milliseconds since the epoch by our clock. */
  readonly deadline: number
  /** The longest time between the start of an operation and its deadline. */
  readonly timeoutMs: number
  /** Aborts waits when the caller disconnects. */
  readonly signal: AbortSignal
  readonly requestId: string
  /** The time of the service in milliseconds since the epoch. */
  readonly now: () => number
  /** What the plan has made of the inputs of mutations, by their response keys. Their resolvers take it from here. */
  readonly prepared: Map<string, unknown>
}
