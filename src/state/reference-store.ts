import { hash, randomUUID } from 'node:crypto'
import { z } from 'zod'
import { valueIn } from '../json/object.ts'
import type { CachedAnswer, ReferenceStore } from '../rest/store.ts'
import type { RedisConnection } from './redis.ts'
import { ANSWER_INDEX, GET_ENTRY, MAX_ANSWER_BYTES, SET_ENTRY } from './reference-script.ts'
import { FORMAT, scriptCommand } from './script.ts'

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
    await ask(
      scriptCommand('setAnswer', z.int(), SET_ENTRY, redisKey(key), ...ANSWER_INDEX, text, keptMs, MAX_ANSWER_BYTES),
      () => 0,
    )
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

function redisKey(key: string): string {
  return `${FORMAT}:reference:${hash('sha256', key, 'base64url')}`
}
