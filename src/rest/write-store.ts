/**
 * Records of writes that can be repeated, and of the IDs that their results have. A record is created before anything is
 * sent, has an owner with a lease, and is dropped 24 hours later. What it contains is not personal: an HMAC, IDs and times.
 */
export interface WriteStore {
  /** Whether the records are in the memory of this process, or shared over Redis. */
  readonly kind: 'PROCESS' | 'SHARED'
  /**
   * Creates the record of a write, with `owner` as its owner. If there is one already with one of `inputs`, its owner is
   * replaced unless the write is done or its owner holds the lease. One step. Throws if the record cannot be stored.
   */
  begin(write: WriteStart): Promise<WriteRecord>
  /** Extends the lease of an owner. False if another one has taken over. */
  renew(ownership: Ownership): Promise<boolean>
  /**
   * Stores how far a write is, and claims the IDs of its rows, in one step. `lost` if another owner has taken over,
   * `claimed` if one of the IDs belongs to another write: then nothing changes. Throws if it cannot be stored.
   */
  save(ownership: Ownership, progress: WriteProgress): Promise<'saved' | 'lost' | 'claimed'>
  /** Which of these IDs belong to another write, and which groups have another write that is not finished. */
  others(
    name: string,
    ids: readonly string[],
    groups: readonly string[],
  ): Promise<{ claimed: string[]; unfinished: string[] }>
}

/** A write that begins. */
interface WriteStart {
  /** The name of its record. */
  name: string
  owner: string
  /** The HMACs of its input, the one to store first. */
  inputs: readonly string[]
  /** The HMACs of what it makes: writes that make the same are in the same group. */
  groups: readonly string[]
  /** What is stored with a new record, as text. */
  data: string
  /** The time after which no request of the owner is in progress any more. */
  leftMs: number
}

/** A record of a write. Times are milliseconds by the clock of the store. */
export interface WriteRecord {
  /**
   * `new`: this call has created it. `taken`: this call has taken it over from an owner that has ended. `held`: its owner
   * holds the lease. `done`: the write is done. `other`: the record has another input.
   */
  state: 'new' | 'taken' | 'held' | 'done' | 'other'
  data: string
  /** Increases with each owner. Only the latest owner can change the record. */
  fence: number
  now: number
  /** How long the store has existed: what it does not know may have been forgotten before. */
  storeAgeMs: number
  /** When the last request of the owner before has ended for sure, which can be later than now. */
  endedAt: number
}

/** Who may change a record. A fence of 0 is for a write without a record, which only claims IDs. */
export interface Ownership {
  name: string
  owner: string
  fence: number
}

/** How far a write is. */
export interface WriteProgress {
  /** `running` keeps the lease, `unclear` and `done` end it, and `free` deletes the record. */
  state: 'running' | 'unclear' | 'done' | 'free'
  data: string
  /** How many milliseconds ago the last request ended. Ignored while the write is running. */
  endedAgoMs: number
  /** The IDs of the rows that belong to this write. */
  ids: readonly string[]
  groups: readonly string[]
}

/** What an operation needs to make its writes repeatable. */
export interface Writes {
  /** The records of writes with an idempotency key. */
  readonly store: WriteStore
  /** The records of writes without one, in the memory of this process. */
  readonly local: WriteStore
  /** The secrets of HMACs, the newest first. */
  readonly secrets: readonly [string, ...string[]]
  /** Why keys cannot be used here. Undefined if they can. */
  readonly keyFault: string | undefined
  /** How long after its connection was closed a write may still happen. */
  readonly settleMs: number
  /** The credentials on whose behalf writes are sent, as a hash. */
  readonly caller: string
  /** Milliseconds since the epoch by our clock. */
  readonly deadline: number
  /** Aborts waits when the caller disconnects. */
  readonly signal: AbortSignal
  readonly requestId: string
  /** The time of the service in milliseconds since the epoch. */
  readonly now: () => number
}
