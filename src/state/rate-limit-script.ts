import { createScript } from './script.ts'

// KEYS: the user's rate limit, its requests in flight, and the same two of the account (or again of the user).
// A rate limit is a hash: `limit`, `remaining`, `reset` (as the service announced it, which identifies the window), `opensAt` (by
// Redis' clock; empty from the end of one window until an answer announces the next), or `unannounced` if answers announce none.
// Requests in flight are a sorted set of ids by the time at which each counts as lost.

const BUDGET = `
for index = 1, 3, 2 do
  clean(KEYS[index], 'hash')
  clean(KEYS[index + 1], 'zset')
end

local function inFlight(set)
  redis.call('ZREMRANGEBYSCORE', set, '-inf', now)
  return redis.call('ZCARD', set)
end

-- The window that is stored. Values that no answer can have led to are garbage.
local function windowIn(key, maxWindow)
  local values = redis.call('HMGET', key, 'limit', 'remaining', 'reset', 'opensAt')
  if not values[2] then return nil end
  local window = {
    limit = integer(values[1]), remaining = integer(values[2]), reset = integer(values[3]), opensAt = integer(values[4])
  }
  local sound = window.limit and window.remaining and window.reset and window.remaining <= window.limit
    and (window.opensAt and window.opensAt <= now + maxWindow or values[4] == '')
  if sound then return window end
  redis.call('DEL', key)
end
`

/**
 * Takes permits for the IDs that follow the other arguments: the index of the rate limit in KEYS (1 or 3), the lease of a
 * request, how many may be in flight for an unknown rate limit, and the longest window. Times are milliseconds. Returns how
 * many IDs have a permit, how long the others wait, and for what: a reset, or a message.
 */
export const ACQUIRE_PERMITS = createScript(
  4,
  `${BUDGET}
local place, lease, maxUnknown, maxWindow = tonumber(ARGV[1]), tonumber(ARGV[2]), tonumber(ARGV[3]), tonumber(ARGV[4])
local requested = #ARGV - 4
local budget, set = KEYS[place], KEYS[place + 1]
local window = windowIn(budget, maxWindow)
-- The account's budget wins over the user's, which is then only a large quota over all accounts.
if not window and place == 3 then
  window = windowIn(KEYS[1], maxWindow)
  if window then budget, set = KEYS[1], KEYS[2] end
end

local granted, wait, reason = requested, 0, 'all'
if window then
  if window.opensAt and window.opensAt <= now then
    window.remaining, window.opensAt = window.limit - inFlight(set), nil
    redis.call('HSET', budget, 'remaining', window.remaining, 'opensAt', '')
  end
  granted = math.min(requested, math.max(window.remaining, 0))
  if granted < requested then
    if window.opensAt then
      wait, reason = window.opensAt - now, 'reset'
    else
      -- A new window that no answer has announced: one more request can find out when no other is about to.
      if granted == 0 and inFlight(set) == 0 then granted = 1 end
      reason = 'message'
    end
  end
  if granted > 0 then redis.call('HINCRBY', budget, 'remaining', -granted) end
elseif redis.call('HEXISTS', budget, 'unannounced') == 0 then
  granted = math.min(requested, math.max(maxUnknown - inFlight(set), 0))
  if granted < requested then reason = 'message' end
end
if granted == requested then wait, reason = 0, 'all' end

for index = 2, 4, 2 do
  for nth = 1, granted do redis.call('ZADD', KEYS[index], now + lease, ARGV[4 + nth]) end
  redis.call('PEXPIRE', KEYS[index], lease)
end
if reason == 'message' then
  local first = redis.call('ZRANGE', set, 0, 0, 'WITHSCORES')
  wait = math.min(lease, math.max(1, (tonumber(first[2]) or now) - now))
end
return { granted, wait, reason }
`,
)

/**
 * Returns the permit of an ID, with the rate limit that its answer announced. Arguments: the ID, the index of the rate
 * limit in KEYS, its limit, remaining, reset and milliseconds until then (empty if none was announced), how long a rate
 * limit is remembered, how long its absence is (0: not at all), the longest window, the channel, and the topics of
 * waiting requests.
 */
export const UPDATE_RATE_LIMIT = createScript(
  4,
  `${BUDGET}
local id, place = ARGV[1], tonumber(ARGV[2])
local limit, remaining, reset, resetIn = tonumber(ARGV[3]), tonumber(ARGV[4]), tonumber(ARGV[5]), tonumber(ARGV[6])
local remember, unannounced, maxWindow = tonumber(ARGV[7]), tonumber(ARGV[8]), tonumber(ARGV[9])
local budget, set = KEYS[place], KEYS[place + 1]
redis.call('ZREM', KEYS[2], id)
redis.call('ZREM', KEYS[4], id)

local function wake()
  redis.call('PUBLISH', ARGV[10], ARGV[11])
  if ARGV[12] ~= ARGV[11] then redis.call('PUBLISH', ARGV[10], ARGV[12]) end
  return 1
end

local window = windowIn(budget, maxWindow)
if not reset then
  if window and window.opensAt then return 0 end
  -- Where answers announce no budget, waiting for one would never end.
  if not window and unannounced > 0 and redis.call('EXISTS', budget) == 0 then
    redis.call('HSET', budget, 'unannounced', 1)
    redis.call('PEXPIRE', budget, unannounced)
  end
  return wake()
end

if resetIn > maxWindow or (window and reset < window.reset) then return 0 end
-- What is announced of a window that is over says nothing of the next; but its request is no longer in flight.
if resetIn <= 0 then return wake() end

local opensAt = now + resetIn
local known = window and window.opensAt
if window and window.reset == reset then
  -- Answers overtake each other: within a window the budget only shrinks. The latest known end is the safe one.
  remaining = math.min(window.remaining, remaining)
  opensAt = math.max(window.opensAt or 0, opensAt)
else
  -- The first answer of a window does not know of the requests that are still in flight.
  remaining = remaining - inFlight(set)
end
redis.call('DEL', budget)
redis.call('HSET', budget, 'limit', ARGV[3], 'remaining', remaining, 'reset', ARGV[5], 'opensAt', opensAt)
redis.call('PEXPIRE', budget, opensAt - now + remember)
if known then return 0 end
return wake()
`,
)
