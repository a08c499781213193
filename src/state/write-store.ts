import { hash } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { LRUCache } from 'lru-cache'
import { z } from 'zod'
import { DAY_MS } from '../async/duration.ts'
import { valueIn } from '../json/object.ts'
import { StoreUnavailable, type Compared, type Store, type StoredValue, type ValueChange } from '../rest/store.ts'
import type { Spend } from './spend-store.ts'

/**
 * Records of writes: the outcome of each idempotency key, which rows belong to which write, and which are being created now.
 * Records and claims are dropped after 24 hours. What they contain is not personal: HMACs, IDs, times, and the problems of
 * operations that were left out.
 */
export interface WriteStore {
  /** Whether the records are in the memory of this process, or shared over Redis. */
  readonly kind: 'PROCESS' | 'SHARED'
  /**
   * Stores the record of a write that begins and creates these rows, for which it is under way at most `creatingMs`. It counts as its
   * owner's where owners share the memory. If there is a record with this name, returns that instead. One step. Throws if it is not
   * known to be stored: then it is deleted as soon as that is possible.
   */
  begin(
    write: { name: string; owner: string },
    data: string,
    creates: readonly string[],
    creatingMs: number,
  ): Promise<StoredRecord | undefined>
  /**
   * Replaces a record and claims the IDs of its rows, in one step. Stores nothing and returns `changed` if the record is not one of
   * `before`, or `claimed` if one of the IDs belongs to another write. Throws if it is not known whether it is stored.
   */
  save(name: string, before: readonly string[], next: NextRecord): Promise<'saved' | 'changed' | 'claimed'>
  /** Replaces a record like `save`: as soon as that is possible, if it is not possible now. */
  saveLater(name: string, before: readonly string[], next: NextRecord): Promise<void>
  /** Which of these IDs belong to another write, and which of these rows another write is creating. */
  others(name: string, ids: readonly string[], creates: readonly string[]): Promise<OtherWrites>
}

interface StoredRecord {
  data: string
  /** The time since it was stored last, by the clock of the store. */
  ageMs: number
}

/** What replaces a record. */
interface NextRecord {
  /** Null deletes the record. Its claims stay. */
  data: string | null
  /** The IDs of the rows that belong to the write. Defaults to none. */
  ids?: readonly string[]
  /** The HMACs of the rows that the write creates from now on, for at most `creatingMs`; 0: it does not create them any more. */
  creates?: readonly string[]
  creatingMs?: number
}

interface OtherWrites {
  claimed: readonly string[]
  creating: readonly string[]
}

/** What an operation needs to record its writes. */
export interface Writes {
  /** The records of writes with an idempotency key. */
  readonly store: WriteStore
  /** The records of writes without one, in the memory of this process. */
  readonly local: WriteStore
  /** The secrets of HMACs, the newest first. */
  readonly secrets: readonly [string, ...string[]]
  /** The leases of what one write at a time may change. */
  readonly leases: Pick<Store, 'lease'>
  /** What writes may spend. Undefined if that is not limited. */
  readonly spend: Spend | undefined
  /** Why keys cannot be used here. Undefined if they can. */
  readonly keyFault: string | undefined
  /** The credentials on whose behalf writes are sent, as a hash. */
  readonly caller: string
  /** The caller as one of those who share the memory for records. */
  readonly owner: string
  /** Milliseconds since the epoch by our clock. */
  readonly deadline: number
  /** The longest time between the start of an operation and its deadline. */
  readonly timeoutMs: number
  /** Aborts waits when the caller disconnects. */
  readonly signal: AbortSignal
  readonly requestId: string
  /** The time of the service in milliseconds since the epoch. */
  readonly now: () => number
  /** What the plan has made of the inputs of mutations, by their response keys. Their resolvers take it from here. */
  readonly prepared: Map<string, unknown>
}

type Found = readonly (StoredValue | undefined)[]

/** The arguments of a change of a record. */
type Change = Parameters<WriteStore['save']>

/** The maximum number of changes that wait until the store is available. */
const MAX_WAITING = 1_000

/** How often these are tried again. */
const RETRY_MS = 500

/**
 * Creates the records of writes in a store. Nothing stands in for a store that is unavailable: a write whose record cannot be
 * stored must not be sent. The outcomes until then are stored when it is available again, so that a key for which nothing was
 * sent is free.
 */
export function createWriteStore(store: Store): WriteStore {
  /** The last change of each record that the store has not confirmed, by the name of the record. */
  const waiting = new LRUCache<string, Change>({ max: MAX_WAITING, ttl: DAY_MS })
  let retrying: Promise<void> | undefined

  return {
    kind: store.kind,
    async begin({ name, owner }, data, creates, creatingMs) {
      await storeWaiting(name)
      // Mostly nothing is stored yet, and one step suffices.
      let found: Found = []
      for (;;) {
        const [record, ...creators] = found
        if (record) return { data: record.value, ageMs: DAY_MS - record.leftMs }
        const compared = await compareAndSet(
          { key: recordKey(name), before: undefined, after: data, ttlMs: DAY_MS, owner },
          ...creates.map((row, index) => creatorsChange(row, creators[index], name, creatingMs)),
        ).catch((error: unknown) => {
          // It can have been stored all the same.
          const [, before = [], next = { data: null, creates }] = waiting.get(name) ?? []
          void saveLater(name, [...before, data], next)
          throw error
        })
        if (compared.isSet) return undefined
        found = compared.found
      }
    },
    save,
    saveLater,
    async others(name, ids, creates) {
      const found = await store.getAll([...ids.map(claimKey), ...creates.map(creatorsKey)]).catch(unrecorded)
      return {
        claimed: ids.filter((_, index) => (found[index]?.value ?? name) !== name),
        creating: creates.filter((_, index) => namesIn(found[ids.length + index]?.value).some((each) => each !== name)),
      }
    },
  }

  async function save(...[name, before, next]: Change): Promise<'saved' | 'changed' | 'claimed'> {
    const { data, ids = [], creates = [], creatingMs = 0 } = next
    // Mostly the last change was stored, nobody has claimed the rows, and nobody else creates equal ones.
    let record = before.at(-1)
    let claims: Found = []
    let creators: Found = creatingMs > 0 ? [] : creates.map(() => ({ value: JSON.stringify([name]), leftMs: 0 }))
    for (;;) {
      const { isSet, found } = await compareAndSet(
        { key: recordKey(name), before: record, after: data ?? undefined, ttlMs: DAY_MS },
        ...ids.map((id, index) => ({ key: claimKey(id), before: claims[index]?.value, after: name, ttlMs: DAY_MS })),
        ...creates.map((row, index) => creatorsChange(row, creators[index], name, creatingMs)),
      )
      if (isSet) return 'saved'
      record = found[0]?.value
      claims = found.slice(1, ids.length + 1)
      creators = found.slice(ids.length + 1)
      if (record === undefined || !before.includes(record)) return 'changed'
      if (claims.some((claim) => claim && claim.value !== name)) return 'claimed'
    }
  }

  async function saveLater(...change: Change): Promise<void> {
    const [name] = change
    waiting.set(name, change)
    if (!(await storeWaiting(name))) retrying ??= retry()
  }

  async function retry(): Promise<void> {
    while (waiting.size > 0) {
      await sleep(RETRY_MS, undefined, { ref: false })
      const names = [...waiting.keys()]
      // While the store is unavailable, one attempt is enough.
      for (const name of names) if (!(await storeWaiting(name))) break
    }
    retrying = undefined
  }

  /** Stores the change that waits for a record. Returns whether none waits any more. */
  async function storeWaiting(name: string): Promise<boolean> {
    const change = waiting.get(name)
    if (!change) return true
    try {
      await save(...change)
      if (waiting.get(name) === change) waiting.delete(name)
      return true
    } catch (error) {
      if (error instanceof StoreUnavailable) return false
      throw error
    }
  }

  function compareAndSet(...changes: readonly ValueChange[]): Promise<Compared> {
    return store.compareAndSet(...changes).catch(unrecorded)
  }
}

/**
 * Creates the records of writes without a key in a store. A write is sent although it cannot be recorded. Then its rows are not
 * claimed, so that any row can be one of them for as long as claims are kept.
 */
export function createUnkeyedWriteStore(store: Store): WriteStore {
  const records = createWriteStore(store)
  const unrecordedWrites = new Set<string>()
  let unclaimedUntilMs = 0

  return {
    kind: records.kind,
    async begin(...begun) {
      const [{ name }, , creates] = begun
      try {
        return await records.begin(...begun)
      } catch (error) {
        if (!(error instanceof StoreUnavailable)) throw error
        unrecordedWrites.add(name)
        if (creates.length > 0) unclaimedUntilMs = Date.now() + DAY_MS
        return undefined
      }
    },
    save: async (...change) => (isUnrecorded(...change) ? 'saved' : records.save(...change)),
    saveLater: async (...change) => (isUnrecorded(...change) ? undefined : records.saveLater(...change)),
    async others(name, ids, creates) {
      const others = await records.others(name, ids, creates)
      return Date.now() < unclaimedUntilMs ? { ...others, creating: creates } : others
    },
  }

  /** Whether the write of a change is not recorded. Its last change deletes the record. */
  function isUnrecorded(...[name, , { data }]: Change): boolean {
    return data === null ? unrecordedWrites.delete(name) : unrecordedWrites.has(name)
  }
}

function unrecorded(error: unknown): never {
  if (!(error instanceof StoreUnavailable)) throw error
  throw new StoreUnavailable(`The idempotency key cannot be recorded: ${error.message}`)
}

/** Adds a write to those that create a row, for at most so long, or, if that is 0, removes it. */
function creatorsChange(row: string, found: StoredValue | undefined, name: string, creatingMs: number): ValueChange {
  const others = namesIn(found?.value).filter((each) => each !== name)
  const names = creatingMs > 0 ? [...others, name] : others
  const after = names.length > 0 ? JSON.stringify(names) : undefined
  return { key: creatorsKey(row), before: found?.value, after, ttlMs: creatingMs || (found?.leftMs ?? 0) }
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
