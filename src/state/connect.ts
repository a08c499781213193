import type { SharedState } from './memory.ts'
import { createSharedState } from './index.ts'
import { connectRedis, type RedisOptions } from './redis.ts'

/**
 * State that several instances share, and its connection. `own` is the state while Redis is unavailable; it defaults to the
 * memory of this process. Import this module dynamically, because Redis is optional.
 */
export async function connectState(options: RedisOptions, own?: SharedState) {
  const redis = await connectRedis(options)
  void redis.checkDurability()
  return { state: createSharedState(redis, own), observe: redis.observe, close: redis.close }
}
