import { createHash } from 'node:crypto'
import { z } from 'zod'
import type { CachedAnswer, ReferenceStore } from '../rest/cache/reference-store.ts'
import type { RedisConnection } from './redis.ts'
import { createScript, runScript } from './script.ts'

/**
 * Answers in Redis, and also in `memory` in case Redis is unavailable. The next instance that has an answer writes it
 * again if Redis has lost it. The age of an answer is computed from its remaining time to live by Redis' clock.
 */
export function createRedisReferenceStore(
  { ask }: Pick<RedisConnection, 'ask'>,
  memory: ReferenceStore,
): ReferenceStore {
  return {
    async get(key) {
      const found = await ask<Entry>(
        { name: 'getAnswer', reply: ENTRY, send: (redis) => runScript(redis, GET_ENTRY, redisKey(key)) },
        () => UNAVAILABLE,
      )
      const shared = Array.isArray(found) ? cachedAnswerIn(...found) : undefined
      if (shared) return shared
      const own = await memory.get(key)
      if (!own) return undefined
      const stored = own.answer as StoredAnswer
      if (found !== UNAVAILABLE) void write(key, stored, stored.ttlMs - own.ageMs)
      return { answer: stored.answer, ageMs: own.ageMs }
    },
    async set(key, answer, ttlMs) {
      await memory.set(key, { answer, ttlMs }, ttlMs)
      await write(key, { answer, ttlMs }, ttlMs)
    },
  }

  async function write(key: string, stored: StoredAnswer, leftMs: number): Promise<void> {
    await ask(
      {
        name: 'setAnswer',
        reply: z.literal('OK'),
        send: (redis) => redis.set(redisKey(key), JSON.stringify(stored), 'PX', Math.max(1, Math.ceil(leftMs))),
      },
      () => 'OK' as const,
    )
  }
}

/** The answer in a stored text; undefined if this store has not written it. */
function cachedAnswerIn(text: string, leftMs: number): CachedAnswer | undefined {
  try {
    const { answer, ttlMs } = STORED.parse(JSON.parse(text))
    const ageMs = ttlMs - leftMs
    return leftMs >= 0 && ageMs >= -1 ? { answer, ageMs } : undefined
  } catch {
    return undefined
  }
}

const STORED = z.object({ answer: z.unknown(), ttlMs: z.number().positive() })

type StoredAnswer = z.output<typeof STORED>

const UNAVAILABLE = 'unavailable'

/** The value of a key in Redis, and its remaining time to live in milliseconds. */
type Entry = [text: string, leftMs: number] | null | typeof UNAVAILABLE

const ENTRY: z.ZodType<Entry> = z.union([z.tuple([z.string(), z.number()]), z.null(), z.literal(UNAVAILABLE)])

/** Returns a text and its remaining time to live in milliseconds. */
const GET_ENTRY = createScript(
  1,
  `
clean(KEYS[1], 'string')
local text = redis.call('GET', KEYS[1])
if not text then return nil end
return { text, redis.call('PTTL', KEYS[1]) }
`,
)

function redisKey(key: string): string {
  return `reference:${createHash('sha256').update(key).digest('base64url')}`
}
