import { createSharedState, type SharedState } from './index.ts'
import { connectRedis, type RedisConnection, type RedisOptions } from './redis.ts'

/** State that several instances share, and its connection. Import this module dynamically, because Redis is optional. */
export async function connectState(
  options: RedisOptions,
): Promise<{ state: SharedState } & Pick<RedisConnection, 'observe' | 'close'>> {
  const redis = await connectRedis(options)
  return { state: createSharedState(redis), observe: redis.observe, close: () => redis.close() }
}
