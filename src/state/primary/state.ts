import { randomUUID } from 'node:crypto'
import { DAY_MS } from '../../async/duration.ts'
import { createMemoryReferenceStore } from '../memory.ts'
import type { AcquiredLease, KeyValueStore, ReferenceStore } from '../../rest/store.ts'
import type { WriteStore } from '../../rest/write-store.ts'
import { renewedLease } from '../lease.ts'
import { remoteObject, type Channel } from './channel.ts'
import type { StateFunctions, StoreFunction, VersionedAnswer, WriteFunction } from './host.ts'
import { createPrimaryRateLimiter } from './rate-limiter.ts'

/** Creates the state of a worker, which the primary process keeps for all workers, and the functions that it calls. */
export function createPrimaryState(channel: Channel<StateFunctions>) {
  const { rateLimiter, learnRateLimit } = createPrimaryRateLimiter(channel)
  return {
    state: {
      store: createPrimaryStore(channel),
      referenceStore: createPrimaryReferenceStore(channel),
      rateLimiter,
      writeStore: remoteObject<WriteStore, WriteFunction>({ kind: 'PROCESS' }, (name, args) =>
        channel.call('writeStore', name, args),
      ),
    },
    functions: { learnRateLimit },
  }
}

function createPrimaryStore({ call, tell }: Channel<StateFunctions>): KeyValueStore {
  return remoteObject<KeyValueStore, StoreFunction>({ acquireLease }, (name, args) => call('store', name, args))

  async function acquireLease(name: string): Promise<AcquiredLease> {
    if (await call('acquireLease', name))
      return renewedLease(
        () => tell('renewLease', name),
        () => call('releaseLease', name),
      )
    return { held: false, released: () => call('leaseReleased', name) }
  }
}

/** The size of the copies that a worker keeps, so that an answer is not sent to it for each read. */
const MAX_COPIED_CHARACTERS = 8 * 2 ** 20

function createPrimaryReferenceStore({ call }: Channel<StateFunctions>): ReferenceStore {
  const copies = createMemoryReferenceStore(MAX_COPIED_CHARACTERS)
  return {
    async get(key) {
      const copy = (await copies.get(key))?.answer as VersionedAnswer | undefined
      const found = await call('getAnswer', key, copy?.version ?? null)
      if (!found) return undefined
      if (found.stored) await keep(key, found.stored)
      return { answer: (found.stored ?? copy)?.answer, ageMs: found.ageMs }
    },
    async set(key, answer, ttlMs) {
      const stored = { version: randomUUID(), answer }
      await call('setAnswer', key, stored, ttlMs)
      await keep(key, stored)
    },
  }

  /** A copy is used only if the primary process has the same version, so its own age does not matter. */
  function keep(key: string, stored: VersionedAnswer): Promise<void> {
    return copies.set(key, stored, DAY_MS)
  }
}
