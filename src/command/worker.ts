import type { Config } from '../config.ts'
import { EXTENSIONS } from '../extension/index.ts'
import { createLog } from '../server/observe/log.ts'
import { connectPrimary } from '../server/workers/worker.ts'
import { logUnhandled, stopOnce } from './process-event.ts'
import { serve } from './serve.ts'

/** Serves the graph as one of several workers. */
export async function serveAsWorker(config: Config): Promise<void> {
  const primary = await connectPrimary()
  const { id, setup, shareMetrics } = primary
  const log = createLog(config.LOG_LEVEL).child({ worker: id })
  const starting = serve(config, { setup, shareMetrics, log }, EXTENSIONS)
  logUnhandled(log)
  // A terminal sends SIGINT to workers too, which stop when the primary process asks them to.
  process.on('SIGINT', () => {})
  primary.onStop(stopOnce(starting, async (server) => server.stop(), { log, signals: ['SIGTERM'] }))
  const { url } = await starting
  await primary.serves(url)
}
