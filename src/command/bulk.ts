import { readFileSync } from 'node:fs'
import { hasOperations, temporaryFolder } from '../bulk/operation/folder.ts'
import { PlaceFault } from '../bulk/operation/store.ts'
import type { Config } from '../config.ts'
import type { BulkSettings } from '../server/bulk/index.ts'

const PACKAGE: { version: string } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'))

/** How long work is kept and run. Without Redis, this process, or the primary process of workers, has all of it. */
export function bulkSettings(config: Config): BulkSettings {
  const { BULK_DIR: dir, REDIS_URL: url } = config
  const service = config.ADS_BASE_URL ?? 'embedded sandbox'
  const hasFolder = dir !== undefined || url === undefined
  return {
    service,
    version: PACKAGE.version,
    slots: config.BULK_CONCURRENCY,
    share: config.BULK_SHARE,
    maxAgeMs: config.BULK_MAX_AGE_MS,
    async openPlace(onFault) {
      if (!hasFolder) throw new PlaceFault('with REDIS_URL, BULK_DIR must be a folder that all instances share')
      const { openLocalPlace } = await import('../bulk/operation/local-place.ts')
      return openLocalPlace(dir, service, onFault)
    },
    hasOperations: async () => hasFolder && hasOperations(dir ?? temporaryFolder(service)),
  }
}
