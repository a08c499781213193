import type { NextMessage } from '../async/messages.ts'
import { within } from '../async/promise.ts'
import { type UpstreamCode, UpstreamError } from './errors.ts'

export interface StoredValue {
  value: string
  /** The time until it expires, by the clock of the store, because the clocks of instances differ. */
  leftMs: number
}

/** A change of a value that rests on what the caller has read. Undefined stands for no value. */
export interface ValueChange {
  key: string
  before: string | undefined
  after: string | undefined
  ttlMs: number
  /** Whose value it is if it is added, among those who share the memory of a process. So are the values that are added with it. */
  owner?: string | undefined
}

/** Short texts that expire, leases and messages: in the memory of one process, or shared by several. */
export interface Store {
  readonly kind: 'PROCESS' | 'SHARED'
  /** The value of a key. One that begins with `known`, which the caller has, is cut there. */
  get(key: string, known?: string): Promise<StoredValue | undefined>
  /** The values of several keys, in their order, read in one step. */
  getAll(keys: readonly string[]): Promise<readonly (StoredValue | undefined)[]>
  set(key: string, value: string, ttlMs: number): Promise<void>
  /** Sets a value that can be made again. Those that expire first are dropped to make room. */
  setSpare(key: string, value: string, ttlMs: number): Promise<void>
  delete(key: string): Promise<void>
  /**
   * Makes all changes in one step, or none if one of the values is not what it was. Returns which, and the values found before. One
   * of several concurrent callers that rest on the same value makes its changes.
   */
  compareAndSet(...changes: readonly ValueChange[]): Promise<Compared>
  /** Acquires a lease, which one caller at a time can hold. It is released when the process of its holder ends. */
  lease(name: string): Promise<AcquiredLease>
  /** Begins to listen for the next message on this topic. */
  next(topic: string): NextMessage
  /** Wakes the listeners of a topic, in all processes that share the store. */
  publish(topic: string): void
}

export interface Compared {
  isSet: boolean
  /** In the order of the changes. */
  found: readonly (StoredValue | undefined)[]
}

/** The error of a store that must be shared, while it cannot be. */
export class StoreUnavailable extends Error {
  override readonly name = 'StoreUnavailable'
}

/** A lease that the caller holds until it releases it. */
export interface HeldLease {
  held: true
  /** Aborts when another caller may hold the lease too. Undefined if that cannot happen. */
  lost?: AbortSignal
  release(): Promise<void>
}

/** A lease that the caller holds, or one that another caller holds. */
export type AcquiredLease =
  | HeldLease
  /** `released` resolves when the lease may be free, and must be called for a lease that is not held. */
  | { held: false; released(): Promise<void> }

/** A cached answer and its age. The reader must validate the answer, because it may come from outside this process. */
interface CachedAnswer {
  answer: unknown
  /** By the clock of the store, because the clocks of instances differ. */
  ageMs: number
  /** Its length, if it is known. */
  bytes?: number | undefined
}

/** Answers that only this process keeps. The least recently used ones are dropped to make room. They must be JSON. */
export interface LocalAnswers {
  get(key: string): unknown
  set(key: string, answer: unknown, ttlMs: number): void
}

/** Stores the answers of reference reads: in the memory of one process, or shared by several. */
export interface ReferenceStore {
  /** Answers that callers do not share. */
  readonly local: LocalAnswers
  get(key: string): Promise<CachedAnswer | undefined>
  /**
   * Stores an answer that has just been read. It is dropped after `ttlMs`, or earlier to make room. It must be JSON. `bytes` is its
   * length, if it is known; one that is too long is not stored.
   */
  set(key: string, answer: unknown, ttlMs: number, bytes?: number): Promise<void>
}

/** The promise's value. Throws UPSTREAM_TIMEOUT at the deadline; the work behind the promise is not stopped. */
export function beforeDeadline<T>(deadline: number, promise: Promise<T>): Promise<T> {
  return within(deadline - Date.now(), promise, () => {
    throw new UpstreamError({ code: 'UPSTREAM_TIMEOUT', message: 'The service did not answer in time' })
  })
}

/** Whether work that failed for its owner can succeed for another caller, who has more time. */
export function mayTakeLonger(error: unknown, ownerDeadline: number, deadline: number): boolean {
  return ownerDeadline < deadline && error instanceof UpstreamError && OF_THE_DEADLINE.has(error.code)
}

const OF_THE_DEADLINE: ReadonlySet<UpstreamCode> = new Set(['RATE_LIMITED', 'UPSTREAM_TIMEOUT'])

/** Acquires a lease. Waits for it until the deadline, and then throws UPSTREAM_TIMEOUT. */
export async function heldLease(leases: Pick<Store, 'lease'>, name: string, deadline: number): Promise<HeldLease> {
  for (;;) {
    const lease = await leases.lease(name)
    if (lease.held) return lease
    await beforeDeadline(deadline, lease.released())
  }
}

/**
 * The stored value, or else the one that `make` makes and stores. Of all callers that share the leases, only the one that holds
 * the lease makes it; the others wait until the deadline, and then throw UPSTREAM_TIMEOUT.
 */
export async function storedOrMade<T>(
  leases: Pick<Store, 'lease'>,
  name: string,
  deadline: number,
  stored: () => Promise<T | undefined>,
  make: () => Promise<T>,
): Promise<T> {
  const lease = await heldLease(leases, name, deadline)
  try {
    // The previous holder of the lease may have stored one.
    return (await stored()) ?? (await make())
  } finally {
    await lease.release()
  }
}
