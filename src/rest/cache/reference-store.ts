import { LRUCache } from 'lru-cache'
import { EXACT_EXPIRY } from '../store.ts'

/** A cached answer and its age. The reader must validate the answer, because it may come from outside this process. */
export interface CachedAnswer {
  answer: unknown
  /** By the clock of the store, because the clocks of instances differ. */
  ageMs: number
}

/** Stores the answers of reference reads: in the memory of one process, or shared by several. */
export interface ReferenceStore {
  get(key: string): Promise<CachedAnswer | undefined>
  /** Stores an answer that has just been read. It is dropped after `ttlMs`, or earlier to make room. It must be JSON. */
  set(key: string, answer: unknown, ttlMs: number): Promise<void>
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
