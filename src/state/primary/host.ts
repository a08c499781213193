import { randomUUID } from 'node:crypto'
import { createMemoryReferenceStore } from '../../rest/cache/reference-store.ts'
import type { RateLimitKeys } from '../../rest/policy/rate-limit-keys.ts'
import { announcedLimitIn, createRateLimiter, type Permit } from '../../rest/policy/rate-limit.ts'
import { createMemoryStore, type AcquiredLease } from '../../rest/store.ts'
import type { AnswerHead } from '../../rest/wire/transport.ts'
import type { Channel } from './channel.ts'
import { permitsAhead } from './spare-permits.ts'

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
  /** Grants a permit, and with `ahead` a few more if many requests remain. */
  acquirePermit: (keys: RateLimitKeys, now: number, ahead: boolean) => PermitGrant
  /** Takes back the permits of requests that have ended, and learns the rate limit that the answer announced. */
  updateRateLimit: (permits: readonly number[], keys: RateLimitKeys, answer: AnswerHead | null, now: number) => void
  /** Takes back so many permits that were not used. */
  returnPermits: (first: number, count: number) => void
}

/**
 * So many permits, with consecutive IDs, of a rate limit that resets at that time; without an ID if no rate limit is known for
 * the keys. Or the time at which to ask again.
 */
export type PermitGrant = { first: number | null; count: number; resetAt: number } | { retryAt: number }

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
        acquirePermit(keys, now, ahead) {
          const granted = rateLimiter.acquire(keys, now)
          if (typeof granted === 'number') return { retryAt: granted }
          if (granted.window === undefined) return { first: null, count: 1, resetAt: 0 }
          const first = lastPermit + 1
          permits.set((lastPermit += 1), granted)
          const limit = rateLimiter.known(keys, now)
          // Requests in several accounts of a user who has a rate limit for all of them would take some for each account.
          const isShared = keys.account !== undefined && limit?.account === undefined
          const more = ahead && limit && !isShared ? permitsAhead(limit.remaining) : 0
          for (let nth = 0; nth < more; nth += 1)
            permits.set((lastPermit += 1), rateLimiter.acquire(keys, now) as Permit)
          return { first, count: 1 + more, resetAt: limit?.resetAt ?? 0 }
        },
        updateRateLimit(ids, keys, answer, now) {
          const announced = answer ? announcedLimitIn(answer, keys) : undefined
          const isNew = announced && !rateLimiter.known({ user: announced.key, account: undefined }, now)
          for (const id of ids) takeBack(id, (permit) => rateLimiter.update(permit, undefined, now))
          if (!answer || !announced) return
          rateLimiter.update({ keys, window: undefined }, answer, now)
          announcements.set(announced.key, { from: worker, keys, answer, now })
          // The other workers must no longer send without a permit.
          if (isNew) tellOthers()
          else telling ??= setTimeout(tellOthers, LEARN_MS).unref()
        },
        returnPermits(first, count) {
          for (let id = first; id < first + count; id += 1) takeBack(id, (permit) => rateLimiter.release(permit))
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

    function takeBack(id: number, how: (permit: Permit) => void): void {
      const permit = permits.get(id)
      if (permits.delete(id)) how(permit!)
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
