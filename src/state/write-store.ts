import { hash } from 'node:crypto'
import { z } from 'zod'
import { DAY_MS } from '../async/duration.ts'
import { valueIn } from '../json/object.ts'
import { StoreUnavailable, type Compared, type Store, type StoredValue, type ValueChange } from '../rest/store.ts'
import type { WriteStore } from '../rest/write-store.ts'

type Found = readonly (StoredValue | undefined)[]

/**
 * Creates the records of writes in a store. Nothing stands in for a store that is unavailable: a write whose record cannot be
 * stored must not be sent.
 */
export function createWriteStore(store: Store): WriteStore {
  return {
    kind: store.kind,
    async begin(name, data, creates, sendingMs) {
      // Mostly nothing is stored yet, and one step suffices.
      let found: Found = []
      for (;;) {
        const [record, ...creators] = found
        if (record) return { data: record.value, ageMs: DAY_MS - record.leftMs }
        const compared = await compareAndSet(
          { key: recordKey(name), before: undefined, after: data, ttlMs: DAY_MS },
          ...creates.map((row, index): ValueChange => {
            const before = creators[index]?.value
            const names = new Set([...namesIn(before), name])
            return { key: creatorsKey(row), before, after: JSON.stringify([...names]), ttlMs: sendingMs }
          }),
        )
        if (compared.isSet) return undefined
        found = compared.found
      }
    },
    async save(name, before, { data, ids, created }) {
      // Mostly nobody has claimed the rows, and nobody else creates equal ones.
      let claims: Found = []
      let creators: Found = created.map(() => ({ value: JSON.stringify([name]), leftMs: 0 }))
      for (;;) {
        const { isSet, found } = await compareAndSet(
          { key: recordKey(name), before, after: data ?? undefined, ttlMs: DAY_MS },
          ...ids.map((id, index) => ({ key: claimKey(id), before: claims[index]?.value, after: name, ttlMs: DAY_MS })),
          ...created.map((row, index) => withoutCreator(row, creators[index], name)),
        )
        if (isSet) return 'saved'
        claims = found.slice(1, ids.length + 1)
        creators = found.slice(ids.length + 1)
        if (found[0]?.value !== before) return 'changed'
        if (claims.some((claim) => claim && claim.value !== name)) return 'claimed'
      }
    },
    async others(name, ids, creates) {
      const found = await store.getAll([...ids.map(claimKey), ...creates.map(creatorsKey)]).catch(unrecorded)
      return {
        claimed: ids.filter((_, index) => (found[index]?.value ?? name) !== name),
        creating: creates.filter((_, index) => namesIn(found[ids.length + index]?.value).some((each) => each !== name)),
      }
    },
  }

  function compareAndSet(...changes: readonly ValueChange[]): Promise<Compared> {
    return store.compareAndSet(...changes).catch(unrecorded)
  }
}

function unrecorded(error: unknown): never {
  if (!(error instanceof StoreUnavailable)) throw error
  throw new Error('The idempotency key cannot be recorded, because Redis is unavailable')
}

function withoutCreator(row: string, creators: StoredValue | undefined, name: string): ValueChange {
  const others = namesIn(creators?.value).filter((each) => each !== name)
  const after = others.length > 0 ? JSON.stringify(others) : undefined
  return { key: creatorsKey(row), before: creators?.value, after, ttlMs: creators?.leftMs ?? 0 }
}

const NAMES = z.array(z.string())

/** The writes that create a row now. */
function namesIn(creators: string | undefined): readonly string[] {
  return NAMES.safeParse(valueIn(creators ?? '')).data ?? []
}

// The keys have the number of their format. Another version of Adgraph that has another format must not ignore these records.

const recordKey = (name: string) => `write:3:record:${name}`

const claimKey = (id: string) => `write:3:row:${hash('sha256', id, 'base64url')}`

const creatorsKey = (row: string) => `write:3:creating:${row}`
