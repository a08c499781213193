import { createMemoryState, type SharedState } from './memory.ts'
import { createRedisRateLimiter } from './rate-limit.ts'
import type { RedisConnection } from './redis.ts'
import { createRedisReferenceStore } from './reference-store.ts'
import { createRedisStore } from './store.ts'
import { StoreUnavailable, type KeyValueStore } from '../rest/store.ts'
import { createRedisWriteStore } from './write-store.ts'

/**
 * Creates the shared state in Redis. While Redis is unavailable, each instance continues with its own state, `own`, which
 * all workers of an instance share.
 */
export function createSharedState(redis: RedisConnection, own: SharedState = createMemoryState()): SharedState {
  return {
    store: createRedisStore(redis, own.store),
    strictStore: createRedisStore(redis, UNAVAILABLE),
    referenceStore: createRedisReferenceStore(redis, own.referenceStore),
    rateLimiter: createRedisRateLimiter(redis, own.rateLimiter),
    writeStore: createRedisWriteStore(redis),
  }
}

/** The store that stands in for Redis where nothing may: each command throws. */
const UNAVAILABLE: KeyValueStore = {
  get: unavailable,
  set: unavailable,
  delete: unavailable,
  setIfAbsent: unavailable,
  acquireLease: unavailable,
}

async function unavailable(): Promise<never> {
  throw new StoreUnavailable('Redis is unavailable')
}
