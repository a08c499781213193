import { createSharedState } from './index.ts'
import { connectRedis, type RedisOptions } from './redis.ts'

/** State that several instances share, and its connection. Import this module dynamically, because Redis is optional. */
export async function connectState(options: RedisOptions) {
  const redis = await connectRedis(options)
  void redis.checkDurability()
  const state = createSharedState(redis)
  const { messages, publish } = redis
  return {
    state,
    sharedWork: { leases: state.strictStore, messages, publish },
    observe: redis.observe,
    close: redis.close,
  }
}
