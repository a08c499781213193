import { createServer } from 'node:http'
import { answering } from '../../async/answering.ts'
import { createMemoryBudget } from '../../async/memory.ts'
import { QUEUE_TIMEOUT_MS } from '../../server/admission/admission.ts'
import { openAccess } from '../../server/access.ts'
import { guarded, hostGuard, isLoopback } from '../../server/guard/host.ts'
import { listen } from '../../server/http/listen.ts'
import { createMetrics } from '../../server/observe/metrics.ts'
import type { ServerOptions } from '../../server/options.ts'
import { createSendText } from '../../server/response/compression.ts'
import { createMetricsHandler } from '../../server/routes.ts'
import { MAX_STOP_MS, type BulkSettings } from './server/index.ts'
import { openBulk } from './server/open.ts'

/** Runs operations without serving the graph; the metrics, at the port of `metricsPort`. Throws a PlaceFault. */
export async function startBulkWorker(options: ServerOptions & { bulk: BulkSettings }) {
  const { bulk: settings, signIn, client, host, metricsPort, publicUrl, log } = options
  const metrics = createMetrics(() => client)
  metrics.watchProcess()
  options.observeRedis?.(metrics.watchRedis())
  const access = await openAccess(options)
  const { maxMemoryBytes: maxBytes, queueTimeoutMs = QUEUE_TIMEOUT_MS } = options
  const memory = createMemoryBudget({ maxBytes, queueTimeoutMs })
  const bulk = await openBulk({ ...options, settings, access, secrets: signIn?.secrets, metrics, memory })
  const guard = isLoopback(host) ? hostGuard(publicUrl) : undefined
  const sendText = createSendText(options.compression !== false)
  const http = createServer(guarded(guard, createMetricsHandler({ metrics, sendText, log })))
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
