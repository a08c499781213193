import { LRUCache } from 'lru-cache'
import { UpstreamError } from './errors.ts'

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

/** The promise's value. Throws UPSTREAM_TIMEOUT if it takes longer; the work behind the promise is not stopped. */
export async function within<T>(ms: number, promise: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(
      () => reject(new UpstreamError({ code: 'UPSTREAM_TIMEOUT', message: 'The service did not answer in time' })),
      Math.max(0, ms),
    )
  })
  try {
    return await Promise.race([promise, late])
  } finally {
    clearTimeout(timer)
  }
}

/**
 * The stored value, or else the one that `make` makes and stores. Of all callers that share the leases, only the one that holds
 * the lease makes it; the others wait until the deadline, and then throw UPSTREAM_TIMEOUT.
 */
export async function storedOrMade<T>(
  leases: Pick<KeyValueStore, 'acquireLease'>,
  name: string,
  deadline: number,
  stored: () => Promise<T | undefined>,
  make: () => Promise<T>,
): Promise<T> {
  for (;;) {
    const lease = await leases.acquireLease(name)
    if (!lease.held) await within(deadline - Date.now(), lease.released())
    try {
      // The previous holder of the lease may have stored one.
      const found = await stored()
      if (found !== undefined) return found
      if (lease.held) return await make()
    } finally {
      if (lease.held) await lease.release()
    }
  }
}
