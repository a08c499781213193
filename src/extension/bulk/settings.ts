import type { Config } from '../../config.ts'
import { hasOperations, temporaryFolder } from './operation/folder.ts'
import type { Turns } from './operation/queue.ts'
import type { BulkSettings } from './server/parts.ts'

/** How long work is kept and run. Processes share it if there is something by which they take turns. */
export function bulkSettings(config: Config, shared: Turns | undefined): BulkSettings {
  const { BULK_DIR: dir } = config
  const service = config.ADS_BASE_URL ?? 'embedded sandbox'
  return {
    service,
    slots: config.BULK_CONCURRENCY,
    share: config.BULK_SHARE,
    maxAgeMs: config.BULK_MAX_AGE_MS,
    openPlace: async (onFault) => (await import('./operation/place.ts')).openPlace({ dir, service, shared, onFault }),
    // An instance takes part in the operations of others, which can begin at any time.
    hasOperations: async () => (shared ? dir !== undefined : hasOperations(dir ?? temporaryFolder(service))),
  }
}
