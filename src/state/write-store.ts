import { hash } from 'node:crypto'
import { z } from 'zod'
import { DAY_MS } from '../async/duration.ts'
import type { WriteStore } from '../rest/write-store.ts'
import type { RedisConnection } from './redis.ts'
import { createScript, type Script, scriptCommand } from './script.ts'

/**
 * Creates the records of writes in Redis. Nothing stands in for a Redis that is unavailable: a write whose record cannot be
 * stored there must not be sent.
 */
export function createRedisWriteStore({ ask }: RedisConnection): WriteStore {
  return {
    kind: 'SHARED',
    async begin(name, data, creates, sendingMs) {
      const given = [data, JSON.stringify(creates), DAY_MS, Math.ceil(sendingMs)]
      const [found, ageMs] = await run('beginWrite', BEGIN, FOUND, name, given)
      return found === '' ? undefined : { data: found, ageMs }
    },
    async save(name, before, { data, ids, created }) {
      const given = [before, data ?? '', JSON.stringify(ids.map(hashOf)), JSON.stringify(created), DAY_MS]
      return run('saveWrite', SAVE, SAVED, name, given)
    },
    async others(name, ids, creates) {
      const given = [JSON.stringify(ids.map(hashOf)), JSON.stringify(creates)]
      const [claimed, creating] = await run('otherWrites', OTHERS, OTHER_WRITES, name, given)
      return {
        claimed: ids.filter((_, position) => claimed[position] === 1),
        creating: creates.filter((_, position) => creating[position] === 1),
      }
    },
  }

  function run<T>(
    command: string,
    script: Script,
    reply: z.ZodType<T>,
    name: string,
    given: readonly (string | number)[],
  ): T | Promise<T> {
    const key = `${PREFIX}record:${hashOf(name)}`
    return ask<T>(scriptCommand(command, reply, script, key, PREFIX, ...given), () => {
      throw new Error('The idempotency key cannot be recorded, because Redis is unavailable')
    })
  }
}

/** The keys of this format. Another version of Adgraph that has another format must not ignore the records of this one. */
const PREFIX = 'write:2:'

function hashOf(text: string): string {
  return hash('sha256', text, 'base64url')
}

/** The record that was found, with its age; empty if there was none. */
const FOUND = z.tuple([z.string(), z.int().min(0)])

const SAVED = z.enum(['saved', 'changed', 'claimed'])

const OTHER_WRITES = z.tuple([z.array(z.int()), z.array(z.int())])

// The first key is the record, the second the prefix of all keys of this format. Adgraph needs one Redis, not a cluster.

const BEGIN = createScript(
  2,
  `
clean(KEYS[1], 'hash')
local data, stored = unpack(redis.call('HMGET', KEYS[1], 'data', 'stored'))
stored = integer(stored)
if data and stored then return { data, math.max(0, now - stored) } end
redis.call('DEL', KEYS[1])
redis.call('HSET', KEYS[1], 'data', ARGV[1], 'stored', now)
redis.call('PEXPIRE', KEYS[1], ARGV[3])
for _, row in ipairs(cjson.decode(ARGV[2])) do
  local key = KEYS[2] .. 'creating:' .. row
  clean(key, 'zset')
  redis.call('ZADD', key, now + ARGV[4], KEYS[1])
  redis.call('PEXPIRE', key, ARGV[4])
end
return { '', 0 }
`,
)

const SAVE = createScript(
  2,
  `
clean(KEYS[1], 'hash')
if redis.call('HGET', KEYS[1], 'data') ~= ARGV[1] then return 'changed' end
local ids = cjson.decode(ARGV[3])
for _, id in ipairs(ids) do
  clean(KEYS[2] .. 'row:' .. id, 'string')
  local holder = redis.call('GET', KEYS[2] .. 'row:' .. id)
  if holder and holder ~= KEYS[1] then return 'claimed' end
end
for _, id in ipairs(ids) do redis.call('SET', KEYS[2] .. 'row:' .. id, KEYS[1], 'PX', ARGV[5]) end
if ARGV[2] == '' then
  redis.call('DEL', KEYS[1])
else
  redis.call('HSET', KEYS[1], 'data', ARGV[2], 'stored', now)
end
for _, row in ipairs(cjson.decode(ARGV[4])) do
  clean(KEYS[2] .. 'creating:' .. row, 'zset')
  redis.call('ZREM', KEYS[2] .. 'creating:' .. row, KEYS[1])
end
return 'saved'
`,
)

const OTHERS = createScript(
  2,
  `
local claimed, creating = {}, {}
for position, id in ipairs(cjson.decode(ARGV[1])) do
  clean(KEYS[2] .. 'row:' .. id, 'string')
  local holder = redis.call('GET', KEYS[2] .. 'row:' .. id)
  claimed[position] = (holder and holder ~= KEYS[1]) and 1 or 0
end
for position, row in ipairs(cjson.decode(ARGV[2])) do
  local key = KEYS[2] .. 'creating:' .. row
  clean(key, 'zset')
  redis.call('ZREMRANGEBYSCORE', key, '-inf', now)
  local own = redis.call('ZSCORE', key, KEYS[1]) and 1 or 0
  creating[position] = redis.call('ZCARD', key) > own and 1 or 0
end
return { claimed, creating }
`,
)
