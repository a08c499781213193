import { setFlagsFromString } from 'node:v8'
import { applicationOf, type Config, ConfigError, serverSettings } from '../config.ts'
import type { Extension } from '../extension/extension.ts'
import { schema } from '../graph.ts'
import { BOUNDS } from '../server/bounds.ts'
import { startServer, type Server, type ServerOptions } from '../server/index.ts'
import type { Logger } from '../server/observe/log.ts'
import type { ShareMetrics } from '../server/observe/metrics.ts'
import type { WorkerSetup } from '../server/workers/worker.ts'
import { createStatistics, type StatisticOf, statisticsBeforehand } from '../state/statistics.ts'
import { tenantCredentials } from './setup.ts'
import { connectUpstream } from './upstream.ts'

/** What a process that serves the graph is given by the one that started it. */
interface Surroundings {
  setup: WorkerSetup
  shareMetrics?: ShareMetrics
  log: Logger
}

/** Serves the graph in this process, with these extensions. */
export async function serve(
  config: Config,
  surroundings: Surroundings,
  extensions: readonly Extension[],
): Promise<Server> {
  compileSooner()
  const { options, close } = await openService(config, surroundings)
  const server = await startServer(
    options,
    extensions.flatMap(({ open }) => open?.(config) ?? []),
  )
  return {
    url: server.url,
    async stop() {
      try {
        await server.stop()
      } finally {
        await close()
      }
    },
  }
}

/**
 * Makes V8 of Node 20 compile a function when it is first called, optimize it after fewer calls, and inline less into it, so that a
 * process reaches its speed sooner (bench/README.md). V8 of later releases has compilers between, and does not know the first option.
 */
function compileSooner(): void {
  if (process.versions.node.startsWith('20.'))
    setFlagsFromString('--interrupt-budget=30000 --always-sparkplug --max-inlined-bytecode-size-cumulative=690')
}

/** The rules of SPEND_LIMITS. Throws a ConfigError with everything that is wrong with them and with the trusted documents. */
export async function spendRulesOf({
  SPEND_LIMITS,
  TRUSTED_DOCUMENTS: documents,
  MAX_CALLS: allowedCalls,
  INTROSPECTION: introspection,
  REDIS_URL,
  ADS_BASE_URL,
}: Partial<Config>) {
  const isShared = REDIS_URL !== undefined || ADS_BASE_URL === undefined
  const spending =
    SPEND_LIMITS === undefined
      ? undefined
      : (await import('../schema/spend/limits.ts')).readSpendLimits(SPEND_LIMITS, schema, { isShared })
  const faults = spending?.faults ?? []
  if (documents) {
    const { documentFaults } = await import('../server/document/trusted-documents.ts')
    faults.push(...documentFaults(schema, { documents }, { allowedCalls, introspection, spending }))
  }
  if (faults.length > 0) throw new ConfigError(faults.join('\n'))
  return spending?.rules
}

/** Connects what a server of the graph needs. `close` is called after the server has stopped. */
export async function openService(config: Config, surroundings: Surroundings) {
  const { setup, shareMetrics, log } = surroundings
  const settings = serverSettings(config)
  const rules = await spendRulesOf(config)
  const { sandbox, secrets: ownSecrets, firstQuery } = setup
  // The sandbox's users need no session that outlives the process.
  const secrets = config.SESSION_SECRET ?? (sandbox && ownSecrets)
  const upstream = await connectUpstream(config, sandbox, log)
  const { client, observeRedis } = upstream
  const { store, strictStore, referenceStore, statisticsStore, writeStore, spendStore } = upstream.state
  const statistics = createStatistics({
    documents: statisticsStore,
    leases: store,
    beforehand: sandbox && (await sandboxStatistics()),
  })
  const telemetry =
    config.OTEL_EXPORTER_OTLP_ENDPOINT === undefined
      ? undefined
      : (await import('../server/observe/telemetry.ts')).startTelemetry(log)
  const options: ServerOptions = {
    ...settings,
    ...BOUNDS,
    allowsLoopbackOrigins: sandbox !== undefined,
    host: config.HOST,
    port: config.PORT,
    schema,
    client,
    store,
    strictStore,
    secrets: ownSecrets,
    referenceStore,
    statistics,
    writeStore,
    spend: rules && { rules, store: spendStore },
    // Instances share records only if they have the same secrets, which a random one is not. They share no embedded sandbox.
    writeSecrets: config.REDIS_URL === undefined ? ownSecrets : secrets,
    observeRedis,
    shareMetrics,
    application: sandbox?.credentials ?? applicationOf(config),
    tenant: { credentials: tenantCredentials(config, sandbox), clientTokens: config.CLIENT_TOKENS ?? [] },
    operatorTokens: config.OPERATOR_TOKENS,
    signIn: secrets && { secrets, maxAgeMs: config.SESSION_MAX_AGE_MS },
    operationTimeoutMs: config.OPERATION_TIMEOUT_MS,
    traceAlways: sandbox !== undefined,
    service: sandbox ? 'embedded sandbox' : (config.ADS_ENVIRONMENT ?? 'production'),
    firstQuery,
    sandboxUrl: sandbox?.url,
    sandboxNow: sandbox && config.SANDBOX_NOW,
    telemetry,
    log,
  }
  return {
    options,
    close: async () => {
      await statistics.flush()
      await upstream.close()
      await telemetry?.stop()
    },
  }
}

/** How many rows the embedded sandbox has, so that plans expect something before anything was read. */
async function sandboxStatistics(): Promise<StatisticOf> {
  const { default: statistics } = await import('./sandbox-statistics.json', { with: { type: 'json' } })
  return statisticsBeforehand(statistics)
}
