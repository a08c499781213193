import { LRUCache } from 'lru-cache'
import { DAY_MS } from '../async/duration.ts'
import type { WriteStore } from '../rest/write-store.ts'
import { AT_MOST_100_000 } from './expiry.ts'

/**
 * Creates the records of writes in the memory of this process. Beyond 100,000 records or claimed IDs, the least recently
 * used ones are dropped.
 */
export function createMemoryWriteStore(): WriteStore {
  const bounds = { ...AT_MOST_100_000, ttl: DAY_MS }
  // A change of a record does not make it newer.
  const records = new LRUCache<string, { data: string; storedAt: number }>({ ...bounds, noUpdateTTL: true })
  /** The writes that rows belong to, and those that create a row now. */
  const claims = new LRUCache<string, string>(bounds)
  const creators = new LRUCache<string, Set<string>>(AT_MOST_100_000)

  return {
    kind: 'PROCESS',
    async begin(name, data, creates, sendingMs) {
      const found = records.get(name)
      if (found) return { data: found.data, ageMs: Date.now() - found.storedAt }
      records.set(name, { data, storedAt: Date.now() })
      for (const row of creates) creators.set(row, (creators.get(row) ?? new Set()).add(name), { ttl: sendingMs })
      return undefined
    },
    async save(name, before, { data, ids, created }) {
      if (records.get(name)?.data !== before) return 'changed'
      if (ids.some((id) => (claims.get(id) ?? name) !== name)) return 'claimed'
      for (const id of ids) claims.set(id, name)
      if (data === null) records.delete(name)
      else records.set(name, { data, storedAt: Date.now() })
      for (const row of created) creators.get(row)?.delete(name)
      return 'saved'
    },
    async others(name, ids, creates) {
      return {
        claimed: ids.filter((id) => (claims.get(id) ?? name) !== name),
        creating: creates.filter((row) => [...(creators.get(row) ?? [])].some((other) => other !== name)),
      }
    },
  }
}
