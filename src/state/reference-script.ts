import type { Redis } from 'ioredis'
import { createScript, FORMAT, runScript } from './script.ts'

/** Returns an entry for an instance that keeps the version in the argument. A stored text begins with its version, a UUID. */
export const GET_ENTRY = createScript(
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
export const MAX_ANSWER_BYTES = 32 * 2 ** 20

/** The names of the answers by the time at which they were stored, and the bytes of each and of all. */
export const ANSWER_INDEX = [`${FORMAT}:reference index`, `${FORMAT}:reference bytes`]

/** Stores an entry, and drops the oldest ones for which there is no room then. */
export const SET_ENTRY = createScript(
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
  await runScript(redis, DROP_ENTRIES, ...ANSWER_INDEX)
}
