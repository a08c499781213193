import { pino } from 'pino'
import { z } from 'zod'
import { failed, passed, type Check } from './report.ts'

/**
 * Connects to Redis as Adgraph does at its start, which also writes and deletes two keys of its own, and reports whether it can
 * be used and how far away it is.
 */
export async function examineRedis(url: string, serviceUrl: string): Promise<Check> {
  const { connectRedis } = await import('../../state/redis.ts')
  const reasons: string[] = []
  const log = pino({}, { write: (line) => reasons.push(reasonIn(line)) })
  const redis = await connectRedis({ url, serviceUrl, log })
  try {
    const began = performance.now()
    const isAvailable = await redis.ask<'PONG' | undefined>(
      { name: 'ping', reply: z.literal('PONG'), send: (connection) => connection.ping() },
      () => undefined,
    )
    const ms = Math.ceil(performance.now() - began)
    if (isAvailable) return passed('Redis', `answers in ${ms} ms, and may be used`)
    return failed(
      'Redis',
      `cannot be used: ${reasons.find(Boolean) ?? 'no answer'}`,
      'Check REDIS_URL, that Redis runs, and that its user may run scripts and use keys and channels that begin with ' +
        '`adgraph:`. Meanwhile, each instance uses its own memory',
    )
  } finally {
    redis.close()
  }
}

const LOGGED = z.object({ reason: z.string().default('') })

function reasonIn(line: string): string {
  return LOGGED.safeParse(JSON.parse(line)).data?.reason ?? ''
}
