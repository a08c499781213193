import { hash, randomUUID } from 'node:crypto'
import type { Redis } from 'ioredis'
import { z } from 'zod'
import { valueIn } from '../json/object.ts'
import type { CachedAnswer, ReferenceStore } from '../rest/store.ts'
import type { RedisConnection } from './redis.ts'
import { createScript, FORMAT, runScript, scriptCommand } from './script.ts'

/**
 * Answers in Redis, 32 MB of them, the oldest of which are dropped, and also in `memory`: in case Redis is unavailable, and so that an answer is not sent again as long as it has the
 * same version. The next instance that has an answer writes it again if Redis has lost it. The age of an answer is computed from
 * its remaining time to live by Redis' clock.
 */
export function createRedisReferenceStore({ ask }: RedisConnection, memory: ReferenceStore): ReferenceStore {
  return {
    async get(key) {
      const kept = await memory.get(key)
      const own = kept?.answer as KeptAnswer | undefined
      const found = await ask<Entry | undefined>(
        scriptCommand('getAnswer', ENTRY, GET_ENTRY, redisKey(key), own?.version ?? ''),
        () => undefined,
      )
      const shared = found ? await sharedAnswer(key, found, own) : undefined
      if (shared || !kept || !own) return shared
      const ageMs = own.ageMs + kept.ageMs
      if (found !== undefined) void write(key, own, own.ttlMs - ageMs)
      return { answer: own.answer, ageMs }
    },
    async set(key, answer, ttlMs) {
      const own = { answer, ttlMs, version: randomUUID(), ageMs: 0 }
      await memory.set(key, own, ttlMs)
      await write(key, own, ttlMs)
    },
  }

  /** The answer in Redis, which is kept here; undefined if this store has not written it. */
  async function sharedAnswer(
    key: string,
    [version, text, leftMs]: NonNullable<Entry>,
    own: KeptAnswer | undefined,
  ): Promise<CachedAnswer | undefined> {
    const isKept = version === own?.version
    const stored = isKept ? own : STORED.safeParse(valueIn(text)).data
    if (!stored) return undefined
    const { answer, ttlMs } = stored
    const ageMs = ttlMs - leftMs
    if (leftMs < 0 || ageMs < -1) return undefined
    if (!isKept) await memory.set(key, { answer, ttlMs, version, ageMs } satisfies KeptAnswer, Math.max(1, leftMs))
    return { answer, ageMs }
  }

  async function write(key: string, { answer, ttlMs, version }: KeptAnswer, leftMs: number): Promise<void> {
    const text = version + JSON.stringify({ answer, ttlMs } satisfies StoredAnswer)
    const keptMs = Math.max(1, Math.ceil(leftMs))
    await ask(scriptCommand('setAnswer', z.int(), SET_ENTRY, redisKey(key), ...INDEX, text, keptMs, MAX_BYTES), () => 0)
  }
}

const STORED = z.object({ answer: z.unknown(), ttlMs: z.number().positive() })

type StoredAnswer = z.output<typeof STORED>

/** An answer that this instance keeps, with its age when it was read. */
interface KeptAnswer extends StoredAnswer {
  version: string
  ageMs: number
}

/** The version of an answer, its text (empty if this instance keeps that version), and its remaining time to live in milliseconds. */
const ENTRY = z.tuple([z.string(), z.string(), z.number()]).nullable()

type Entry = z.output<typeof ENTRY>

/** Returns an entry for an instance that keeps the version in the argument. A stored text begins with its version, a UUID. */
const GET_ENTRY = createScript(
  1,
  `
clean(KEYS[1], 'string')
local version = redis.call('GETRANGE', KEYS[1], 0, 35)
if version == '' then return nil end
local text = ''
if version ~= ARGV[1] then text = redis.call('GETRANGE', KEYS[1], 36, -1) end
return { version, text, redis.call('PTTL', KEYS[1]) }
`,
)

/** The bytes of all answers: as many as a process keeps in its memory. */
const MAX_BYTES = 32 * 2 ** 20

/** The names of the answers by the time at which they were stored, and the bytes of each and of all. */
const INDEX = [`${FORMAT}:reference index`, `${FORMAT}:reference bytes`]

/** Stores an entry, and drops the oldest ones for which there is no room then. */
const SET_ENTRY = createScript(
  3,
  `
clean(KEYS[1], 'string')
clean(KEYS[2], 'zset')
clean(KEYS[3], 'hash')
if redis.call('EXISTS', KEYS[2]) == 0 then redis.call('DEL', KEYS[3]) end
local all = integer(redis.call('HGET', KEYS[3], 'all')) or 0
local function forget(key)
  all = all - (integer(redis.call('HGET', KEYS[3], key)) or 0)
  redis.call('HDEL', KEYS[3], key)
  redis.call('ZREM', KEYS[2], key)
  redis.call('DEL', key)
end
forget(KEYS[1])
local bytes, most = 2 * #KEYS[1] + #ARGV[1], tonumber(ARGV[3])
local oldest = redis.call('ZRANGE', KEYS[2], 0, 0)[1]
while oldest and bytes <= most and all + bytes > most do
  forget(oldest)
  oldest = redis.call('ZRANGE', KEYS[2], 0, 0)[1]
end
if not oldest then all = 0 end
if bytes <= most then
  all = all + bytes
  redis.call('SET', KEYS[1], ARGV[1], 'PX', ARGV[2])
  redis.call('ZADD', KEYS[2], now, KEYS[1])
  redis.call('HSET', KEYS[3], KEYS[1], bytes)
end
redis.call('HSET', KEYS[3], 'all', all)
for index = 2, 3 do
  if redis.call('PTTL', KEYS[index]) < tonumber(ARGV[2]) then redis.call('PEXPIRE', KEYS[index], ARGV[2]) end
end
return 1
`,
)

/** Drops all answers, with commands that a full Redis accepts. */
const DROP_ENTRIES = createScript(
  2,
  `
clean(KEYS[1], 'zset')
for _, key in ipairs(redis.call('ZRANGE', KEYS[1], 0, -1)) do redis.call('DEL', key) end
return redis.call('DEL', KEYS[1], KEYS[2])
`,
)

/** Makes room in a Redis that is full: everything else that is in it is needed more than answers, which can be read again. */
export async function dropAnswers(redis: Redis): Promise<void> {
  await runScript(redis, DROP_ENTRIES, ...INDEX)
}

function redisKey(key: string): string {
  return `${FORMAT}:reference:${hash('sha256', key, 'base64url')}`
}
