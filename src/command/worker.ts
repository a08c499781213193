import type { Config } from '../config.ts'
import { EXTENSIONS } from '../extension/index.ts'
import { createLog } from '../server/observe/log.ts'
import { connectPrimary } from '../server/workers/worker.ts'
import { endAfter, logUnhandled, onStopSignal } from './process-event.ts'
import { serve } from './serve.ts'

/** Serves the graph as one of several workers. */
export async function serveAsWorker(config: Config): Promise<void> {
  const primary = await connectPrimary()
  const { id, setup, shareMetrics } = primary
  const log = createLog(config.LOG_LEVEL).child({ worker: id })
  const serving = serve(config, { setup, shareMetrics, log }, EXTENSIONS)
  logUnhandled(log)
  let stopped: Promise<void> | undefined
  const stop = () => (stopped ??= serving.then((server) => server.stop()))
  primary.onStop(() => endAfter(stop(), log))
  // A terminal sends SIGINT to workers too, which stop when the primary process asks them to.
  process.on('SIGINT', () => {})
  onStopSignal(stop, log, ['SIGTERM'])
  const { url } = await serving
  await primary.serves(url)
}
