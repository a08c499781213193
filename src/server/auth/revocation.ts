import { LRUCache } from 'lru-cache'
import { BY_THE_CLOCK, type KeyValueStore } from '../../rest/store.ts'

/** What has been revoked before its time: sessions, or all sessions of a token. */
export interface Revocations {
  /** Revokes for all instances that share the store. */
  revoke(name: string): Promise<void>
  /** Whether any of these has been revoked. What this process once knew to be revoked stays so, whatever the store says. */
  isRevoked(...names: string[]): Promise<boolean>
}

const MAX_REVOCATIONS = 100_000

/** Revocations in this store. They last as long as what can be revoked: `maxAgeMs`. */
export function createRevocations(store: KeyValueStore, maxAgeMs: number): Revocations {
  const known = new LRUCache<string, true>({ maxSize: MAX_REVOCATIONS, sizeCalculation: () => 1, ...BY_THE_CLOCK })

  return {
    async revoke(name) {
      remember(name)
      await store.set(keyOf(name), 'revoked', maxAgeMs)
    },
    async isRevoked(...names) {
      const knownName = names.find((name) => known.has(name))
      if (knownName !== undefined) {
        await restore(knownName)
        return true
      }
      const marks = await Promise.all(names.map((name) => store.get(keyOf(name))))
      names.filter((_, index) => marks[index] !== undefined).forEach(remember)
      return marks.some((mark) => mark !== undefined)
    },
  }

  function remember(name: string): void {
    known.set(name, true, { ttl: maxAgeMs })
  }

  /** Tells the other instances of a revocation again that the store has lost, or was not there to take. */
  async function restore(name: string): Promise<void> {
    await store.set(keyOf(name), 'revoked', known.getRemainingTTL(name))
  }
}

function keyOf(name: string): string {
  return `ended ${name}`
}
