import { randomUUID } from 'node:crypto'
import { createMemoryReferenceStore } from '../../rest/cache/reference-store.ts'
import type { RateLimitKeys } from '../../rest/policy/rate-limit-keys.ts'
import { announcedLimitIn, createRateLimiter, type Permit } from '../../rest/policy/rate-limit.ts'
import { createMemoryStore, type AcquiredLease } from '../../rest/store.ts'
import type { AnswerHead } from '../../rest/wire/transport.ts'
import type { Channel } from './channel.ts'

/** The functions of the primary process that a worker calls for shared state. */
export type StateFunctions = {
  get: (key: string) => Promise<string | undefined>
  set: (key: string, value: string, ttlMs: number) => Promise<void>
  delete: (key: string) => Promise<void>
  setIfAbsent: (key: string, value: string, ttlMs: number) => Promise<boolean>
  /** Whether the worker has the lease now. */
  acquireLease: (name: string) => Promise<boolean>
  /** Resolves when a lease that another caller held may be free. */
  leaseReleased: (name: string) => Promise<void>
  releaseLease: (name: string) => Promise<void>
  /** The stored answer; without its value if the worker has this version of it. */
  getAnswer: (key: string, version: string | null) => Promise<VersionedAnswer | undefined>
  /** Stores an answer, and returns its version. */
  setAnswer: (key: string, answer: unknown, ttlMs: number) => Promise<string>
  /** The ID of a permit, null if no rate limit is known for these keys, or the time at which to ask again. */
  acquirePermit: (keys: RateLimitKeys, now: number) => Promise<{ permit: number | null } | { retryAt: number }>
  /** Takes a permit back. Without an ID, only learns the rate limit that the answer announced. */
  updateRateLimit: (permit: number | null, keys: RateLimitKeys, answer: AnswerHead | null, now: number) => Promise<void>
}

/** The functions of a worker that the primary process calls for shared state. */
export type WorkerStateFunctions = {
  /** Learns the rate limit that the answer to another worker announced. */
  learnRateLimit: (keys: RateLimitKeys, answer: AnswerHead, now: number) => void
}

/** A stored answer of a reference read. */
export interface VersionedAnswer {
  version: string
  ageMs: number
  answer?: unknown
}

/** The state that the primary process keeps for its workers. */
export interface StateHost {
  /** Begins to serve a worker. `disconnect` releases what a worker that has ended still holds. */
  connect(worker: WorkerStateChannel): { functions: StateFunctions; disconnect: () => void }
}

type WorkerStateChannel = Pick<Channel<WorkerStateFunctions>, 'tell'>

/** How often workers learn what the answers to the others announced about known rate limits. That is for reports only. */
const LEARN_MS = 100

/** Creates the state in the memory of this process. It behaves as the state of a server without workers. */
export function createStateHost(): StateHost {
  const store = createMemoryStore()
  const answers = createMemoryReferenceStore()
  const rateLimiter = createRateLimiter()
  const workers = new Set<WorkerStateChannel>()
  /** The last announcement of each rate limit that the other workers have not learned yet. */
  const announcements = new Map<string, Announcement>()
  let telling: NodeJS.Timeout | undefined
  let lastPermit = 0

  return { connect }

  function connect(worker: WorkerStateChannel): ReturnType<StateHost['connect']> {
    workers.add(worker)
    const leases = new Map<string, Extract<AcquiredLease, { held: true }>>()
    const permits = new Map<number, Permit>()

    return {
      functions: {
        get: (key) => store.get(key),
        set: (key, value, ttlMs) => store.set(key, value, ttlMs),
        delete: (key) => store.delete(key),
        setIfAbsent: (key, value, ttlMs) => store.setIfAbsent(key, value, ttlMs),
        async acquireLease(name) {
          const lease = await store.acquireLease(name)
          if (lease.held) leases.set(name, lease)
          return lease.held
        },
        async leaseReleased(name) {
          const lease = await store.acquireLease(name)
          await (lease.held ? lease.release() : lease.released())
        },
        releaseLease,
        async getAnswer(key, version) {
          const found = await answers.get(key)
          if (!found) return undefined
          const stored = found.answer as StoredAnswer
          return { version: stored.version, ageMs: found.ageMs, ...(stored.version !== version && stored) }
        },
        async setAnswer(key, answer, ttlMs) {
          const version = randomUUID()
          await answers.set(key, { version, answer } satisfies StoredAnswer, ttlMs)
          return version
        },
        async acquirePermit(keys, now) {
          const granted = await rateLimiter.acquire(keys, now, { maxWaitMs: 0 })
          if (typeof granted === 'number') return { retryAt: granted }
          if (granted.window === undefined) return { permit: null }
          permits.set((lastPermit += 1), granted)
          return { permit: lastPermit }
        },
        async updateRateLimit(id, keys, answer, now) {
          const permit = (id !== null && permits.get(id)) || { keys, window: undefined }
          if (id !== null) permits.delete(id)
          const announced = answer ? announcedLimitIn(answer, keys) : undefined
          const isNew = announced && !rateLimiter.known({ user: announced.key, account: undefined }, now)
          rateLimiter.update(permit, answer ?? undefined, now)
          if (!answer || !announced) return
          announcements.set(announced.key, { from: worker, keys, answer, now })
          // The other workers must no longer send without a permit.
          if (isNew) tellOthers()
          else telling ??= setTimeout(tellOthers, LEARN_MS).unref()
        },
      },
      disconnect() {
        workers.delete(worker)
        for (const name of leases.keys()) void releaseLease(name)
        // Without an answer, the time is not used.
        for (const permit of permits.values()) rateLimiter.update(permit, undefined, 0)
        permits.clear()
      },
    }

    async function releaseLease(name: string): Promise<void> {
      const lease = leases.get(name)
      leases.delete(name)
      await lease?.release()
    }
  }

  function tellOthers(): void {
    clearTimeout(telling)
    telling = undefined
    for (const { from, keys, answer, now } of announcements.values())
      for (const worker of workers) if (worker !== from) worker.tell('learnRateLimit', keys, answer, now)
    announcements.clear()
  }
}

interface Announcement {
  from: WorkerStateChannel
  keys: RateLimitKeys
  answer: AnswerHead
  now: number
}

interface StoredAnswer {
  version: string
  answer: unknown
}
