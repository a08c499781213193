import { createMemoryWriteStore } from '../memory-write-store.ts'
import { createMemoryReferenceStore, createMemoryStore } from '../memory.ts'
import type { Permit } from '../../rest/policy/permit-queue.ts'
import type { RateLimitKeys } from '../../rest/policy/rate-limit-keys.ts'
import { announcedLimitIn, createRateLimiter } from '../../rest/policy/rate-limit.ts'
import type { KeyValueStore } from '../../rest/store.ts'
import type { WriteStore } from '../../rest/write-store.ts'
import type { AnswerHead } from '../../rest/wire/transport.ts'
import { LEASE_MS } from '../lease.ts'
import type { Channel } from './channel.ts'

/** The functions of the primary process that a worker calls for shared state. */
export type StateFunctions = ReturnType<ReturnType<typeof createStateHost>['connect']>['functions']

/** The name of a function of the store that needs nothing of its worker. */
export type StoreFunction = Exclude<keyof KeyValueStore, 'acquireLease'>

/** The name of a function of the records of writes. */
export type WriteFunction = Exclude<keyof WriteStore, 'kind'>

/** The functions of a worker that the primary process calls for shared state. */
export type WorkerStateFunctions = {
  /** Learns the rate limit that the answer to another worker announced. */
  learnRateLimit: (keys: RateLimitKeys, answer: AnswerHead, now: number) => void
}

/** A stored answer of a reference read. */
export interface VersionedAnswer {
  version: string
  answer: unknown
}

type WorkerStateChannel = Pick<Channel<WorkerStateFunctions>, 'tell'>

/** How often workers learn what the answers to the others announced about known rate limits. That is for reports only. */
const LEARN_MS = 100

/** Creates the state that this process keeps for its workers, in its memory. It behaves as the state of a server without workers. */
export function createStateHost() {
  const store = createMemoryStore()
  const answers = createMemoryReferenceStore()
  const rateLimiter = createRateLimiter()
  const writes = createMemoryWriteStore()
  const relay = createRelay()

  return { connect }

  /** Begins to serve a worker. `disconnect` releases what a worker that has ended still holds. */
  function connect(worker: WorkerStateChannel) {
    relay.workers.add(worker)
    const leases = createWorkerLeases(store)
    const permits = new Map<string, Permit>()
    let isConnected = true

    return {
      functions: {
        ...leases.functions,
        /** Calls a function of the store. */
        store: (name: StoreFunction, args: unknown[]): Promise<unknown> => Reflect.apply(store[name], store, args),
        /** The age of the stored answer, and the answer unless the worker has this version of it. */
        async getAnswer(key: string, version: string | null) {
          const found = await answers.get(key)
          if (!found) return undefined
          const stored = found.answer as VersionedAnswer
          return { ageMs: found.ageMs, stored: stored.version === version ? undefined : stored }
        },
        setAnswer: (key: string, answer: VersionedAnswer, ttlMs: number) => answers.set(key, answer, ttlMs),
        /** The ID of a permit, or the time at which to ask again. Waits up to `maxWaitMs` for the answers to other requests. */
        async acquirePermit(keys: RateLimitKeys, now: number, maxWaitMs: number) {
          const permit = await rateLimiter.acquire(keys, now, { maxWaitMs })
          if (typeof permit === 'number') return permit
          if (isConnected) permits.set(permit.id, permit)
          else rateLimiter.release(permit)
          return permit.id
        },
        /** Takes a permit back, and learns the rate limit that the answer announced. */
        updateRateLimit(permit: Permit, answer: AnswerHead | null, now: number) {
          permits.delete(permit.id)
          rateLimiter.update(permit, answer ?? undefined, now)
          if (answer) relay.announce(worker, permit.keys, answer, now)
        },
        /** Takes a permit back whose request was not sent. */
        releasePermit(permit: Permit) {
          permits.delete(permit.id)
          rateLimiter.release(permit)
        },
        /** Learns the rate limit that the answer to a request announced for which Redis gave the permit. */
        learnRateLimit(keys: RateLimitKeys, answer: AnswerHead, now: number) {
          rateLimiter.learn(keys, answer, now)
          relay.announce(worker, keys, answer, now)
        },
        /** Calls a function of the records of writes. */
        writeStore: (name: WriteFunction, args: unknown[]): Promise<unknown> =>
          Reflect.apply(writes[name], writes, args),
      },
      disconnect: () => {
        relay.workers.delete(worker)
        leases.releaseAll()
        // Without an answer, the time is not used.
        for (const permit of permits.values()) rateLimiter.update(permit, undefined, 0)
        permits.clear()
        isConnected = false
      },
    }
  }
}

/** Creates the relay that tells workers which rate limits the answers to other workers announced. */
function createRelay() {
  const workers = new Set<WorkerStateChannel>()
  /** The last announcement of each rate limit that the other workers have not learned yet. */
  const announcements = new Map<string, (worker: WorkerStateChannel) => void>()
  let telling: NodeJS.Timeout | undefined

  return { workers, announce }

  /** Tells the other workers soon what the answer to a worker announced. */
  function announce(from: WorkerStateChannel, keys: RateLimitKeys, answer: AnswerHead, now: number): void {
    const announced = announcedLimitIn(answer, keys)
    if (!announced) return
    announcements.set(announced.key, (worker) => {
      if (worker !== from) worker.tell('learnRateLimit', keys, answer, now)
    })
    telling ??= setTimeout(tellOthers, LEARN_MS).unref()
  }

  function tellOthers(): void {
    telling = undefined
    for (const tell of announcements.values()) workers.forEach(tell)
    announcements.clear()
  }
}

/** Creates the leases of a worker, which it has not taken yet. */
function createWorkerLeases(store: KeyValueStore) {
  const leases = new Map<string, { release: () => Promise<void>; expiry: NodeJS.Timeout }>()
  const functions = {
    /** Whether the worker has the lease now. It must renew the lease, or else loses it after three seconds. */
    async acquireLease(name: string) {
      const lease = await store.acquireLease(name)
      if (lease.held) {
        const expiry = setTimeout(() => void releaseLease(name), LEASE_MS).unref()
        leases.set(name, { release: () => lease.release(), expiry })
      }
      return lease.held
    },
    renewLease: (name: string) => void leases.get(name)?.expiry.refresh(),
    /** Resolves when a lease that another caller held may be free. */
    async leaseReleased(name: string) {
      const lease = await store.acquireLease(name)
      await (lease.held ? lease.release() : lease.released())
    },
    releaseLease,
  }
  const releaseAll = () => [...leases.keys()].forEach((name) => void releaseLease(name))
  return { functions, releaseAll }

  async function releaseLease(name: string): Promise<void> {
    const lease = leases.get(name)
    leases.delete(name)
    clearTimeout(lease?.expiry)
    await lease?.release()
  }
}
