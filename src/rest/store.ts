import { LRUCache } from 'lru-cache'

/** Small texts that are forgotten after a time: in the memory of one process, or in one that several share. */
export interface SharedStore {
  get(name: string): Promise<string | undefined>
  set(name: string, text: string, forMs: number): Promise<void>
  delete(name: string): Promise<void>
  /** Sets a text unless there is one; gives whether there was none. Of those who ask at once, one alone is told so. */
  take(name: string, text: string, forMs: number): Promise<boolean>
}

const MOST_TEXTS = 100_000

/** A store in this process's memory. Beyond 100,000 texts, what was not used for longest makes room. */
export function createMemoryStore(): SharedStore {
  // Its `max` would make room for all of them at once.
  const texts = new LRUCache<string, string>({ maxSize: MOST_TEXTS, sizeCalculation: () => 1, ...BY_THE_CLOCK })

  return {
    get: async (name) => texts.get(name),
    async set(name, text, forMs) {
      texts.set(name, text, { ttl: forMs })
    },
    async delete(name) {
      texts.delete(name)
    },
    async take(name, text, forMs) {
      if (texts.has(name)) return false
      texts.set(name, text, { ttl: forMs })
      return true
    },
  }
}

/** Has an LRUCache tell by the clock, at every look, what is over. */
export const BY_THE_CLOCK = { perf: { now: () => Date.now() }, ttlResolution: 0 }
