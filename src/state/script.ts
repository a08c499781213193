import { hash } from 'node:crypto'
import type { Redis } from 'ioredis'
import type { z } from 'zod'

/**
 * The format of what scripts store. It is in the names of their keys, so that versions with different formats do not read each
 * other's. Texts of the key-value store, such as the marks of ended sessions, have no format: all versions share them.
 */
export const FORMAT = 3

/** A Lua script that Redis runs as one step. */
export interface Script {
  text: string
  sha: string
  /** How many of the arguments are keys. */
  keys: number
}

/** A script with this body. `now` is the time of Redis in milliseconds since the epoch. */
export function createScript(keys: number, body: string): Script {
  const text = PRELUDE + body
  return { text, sha: hash('sha1', text, 'hex'), keys }
}

/** Runs a script by its hash. Its text is sent only if Redis does not have it. */
export async function runScript(
  redis: Redis,
  { sha, text, keys }: Script,
  ...args: (string | number)[]
): Promise<unknown> {
  try {
    return await redis.evalsha(sha, keys, ...args)
  } catch (error) {
    if (!(error instanceof Error && error.message.startsWith('NOSCRIPT'))) throw error
    return redis.eval(text, keys, ...args)
  }
}

/** A command with the form that its reply must have. */
export interface RedisCommand<T> {
  /** The label of the command in metrics. */
  name: string
  reply: z.ZodType<T>
  send: (redis: Redis) => Promise<unknown>
}

/** The command that runs a script with these arguments: its label in metrics, and the form of its reply. */
export function scriptCommand<T>(
  name: string,
  reply: z.ZodType<T>,
  script: Script,
  ...args: (string | number)[]
): RedisCommand<T> {
  return { name, reply, send: (redis) => runScript(redis, script, ...args) }
}

/** Scripts use the clock of Redis, because those of instances differ. A value of another type is invalid and is deleted. */
const PRELUDE = `
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)

local function clean(key, kind)
  local found = redis.call('TYPE', key).ok
  if found ~= kind and found ~= 'none' then redis.call('DEL', key) end
end

local function integer(text)
  local value = tonumber(text)
  if value and value % 1 == 0 then return value end
end
`
