/** Small texts that are forgotten after a time: in the memory of one process, or in one that several share. */
export interface SharedStore {
  get(name: string): Promise<string | undefined>
  set(name: string, text: string, forMs: number): Promise<void>
  delete(name: string): Promise<void>
  /** Sets a text unless there is one; gives whether there was none. Of those who ask at once, one alone is told so. */
  take(name: string, text: string, forMs: number): Promise<boolean>
}

const MOST_TEXTS = 100_000

/** A store in this process's memory. Beyond 100,000 texts the oldest makes room. */
export function createMemoryStore(): SharedStore {
  const texts = new Map<string, { text: string; forgetAt: number }>()

  return {
    get: async (name) => find(name),
    async set(name, text, forMs) {
      put(name, text, forMs)
    },
    async delete(name) {
      texts.delete(name)
    },
    async take(name, text, forMs) {
      if (find(name) !== undefined) return false
      put(name, text, forMs)
      return true
    },
  }

  function find(name: string): string | undefined {
    const found = texts.get(name)
    if (found && found.forgetAt > Date.now()) return found.text
    texts.delete(name)
    return undefined
  }

  function put(name: string, text: string, forMs: number): void {
    texts.delete(name)
    texts.set(name, { text, forgetAt: Date.now() + forMs })
    for (const oldest of texts.keys()) {
      if (texts.size <= MOST_TEXTS) break
      texts.delete(oldest)
    }
  }
}
