import { LRUCache } from 'lru-cache'
import { createMessages } from '../async/messages.ts'
import { createRateLimiter, type RateLimiter } from '../rest/policy/permit.ts'
import type { ReferenceStore, Store, StoredValue } from '../rest/store.ts'
import { createAnswers } from './answers.ts'
import { type SpendStore, createSpendStore } from './spend-store.ts'
import { type WriteStore, createWriteStore } from './write-store.ts'

/** What instances share: a store, and everything built on it. */
export interface SharedState {
  store: Store
  /** The same store, but it throws StoreUnavailable while it cannot be shared. */
  strictStore: Store
  referenceStore: ReferenceStore
  rateLimiter: RateLimiter
  writeStore: WriteStore
  spendStore: SpendStore
}

/** Creates the state of one process that shares it with no other. */
export function createMemoryState(): SharedState {
  const store = createMemoryStore()
  return {
    store,
    strictStore: store,
    referenceStore: createAnswers(),
    rateLimiter: createRateLimiter(),
    writeStore: createWriteStore(createMemoryStore()),
    spendStore: createSpendStore(createMemoryStore()),
  }
}

/** Makes an LRUCache check expiry by the system clock at every look-up. */
const EXACT_EXPIRY = { perf: { now: () => Date.now() }, ttlResolution: 0 }

/** Bounds the number of entries of an LRUCache. Its `max` would allocate memory for all of them at once. */
export const AT_MOST_100_000 = { maxSize: 100_000, sizeCalculation: () => 1, ...EXACT_EXPIRY }

/** Creates a store in the memory of this process. Beyond 100,000 values, the least recently used ones are dropped. */
export function createMemoryStore(): Store {
  const values = new LRUCache<string, string>(AT_MOST_100_000)
  const leases = new Map<string, Promise<void>>()
  const messages = createMessages()

  return {
    kind: 'PROCESS',
    async get(key, known = '') {
      const found = find(key)
      return known !== '' && found?.value.startsWith(known) ? { ...found, value: known } : found
    },
    getAll: async (keys) => keys.map(find),
    set: async (key, value, ttlMs) => put(key, value, ttlMs),
    setSpare: async (key, value, ttlMs) => put(key, value, ttlMs),
    delete: async (key) => put(key, undefined, 0),
    async compareAndSet(...changes) {
      const found = changes.map(({ key }) => find(key))
      const isSet = changes.every(({ before }, index) => found[index]?.value === before)
      if (isSet) for (const { key, after, ttlMs } of changes) put(key, after, ttlMs)
      return { isSet, found }
    },
    async lease(name) {
      const released = leases.get(name)
      if (released) return { held: false, released: () => released }
      let onRelease = () => {}
      leases.set(name, new Promise((resolve) => (onRelease = resolve)))
      return {
        held: true,
        async release() {
          leases.delete(name)
          onRelease()
        },
      }
    },
    next: (topic) => messages.next(topic),
    publish: (topic) => messages.deliver(topic),
  }

  function find(key: string): StoredValue | undefined {
    const value = values.get(key)
    return value === undefined ? undefined : { value, leftMs: values.getRemainingTTL(key) }
  }

  function put(key: string, value: string | undefined, ttl: number): void {
    if (value === undefined) values.delete(key)
    else values.set(key, value, { ttl })
  }
}
