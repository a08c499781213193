import { createMemoryReferenceStore, type SharedState } from '../memory.ts'
import type { KeyValueStore, ReferenceStore } from '../../rest/store.ts'
import type { WriteStore } from '../../rest/write-store.ts'
import { renewedLease } from '../lease.ts'
import { remoteObject, type Channel } from './channel.ts'
import type { StateFunctions, WorkerStateFunctions, WriteFunction } from './host.ts'
import { createPrimaryRateLimiter } from './rate-limiter.ts'

type StateChannel = Pick<Channel<StateFunctions>, 'call' | 'tell'>

/** Creates the state of a worker, which the primary process keeps for all workers, and the functions that it calls. */
export function createPrimaryState(channel: StateChannel): { state: SharedState; functions: WorkerStateFunctions } {
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

function createPrimaryStore({ call, tell }: StateChannel): KeyValueStore {
  return {
    get: (key) => call('get', key),
    set: (key, value, ttlMs) => call('set', key, value, ttlMs),
    delete: (key) => call('delete', key),
    setIfAbsent: (key, value, ttlMs) => call('setIfAbsent', key, value, ttlMs),
    async acquireLease(name) {
      if (await call('acquireLease', name))
        return renewedLease(
          () => tell('renewLease', name),
          () => call('releaseLease', name),
        )
      return { held: false, released: () => call('leaseReleased', name) }
    },
  }
}

/** The size of the copies that a worker keeps, so that an answer is not sent to it for each read. */
const MAX_COPIED_CHARACTERS = 8 * 2 ** 20

/** A copy is used only if the primary process has the same version, so its own age does not matter. */
const COPIED_MS = 86_400_000

function createPrimaryReferenceStore({ call }: StateChannel): ReferenceStore {
  const copies = createMemoryReferenceStore(MAX_COPIED_CHARACTERS)
  return {
    async get(key) {
      const copy = (await copies.get(key))?.answer as CopiedAnswer | undefined
      const found = await call('getAnswer', key, copy?.version ?? null)
      if (!found) return undefined
      const { version, ageMs } = found
      if (version === copy?.version) return { answer: copy.answer, ageMs }
      await copies.set(key, { version, answer: found.answer } satisfies CopiedAnswer, COPIED_MS)
      return { answer: found.answer, ageMs }
    },
    async set(key, answer, ttlMs) {
      const version = await call('setAnswer', key, answer, ttlMs)
      await copies.set(key, { version, answer } satisfies CopiedAnswer, COPIED_MS)
    },
  }
}

interface CopiedAnswer {
  version: string
  answer: unknown
}
