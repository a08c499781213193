import { LRUCache } from 'lru-cache'
import { AT_MOST_100_000 } from '../../state/expiry.ts'
import type { KeyValueStore } from '../../rest/store.ts'

/**
 * Creates the revocations of sessions in this store: of one session, or of all sessions of a token. They last as long as a session
 * can: `maxAgeMs`.
 */
export function createRevocations(store: KeyValueStore, maxAgeMs: number) {
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
      const marks = await Promise.all(names.map((name) => store.get(keyOf(name))))
      names.forEach((name, index) => {
        const endsAt = marks[index]
        if (endsAt !== undefined) known.set(name, true, { ttl: timeLeft(Number(endsAt)) })
      })
      return marks.some((endsAt) => endsAt !== undefined)
    },
  }

  /** Stores a revocation in this process and in the store. Its value is the time at which it ends. */
  async function mark(name: string, forMs: number): Promise<void> {
    known.set(name, true, { ttl: forMs })
    await store.set(keyOf(name), String(Date.now() + forMs), forMs)
  }

  /** How long a revocation lasts; the maximum if its value is invalid. */
  function timeLeft(endsAt: number): number {
    const left = Math.ceil(endsAt - Date.now())
    return left >= 1 && left <= maxAgeMs ? left : maxAgeMs
  }
}

function keyOf(name: string): string {
  return `ended ${name}`
}
