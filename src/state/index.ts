import { createRateLimiter, type RateLimiter } from '../rest/policy/rate-limit.ts'
import { createMemoryReferenceStore, type ReferenceStore } from '../rest/cache/reference-store.ts'
import { createMemoryStore, type KeyValueStore } from '../rest/store.ts'
import { createRedisRateLimiter } from './rate-limit.ts'
import type { RedisConnection } from './redis.ts'
import { createRedisReferenceStore } from './reference-store.ts'
import { createRedisStore } from './store.ts'

/** The state that several instances share: short texts and leases, answers of reference reads, and rate limits. */
export interface SharedState {
  store: KeyValueStore
  referenceStore: ReferenceStore
  rateLimiter: RateLimiter
}

/** Creates the state of one process that shares it with no other. */
function createMemoryState(): SharedState {
  return {
    store: createMemoryStore(),
    referenceStore: createMemoryReferenceStore(),
    rateLimiter: createRateLimiter(),
  }
}

/**
 * Creates the shared state in Redis. While Redis is unavailable, each instance continues with its own state, `own`, which
 * all workers of an instance share.
 */
export function createSharedState(redis: RedisConnection, own: SharedState = createMemoryState()): SharedState {
  return {
    store: createRedisStore(redis, own.store),
    referenceStore: createRedisReferenceStore(redis, own.referenceStore),
    rateLimiter: createRedisRateLimiter(redis, own.rateLimiter),
  }
}
