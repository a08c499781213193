import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { StoreUnavailable, type Store, type StoredValue, type ValueChange } from '../rest/store.ts'
import { createScript, FORMAT, type RedisCommand, type RedisConnection, scriptCommand, SPARE_KEYS } from './redis.ts'

/** The time after which the lease of a holder that has ended, or that hangs, is free. A living holder renews it. */
const LEASE_MS = 3_000

const RENEW_MS = 1_000

/** The time after which a holder takes a lease that is not renewed as lost: what was sent until then arrives before its end. */
const HELD_MS = LEASE_MS - 500

const MAX_SPARE_BYTES = 32 * 2 ** 20

/** Creates a store in Redis. It throws StoreUnavailable while Redis is unavailable. */
export function createRedisStore({ ask, messages, publish }: RedisConnection): Store {
  return {
    kind: 'SHARED',
    get: async (key, known = '') => (await read([key], known))[0],
    getAll: (keys) => read(keys, ''),
    async set(key, value, ttlMs) {
      await run({ name: 'set', reply: OK, send: (redis) => redis.set(key, value, 'PX', Math.ceil(ttlMs)) })
    },
    async setSpare(key, value, ttlMs) {
      const given = [value, Math.ceil(ttlMs), MAX_SPARE_BYTES]
      await run(scriptCommand('setSpare', z.int(), SET_SPARE, [key, ...SPARE_KEYS], given))
    },
    async delete(key) {
      await run({ name: 'delete', reply: z.int(), send: (redis) => redis.del(key) })
    },
    compareAndSet,
    async lease(name) {
      const key = `${FORMAT}:lease:${name}`
      const holder = randomUUID()
      // Listening begins before the lease is asked for, so that no release is missed.
      const released = messages.next(key)
      const askedMs = performance.now()
      const leftMs = await heldMs(key, holder).catch((error: unknown) => {
        released.cancel()
        throw error
      })
      if (leftMs !== undefined) return { held: false, released: () => released.within(leftMs) }
      released.cancel()
      const lost = new AbortController()
      /** Undefined if it is not known whether the lease was changed. */
      const change = async (after: string | undefined) => {
        const changed = compareAndSet({ key, before: holder, after, ttlMs: LEASE_MS })
        return changed.then(({ isSet }) => isSet).catch(() => undefined)
      }
      const lose = () => lost.abort()
      let end = setTimeout(lose, HELD_MS + askedMs - performance.now()).unref()
      const renewal = setInterval(() => {
        const next = setTimeout(lose, HELD_MS).unref()
        void change(holder).then((isSet) => {
          clearTimeout(isSet ? end : next)
          if (isSet) end = next
          else if (isSet === false) lose()
        })
      }, RENEW_MS).unref()
      return {
        held: true,
        lost: lost.signal,
        async release() {
          clearInterval(renewal)
          clearTimeout(end)
          if (await change(undefined)) publish(key)
        },
      }
    },
    next: (topic) => messages.next(topic),
    publish,
  }

  function run<T>(command: RedisCommand<T>): T | Promise<T> {
    return ask(command, () => {
      throw new StoreUnavailable('Redis is unavailable')
    })
  }

  async function read(keys: readonly string[], known: string) {
    if (keys.length === 0) return []
    return run(scriptCommand('get', valuesOf(keys), GET, keys, [known]))
  }

  /** Takes a lease. Returns the time after which it is free unless its holder renews it; undefined if it was taken. */
  async function heldMs(key: string, holder: string, before?: string): Promise<number | undefined> {
    const { isSet, found } = await compareAndSet({ key, before, after: holder, ttlMs: LEASE_MS })
    if (isSet) return undefined
    const [other] = found
    // No lease lasts longer, or for ever: then the value is invalid.
    const isLease = other && other.leftMs > 0 && other.leftMs <= LEASE_MS
    return isLease ? other.leftMs : heldMs(key, holder, other?.value)
  }

  async function compareAndSet(...changes: readonly ValueChange[]) {
    const keys = changes.map(({ key }) => key)
    const given = changes.flatMap(({ before, after, ttlMs }) => [marked(before), marked(after), Math.ceil(ttlMs)])
    const [isSet, found] = await run(
      scriptCommand('compareAndSet', z.tuple([z.literal([0, 1]), valuesOf(keys)]), COMPARE_AND_SET, keys, given),
    )
    return { isSet: isSet === 1, found }
  }
}

/**
 * Creates a store that is continued in the memory of this process while the shared one is unavailable. Values that are set are in both. A
 * value that the shared one does not have was deleted by another instance.
 */
export function createContinuedStore(shared: Store, own: Store): Store {
  return {
    ...shared,
    get: (key, known) => shared.get(key, known).catch(continued(() => own.get(key))),
    getAll: (keys) => shared.getAll(keys).catch(continued(() => own.getAll(keys))),
    async set(...given) {
      await own.set(...given)
      await shared.set(...given).catch(continued(async () => undefined))
    },
    setSpare: (...given) => shared.setSpare(...given).catch(continued(() => own.setSpare(...given))),
    async delete(key) {
      await own.delete(key)
      await shared.delete(key).catch(continued(async () => undefined))
    },
    async compareAndSet(...changes) {
      // The shared store can have lost what was added through this process.
      const added = changes.filter(({ before }) => before === undefined)
      const known = await own.getAll(added.map(({ key }) => key))
      if (known.some((value) => value !== undefined)) return own.compareAndSet(...changes)
      const compared = await shared.compareAndSet(...changes).catch(continued(() => own.compareAndSet(...changes)))
      if (compared.isSet)
        for (const { key, after, ttlMs } of changes)
          await (after === undefined ? own.delete(key) : own.set(key, after, ttlMs))
      return compared
    },
    async lease(name) {
      // Callers of this process exclude each other also if the shared store is lost before one of them releases its lease.
      const mine = await own.lease(name)
      if (!mine.held) return mine
      try {
        const lease = await shared.lease(name)
        const release = async () => {
          if (lease.held) await lease.release()
          await mine.release()
        }
        if (lease.held) return { ...lease, release }
        await release()
        return lease
      } catch (error) {
        if (error instanceof StoreUnavailable) return mine
        await mine.release()
        throw error
      }
    },
  }
}

/** What happens instead while the shared store is unavailable. */
function continued<T>(next: () => Promise<T>): (error: unknown) => Promise<T> {
  return async (error) => {
    if (error instanceof StoreUnavailable) return next()
    throw error
  }
}

const OK = z.literal('OK')

function valuesOf(keys: readonly string[]): z.ZodType<(StoredValue | undefined)[]> {
  const value = z.tuple([z.string(), z.int()]).nullable()
  return z
    .array(value.transform((found) => (found ? { value: found[0], leftMs: found[1] } : undefined)))
    .length(keys.length)
}

/** A value as an argument of a script, which otherwise could not distinguish none from an empty one. */
function marked(value: string | undefined): string {
  return value === undefined ? '' : `=${value}`
}

const FIND = `
local function find(key)
  clean(key, 'string')
  local value = redis.call('GET', key)
  return value and { value, redis.call('PTTL', key) }
end
`

const GET = createScript(`${FIND}
local found = {}
for index, key in ipairs(KEYS) do
  clean(key, 'string')
  if ARGV[1] ~= '' and redis.call('GETRANGE', key, 0, #ARGV[1] - 1) == ARGV[1] then
    found[index] = { ARGV[1], redis.call('PTTL', key) }
  else
    found[index] = find(key)
  end
end
return found
`)

const COMPARE_AND_SET = createScript(`${FIND}
local found, same = {}, true
for index, key in ipairs(KEYS) do
  found[index] = find(key)
  local value = found[index] and '=' .. found[index][1] or ''
  same = same and value == ARGV[3 * index - 2]
end
if not same then return { 0, found } end
for index, key in ipairs(KEYS) do
  local after = ARGV[3 * index - 1]
  if after == '' then
    redis.call('DEL', key)
  else
    redis.call('SET', key, string.sub(after, 2), 'PX', ARGV[3 * index])
  end
end
return { 1, found }
`)

/**
 * Sets a value, and drops the spare ones that expire first, for which there is no room then. Those of which there can be very many,
 * statistics, expire before the answers of reference reads, which are seldom written again.
 */
const SET_SPARE = createScript(`
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
local first = redis.call('ZRANGE', KEYS[2], 0, 0)[1]
while first and bytes <= most and all + bytes > most do
  forget(first)
  first = redis.call('ZRANGE', KEYS[2], 0, 0)[1]
end
if not first then all = 0 end
if bytes <= most then
  all = all + bytes
  redis.call('SET', KEYS[1], ARGV[1], 'PX', ARGV[2])
  redis.call('ZADD', KEYS[2], now + ARGV[2], KEYS[1])
  redis.call('HSET', KEYS[3], KEYS[1], bytes)
end
redis.call('HSET', KEYS[3], 'all', all)
for index = 2, 3 do
  if redis.call('PTTL', KEYS[index]) < tonumber(ARGV[2]) then redis.call('PEXPIRE', KEYS[index], ARGV[2]) end
end
return 1
`)
