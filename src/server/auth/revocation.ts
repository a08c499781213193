import { LRUCache } from 'lru-cache'
import { AT_MOST_100_000 } from '../../state/memory.ts'
import type { Store } from '../../rest/store.ts'

/**
 * Creates the revocations of sessions in this store: of one session, or of all sessions of a token. They last as long as a session
 * can: `maxAgeMs`.
 */
export function createRevocations(store: Store, maxAgeMs: number) {
  const known = new LRUCache<string, true>(AT_MOST_100_000)

  return {
    /** Revokes a session or a token, for all instances that share the store. */
    revoke: (name: string) => mark(name, maxAgeMs),
    /** Whether any of these has been revoked. A revocation that this process knows stays in force even if the store loses it. */
    async isRevoked(...names: string[]) {
      const knownName = names.find((name) => known.has(name))
      if (knownName !== undefined) {
        // The store may have lost it, or was unavailable when it was set.
        await mark(knownName, known.getRemainingTTL(knownName))
        return true
      }
      const marks = await store.getAll(names.map(keyOf))
      names.forEach((name, index) => {
        const mark = marks[index]
        if (mark) known.set(name, true, { ttl: timeLeft(mark.leftMs) })
      })
      return marks.some((mark) => mark !== undefined)
    },
  }

  /** Stores a revocation in this process and in the store. */
  async function mark(name: string, forMs: number): Promise<void> {
    known.set(name, true, { ttl: forMs })
    await store.set(keyOf(name), 'ended', forMs)
  }

  /** How long a revocation lasts; the maximum if its end is invalid. */
  function timeLeft(leftMs: number): number {
    return leftMs >= 1 && leftMs <= maxAgeMs ? Math.ceil(leftMs) : maxAgeMs
  }
}

function keyOf(name: string): string {
  return `ended ${name}`
}
