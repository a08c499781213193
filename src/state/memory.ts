import { LRUCache } from 'lru-cache'
import { createMessages } from '../async/messages.ts'
import { createRateLimiter, type RateLimiter } from '../rest/policy/permit.ts'
import { StoreUnavailable, type ReferenceStore, type Store, type StoredValue } from '../rest/store.ts'
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
    writeStore: createWriteStore(createKeepingStore()),
    spendStore: createSpendStore(createMemoryStore()),
  }
}

/** Makes an LRUCache check expiry by the system clock at every look-up. */
const EXACT_EXPIRY = { perf: { now: () => Date.now() }, ttlResolution: 0 }

/** Bounds the number of entries of an LRUCache. Its `max` would allocate memory for all of them at once. */
export const AT_MOST_100_000 = { maxSize: 100_000, sizeCalculation: () => 1, ...EXACT_EXPIRY }

/** The memory for values that are kept until they expire, in bytes. */
const MAX_KEPT_BYTES = 64 * 1024 * 1024

/** What an entry of a map takes besides its texts. */
const ENTRY_BYTES = 100

/** Creates a store in the memory of this process. Beyond 100,000 values, the least recently used ones are dropped. */
export function createMemoryStore(): Store {
  return createStore(new LRUCache<string, string>(AT_MOST_100_000))
}

/**
 * Creates a store in the memory of this process that drops no value before it expires. While its memory is used up, it refuses
 * changes of which the first one adds a value; those that follow from a value that it has are made all the same.
 */
export function createKeepingStore(maxBytes = MAX_KEPT_BYTES): Store {
  return createStore(createKeptValues(maxBytes))
}

/** The texts of a store. One that has expired has no remaining time. */
interface Values extends Pick<LRUCache<string, string>, 'delete' | 'getRemainingTTL'> {
  get(key: string): string | undefined
  set(key: string, value: string, options: { ttl: number }): unknown
  /** Whether there is no room for another one. Not given where others are dropped to make room. */
  isFull?: () => boolean
}

/** Creates values that are kept until they expire. */
function createKeptValues(maxBytes: number): Values {
  /** In the order in which they were set. */
  const kept = new Map<string, { value: string; endMs: number }>()
  let bytes = 0
  const getRemainingTTL = (key: string) => (kept.get(key)?.endMs ?? 0) - Date.now()
  const remove = (key: string) => {
    bytes -= bytesOf(key, kept.get(key)?.value)
    return kept.delete(key)
  }
  return {
    getRemainingTTL,
    get: (key) => (getRemainingTTL(key) > 0 ? kept.get(key)?.value : undefined),
    delete: remove,
    set(key, value, { ttl }) {
      remove(key)
      kept.set(key, { value, endMs: Date.now() + ttl })
      bytes += bytesOf(key, value)
    },
    isFull() {
      if (bytes < maxBytes) return false
      // Nearly all are kept for the same time, so that the first ones expire first.
      for (const key of kept.keys()) {
        if (getRemainingTTL(key) > 0) break
        remove(key)
      }
      return bytes >= maxBytes
    },
  }
}

function bytesOf(key: string, value: string | undefined): number {
  return value === undefined ? 0 : key.length + value.length + ENTRY_BYTES
}

function createStore(values: Values): Store {
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
      const isNew = changes[0]?.before === undefined && changes[0]?.after !== undefined
      if (isSet && isNew && values.isFull?.()) throw new StoreUnavailable('the memory for keys is full')
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
