import type { Session } from '../session.ts'
import { DAY_MS, type CachePolicy } from '../endpoint.ts'
import { UpstreamError, type UpstreamCode } from '../errors.ts'
import type { KeyValueStore } from '../store.ts'
import { within } from '../wait/timeout.ts'
import { freshnessOf, type Freshness } from './freshness.ts'
import type { ReferenceStore } from './reference-store.ts'

/** A reference read: a read whose answer is cached. */
export interface ReferenceRead<T> {
  /** The key of the answer in the store. */
  key: string
  cache: CachePolicy
  /** Whether a stored value has the form of an answer. */
  isAnswer: (value: unknown) => value is T
  /** Whether an answer has everything that this operation needs. */
  suffices: (answer: T) => boolean
  send: (session: Session) => Promise<T>
}

/** A stored answer that can be used. */
export interface FoundAnswer<T> {
  answer: T
  freshness: Freshness
}

/** Finds the answers of reference reads in the store, and reads new ones. */
export interface ReferenceReads {
  find<T>(read: ReferenceRead<T>): Promise<FoundAnswer<T> | undefined>
  /** Whether a read has just failed, so that it is not tried again as long as there is an old answer. */
  isPaused(key: string): Promise<boolean>
  /**
   * Reads from the service and stores the answer, or returns the answer that another instance has stored in the
   * meantime: only one of the instances that share the store reads at a time. Throws UPSTREAM_TIMEOUT if the wait lasts
   * beyond the deadline.
   */
  fetch<T>(read: ReferenceRead<T>, session: Session, deadline: number): Promise<{ answer: T; sent: boolean }>
}

export interface ReferenceReadsOptions {
  store: ReferenceStore
  leases: Pick<KeyValueStore, 'acquireLease'>
  refreshMs: number
}

/** How long a read is not tried again after a failure, as long as there is an old answer. */
const PAUSE_AFTER_FAILURE_MS = 30_000

/** How long an expired answer stays stored, in case no newer one is available. */
const EXPIRED_STORED_MS = DAY_MS

/** Creates the reference reads that use this store. */
export function createReferenceReads({ store, leases, refreshMs }: ReferenceReadsOptions): ReferenceReads {
  return {
    find,
    isPaused: async (key) => (await store.get(pauseKey(key))) !== undefined,
    async fetch(read, session, deadline) {
      for (;;) {
        const lease = await leases.acquireLease(read.key)
        if (!lease.held) await within(deadline - Date.now(), lease.released())
        try {
          // The previous holder of the lease may have stored an answer.
          const found = await find(read)
          if (found?.freshness === 'fresh') return { answer: found.answer, sent: false }
          if (lease.held) return { answer: await sendAndStore(read, session), sent: true }
        } finally {
          if (lease.held) await lease.release()
        }
      }
    },
  }

  async function find<T>({ key, cache, isAnswer, suffices }: ReferenceRead<T>): Promise<FoundAnswer<T> | undefined> {
    const found = await store.get(key)
    if (!found || !isAnswer(found.answer) || !suffices(found.answer)) return undefined
    return {
      answer: found.answer,
      freshness: freshnessOf({ ageMs: found.ageMs, refreshMs, maxAgeMs: cache.maxAgeMs }),
    }
  }

  async function sendAndStore<T>({ key, cache, send }: ReferenceRead<T>, session: Session): Promise<T> {
    try {
      const answer = await send(session)
      await store.set(key, answer, cache.maxAgeMs + EXPIRED_STORED_MS)
      return answer
    } catch (error) {
      if (isTemporary(error)) await store.set(pauseKey(key), true, PAUSE_AFTER_FAILURE_MS)
      throw error
    }
  }
}

function pauseKey(key: string): string {
  return `${key} paused`
}

/** Whether an error is temporary, a failure of the service or a spent limit, so that an old answer is better than none. */
export function isTemporary(error: unknown): boolean {
  return error instanceof UpstreamError && TEMPORARY.has(error.code)
}

const TEMPORARY: ReadonlySet<UpstreamCode> = new Set(['RATE_LIMITED', 'UPSTREAM_TIMEOUT', 'UPSTREAM_UNAVAILABLE'])
