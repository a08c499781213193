import { ConfigError, serverSettings, type Config } from '../config.ts'
import { EXTENSIONS } from '../extension/index.ts'
import { createLog, type Logger } from '../server/observe/log.ts'
import type { Workers } from '../server/workers/primary.ts'
import type { WorkerSetup } from '../server/workers/worker.ts'
import { logUnhandled, stopOnce } from './process-event.ts'
import { embeddedSandbox } from './sandbox.ts'
import { setupOf } from './setup.ts'

/** The first query in GraphiQL over a service whose accounts are not known in advance. */
const FIRST_QUERY = `{
  accounts(first: 5) {
    nodes { id name timezone }
  }
}
`

/** The time that a worker has to stop after the time for its operations, before it is killed. */
const STOP_MARGIN_MS = 10_000

/** Serves the graph; over the embedded sandbox, unless the settings name a service. */
export async function start(config: Config): Promise<void> {
  const log = createLog(config.LOG_LEVEL)
  const starting = startServing(config, log)
  stopOnce(
    starting,
    async ({ served, sandbox }) => {
      await served.stop()
      await sandbox?.close()
    },
    { log },
  )
  const { served } = await starting
  logUnhandled(log)
  const url = await served.url
  const by = config.WORKERS > 1 ? ` with ${config.WORKERS} worker processes` : ''
  log.info({ url, over: config.ADS_BASE_URL ?? 'the embedded sandbox' }, `Adgraph serves ${url}${by}`)
}

async function startServing(config: Config, log: Logger) {
  const sandbox = await embeddedSandbox(config)
  const setup = setupOf(config, sandbox, sandbox ? await demoQuery() : FIRST_QUERY)
  // Before the first operation, whose calls are its own.
  if (!sandbox) await (await import('./upstream.ts')).warnOfCredentials(config, log)
  // The primary process of workers does without everything that serving in this process imports.
  const served = await (config.WORKERS > 1
    ? serveByWorkers(config, setup, log)
    : (await import('./serve.ts')).serve(config, { setup, log }, EXTENSIONS))
  return { served, sandbox }
}

/** Starts to serve the graph by workers, which run this program with the same settings. */
async function serveByWorkers(config: Config, setup: WorkerSetup, log: Logger): Promise<Workers> {
  const { startWorkers } = await import('../server/workers/primary.ts')
  const { stopDelayMs } = serverSettings(config)
  return startWorkers({
    count: config.WORKERS,
    setup,
    faultOf: (message) => new ConfigError(message),
    stopTimeoutMs: stopDelayMs + config.OPERATION_TIMEOUT_MS + STOP_MARGIN_MS,
    log,
  })
}

/** The first query in GraphiQL over the sandbox: a tree that would take two thousand calls one by one. */
async function demoQuery(): Promise<string> {
  const { DEMO_ACCOUNT_ID } = await import('#sandbox/seed/account')
  return `# One screen of an ads tool: campaigns, line items,
# what those promote, and to whom. Explain has the
# calls that it needs. Run it, then look at Trace.
query CampaignScreen {
  account(id: "${DEMO_ACCOUNT_ID}") {
    name
    campaigns(first: 50) {
      nodes {
        name
        entityStatus
        dailyBudgetAmountLocalMicro
        lineItems(first: 100) {
          nodes {
            name
            objective
            bidAmountLocalMicro
            promotedPosts(first: 10) {
              nodes { postId }
            }
            targetingCriteria(first: 50) {
              nodes { targetingType name }
            }
          }
        }
      }
    }
  }
}
`
}
