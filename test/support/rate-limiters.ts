import { createHash } from 'node:crypto'
import { Redis } from 'ioredis'
import { vi } from 'vitest'
import { createMessages, type Messages } from '../../src/async/messages.ts'
import { createRateLimiter, type RateLimiter } from '../../src/rest/policy/permit.ts'
import { createRedisRateLimiter } from '../../src/state/redis-rate-limit.ts'
import type { RedisConnection } from '../../src/state/redis.ts'

/** Rate limiters that share their limits, on a clock that only `advance` moves. */
export interface TestLimiters {
  limiters: RateLimiter[]
  /** The time now, in milliseconds since the epoch. */
  now: () => number
  advance: (ms: number) => void
  /** Resolves when every message has arrived and every reply was read. */
  settle: () => Promise<void>
}

/** The kinds of rate limiters: their rules are the same. */
export const KINDS = ['memory', 'redis'] as const

/** 2026, at a whole second. */
const START = 1_780_000_000_000

/** Stops the clock, and creates rate limiters of a kind: of one process, or of two instances over this Redis. */
export function openLimiters(kind: (typeof KINDS)[number], redis?: Redis): TestLimiters {
  vi.useFakeTimers({ toFake: ['Date', 'performance', 'setTimeout', 'clearTimeout'], now: START })
  const clock = { now: () => Date.now(), advance: (ms: number) => void vi.advanceTimersByTime(ms) }
  if (kind === 'memory') {
    const limiter = createRateLimiter()
    return { ...clock, limiters: [limiter, limiter], settle: turns }
  }
  const timed = new TimedScripts(redis!)
  const limiters = [1, 2].map(() => createRedisRateLimiter(timed.connect(), createRateLimiter()))
  return { ...clock, limiters, settle: () => timed.settle() }
}

/** Messages between processes take a turn in each direction, and promises a few. */
async function turns(): Promise<void> {
  for (let nth = 0; nth < 8; nth += 1) await new Promise((resolve) => setImmediate(resolve))
}

const CLOCK_OF_REDIS = `local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)`

/** Runs the scripts in Redis by our clock instead of Redis' own. */
class TimedScripts {
  private readonly loaded = new Map<string, string>()
  private readonly messages: Messages[] = []
  private running = 0
  /** Limiters of another test share nothing with these. */
  private readonly prefix = `${Math.random()}`

  private readonly redis: Redis

  constructor(redis: Redis) {
    this.redis = redis
  }

  connect(): Pick<RedisConnection, 'ask' | 'messages' | 'channel'> {
    const messages = createMessages()
    this.messages.push(messages)
    return {
      messages,
      channel: 'messages',
      ask: async ({ send, reply }) => reply.parse(await send(this as unknown as Redis)),
    }
  }

  /** Lets `runScript` send the text of the script. */
  async evalsha(): Promise<never> {
    throw new Error('NOSCRIPT')
  }

  async eval(text: string, keys: number, ...args: (string | number)[]): Promise<unknown> {
    const timed = text.replace(CLOCK_OF_REDIS, "local now = tonumber(redis.call('GET', 'now'))")
    if (timed === text) throw new Error('the scripts read their time in another way')
    this.running += 1
    const names = args.slice(0, keys).map((key) => `${this.prefix}${key}`)
    void this.redis.set('now', Date.now())
    const reply = await this.redis.evalsha(await this.load(timed), keys, ...names, ...args.slice(keys))
    // The reply to an update that has published messages.
    const { topics } = JSON.parse(String(args.at(-1))) as { topics: string[] }
    if (reply === 1) for (const messages of this.messages) topics.forEach((topic) => messages.deliver(topic))
    this.running -= 1
    return reply
  }

  async settle(): Promise<void> {
    do await turns()
    while (this.running > 0)
  }

  private async load(text: string): Promise<string> {
    const sha = this.loaded.get(text) ?? createHash('sha1').update(text).digest('hex')
    if (!this.loaded.has(text)) {
      this.loaded.set(text, sha)
      await this.redis.script('LOAD', text)
    }
    return sha
  }
}
