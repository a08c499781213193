import { LRUCache } from 'lru-cache'

/** Short texts that expire, and leases: in the memory of one process, or shared by several. */
export interface KeyValueStore {
  get(key: string): Promise<string | undefined>
  set(key: string, value: string, ttlMs: number): Promise<void>
  delete(key: string): Promise<void>
  /** Sets a text unless the key has one. Returns whether it did: true for exactly one of several concurrent callers. */
  setIfAbsent(key: string, value: string, ttlMs: number): Promise<boolean>
  /**
   * Acquires a lease, which one caller at a time can hold. It is released automatically when the process of its holder
   * ends.
   */
  acquireLease(name: string): Promise<AcquiredLease>
}

/** A lease that the caller holds until it releases it, or one that another caller holds. */
export type AcquiredLease =
  | { held: true; release(): Promise<void> }
  /** `released` resolves when the lease may be free, and must be called for a lease that is not held. */
  | { held: false; released(): Promise<void> }

const MAX_TEXTS = 100_000

/** Creates a store in the memory of this process. Beyond 100,000 texts, the least recently used ones are dropped. */
export function createMemoryStore(): KeyValueStore {
  // `max` would allocate memory for all of them at once.
  const texts = new LRUCache<string, string>({ maxSize: MAX_TEXTS, sizeCalculation: () => 1, ...EXACT_EXPIRY })
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

/** Makes an LRUCache check expiry by the system clock at every look-up. */
export const EXACT_EXPIRY = { perf: { now: () => Date.now() }, ttlResolution: 0 }
