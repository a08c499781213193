import { hash } from 'node:crypto'
import { z } from 'zod'
import type { WriteStore } from '../rest/write-store.ts'
import { WRITE_LEASE_MS, WRITE_RECORD_MS } from './lease.ts'
import type { RedisConnection } from './redis.ts'
import { createScript, type Script, scriptCommand } from './script.ts'

/**
 * Creates the records of writes in Redis. Nothing stands in for a Redis that is unavailable: a write whose record cannot be
 * stored there must not be sent.
 */
export function createRedisWriteStore({ ask }: RedisConnection): WriteStore {
  return {
    kind: 'SHARED',
    async begin({ name, owner, inputs, groups, data, leftMs }) {
      const lists = [JSON.stringify(inputs), JSON.stringify(groups)]
      const given = [owner, WRITE_LEASE_MS, WRITE_RECORD_MS, ...lists, data, Math.ceil(leftMs)]
      const [state, fence, now, storeAgeMs, endedAt, stored] = await run('beginWrite', BEGIN, BEGUN, name, given)
      return { state, data: stored, fence, now, storeAgeMs, endedAt }
    },
    async renew({ name, owner }) {
      return (await run('renewWrite', RENEW, z.int(), name, [owner, WRITE_LEASE_MS])) === 1
    },
    async save({ name, owner, fence }, { state, data, endedAgoMs, ids, groups }) {
      const lists = [JSON.stringify(ids.map(hashOf)), JSON.stringify(groups)]
      const given = [owner, fence, state, data, Math.ceil(endedAgoMs), WRITE_LEASE_MS, WRITE_RECORD_MS, ...lists]
      return run('saveWrite', SAVE, SAVED, name, given)
    },
    async others(name, ids, groups) {
      const given = [JSON.stringify(ids.map(hashOf)), JSON.stringify(groups)]
      const [claimed, unfinished] = await run('otherWrites', OTHERS, OTHER_WRITES, name, given)
      return {
        claimed: ids.filter((_, position) => claimed[position] === 1),
        unfinished: groups.filter((_, position) => unfinished[position] === 1),
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
const PREFIX = 'write:1:'

function hashOf(text: string): string {
  return hash('sha256', text, 'base64url')
}

const BEGUN = z.tuple([
  z.enum(['new', 'taken', 'held', 'done', 'other']),
  z.int(),
  z.int(),
  z.int().min(0),
  z.int(),
  z.string(),
])

const SAVED = z.enum(['saved', 'lost', 'claimed'])

const OTHER_WRITES = z.tuple([z.array(z.int()), z.array(z.int())])

// The first key is the record, the second the prefix of all keys of this format. Adgraph needs one Redis, not a cluster.

const BEGIN = createScript(
  2,
  `
clean(KEYS[1], 'hash')
local born = integer(redis.call('GET', KEYS[2] .. 'born'))
if not born or born > now then
  born = now
  redis.call('SET', KEYS[2] .. 'born', born)
end
local input, state, fence, lease, ended, data =
  unpack(redis.call('HMGET', KEYS[1], 'input', 'state', 'fence', 'lease', 'ended', 'data'))
fence, lease, ended = integer(fence), integer(lease), integer(ended)
local inputs = cjson.decode(ARGV[4])
if not (input and state and fence and lease and ended and data) then
  redis.call('DEL', KEYS[1])
  redis.call('HSET', KEYS[1], 'input', inputs[1], 'state', 'running', 'owner', ARGV[1], 'fence', 1,
    'lease', now + ARGV[2], 'ended', now + ARGV[7], 'data', ARGV[6])
  redis.call('PEXPIRE', KEYS[1], ARGV[3])
  for _, group in ipairs(cjson.decode(ARGV[5])) do
    local key = KEYS[2] .. 'group:' .. group
    clean(key, 'zset')
    redis.call('ZADD', key, now + ARGV[3], KEYS[1])
    redis.call('PEXPIRE', key, ARGV[3])
  end
  return { 'new', 1, now, now - born, now, ARGV[6] }
end
local known = false
for _, one in ipairs(inputs) do if one == input then known = true end end
if not known then return { 'other', fence, now, now - born, ended, '' } end
if state == 'done' then return { 'done', fence, now, now - born, ended, data } end
if state == 'running' then
  if lease > now then return { 'held', fence, now, now - born, ended, data } end
  -- It may still live, without a connection to Redis, and then sends until its deadline.
  ended = math.max(ended, lease)
end
fence = fence + 1
redis.call('HSET', KEYS[1], 'state', 'running', 'owner', ARGV[1], 'fence', fence, 'lease', now + ARGV[2],
  'ended', math.max(ended, now + ARGV[7]))
return { 'taken', fence, now, now - born, ended, data }
`,
)

const RENEW = createScript(
  2,
  `
clean(KEYS[1], 'hash')
if redis.call('HGET', KEYS[1], 'owner') ~= ARGV[1] then return 0 end
redis.call('HSET', KEYS[1], 'lease', now + ARGV[2])
return 1
`,
)

const SAVE = createScript(
  2,
  `
clean(KEYS[1], 'hash')
local owner, fence = unpack(redis.call('HMGET', KEYS[1], 'owner', 'fence'))
if ARGV[2] ~= '0' and (owner ~= ARGV[1] or fence ~= ARGV[2]) then return 'lost' end
local ids = cjson.decode(ARGV[8])
for _, id in ipairs(ids) do
  clean(KEYS[2] .. 'row:' .. id, 'string')
  local holder = redis.call('GET', KEYS[2] .. 'row:' .. id)
  if holder and holder ~= KEYS[1] then return 'claimed' end
end
for _, id in ipairs(ids) do redis.call('SET', KEYS[2] .. 'row:' .. id, KEYS[1], 'PX', ARGV[7]) end
if ARGV[3] == 'free' then
  redis.call('DEL', KEYS[1])
elseif owner then
  redis.call('HSET', KEYS[1], 'state', ARGV[3], 'data', ARGV[4], 'lease', now + ARGV[6])
  if ARGV[3] ~= 'running' then redis.call('HSET', KEYS[1], 'ended', now - ARGV[5]) end
end
if ARGV[3] == 'free' or ARGV[3] == 'done' then
  for _, group in ipairs(cjson.decode(ARGV[9])) do
    clean(KEYS[2] .. 'group:' .. group, 'zset')
    redis.call('ZREM', KEYS[2] .. 'group:' .. group, KEYS[1])
  end
end
return 'saved'
`,
)

const OTHERS = createScript(
  2,
  `
local claimed, unfinished = {}, {}
for position, id in ipairs(cjson.decode(ARGV[1])) do
  clean(KEYS[2] .. 'row:' .. id, 'string')
  local holder = redis.call('GET', KEYS[2] .. 'row:' .. id)
  claimed[position] = (holder and holder ~= KEYS[1]) and 1 or 0
end
for position, group in ipairs(cjson.decode(ARGV[2])) do
  local key = KEYS[2] .. 'group:' .. group
  clean(key, 'zset')
  redis.call('ZREMRANGEBYSCORE', key, '-inf', now)
  local own = redis.call('ZSCORE', key, KEYS[1]) and 1 or 0
  unfinished[position] = redis.call('ZCARD', key) > own and 1 or 0
end
return { claimed, unfinished }
`,
)
