import { setTimeout as sleep } from 'node:timers/promises'
import type { Redis } from 'ioredis'
import { valueIn } from '../../json/object.ts'
import { CHECKPOINT, type Checkpoint } from '../folder/checkpoint.ts'
import { isOfFiles } from '../folder/segment.ts'
import {
  expired,
  hasEnded,
  isKept,
  RECORD,
  updated,
  withFiles,
  type OperationRecord,
  type RecordChange,
} from '../operation/record.ts'
import { MAX_UNFINISHED, type OperationStore } from '../operation/store.ts'
import type { openCopies } from './copy.ts'

/** An operation as Redis has it. */
interface Kept {
  /** One more with each change. A change is made only if the revision is the one that it was made from. */
  revision: number
  record: OperationRecord
  checkpoint: Checkpoint | undefined
}

/** Operations that instances share. */
export interface RedisStore extends OperationStore {
  /** Makes an operation again that Redis has lost, or has an older state of. Returns whether it has not ended. */
  restore(id: string): Promise<boolean>
}

interface RedisStoreOptions {
  redis: Redis
  /** What the names of its keys begin with. */
  prefix: string
  /** The service. Copies of operations over another one are left alone. */
  service: string
  copies: ReturnType<typeof openCopies>
  /** How long a holder waits for a Redis that does not answer. */
  patienceMs: number
}

/** The distance from the last copy to the revision of an operation that is made again: above all that Redis may have lost. */
const LOST_REVISIONS = 1_000_000

const RETRY_MS = 250

// KEYS: the operation, the set of all, the set of those of its owner.
// ARGV: the ID, the revision, the record, whether it has not ended, the checkpoint; then what the script needs besides.

/** Adds an operation, unless its owner has too many that have not ended: ARGV[6]. ARGV[7] is what keys of operations begin with. */
const CREATE = `
local open = 0
for _, id in ipairs(redis.call('SMEMBERS', KEYS[3])) do
  if redis.call('HGET', ARGV[7] .. id, 'open') == '1' then open = open + 1 end
end
if open >= tonumber(ARGV[6]) then return 0 end
redis.call('HSET', KEYS[1], 'revision', ARGV[2], 'record', ARGV[3], 'open', ARGV[4])
redis.call('SADD', KEYS[2], ARGV[1])
redis.call('SADD', KEYS[3], ARGV[1])
return 1
`

/** Changes an operation, if it has the revision ARGV[6]. Without a checkpoint it keeps the one that it has, until it is EXPIRED: ARGV[7]. */
const REPLACE = `
if redis.call('HGET', KEYS[1], 'revision') ~= ARGV[6] then return 0 end
redis.call('HSET', KEYS[1], 'revision', ARGV[2], 'record', ARGV[3], 'open', ARGV[4])
if ARGV[7] == 'EXPIRED' then redis.call('HDEL', KEYS[1], 'checkpoint')
elseif ARGV[5] ~= '' then redis.call('HSET', KEYS[1], 'checkpoint', ARGV[5]) end
return 1
`

/** Makes an operation again, unless there is one with this revision or a later one. */
const RESTORE = `
local revision = tonumber(redis.call('HGET', KEYS[1], 'revision') or -1)
if revision >= tonumber(ARGV[2]) then return 0 end
redis.call('DEL', KEYS[1])
redis.call('HSET', KEYS[1], 'revision', ARGV[2], 'record', ARGV[3], 'open', ARGV[4])
if ARGV[5] ~= '' then redis.call('HSET', KEYS[1], 'checkpoint', ARGV[5]) end
redis.call('SADD', KEYS[2], ARGV[1])
redis.call('SADD', KEYS[3], ARGV[1])
return 1
`

/** Creates the store of operations in Redis, with copies in the folder that instances share. */
export function createRedisStore({ redis, prefix, service, copies, patienceMs }: RedisStoreOptions): RedisStore {
  const records = redisRecords(redis, prefix)

  return {
    async create(record) {
      if (!(await records.create(record))) return false
      await copies.writeRecord(record, 1).catch(async (error: unknown) => {
        await records.forget(record)
        throw error
      })
      return true
    },
    get: async (id) => (await read(id))?.record,
    ofOwner: async (owner) => (await records.ofOwner(owner)).toSorted((a, b) => b.createdAt - a.createdAt),
    all: records.all,
    hold: (id) =>
      patiently(patienceMs, async () => {
        for (;;) {
          const kept = await read(id)
          if (!kept || hasEnded(kept.record)) return undefined
          const holder = await copies.takeNumber(id, kept.record.holder)
          const record = { ...kept.record, holder, stalls: kept.record.stalls + 1 }
          if (await replace(kept, record)) return { record, checkpoint: kept.checkpoint }
        }
      }),
    update(id, changes, as) {
      const update = () => change(id, updated(changes, as), as?.checkpoint)
      return as ? patiently(patienceMs, update) : update()
    },
    checkpointOf: async (id) => (await read(id))?.checkpoint,
    addFiles: (id, files) => change(id, withFiles(files)),
    expire: async (id) => void (await change(id, expired)),
    async remove(id) {
      const kept = await read(id)
      await copies.remove(id)
      if (kept) await records.forget(kept.record)
    },
    restore,
  }

  /** The operation; made again from its copy if Redis does not have it, or has something else. */
  async function read(id: string): Promise<Kept | undefined> {
    const kept = await records.find(id)
    if (kept || !(await copies.read(id))) return kept
    await restore(id)
    return records.find(id)
  }

  async function restore(id: string): Promise<boolean> {
    // The copy is read first: it is never ahead of a Redis that has lost nothing.
    const copy = await copies.read(id)
    const kept = await records.find(id)
    if (copy?.record.service !== service || (kept && kept.revision >= copy.revision))
      return kept !== undefined && !hasEnded(kept.record)
    const checkpoint = await copies.readCheckpoint(id)
    const holder = await copies.takeNumber(id, Math.max(copy.record.holder, kept?.record.holder ?? 0))
    const record = { ...copy.record, holder }
    const revision = copy.revision + LOST_REVISIONS
    if (await records.restore({ record, revision, checkpoint })) await copies.writeRecord(record, revision)
    return !hasEnded(record)
  }

  /** Changes an operation. Changes nothing if `changed` returns undefined. */
  async function change(id: string, changed: RecordChange, checkpoint?: Checkpoint) {
    for (;;) {
      const kept = await read(id)
      const record = kept && changed(kept.record)
      if (!kept || !record) return undefined
      if (await replace(kept, record, checkpoint)) return record
    }
  }

  /** Replaces what was read, if nobody else has changed it. */
  async function replace(kept: Kept, record: OperationRecord, checkpoint?: Checkpoint): Promise<boolean> {
    if (!(await records.replace(kept, record, checkpoint))) return false
    if (checkpoint) await copies.writeCheckpoint(record.id, checkpoint)
    if (isKept(kept.record, record)) await copies.writeRecord(record, kept.revision + 1)
    return true
  }
}

/** The operations as Redis has them, without their copies. */
function redisRecords(redis: Redis, prefix: string) {
  const allKey = `${prefix}operations`
  const ownerKey = (owner: string) => `${prefix}owner:${owner}`
  const keyOf = (id: string) => `${prefix}operation:${id}`

  /** Runs a script that changes an operation. Returns whether it did. */
  async function change(script: string, { revision, record, checkpoint }: Kept, ...besides: (string | number)[]) {
    const keys = [keyOf(record.id), allKey, ownerKey(record.owner)]
    const open = hasEnded(record) ? '0' : '1'
    const values = [record.id, revision, JSON.stringify(record), open, checkpoint ? JSON.stringify(checkpoint) : '']
    return (await redis.eval(script, keys.length, ...keys, ...values, ...besides)) === 1
  }

  return {
    create: (record: OperationRecord) =>
      change(CREATE, { revision: 1, record, checkpoint: undefined }, MAX_UNFINISHED, keyOf('')),
    replace: (before: Kept, record: OperationRecord, checkpoint: Checkpoint | undefined) =>
      change(REPLACE, { revision: before.revision + 1, record, checkpoint }, before.revision, record.status),
    restore: (kept: Kept) => change(RESTORE, kept),
    async find(id: string): Promise<Kept | undefined> {
      const [revision, text, kept] = await redis.hmget(keyOf(id), 'revision', 'record', 'checkpoint')
      const { data: record } = RECORD.safeParse(valueIn(text ?? ''))
      if (!revision || !record) return undefined
      return { revision: Number(revision), record, checkpoint: CHECKPOINT.safeParse(valueIn(kept ?? '')).data }
    },
    ofOwner: (owner: string) => recordsIn(ownerKey(owner)),
    all: () => recordsIn(allKey),
    async forget({ id, owner }: OperationRecord) {
      await redis.multi().del(keyOf(id)).srem(allKey, id).srem(ownerKey(owner), id).exec()
    },
  }

  async function recordsIn(set: string): Promise<OperationRecord[]> {
    const ids = await redis.smembers(set)
    const texts = await Promise.all(ids.map((id) => redis.hget(keyOf(id), 'record')))
    return texts.flatMap((text) => RECORD.safeParse(valueIn(text ?? '')).data ?? [])
  }
}

/** Tries again while Redis does not answer. A holder loses nothing by waiting: its number says whether it still is one. */
async function patiently<T>(forMs: number, ask: () => Promise<T>): Promise<T> {
  const until = Date.now() + forMs
  for (;;) {
    try {
      return await ask()
    } catch (error) {
      if (isOfFiles(error) || Date.now() >= until) throw error
      await sleep(RETRY_MS)
    }
  }
}
