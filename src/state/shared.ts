import { createAnswers } from './answers.ts'
import { createMemoryState, type SharedState } from './memory.ts'
import { createRedisRateLimiter } from './redis-rate-limit.ts'
import { createContinuedStore, createRedisStore } from './redis-store.ts'
import { connectRedis, type RedisConnection, type RedisOptions } from './redis.ts'
import { createSpendStore } from './spend-store.ts'
import { createWriteStore } from './write-store.ts'

/**
 * Connects the state that several instances share in Redis, and checks whether Redis can lose it. Import this module dynamically,
 * because Redis is optional.
 */
export async function connectState(options: RedisOptions) {
  const redis = await connectRedis(options)
  void redis.checkDurability()
  return { state: createSharedState(redis), observe: redis.observe, close: redis.close }
}

/**
 * Creates the shared state in Redis. While Redis is unavailable, each process continues with state in its memory; only writes with
 * an idempotency key are refused, and writes of money if `SPEND_LIMITS` is set.
 */
export function createSharedState(redis: RedisConnection): SharedState {
  const own = createMemoryState()
  const strictStore = createRedisStore(redis)
  return {
    store: createContinuedStore(strictStore, own.store),
    strictStore,
    referenceStore: createAnswers(strictStore),
    statisticsStore: createAnswers(strictStore),
    rateLimiter: createRedisRateLimiter(redis, own.rateLimiter),
    writeStore: createWriteStore(strictStore),
    spendStore: createSpendStore(strictStore),
  }
}
