import { PlaceFault } from '../extension/bulk/operation/store.ts'
import { ConfigError, type ReadSettings } from '../config.ts'
import { startBulkWorker } from '../extension/bulk/worker.ts'
import { createLog } from '../server/observe/log.ts'
import { logUnhandled, onStopSignal } from './process-event.ts'
import { openService } from './serve.ts'
import { setupOf } from './setup.ts'

/** The options of `adgraph worker`, which shorten the times of tests. */
export interface WorkerCommand {
  checkpointMs?: number
}

/** Runs the operations that servers with the same Redis have started, and nothing else. Throws a ConfigError if it cannot. */
export async function runBulkWorker(settings: ReadSettings, { checkpointMs }: WorkerCommand): Promise<void> {
  const config = settings(({ REDIS_URL, BULK_DIR, ADS_BASE_URL, BULK_CONCURRENCY }) => [
    !REDIS_URL && 'REDIS_URL is required: a worker gets its operations from Redis. Without it, servers run them',
    !BULK_DIR && 'BULK_DIR is required: a folder on a volume that all instances share',
    !ADS_BASE_URL && 'ADS_BASE_URL is required: the embedded sandbox of a server is its own',
    Number(BULK_CONCURRENCY || 1) === 0 && 'BULK_CONCURRENCY must be 1 or more: a worker does nothing else',
  ])
  const log = createLog(config.LOG_LEVEL)
  const { options, bulk, close } = await openService(config, { setup: setupOf(config, undefined), log })
  try {
    const worker = await startBulkWorker({ ...options, bulk: { ...bulk, timing: { checkpointMs } } })
    logUnhandled(log)
    onStopSignal(async () => {
      log.info('stopping')
      try {
        await worker.stop()
      } finally {
        await close()
      }
    }, log)
    log.info({ over: config.ADS_BASE_URL, concurrency: config.BULK_CONCURRENCY }, 'Adgraph runs long work')
  } catch (error) {
    await close()
    throw error instanceof PlaceFault ? new ConfigError(error.message) : error
  }
}
