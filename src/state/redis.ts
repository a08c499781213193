import { hash } from 'node:crypto'
import { Redis, ReplyError } from 'ioredis'
import { z } from 'zod'
import { createMessages, type Messages } from '../async/messages.ts'
import { asError, within } from '../async/promise.ts'

/**
 * The format of what scripts store. It is in the names of their keys, so that versions with different formats do not read each
 * other's. Values that are no scripts' own, such as the marks of ended sessions, have no format: all versions share them.
 */
export const FORMAT = 3

/** A Lua script that Redis runs as one step. */
interface Script {
  text: string
  sha: string
}

/** Scripts use the clock of Redis, because the clocks of instances differ. A value of another type is invalid and is deleted. */
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

/** A script with this body. `now` is the time of Redis in milliseconds since the epoch. */
export function createScript(body: string): Script {
  const text = PRELUDE + body
  return { text, sha: hash('sha1', text, 'hex') }
}

type Argument = string | number

/** Runs a script by its hash. Its text is sent only if Redis does not have it. */
async function runScript(redis: Redis, { sha, text }: Script, keys: readonly string[], given: readonly Argument[]) {
  try {
    return await redis.evalsha(sha, keys.length, ...keys, ...given)
  } catch (error) {
    if (!(error instanceof Error && error.message.startsWith('NOSCRIPT'))) throw error
    return redis.eval(text, keys.length, ...keys, ...given)
  }
}

/** A command with the form that its reply must have. */
export interface RedisCommand<T> {
  /** The label of the command in metrics. */
  name: string
  reply: z.ZodType<T>
  send: (redis: Redis) => Promise<unknown>
}

/** The command that runs a script: its label in metrics, and the form of its reply. */
export function scriptCommand<T>(
  name: string,
  reply: z.ZodType<T>,
  script: Script,
  keys: readonly string[],
  given: readonly Argument[],
): RedisCommand<T> {
  return { name, reply, send: (redis) => runScript(redis, script, keys, given) }
}

/** A connection to Redis. Requests continue without it if Redis is unavailable. */
export type RedisConnection = Awaited<ReturnType<typeof connectRedis>>

/** Receives the outcomes of commands, for metrics. */
export interface RedisObserver {
  /** Counts a command that was sent: answered, too slow, failed, or answered in another form. */
  onCommand(name: string, durationMs: number, outcome: 'ok' | 'slow' | 'failed' | 'invalid'): void
  /** Counts a command that was not sent, because Redis is unavailable. */
  onBypass(name: string): void
  /** Reports whether Redis is used now. */
  onAvailable(available: boolean): void
}

interface RedisLog {
  info(message: string): void
  warn(details: object, message: string): void
}

export interface RedisOptions {
  url: string
  /** The base URL of the service: instances of different services share nothing. */
  serviceUrl: string
  log: RedisLog
  /** The time after which Redis counts as too slow to be used. */
  timeoutMs: number
}

const CONNECT_MS = 2_000

/** Does what the other scripts do, also with keys of two slots, so that a Redis that refuses them is not used. */
const PROBE = createScript(`
redis.call('SET', KEYS[1], now)
redis.call('ZADD', KEYS[2], now, now)
redis.call('DEL', KEYS[1], KEYS[2])
return redis.call('PUBLISH', ARGV[1], 'probe')
`)

/** How often an unavailable Redis is probed. No request waits for that. */
const PROBE_MS = 1_000

/** Unanswered probes after which the connection is replaced: its other end may have gone without closing it. */
const MAX_SILENT_PROBES = 5

/** Connects to Redis, and again whenever the connection is lost. Resolves when Redis answers, or after two seconds. */
export async function connectRedis(options: RedisOptions) {
  const { url, serviceUrl, log, timeoutMs } = options
  const keyPrefix = `adgraph:${hash('sha256', serviceUrl, 'hex').slice(0, 8)}:`
  const redis = new Redis(url, {
    keyPrefix,
    connectTimeout: CONNECT_MS,
    // A command that cannot be sent now is not queued: its caller continues without Redis.
    enableOfflineQueue: false,
    autoResendUnfulfilledCommands: false,
    maxRetriesPerRequest: 0,
    retryStrategy: (attempts) => Math.min(attempts * 100, 2_000),
  })
  const channel = `${keyPrefix}${FORMAT}:messages`
  const messages = createMessages()
  const loggedRefusals = new Set<string>()
  const link = createLink(redis, messages, channel, log, timeoutMs)
  await within(CONNECT_MS, link.firstAnswer, () => undefined)
  if (!link.isAvailable()) link.leave('no connection')

  return {
    ask,
    /** Messages between the instances that share this Redis. */
    messages,
    /** The Redis channel of these messages. */
    channel,
    /** Sends a message. Without Redis, this process alone gets it. */
    publish,
    /** Warns of settings with which Redis can lose the records of writes. */
    checkDurability: async () => (link.isAvailable() ? checkDurability(redis, log) : undefined),
    /** Reports every command from now on. */
    observe: link.observe,
    close: link.close,
  }

  /**
   * Sends a command and returns its reply. If Redis is unavailable, is too slow, refuses the command or replies in another
   * form, it returns the result of `fallback` instead. Never throws an error of Redis.
   */
  function ask<T>(command: RedisCommand<T>, fallback: () => T | Promise<T>): T | Promise<T> {
    if (!link.isAvailable()) {
      link.observer()?.onBypass(command.name)
      return fallback()
    }
    return attempt(command).then((answer) => (answer ? answer.value : fallback()))
  }

  function publish(topic: string): void {
    const command = { name: 'publish', reply: z.int(), send: () => redis.publish(channel, topic) }
    void ask(command, () => {
      messages.deliver(topic)
      return 0
    })
  }

  /** The reply to a command; undefined if there is none in time, or none of the documented form. */
  async function attempt<T>({ name, send, reply }: RedisCommand<T>): Promise<{ value: T } | undefined> {
    const began = performance.now()
    // An error that `send` throws at once is our fault, and no failure of Redis.
    const answer = withRoom(redis, () => send(redis))
    const report = (outcome: 'ok' | 'slow' | 'failed' | 'invalid') =>
      link.observer()?.onCommand(name, performance.now() - began, outcome)
    try {
      const parsed = reply.safeParse(await replyInTime(answer, timeoutMs))
      report(parsed.success ? 'ok' : 'invalid')
      if (parsed.success) return { value: parsed.data }
      logRefusal(name, 'unexpected form of the reply')
    } catch (error) {
      const reason = asError(error).message
      report(error instanceof TooSlow ? 'slow' : 'failed')
      if (!(error instanceof ReplyError)) link.leave(reason)
      else {
        logRefusal(name, reason)
        // A refusal can be about this command, or about all of them.
        void link.probe()
      }
    }
    return undefined
  }

  /** Logs each kind of refusal once: `READONLY`, `OOM`, `LOADING`, … */
  function logRefusal(name: string, reason: string): void {
    const kind = `${name} ${reason.split(' ')[0]}`
    if (loggedRefusals.has(kind)) return
    loggedRefusals.add(kind)
    log.warn({ command: name, reason }, 'Redis refused a command; this instance continues with its own state')
  }
}

/** Opens a second connection for messages, and finds out whether Redis can be used over both. */
function createLink(redis: Redis, messages: Messages, channel: string, log: RedisLog, timeoutMs: number) {
  const subscriber = redis.duplicate({ keyPrefix: '' })
  const connections = [redis, subscriber]
  let subscribed = false
  let probing: NodeJS.Timeout | undefined
  let silentProbes = 0
  let onFirstAnswer = () => {}
  const firstAnswer = new Promise<void>((resolve) => (onFirstAnswer = resolve))
  let observer: RedisObserver | undefined
  let available = false

  for (const connection of connections)
    connection
      .on('error', (error: Error) => leave(error.message))
      .on('close', () => leave('the connection is closed'))
      .on('ready', () => void probe())
  subscriber.on('close', () => (subscribed = false))
  subscriber.on('message', (_channel: string, topic: string) => messages.deliver(topic))
  return { isAvailable: () => available, observer: () => observer, firstAnswer, leave, probe, observe, close }

  /** Redis cannot be used, for this reason. It is probed from now on. */
  function leave(reason: string): void {
    if (probing !== undefined) return
    available = false
    probing = setInterval(() => void probe(), PROBE_MS).unref()
    log.warn({ reason }, 'Redis is unavailable; this instance continues with its own state')
    observer?.onAvailable(false)
    // Listeners continue without a message.
    messages.deliverAll()
  }

  /** Finds out whether Redis can be used, and reports it. */
  async function probe(): Promise<void> {
    if (connections.some(({ status }) => status !== 'ready')) return
    try {
      if (!subscribed) {
        await replyInTime(subscriber.subscribe(channel), timeoutMs)
        subscribed = true
        // Messages may have been lost while there was no connection.
        messages.deliverAll()
      }
      // A connection whose database Redis has refused uses database 0, which can be another deployment's.
      const { db = 0 } = redis.options
      if (db > 0) await replyInTime(redis.select(db), timeoutMs)
      const probe = () => runScript(redis, PROBE, [`${FORMAT}:probe`, `${FORMAT}:probes`], [channel])
      await replyInTime(withRoom(redis, probe), timeoutMs)
    } catch (error) {
      if (error instanceof ReplyError) {
        silentProbes = 0
        leave(asError(error).message)
        return onFirstAnswer()
      }
      silentProbes += 1
      if (silentProbes % MAX_SILENT_PROBES === 0) for (const connection of connections) connection.disconnect(true)
      return
    }
    silentProbes = 0
    if (available) return
    available = true
    if (probing !== undefined) log.info('Redis is available again; state is shared')
    clearInterval(probing)
    probing = undefined
    observer?.onAvailable(true)
    onFirstAnswer()
  }

  function observe(given: RedisObserver): void {
    observer = given
    observer.onAvailable(available)
  }

  function close(): void {
    clearInterval(probing)
    // From here on, a lost connection is not reported.
    for (const connection of connections) {
      connection
        .removeAllListeners('close')
        .removeAllListeners('error')
        .on('error', () => {})
      connection.disconnect()
    }
    messages.deliverAll()
  }
}

/** The names of spare values by the time at which they expire, and the bytes of each and of all. */
export const SPARE_KEYS = [`${FORMAT}:spare index`, `${FORMAT}:spare bytes`]

/** Drops all spare values, with commands that a full Redis accepts. */
const DROP_SPARE = createScript(`
clean(KEYS[1], 'zset')
for _, key in ipairs(redis.call('ZRANGE', KEYS[1], 0, -1)) do redis.call('DEL', key) end
return redis.call('DEL', KEYS[1], KEYS[2])
`)

/** Sends a command. If Redis is full, drops the spare values, and sends it again. */
function withRoom<T>(redis: Redis, send: () => Promise<T>): Promise<T> {
  return send().catch(async (error: unknown) => {
    if (!(error instanceof ReplyError && asError(error).message.startsWith('OOM'))) throw error
    await runScript(redis, DROP_SPARE, SPARE_KEYS, [])
    return send()
  })
}

/** The parts of a wait for a reply. */
const WAIT_PARTS = 4

/**
 * The reply. Throws TooSlow if it takes longer. If the machine or the container is paused or busy, Redis may be paused with
 * this process: a part of the wait that takes longer counts as one part only, so that Redis has time for its reply afterwards.
 */
function replyInTime<T>(reply: Promise<T>, timeoutMs: number): Promise<T> {
  return new Promise((resolve, reject) => {
    let parts = WAIT_PARTS
    const timer = setTimeout(() => {
      parts -= 1
      if (parts > 0) timer.refresh()
      // If this process was busy, the reply may be in the socket: it is read before the immediate runs.
      else setImmediate(() => reject(new TooSlow(`no reply in time; the limit is ${timeoutMs} ms`)))
    }, timeoutMs / WAIT_PARTS)
    reply.then(resolve, reject).finally(() => clearTimeout(timer))
  })
}

class TooSlow extends Error {}

/** The settings of Redis without which it can lose the records of writes, with their values. */
const NEEDED = { appendonly: 'yes', 'maxmemory-policy': 'noeviction' } as const

/**
 * Warns if Redis can lose the records of writes: at a restart, or when its memory is full. If this user of Redis may not
 * read its settings, it warns that they are not known.
 */
async function checkDurability(redis: Redis, log: RedisLog): Promise<void> {
  for (const [setting, needed] of Object.entries(NEEDED)) {
    let found: unknown
    try {
      const reply = await redis.config('GET', setting)
      found = Array.isArray(reply) ? reply[1] : undefined
    } catch {
      const message = 'The settings of Redis cannot be read: make sure that it keeps idempotency keys'
      return log.warn({ needed: NEEDED }, message)
    }
    if (found === needed) continue
    log.warn({ setting, found, needed }, 'Redis can lose idempotency keys with this setting')
  }
}
