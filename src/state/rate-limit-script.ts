import { createScript } from './script.ts'

// KEYS: the user's rate limit, its requests in flight, the same two of the account (or again of the user), and the same two of
// the copy of the account's (or again of the account).
// A rate limit is a hash: `limit`, `announced` (the lowest number of remaining requests that an answer has announced; from the reset
// on, the whole limit), `lost` (requests of the window that no announcement has counted), `reset` (as the service announced it, which
// identifies the window), `opensAt` (by Redis' clock; empty from the end of one window until an answer announces the next), or
// `unannounced` if answers announce none. Requests in flight are a sorted set of IDs by the time at which each counts as lost.
// The rules are those of src/rest/policy/rate-limit.ts.

const BUDGET = `
for index = 1, 5, 2 do
  clean(KEYS[index], 'hash')
  clean(KEYS[index + 1], 'zset')
end

-- The window at this time: after a reset, the last known limit holds until an answer announces the next window. Values that no
-- answer can have led to are garbage.
local function windowIn(place, maxWindow)
  local key = KEYS[place]
  local expired = redis.call('ZREMRANGEBYSCORE', KEYS[place + 1], '-inf', now)
  local values = redis.call('HMGET', key, 'limit', 'announced', 'lost', 'reset', 'opensAt')
  if not values[2] then return nil end
  local window = {
    limit = integer(values[1]), announced = integer(values[2]), lost = integer(values[3]), reset = integer(values[4]),
    opensAt = integer(values[5])
  }
  local sound = window.limit and window.announced and window.lost and window.reset
    and window.announced <= window.limit and window.lost >= 0
    and (window.opensAt and window.opensAt <= now + maxWindow or values[5] == '')
  if not sound then
    redis.call('DEL', key)
    return nil
  end
  window.lost = window.lost + expired
  if window.opensAt and window.opensAt <= now then
    window.announced, window.lost, window.opensAt = window.limit, 0, nil
    redis.call('HSET', key, 'announced', window.limit, 'lost', 0, 'opensAt', '')
  elseif expired > 0 then
    redis.call('HSET', key, 'lost', window.lost)
  end
  return window
end

-- The rate limit that requests count against. The account's wins over the user's, which is then only a large quota over all accounts.
local function budgetOf(place, maxWindow)
  local window = windowIn(place, maxWindow)
  if window or place == 1 then return place, window end
  window = windowIn(1, maxWindow)
  if window then return 1, window end
  return place, nil
end

local function inFlight(place)
  return redis.call('ZCARD', KEYS[place + 1])
end
`

/**
 * Takes permits for the IDs that follow the other arguments: the index of the rate limit in KEYS (1 or 3), the lease of a
 * request, how many may be in flight for an unknown rate limit, the longest window, and how long requests in flight are
 * remembered. Times are milliseconds. Returns how many IDs have a permit, how long the others wait, and for what: a reset, or a
 * message.
 */
export const ACQUIRE_PERMITS = createScript(
  6,
  `${BUDGET}
local lease, maxUnknown, maxWindow, remember = tonumber(ARGV[2]), tonumber(ARGV[3]), tonumber(ARGV[4]), tonumber(ARGV[5])
local requested = #ARGV - 5
local place, window = budgetOf(tonumber(ARGV[1]), maxWindow)
local flying = inFlight(place)

local granted, wait, reason = requested, 0, 'all'
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
elseif redis.call('HEXISTS', KEYS[place], 'unannounced') == 0 then
  granted = math.min(requested, math.max(maxUnknown - flying, 0))
  if granted < requested then reason = 'message' end
end
if granted == requested then wait, reason = 0, 'all' end

for index = 2, 6, 2 do
  for nth = 1, granted do redis.call('ZADD', KEYS[index], now + lease, ARGV[5 + nth]) end
  redis.call('PEXPIRE', KEYS[index], remember)
end
if reason == 'message' then
  local first = redis.call('ZRANGE', KEYS[place + 1], 0, 0, 'WITHSCORES')
  local last = window and window.opensAt or now + lease
  wait = math.max(1, math.min(now + lease, tonumber(first[2]) or now, last) - now)
end
return { granted, wait, reason }
`,
)

/**
 * Takes back the permit of an ID, and learns the rate limit that its answer announced. Arguments: the ID, the index of its rate
 * limit in KEYS, its result (`served`, `lost`, or `unsent`), the index of the announced rate limit (empty if none was
 * announced) with its limit, remaining, reset and milliseconds until then, how long a rate limit is remembered, how long its
 * absence is (0: not at all), how many requests may be in flight for an unknown rate limit, the longest window, the channel, and
 * the topics of the user, the account and the copy.
 */
export const UPDATE_RATE_LIMIT = createScript(
  6,
  `${BUDGET}
local id, result, announcedPlace = ARGV[1], ARGV[3], tonumber(ARGV[4])
local limit, remaining, reset, resetIn = tonumber(ARGV[5]), tonumber(ARGV[6]), tonumber(ARGV[7]), tonumber(ARGV[8])
local remember, unannounced, maxUnknown, maxWindow = tonumber(ARGV[9]), tonumber(ARGV[10]), tonumber(ARGV[11]), tonumber(ARGV[12])
local place, window = budgetOf(tonumber(ARGV[2]), maxWindow)

-- Whether requests that count against this rate limit can wait for a message. Those of other accounts wait for the user's too.
local function isAwaited(place, window)
  if window then
    return window.announced - window.lost - inFlight(place) <= 0
      and not (window.opensAt and window.announced <= window.lost)
  end
  return redis.call('HEXISTS', KEYS[place], 'unannounced') == 0 and math.max(inFlight(1), inFlight(place)) >= maxUnknown
end
local awaited = isAwaited(place, window) or isAwaited(5, windowIn(5, maxWindow))

local wasInFlight = redis.call('ZREM', KEYS[place + 1], id) == 1
redis.call('ZREM', KEYS[2], id)
redis.call('ZREM', KEYS[4], id)
redis.call('ZREM', KEYS[6], id)

local function learn(place)
  local key = KEYS[place]
  local known = windowIn(place, maxWindow)
  -- An announcement of a window that is over says nothing of the next one.
  if resetIn <= 0 or resetIn > maxWindow or known and reset < known.reset then return end
  -- Requests that were lost since the reset may have been counted after this announcement.
  local announced, lost, opensAt = remaining, known and not known.opensAt and known.lost or 0, now + resetIn
  if known and known.reset == reset then
    -- Answers overtake each other: within a window the budget only shrinks. The latest known end is the safe one.
    announced, lost, opensAt = math.min(known.announced, remaining), known.lost, math.max(known.opensAt or 0, opensAt)
  end
  redis.call('DEL', key)
  redis.call('HSET', key, 'limit', ARGV[5], 'announced', announced, 'lost', lost, 'reset', ARGV[7], 'opensAt', opensAt)
  redis.call('PEXPIRE', key, opensAt - now + remember)
end

if announcedPlace then
  learn(announcedPlace)
  if announcedPlace == 3 and KEYS[5] ~= KEYS[3] then learn(5) end
elseif window and wasInFlight and result ~= 'unsent' then
  if result == 'served' and not window.opensAt and window.announced <= window.lost then
    -- A request beyond the limit that is served shows that a new window has begun.
    redis.call('HSET', KEYS[place], 'announced', math.max(0, window.limit - 1), 'lost', 0)
  else
    redis.call('HINCRBY', KEYS[place], 'lost', 1)
  end
elseif not window and unannounced > 0 then
  -- Where answers announce no budget, waiting for one would never end.
  for _, each in ipairs({ place, 5 }) do
    if redis.call('EXISTS', KEYS[each]) == 0 then
      redis.call('HSET', KEYS[each], 'unannounced', 1)
      redis.call('PEXPIRE', KEYS[each], unannounced)
    end
  end
end

if not awaited then return 0 end
for index = 14, 16 do
  if index == 14 or ARGV[index] ~= ARGV[index - 1] then redis.call('PUBLISH', ARGV[13], ARGV[index]) end
end
return 1
`,
)
