import { randomUUID } from 'node:crypto'
import { budgetIn, type Permit, type RateLimiter, type RateLimitKeys } from '../rest/rate-limit.ts'
import type { AskRedis } from './redis.ts'

/** Requests of all instances that may be under way to a budget of which nobody knows anything yet. */
const MOST_UNKNOWN = 4

/** When to ask again while others are about to learn of a budget. */
const LOOK_AGAIN_MS = 25

/** After this time a request that nobody has reported on is taken for lost: no attempt waits for so long. */
const LEASE_MS = 20_000

/** How long a budget is remembered beyond the end of its window. */
const REMEMBER_MS = 3_600_000

/** How long nobody waits to learn of a budget of which an answer has told nothing. */
const UNTOLD_MS = 300_000

/**
 * Rate budgets that several instances share: each request takes its part before it is sent, so that together they stay
 * within what headers have told of. While Redis does not answer, each keeps to what it has learnt by itself.
 */
export function createSharedRateLimiter(askRedis: AskRedis, alone: RateLimiter): RateLimiter {
  return {
    acquire(keys, now, options) {
      const id = randomUUID()
      return askRedis<Permit | number>(
        async (redis) => {
          const [user, account] = names(keys)
          const wish = [now, id, now + LEASE_MS, MOST_UNKNOWN, now + LOOK_AGAIN_MS, keys.account ? 1 : 0, REMEMBER_MS]
          const at = (await redis.eval(ASK, 4, ...user, ...account, ...wish)) as number
          return at === 0 ? { keys, window: undefined, id } : at
        },
        () => alone.acquire(keys, now, options),
      )
    },

    update(permit, answer, now) {
      alone.update(permit, answer, now)
      const { keys, id } = permit
      if (id === undefined) return
      const budget = answer && budgetIn(answer, keys)
      const told = budget ? [budget.told.limit, budget.told.remaining, budget.told.resetAt] : ['', '', '']
      const untoldMs = answer && answer.status < 500 ? UNTOLD_MS : 0
      const [user, account] = names(keys)
      const index = (budget?.key ?? keys.account ?? keys.user) === keys.account ? 3 : 1
      void askRedis(
        (redis) => redis.eval(LEARN, 4, ...user, ...account, id, now, index, ...told, REMEMBER_MS, untoldMs),
        () => null,
      )
    },

    // What this instance's own answers have told of.
    remaining: (now) => alone.remaining(now),
  }
}

/** Where Redis keeps the budget of the user and that of the account, each with the requests under way. */
function names({ user, account }: RateLimitKeys): [user: [string, string], account: [string, string]] {
  const both = (key: string): [string, string] => [`budget:${key}`, `budget in flight:${key}`]
  return [both(user), both(account ?? user)]
}

// Moments are kept as the texts that came: Lua would write them with an exponent.

/** Takes a part of a budget: 0, or the moment at which to ask again. The account's budget wins over the user's. */
const ASK = `
local now, id, lease, unknown, again, hasAccount, remember =
  tonumber(ARGV[1]), ARGV[2], ARGV[3], tonumber(ARGV[4]), tonumber(ARGV[5]), ARGV[6] == '1', tonumber(ARGV[7])

local function underWay(set)
  redis.call('ZREMRANGEBYSCORE', set, '-inf', ARGV[1])
  return redis.call('ZCARD', set)
end

local function told(key)
  return redis.call('HEXISTS', key, 'remaining') == 1
end

local own, ownSet = KEYS[hasAccount and 3 or 1], KEYS[hasAccount and 4 or 2]
local known, set
if told(own) then known, set = own, ownSet
elseif told(KEYS[1]) then known, set = KEYS[1], KEYS[2] end

if known then
  local window = redis.call('HMGET', known, 'limit', 'remaining', 'resetAt')
  local limit, remaining, resetAt = tonumber(window[1]), tonumber(window[2]), tonumber(window[3])
  if resetAt and resetAt <= now then
    remaining, resetAt = limit - underWay(set), nil
    redis.call('HSET', known, 'remaining', remaining, 'resetAt', '')
  end
  if remaining <= 0 then
    if resetAt then return resetAt end
    -- A new window of which no answer has come yet: one more request may find out when nobody else is about to.
    if underWay(set) > 0 then return again end
  end
  redis.call('HINCRBY', known, 'remaining', -1)
elseif redis.call('EXISTS', own) == 0 and underWay(ownSet) >= unknown then
  return again
end

for index = 2, hasAccount and 4 or 2, 2 do
  redis.call('ZADD', KEYS[index], lease, id)
  redis.call('PEXPIRE', KEYS[index], remember)
end
return 0
`

/** Gives a request back, with what its answer told of a budget, if anything. */
const LEARN = `
local id, now, index, limit, told, resetAt, remember =
  ARGV[1], tonumber(ARGV[2]), tonumber(ARGV[3]), ARGV[4], tonumber(ARGV[5]), tonumber(ARGV[6]), tonumber(ARGV[7])
local untold = tonumber(ARGV[8])
local known, set = KEYS[index], KEYS[index + 1]
redis.call('ZREM', KEYS[2], id)
redis.call('ZREM', KEYS[4], id)
if not resetAt then
  -- Where answers tell of no budget, waiting for one would never end.
  if untold > 0 and redis.call('EXISTS', known) == 0 then
    redis.call('HSET', known, 'untold', 1)
    redis.call('PEXPIRE', known, untold)
  end
  return
end
-- What is told of a window that is over says nothing of the next.
if resetAt <= now then return end

local window = redis.call('HMGET', known, 'remaining', 'resetAt')
local remaining, current = tonumber(window[1]), tonumber(window[2])
if current and resetAt < current then return end
if remaining and current == resetAt then
  -- Answers overtake each other: within a window the budget only shrinks.
  remaining = math.min(remaining, told)
else
  -- The first answer of a window does not know of the requests still on their way.
  redis.call('ZREMRANGEBYSCORE', set, '-inf', ARGV[2])
  remaining = told - redis.call('ZCARD', set)
end
redis.call('HSET', known, 'limit', limit, 'remaining', remaining, 'resetAt', ARGV[6])
redis.call('PEXPIRE', known, math.floor(resetAt - now + remember))
`
