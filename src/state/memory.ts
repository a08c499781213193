import { LRUCache } from 'lru-cache'
import { createRateLimiter, type RateLimiter } from '../rest/policy/rate-limit.ts'
import type { KeyValueStore, ReferenceStore } from '../rest/store.ts'
import type { WriteStore } from '../rest/write-store.ts'
import { AT_MOST_100_000, EXACT_EXPIRY } from './expiry.ts'
import { createMemoryWriteStore } from './memory-write-store.ts'

/** The state that several instances share: short texts and leases, answers of reference reads, rate limits, and records of writes. */
export interface SharedState {
  store: KeyValueStore
  /** The same store, but its commands throw while it cannot be shared. Defaults to `store`. */
  strictStore?: KeyValueStore
  referenceStore: ReferenceStore
  rateLimiter: RateLimiter
  writeStore: WriteStore
}

/** Creates the state of one process that shares it with no other. */
export function createMemoryState(): SharedState {
  return {
    store: createMemoryStore(),
    referenceStore: createMemoryReferenceStore(),
    rateLimiter: createRateLimiter(),
    writeStore: createMemoryWriteStore(),
  }
}

/** Creates a store in the memory of this process. Beyond 100,000 texts, the least recently used ones are dropped. */
export function createMemoryStore(): KeyValueStore {
  const texts = new LRUCache<string, string>(AT_MOST_100_000)
  const leases = new Map<string, Promise<void>>()

  return {
    get: async (key) => texts.get(key),
    async set(key, value, ttlMs) {
      texts.set(key, value, { ttl: ttlMs })
    },
    async delete(key) {
      texts.delete(key)
    },
    async setIfAbsent(key, value, ttlMs) {
      if (texts.has(key)) return false
      texts.set(key, value, { ttl: ttlMs })
      return true
    },
    async acquireLease(name) {
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
  }
}

const MAX_CHARACTERS = 32 * 2 ** 20

/**
 * Creates a store in the memory of this process. Beyond this many characters of JSON, the least recently used answers
 * are dropped.
 */
export function createMemoryReferenceStore(maxCharacters = MAX_CHARACTERS): ReferenceStore {
  const answers = new LRUCache<string, { answer: unknown; storedAt: number }>({
    maxSize: maxCharacters,
    sizeCalculation: ({ answer }, key) => key.length + JSON.stringify(answer).length,
    ...EXACT_EXPIRY,
  })

  return {
    async get(key) {
      const found = answers.get(key)
      return found && { answer: found.answer, ageMs: Date.now() - found.storedAt }
    },
    async set(key, answer, ttlMs) {
      answers.set(key, { answer, storedAt: Date.now() }, { ttl: ttlMs })
    },
  }
}
