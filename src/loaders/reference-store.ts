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
  const entries = new Map<string, { kept: KeptAnswer; length: number; forgetAt: number }>()
  let total = 0

  return {
    async get(name) {
      const entry = take(name)
      if (!entry || entry.forgetAt <= Date.now()) return undefined
      put(name, entry)
      return entry.kept
    },
    async set(name, kept, forMs) {
      take(name)
      put(name, { kept, length: name.length + JSON.stringify(kept).length, forgetAt: Date.now() + forMs })
      for (const oldest of entries.keys()) {
        if (total <= maxLength) break
        take(oldest)
      }
    },
  }

  /** Entries stand in the order of their last use. */
  function put(name: string, entry: { kept: KeptAnswer; length: number; forgetAt: number }): void {
    entries.set(name, entry)
    total += entry.length
  }

  function take(name: string) {
    const entry = entries.get(name)
    if (entry && entries.delete(name)) total -= entry.length
    return entry
  }
}
