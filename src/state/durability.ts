import type { Redis } from 'ioredis'
import type { Logger } from 'pino'

/** The settings of Redis without which it can lose the records of writes, with their values. */
const NEEDED = { appendonly: 'yes', 'maxmemory-policy': 'noeviction' } as const

/**
 * Warns if Redis can lose the records of writes: at a restart, or when its memory is full. If this user of Redis may not
 * read its settings, it warns that they are not known.
 */
export async function checkDurability(redis: Redis, log: Logger): Promise<void> {
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
