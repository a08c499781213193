import { hasOperations, temporaryFolder } from '../bulk/operation/folder.ts'
import { PlaceFault } from '../bulk/operation/store.ts'
import type { QueueTiming } from '../bulk/redis/queue.ts'
import type { Config } from '../config.ts'
import type { BulkSettings } from '../server/bulk/index.ts'

/**
 * How long work is kept and run. Without Redis, this process has all of it. `timing` is that of the queue in Redis.
 */
export function bulkSettings(config: Config, timing?: QueueTiming): BulkSettings {
  const { BULK_DIR: dir, REDIS_URL: url } = config
  const service = config.ADS_BASE_URL ?? 'embedded sandbox'
  return {
    service,
    slots: config.BULK_CONCURRENCY,
    share: config.BULK_SHARE,
    maxAgeMs: config.BULK_MAX_AGE_MS,
    async openPlace(onFault) {
      if (url === undefined)
        return (await import('../bulk/operation/local-place.ts')).openLocalPlace(dir, service, onFault)
      if (dir === undefined)
        throw new PlaceFault('with REDIS_URL, BULK_DIR must be a folder on a volume that all instances share')
      return (await import('../bulk/redis/place.ts')).openRedisPlace({ url, dir, service, onFault, timing })
    },
    // With Redis, an instance takes part in the operations of others, which can begin at any time.
    hasOperations: async () => (url === undefined ? hasOperations(dir ?? temporaryFolder(service)) : dir !== undefined),
  }
}
