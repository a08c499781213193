import { LRUCache } from 'lru-cache'
import { BY_THE_CLOCK } from './store.ts'

/** An answer, and since when it is known. It is plain JSON, so that it can be kept outside this process too. */
export interface KeptAnswer<T = unknown> {
  answer: T
  /** Milliseconds since the epoch. */
  readAt: number
  /** Until when nobody asks for a newer one, because asking has just failed. */
  pauseUntil?: number
}

/** Where answers are kept: the memory of one process, or one that several share, which is empty when it is not there. */
export interface ReferenceStore {
  get(name: string): Promise<KeptAnswer | undefined>
  /** Keeps an answer for so long, or until room is needed. */
  set(name: string, kept: KeptAnswer, forMs: number): Promise<void>
}

const MAX_LENGTH = 32 * 2 ** 20

/** A store in this process's memory. It holds so many characters of JSON; what was not used for longest makes room. */
export function createMemoryStore(maxLength = MAX_LENGTH): ReferenceStore {
  const answers = new LRUCache<string, KeptAnswer>({
    maxSize: maxLength,
    sizeCalculation: (kept, name) => name.length + JSON.stringify(kept).length,
    ...BY_THE_CLOCK,
  })

  return {
    get: async (name) => answers.get(name),
    async set(name, kept, forMs) {
      answers.set(name, kept, { ttl: forMs })
    },
  }
}
