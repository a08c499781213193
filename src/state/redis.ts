import { createHash } from 'node:crypto'
import { Redis } from 'ioredis'
import type { Logger } from 'pino'

/** A connection to Redis that nobody depends on. */
export interface RedisConnection {
  /** The answer of a command; while Redis does not answer, what is done without it. */
  ask: AskRedis
  close(): void
}

export type AskRedis = <T>(command: (redis: Redis) => Promise<T>, alone: () => T | Promise<T>) => T | Promise<T>

export interface RedisOptions {
  url: string
  /** Where the service is: instances over different services share nothing. */
  serviceUrl: string
  log: Logger
}

/** The longest wait for one command. Redis answers within a millisecond, or something is wrong with it. */
const COMMAND_MS = 500

/** How long nobody asks Redis after it has failed to answer. */
const PAUSE_MS = 1_000

const CONNECT_MS = 2_000

/** Connects to Redis, and again whenever it has gone. Resolves when it answers, or does not for a while. */
export async function connectRedis({ url, serviceUrl, log }: RedisOptions): Promise<RedisConnection> {
  const redis = new Redis(url, {
    keyPrefix: `adgraph:${createHash('sha256').update(serviceUrl).digest('hex').slice(0, 8)}:`,
    commandTimeout: COMMAND_MS,
    connectTimeout: CONNECT_MS,
    // A command that cannot be sent now is done without: nothing waits in line for a Redis that is gone.
    enableOfflineQueue: false,
    autoResendUnfulfilledCommands: false,
    maxRetriesPerRequest: 0,
    retryStrategy: (attempts) => Math.min(attempts * 100, 2_000),
  })
  let alone = false
  let pausedUntil = 0
  redis.on('error', goOnAlone)
  redis.on('close', () => goOnAlone(new Error('The connection is closed')))
  redis.on('ready', goOnTogether)
  await new Promise<void>((resolve) => {
    redis.once('ready', resolve)
    redis.once('error', () => resolve())
    setTimeout(resolve, CONNECT_MS).unref()
  })

  return {
    ask(command, doAlone) {
      if (redis.status !== 'ready' || Date.now() < pausedUntil) return doAlone()
      // While it is doubted, one command finds out for all.
      const isTrial = alone
      if (isTrial) pausedUntil = Date.now() + PAUSE_MS
      return command(redis).then(
        (answer) => {
          if (isTrial) goOnTogether()
          return answer
        },
        (error: unknown) => {
          goOnAlone(error)
          return doAlone()
        },
      )
    },
    close: () => redis.disconnect(),
  }

  function goOnAlone(error: unknown): void {
    if (alone || redis.status === 'end') return
    alone = true
    pausedUntil = Date.now() + PAUSE_MS
    log.warn({ reason: error instanceof Error ? error.message : 'unknown' }, 'Redis does not answer: going on alone')
  }

  function goOnTogether(): void {
    if (alone) log.info('Redis answers again: state is shared')
    alone = false
    pausedUntil = 0
  }
}
