import { createServer } from 'node:http'
import { answering } from '../../async/promise.ts'
import { logUnhandled, stopOnce } from '../../command/process-event.ts'
import { openService } from '../../command/serve.ts'
import { setupOf } from '../../command/setup.ts'
import { type Config, ConfigError, type ReadSettings } from '../../config.ts'
import { guarded, hostGuard, isLoopback } from '../../server/guard/guard.ts'
import { listen } from '../../server/http/connections.ts'
import { openAccess, createMetricsHandler } from '../../server/index.ts'
import { createLog, type Logger } from '../../server/observe/log.ts'
import { createMetrics } from '../../server/observe/metrics.ts'
import type { ServerOptions } from '../../server/options.ts'
import { memoryBudgetOf } from '../../server/request-steps.ts'
import { PlaceFault } from './operation/record.ts'
import type { BulkSettings } from './server/caller-bulk.ts'
import { MAX_STOP_MS, bulkSettings } from './server/index.ts'
import { openOperationsOf } from './server/open.ts'

/** The options of `adgraph worker`, which shorten the times of tests. */
interface WorkerCommand {
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
  const starting = startWorker(config, { checkpointMs }, log)
  stopOnce(
    starting,
    async ({ worker, close }) => {
      try {
        await worker.stop()
      } finally {
        await close()
      }
    },
    { log },
  )
  await starting
  logUnhandled(log)
  log.info({ over: config.ADS_BASE_URL, concurrency: config.BULK_CONCURRENCY }, 'Adgraph runs long work')
}

async function startWorker(config: Config, { checkpointMs }: WorkerCommand, log: Logger) {
  const { options, close } = await openService(config, { setup: setupOf(config, undefined), log })
  try {
    const worker = await startBulkWorker(
      { ...bulkSettings(config, options.strictStore), timing: { checkpointMs } },
      options,
    )
    return { worker, close }
  } catch (error) {
    await close()
    throw error instanceof PlaceFault ? new ConfigError(error.message) : error
  }
}

/** Runs operations without serving the graph; the metrics, at the port of `metricsPort`. Throws a PlaceFault. */
async function startBulkWorker(settings: BulkSettings, options: ServerOptions) {
  const { client, host, metricsPort, publicUrl, log } = options
  const metrics = createMetrics(client)
  metrics.watchProcess()
  options.observeRedis?.(metrics.watchRedis())
  const access = await openAccess(options)
  const memory = memoryBudgetOf(options)
  const bulk = await openOperationsOf({ ...options, settings, access, metrics, memory })
  const guard = isLoopback(host) ? hostGuard(publicUrl) : undefined
  const http = createServer(guarded(guard, createMetricsHandler(metrics, log)))
  if (metricsPort !== undefined) await listen(http, metricsPort, host)
  return {
    /** Interrupts its operations, which others go on with. Resolves when their positions have been kept. */
    async stop() {
      await answering(
        bulk.operations.close().then(() => bulk.place.close()),
        MAX_STOP_MS,
        () => log.error('long work does not stop: BULK_DIR does not answer'),
      )
      http.close()
      http.closeAllConnections()
      await client.close()
    },
  }
}
