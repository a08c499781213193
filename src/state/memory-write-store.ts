import { LRUCache } from 'lru-cache'
import type { WriteProgress, WriteRecord, WriteStore } from '../rest/write-store.ts'
import { AT_MOST_100_000 } from './expiry.ts'
import { WRITE_LEASE_MS, WRITE_RECORD_MS } from './lease.ts'

interface StoredWrite {
  input: string
  state: Exclude<WriteProgress['state'], 'free'>
  owner: string
  fence: number
  leasedUntil: number
  endedAt: number
  data: string
}

/**
 * Creates the records of writes in the memory of this process. Beyond 100,000 records or claimed IDs, the least recently
 * used ones are dropped.
 */
export function createMemoryWriteStore(): WriteStore {
  const bounds = { ...AT_MOST_100_000, ttl: WRITE_RECORD_MS }
  const claims = new LRUCache<string, string>(bounds)
  const groups = new LRUCache<string, Set<string>>(bounds)
  // A change of a record does not make it newer.
  const records = new LRUCache<string, StoredWrite>({ ...bounds, noUpdateTTL: true })
  const startedAt = Date.now()

  return {
    kind: 'PROCESS',
    async begin({ name, owner, inputs, groups: ownGroups, data, leftMs }) {
      const now = Date.now()
      const found = records.get(name)
      const result = (state: WriteRecord['state'], { data, fence, endedAt }: StoredWrite): WriteRecord => {
        return { state, data, fence, now, storeAgeMs: now - startedAt, endedAt }
      }
      const owned = { state: 'running', owner, leasedUntil: now + WRITE_LEASE_MS } as const
      if (!found) {
        const created = { input: inputs[0] ?? '', fence: 1, endedAt: now + leftMs, data, ...owned }
        records.set(name, created)
        for (const group of ownGroups) groups.set(group, (groups.get(group) ?? new Set()).add(name))
        return result('new', { ...created, endedAt: now })
      }
      if (!inputs.includes(found.input)) return result('other', found)
      if (found.state === 'done') return result('done', found)
      if (found.state === 'running' && found.leasedUntil > now) return result('held', found)
      // An owner that lives without its lease sends until its deadline.
      const endedAt = found.state === 'running' ? Math.max(found.endedAt, found.leasedUntil) : found.endedAt
      const taken = { ...found, ...owned, fence: found.fence + 1 }
      records.set(name, { ...taken, endedAt: Math.max(endedAt, now + leftMs) })
      return result('taken', { ...taken, endedAt })
    },
    async renew({ name, owner }) {
      const found = records.get(name)
      if (found?.owner !== owner) return false
      records.set(name, { ...found, leasedUntil: Date.now() + WRITE_LEASE_MS })
      return true
    },
    async save({ name, owner, fence }, { state, data, endedAgoMs, ids, groups: ownGroups }) {
      const found = records.get(name)
      if (fence > 0 && (found?.owner !== owner || found.fence !== fence)) return 'lost'
      if (ids.some((id) => (claims.get(id) ?? name) !== name)) return 'claimed'
      for (const id of ids) claims.set(id, name)
      const now = Date.now()
      if (state === 'free') records.delete(name)
      else if (found) {
        const endedAt = state === 'running' ? found.endedAt : now - endedAgoMs
        records.set(name, { ...found, state, data, leasedUntil: now + WRITE_LEASE_MS, endedAt })
      }
      if (state === 'free' || state === 'done')
        for (const group of ownGroups) {
          const names = groups.get(group)
          names?.delete(name)
          if (names?.size === 0) groups.delete(group)
        }
      return 'saved'
    },
    async others(name, ids, ownGroups) {
      const isOther = (other: string) => other !== name && records.has(other)
      return {
        claimed: ids.filter((id) => (claims.get(id) ?? name) !== name),
        unfinished: ownGroups.filter((group) => [...(groups.get(group) ?? [])].some(isOther)),
      }
    },
  }
}
