import { createMemoryState, type SharedState } from './memory.ts'
import { createRedisRateLimiter } from './rate-limit.ts'
import type { RedisConnection } from './redis.ts'
import { createRedisReferenceStore } from './reference-store.ts'
import { createRedisStore } from './store.ts'
import { StoreUnavailable, type KeyValueStore } from '../rest/store.ts'
import { createRedisWriteStore } from './write-store.ts'

/** Creates the shared state in Redis. While Redis is unavailable, each process continues with state in its memory. */
export function createSharedState(redis: RedisConnection): Required<SharedState> {
  const own = createMemoryState()
  return {
    store: createRedisStore(redis, own.store),
    strictStore: createRedisStore({ ...redis, ask: (command) => redis.ask(command, unavailable) }, NOTHING),
    referenceStore: createRedisReferenceStore(redis, own.referenceStore),
    rateLimiter: createRedisRateLimiter(redis, own.rateLimiter),
    writeStore: createRedisWriteStore(redis),
  }
}

/** The store beside Redis where nothing may stand in for it: it keeps nothing. */
const NOTHING: KeyValueStore = {
  get: async () => undefined,
  async set() {},
  async delete() {},
  setIfAbsent: async () => true,
  acquireLease: unavailable,
}

function unavailable(): never {
  throw new StoreUnavailable('Redis is unavailable')
}
