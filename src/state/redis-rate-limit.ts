import { z } from 'zod'
import { HOUR_MS } from '../async/duration.ts'
import {
  CLOCK_LAG_MS,
  createPermitQueues,
  PERMIT_LEASE_MS,
  type Permit,
  type PermitGrant,
  type PermitRequest,
  type RateLimiter,
} from '../rest/policy/permit.ts'
import { announcedLimitIn, MAX_RESET_MS, type RateLimitKeys } from '../rest/policy/rate-limit.ts'
import type { AnswerHead } from '../rest/wire/transport.ts'
import { createScript, FORMAT, type RedisConnection, scriptCommand } from './redis.ts'

/** How long a rate limit is remembered after its window has reset. */
const REMEMBER_MS = HOUR_MS

const BOUNDS = {
  leaseMs: PERMIT_LEASE_MS,
  maxWindowMs: MAX_RESET_MS,
  clockLagMs: CLOCK_LAG_MS,
  rememberMs: REMEMBER_MS,
}

/** Whether a request was answered without an error, has no such answer, or was not sent. */
type RequestResult = 'served' | 'lost' | 'unsent'

/**
 * Rate limits that several instances share: each request takes a permit before it is sent, so that all instances together
 * stay within the announced limits. Without Redis, each instance obeys the limits that its own answers announced.
 * In Redis all times are by Redis' clock; a reset is stored as the time that is left until it.
 */
export function createRedisRateLimiter(
  { ask, messages, channel }: Pick<RedisConnection, 'ask' | 'messages' | 'channel'>,
  local: RateLimiter,
): RateLimiter {
  const queues = createPermitQueues({
    take,
    nextMessage: ({ user, account = user }) => messages.next(topicOf(user), topicOf(account)),
    release,
  })

  return {
    // It knows the rate limits that the answers to this instance announced.
    ...local,
    acquire: (keys, now, options) => queues.acquire(keys, now, options),
    update(permit, answer, now) {
      if (permit.own) local.update(permit.own, answer, now)
      else if (answer) local.learn(permit.keys, answer, now)
      takeBack(permit, answer && answer.status < 400 ? 'served' : 'lost', answer, now)
    },
    release,
  }

  function release(permit: Permit): void {
    if (permit.own) local.release(permit.own)
    takeBack(permit, 'unsent', undefined, 0)
  }

  function take(keys: RateLimitKeys, requests: readonly PermitRequest[]) {
    const ids = requests.map(({ id }) => id)
    return run<PermitGrant | Promise<Permit | number>[]>(
      'acquirePermits',
      grantReply(requests.length),
      keys,
      { step: 'take', ids },
      () => requests.map((request) => acquireHere(keys, request)),
    )
  }

  /** A permit of this instance. */
  async function acquireHere(keys: RateLimitKeys, { id, now, options }: PermitRequest): Promise<Permit | number> {
    const own = await local.acquire(keys, now, options)
    // The script may have run although its reply did not come in time: the ID gives its permit back.
    return typeof own === 'number' ? own : { keys, id, own }
  }

  function takeBack({ keys, id }: Permit, result: RequestResult, answer: AnswerHead | undefined, now: number): void {
    const { user, account = user, copy = account } = keys
    const topics = [...new Set([user, account, copy].map(topicOf))]
    const announced = announcementIn(answer, keys, now)
    const given = { step: 'return', id, result, announced, channel, topics }
    void run('learnBudget', z.int(), keys, given, () => 0)
  }

  function run<T>(
    name: string,
    reply: z.ZodType<T>,
    keys: RateLimitKeys,
    given: object,
    fallback: () => T,
  ): T | Promise<T> {
    const call = JSON.stringify({ ...given, ...BOUNDS, place: placeOf(keys) })
    return ask<T>(scriptCommand(name, reply, RATE_LIMIT, redisKeys(keys), [call]), fallback)
  }
}

/** The form of the reply to the step `take` for this number of requests. */
const grantReply = (requests: number): z.ZodType<PermitGrant> =>
  z
    .tuple([z.int().min(0).max(requests), z.int().min(0), z.enum(['all', 'reset', 'message'])])
    .refine(([granted, , until]) => (granted === requests) === (until === 'all'))
    .transform(([granted, waitMs, until]) => ({ granted, waitMs, until }))

/** The rate limit that an answer announced, and its place among the keys. */
function announcementIn(answer: AnswerHead | undefined, keys: RateLimitKeys, now: number) {
  const announcement = answer && announcedLimitIn(answer, keys, now)
  if (!announcement) return undefined
  const { limit, remaining, resetAt } = announcement.announced
  const place = announcement.key === keys.account ? 3 : 1
  const isRefusal = answer.status === 429
  return { place, limit, remaining, reset: resetAt, resetInMs: Math.ceil(resetAt - now), isRefusal }
}

/** The keys of the user's rate limit, the account's and its copy, each with the set of its requests in flight. */
function redisKeys({ user, account = user, copy = account }: RateLimitKeys): string[] {
  return [user, account, copy].flatMap((key) => [`${FORMAT}:budget:${key}`, `${FORMAT}:budget in flight:${key}`])
}

/** The index of the rate limit of a request in `redisKeys`, counted from 1. */
function placeOf({ account }: RateLimitKeys): number {
  return account === undefined ? 1 : 3
}

/** The topic of requests that wait until a rate limit is known. */
function topicOf(key: string): string {
  return `budget ${key}`
}

// KEYS: the user's rate limit, its requests in flight, the same two of the account (or again of the user), and the same two of
// the copy of the account's (or again of the account).
// A rate limit is a hash: `limit`, `announced` (the lowest number of remaining requests that an answer has announced; from the reset
// on, the whole limit), `lost` (requests of the window that no announcement has counted), `reset` (as the service announced it, which
// identifies the window), `opensAt` (by Redis' clock; empty from the end of one window until an answer announces the next), and
// `replaced` (the latest reset that a refusal with an earlier one has replaced; 0 if none has).
// Requests in flight are a sorted set of IDs by the time at which each counts as lost. The rules are the same as in
// src/rest/policy/permit.ts, and the tests of both are one table.

/**
 * Takes permits for `ids`, or returns the permit of `id` and learns what its answer announced. Times are milliseconds; `place` is the
 * index of a rate limit in KEYS (1 or 3). `take` returns how many IDs have a permit, how long the others wait, and for what: a reset,
 * or a message. `return` returns whether it has published messages.
 */
const RATE_LIMIT = createScript(`
local call = cjson.decode(ARGV[1])

for index = 1, 5, 2 do
  clean(KEYS[index], 'hash')
  clean(KEYS[index + 1], 'zset')
end

-- The window at this time: after a reset, the last known limit holds until an answer announces the next window. A refusal can have
-- announced none: then nothing is known of the next window. Values that no answer can have led to are garbage.
local function windowIn(place)
  local key = KEYS[place]
  local expired = redis.call('ZREMRANGEBYSCORE', KEYS[place + 1], '-inf', now)
  local values = redis.call('HMGET', key, 'limit', 'announced', 'lost', 'reset', 'opensAt', 'replaced')
  if not values[2] then return nil end
  local window = {
    limit = integer(values[1]), announced = integer(values[2]), lost = integer(values[3]), reset = integer(values[4]),
    opensAt = integer(values[5]), replaced = integer(values[6]) or 0
  }
  local sound = window.limit and window.announced and window.lost and window.reset
    and window.announced <= window.limit and window.lost >= 0
    and (window.opensAt and window.opensAt <= now + call.maxWindowMs or values[5] == '')
  if not sound then
    redis.call('DEL', key)
    return nil
  end
  window.lost = window.lost + expired
  if window.opensAt and window.opensAt <= now then
    if window.limit == 0 then
      redis.call('DEL', key)
      return nil
    end
    window.announced, window.lost, window.opensAt = window.limit, 0, nil
    redis.call('HSET', key, 'announced', window.limit, 'lost', 0, 'opensAt', '')
  elseif expired > 0 then
    redis.call('HSET', key, 'lost', window.lost)
  end
  return window
end

-- The rate limit that requests count against. The account's wins over the user's, which is then only a large quota over all accounts.
local function limitOf(place)
  local window = windowIn(place)
  if window or place == 1 then return place, window end
  window = windowIn(1)
  if window then return 1, window end
  return place, nil
end

local function inFlight(place)
  return redis.call('ZCARD', KEYS[place + 1])
end

local place, window = limitOf(call.place)

local function take()
  local requested, flying, granted, wait, reason = #call.ids, inFlight(place), #call.ids, 0, 'all'
  if window then
    -- The requests that remain for sure: those in flight may not be counted in the announcement.
    granted = math.min(requested, math.max(window.announced - window.lost - flying, 0))
    if granted < requested then
      reason = 'message'
      if not window.opensAt then
        -- Nobody knows when the window resets. One more request can find out when no other is about to.
        if granted == 0 and flying == 0 then granted = 1 end
      elseif window.announced <= window.lost then
        wait, reason = window.opensAt - now, 'reset'
      end
    end
  end
  if granted == requested then wait, reason = 0, 'all' end

  for index = 2, 6, 2 do
    for nth = 1, granted do redis.call('ZADD', KEYS[index], now + call.leaseMs, call.ids[nth]) end
    redis.call('PEXPIRE', KEYS[index], call.rememberMs)
  end
  if reason == 'message' then
    local first = redis.call('ZRANGE', KEYS[place + 1], 0, 0, 'WITHSCORES')
    local last = window.opensAt or now + call.leaseMs
    wait = math.max(1, math.min(now + call.leaseMs, tonumber(first[2]) or now, last) - now)
  end
  return { granted, wait, reason }
end

-- Whether requests that count against this rate limit can wait for a message. Those of other accounts wait for the user's too.
local function isAwaited(place, window)
  return window and window.announced - window.lost - inFlight(place) <= 0
    and not (window.opensAt and window.announced <= window.lost)
end

local function learn(place, answer)
  local known = windowIn(place)
  -- An announcement of a past window says nothing about the next one.
  if answer.resetInMs <= 0 or answer.resetInMs > call.maxWindowMs then return end
  -- A refusal says when the service serves again, unless its window may have ended by the service's clock.
  local isCurrent = answer.isRefusal and answer.resetInMs > call.clockLagMs
  if known and answer.reset < known.reset and not isCurrent then return end
  -- This answers a request before the refusal that said otherwise.
  if known and known.opensAt and not answer.isRefusal and answer.reset <= known.replaced then return end
  local replaced = 0
  if known and known.opensAt and known.reset > answer.reset then replaced = math.max(known.reset, known.replaced) end
  -- Requests that were lost since the reset may have been counted after this announcement.
  local announced, lost = answer.remaining, known and not known.opensAt and known.lost or 0
  local opensAt = now + answer.resetInMs
  local limit = answer.limit == 0 and known and known.limit or answer.limit
  if known and known.reset == answer.reset then
    -- Answers overtake each other: within a window fewer requests remain. The latest known end is the safe one.
    announced, lost, replaced = math.min(known.announced, answer.remaining), known.lost, known.replaced
    opensAt = math.max(known.opensAt or 0, opensAt)
  end
  local key = KEYS[place]
  redis.call('DEL', key)
  redis.call('HSET', key, 'limit', limit, 'announced', announced, 'lost', lost, 'reset', answer.reset, 'opensAt', opensAt,
    'replaced', replaced)
  redis.call('PEXPIRE', key, opensAt - now + call.rememberMs)
end

local function giveBack()
  local awaited = isAwaited(place, window) or isAwaited(5, windowIn(5))
  local wasInFlight = redis.call('ZSCORE', KEYS[place + 1], call.id)
  for index = 2, 6, 2 do redis.call('ZREM', KEYS[index], call.id) end

  if call.announced then
    learn(call.announced.place, call.announced)
    if call.announced.place == 3 and KEYS[5] ~= KEYS[3] then learn(5, call.announced) end
  elseif window and wasInFlight and call.result ~= 'unsent' then
    if call.result == 'served' and not window.opensAt and window.announced <= window.lost then
      -- A request beyond the limit that is served shows that a new window has begun.
      redis.call('HSET', KEYS[place], 'announced', math.max(0, window.limit - 1), 'lost', 0)
    else
      redis.call('HINCRBY', KEYS[place], 'lost', 1)
    end
  end

  if not awaited then return 0 end
  for _, topic in ipairs(call.topics) do redis.call('PUBLISH', call.channel, topic) end
  return 1
end

if call.step == 'take' then return take() end
return giveBack()
`)
