import { createRateLimiter, type RateLimiter } from '../rest/policy/rate-limit.ts'
import type { ReferenceStore } from '../rest/cache/reference-store.ts'
import type { KeyValueStore } from '../rest/store.ts'
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

/** Creates the shared state in Redis. While Redis is unavailable, each instance continues with its own state. */
export function createSharedState(redis: RedisConnection): SharedState {
  return {
    store: createRedisStore(redis),
    referenceStore: createRedisReferenceStore(redis),
    rateLimiter: createRedisRateLimiter(redis, createRateLimiter()),
  }
}
