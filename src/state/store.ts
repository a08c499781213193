import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import type { AcquiredLease, KeyValueStore } from '../rest/store.ts'
import type { RedisConnection } from './redis.ts'
import { LEASE_MS, renewedLease } from './lease.ts'
import { createScript, FORMAT, scriptCommand } from './script.ts'

/**
 * Creates a store of short texts in Redis, and also in `memory` in case Redis is unavailable. A text that Redis does not
 * have was deleted by another instance.
 */
export function createRedisStore({ ask, messages, channel }: RedisConnection, memory: KeyValueStore): KeyValueStore {
  return {
    async get(key) {
      const value = await ask<string | null | undefined>(
        { name: 'get', reply: z.string().nullable(), send: (redis) => redis.get(key) },
        () => memory.get(key),
      )
      return value ?? undefined
    },
    async set(key, value, ttlMs) {
      await memory.set(key, value, ttlMs)
      await ask(
        { name: 'set', reply: OK, send: (redis) => redis.set(key, value, 'PX', Math.ceil(ttlMs)) },
        () => 'OK' as const,
      )
    },
    async delete(key) {
      await memory.delete(key)
      await ask({ name: 'delete', reply: z.int(), send: (redis) => redis.del(key) }, () => 0)
    },
    async setIfAbsent(key, value, ttlMs) {
      const isFirstHere = await memory.setIfAbsent(key, value, ttlMs)
      if (!isFirstHere) return false
      const reply = await ask<'OK' | null>(
        {
          name: 'setIfAbsent',
          reply: OK.nullable(),
          send: (redis) => redis.set(key, value, 'PX', Math.ceil(ttlMs), 'NX'),
        },
        () => 'OK',
      )
      if (reply === null) await memory.delete(key)
      return reply === 'OK'
    },
    acquireLease,
  }

  async function acquireLease(name: string): Promise<AcquiredLease> {
    const key = `${FORMAT}:lease:${name}`
    const holder = randomUUID()
    // Listening begins before the script runs, so that no release is missed between its reply and the wait.
    const release = messages.next(key)
    let acquired: z.output<typeof LEASE_REPLY> | AcquiredLease
    try {
      acquired = await ask<typeof acquired>(
        scriptCommand('acquireLease', LEASE_REPLY, ACQUIRE_LEASE, key, holder, LEASE_MS),
        () => memory.acquireLease(name),
      )
    } catch (error) {
      release.cancel()
      throw error
    }
    if (Array.isArray(acquired) && acquired[0] === 'held')
      return { held: false, released: () => release.within(acquired[1]) }
    release.cancel()
    if (!Array.isArray(acquired)) return acquired
    return renewedLease(
      () => ask(scriptCommand('renewLease', z.int(), RENEW_LEASE, key, holder, LEASE_MS), () => 0),
      () => ask(scriptCommand('releaseLease', z.int(), RELEASE_LEASE, key, holder, channel, key), () => 0),
    )
  }
}

const OK = z.literal('OK')

/**
 * Whether the caller has the lease now. Otherwise, the number of milliseconds after which it is free if its holder does
 * not renew it.
 */
const LEASE_REPLY = z.tuple([z.enum(['taken', 'held']), z.int().min(0).max(LEASE_MS)])

const ACQUIRE_LEASE = createScript(
  1,
  `
if redis.call('SET', KEYS[1], ARGV[1], 'NX', 'PX', ARGV[2]) then return { 'taken', 0 } end
local left = redis.call('PTTL', KEYS[1])
if left > 0 and left <= tonumber(ARGV[2]) then return { 'held', left } end
-- No lease lasts so long: the value is invalid.
redis.call('SET', KEYS[1], ARGV[1], 'PX', ARGV[2])
return { 'taken', 0 }
`,
)

const RELEASE_LEASE = createScript(
  1,
  `
clean(KEYS[1], 'string')
if redis.call('GET', KEYS[1]) ~= ARGV[1] then return 0 end
redis.call('DEL', KEYS[1])
return redis.call('PUBLISH', ARGV[2], ARGV[3])
`,
)

const RENEW_LEASE = createScript(
  1,
  `
clean(KEYS[1], 'string')
if redis.call('GET', KEYS[1]) ~= ARGV[1] then return 0 end
return redis.call('PEXPIRE', KEYS[1], ARGV[2])
`,
)
