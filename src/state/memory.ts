import { LRUCache } from 'lru-cache'
import { createMessages } from '../async/messages.ts'
import { createRateLimiter, type RateLimiter } from '../rest/policy/permit.ts'
import { StoreUnavailable, type ReferenceStore, type Store, type StoredValue } from '../rest/store.ts'
import { createAnswers, EXACT_EXPIRY } from './answers.ts'
import { type SpendStore, createSpendStore } from './spend-store.ts'
import { type WriteStore, createWriteStore } from './write-store.ts'

/** What instances share: a store, and everything built on it. */
export interface SharedState {
  store: Store
  /** The same store, but it throws StoreUnavailable while it cannot be shared. */
  strictStore: Store
  referenceStore: ReferenceStore
  /** The documents of statistics. They can be so many that there would be no room for the answers of reference reads. */
  statisticsStore: ReferenceStore
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
    statisticsStore: createAnswers(),
    rateLimiter: createRateLimiter(),
    writeStore: createWriteStore(createKeepingStore(MAX_RECORDS_BYTES)),
    spendStore: createSpendStore(createKeepingStore()),
  }
}

/** Bounds the number of entries of an LRUCache. Its `max` would allocate memory for all of them at once. */
export const AT_MOST_100_000 = { maxSize: 100_000, sizeCalculation: () => 1, ...EXACT_EXPIRY }

/** The memory for records of writes with a key, which are kept until they expire, in bytes. */
const MAX_RECORDS_BYTES = 64 * 2 ** 20

/** The memory for other values that are kept until they expire, in bytes: at least as many as another store has. */
const MAX_KEPT_BYTES = 32 * 2 ** 20

/** What an entry of a map takes besides its texts. */
const ENTRY_BYTES = 100

/** Creates a store in the memory of this process. Beyond 100,000 values, the least recently used ones are dropped. */
export function createMemoryStore(): Store {
  return createStore(new LRUCache<string, string>(AT_MOST_100_000))
}

/**
 * Creates a store in the memory of this process that drops no value before it expires. An owner of values can add another one while it
 * has less memory than is left for all, so that one alone can use half of it, and there is always some for others. Otherwise, changes of
 * which the first one adds a value are refused; those that follow from a value that it has are made all the same.
 */
export function createKeepingStore(maxBytes = MAX_KEPT_BYTES): Store {
  return createStore(createKeptValues(maxBytes))
}

/** The texts of a store. One that has expired has no remaining time. */
interface Values extends Pick<LRUCache<string, string>, 'delete' | 'getRemainingTTL'> {
  get(key: string): string | undefined
  set(key: string, value: string, options: { ttl: number; owner: string }): unknown
  /** The owner of a value. Not given where values have none. */
  ownerOf?: (key: string) => string | undefined
  /** Why there is no room for another value of an owner; undefined if there is. Not given where others are dropped to make room. */
  lackFor?: (owner: string) => string | undefined
}

/** Creates values that are kept until they expire. */
function createKeptValues(maxBytes: number): Values {
  const kept = new Map<string, { value: string; endMs: number; owner: string }>()
  const bytesBy = new Map<string, number>()
  let bytes = 0
  let swept = kept.keys()
  const getRemainingTTL = (key: string) => (kept.get(key)?.endMs ?? 0) - Date.now()
  const count = (owner: string, change: number) => {
    const own = (bytesBy.get(owner) ?? 0) + change
    bytes += change
    if (own === 0) bytesBy.delete(owner)
    else bytesBy.set(owner, own)
  }
  const remove = (key: string) => {
    const found = kept.get(key)
    if (found) count(found.owner, -bytesOf(key, found.value))
    return kept.delete(key)
  }
  /** Removes the next values that have expired, in turn. */
  const sweep = (values: number) => {
    for (let nth = 0; nth < values; nth += 1) {
      const { value: key, done } = swept.next()
      if (done) swept = kept.keys()
      else if (getRemainingTTL(key) <= 0) remove(key)
    }
  }
  return {
    getRemainingTTL,
    get: (key) => (getRemainingTTL(key) > 0 ? kept.get(key)?.value : undefined),
    delete: remove,
    set(key, value, { ttl, owner }) {
      remove(key)
      kept.set(key, { value, endMs: Date.now() + ttl, owner })
      count(owner, bytesOf(key, value))
      sweep(2)
    },
    ownerOf: (key) => kept.get(key)?.owner,
    lackFor(owner) {
      const isFull = () => (bytesBy.get(owner) ?? 0) >= maxBytes - bytes
      if (!isFull()) return undefined
      sweep(1_000)
      const limit = `the memory for this, ${maxBytes.toLocaleString('en')} bytes`
      return isFull() ? `${limit}, has no more room for this caller until older records expire` : undefined
    },
  }
}

function bytesOf(key: string, value: string): number {
  return key.length + value.length + ENTRY_BYTES
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
      const [first] = changes
      if (!isSet || !first) return { isSet, found }
      const owner = first.owner ?? values.ownerOf?.(first.key)
      const isAdded = first.before === undefined && first.after !== undefined
      const lack = isAdded ? values.lackFor?.(owner ?? '') : undefined
      if (lack !== undefined) throw new StoreUnavailable(lack)
      for (const { key, after, ttlMs } of changes) put(key, after, ttlMs, owner)
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

  function put(key: string, value: string | undefined, ttl: number, owner = ''): void {
    if (value === undefined) values.delete(key)
    else values.set(key, value, { ttl, owner })
  }
}
