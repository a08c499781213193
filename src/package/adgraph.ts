import type { GraphQLSchema } from 'graphql'
import { clientSettings, serverSettings } from '../config.ts'
import type { Context } from '../context.ts'
import { schema } from '../graph.ts'
import { createClient, eitherOf } from '../rest/client.ts'
import { readSpendLimits } from '../schema/spend/limits.ts'
import { createRequestCallers } from '../server/auth/callers.ts'
import { BOUNDS, type Bounds } from '../server/bounds.ts'
import { documentFaults } from '../server/document/trusted-documents.ts'
import { openLocalGraph } from '../server/fetch.ts'
import { createLog } from '../server/observe/log.ts'
import { createMemoryState } from '../state/memory.ts'
import { createStatistics } from '../state/statistics.ts'
import { credentialsOf } from './credentials.ts'
import type { AdgraphOptions, ExportedRow, ExportRequest } from './options.ts'
import { readOptions } from './read-options.ts'

/** The graph in your program. */
export interface Adgraph {
  /** The schema, for tools that read it or execute it with the result of `context`. */
  readonly schema: GraphQLSchema
  /**
   * Answers a GraphQL request (GET, HEAD, POST or OPTIONS) with a standard Response, behind the same guards as the server. The
   * path of the request does not matter. Does not depend on `this`. Rejects only if the body of the request has been read.
   */
  readonly fetch: (request: Request) => Promise<Response>
  /**
   * The context value to execute one operation of `schema` with, on behalf of the user of this request. The maximum calls,
   * rows and duration of an operation apply; all other guards are in `fetch` only. Errors of the execution, and those in
   * `reported` of the context, are for the program itself: give callers the result of `maskError` instead.
   */
  readonly context: (request: Request) => Promise<Context>
  /**
   * Returns the metrics of this graph in the format of Prometheus: operations, calls, rate limits, memory and Redis, but not
   * HTTP requests and the process, which are the program's own. Do not serve it to the public.
   */
  readonly metrics: () => Promise<Response>
  /**
   * Reads a query to the end of its lists, however long that takes, and gives their rows. It waits for rate limits and for
   * outages. The maximum calls, rows and duration of an operation do not apply. Throws an error for a query that cannot be
   * exported, and if the service no longer accepts the user.
   */
  readonly export: (options: ExportRequest) => AsyncGenerator<ExportedRow, void, undefined>
  /**
   * Refuses further requests, ends exports, waits for operations in progress, and closes all connections. Of operations that the program
   * executes itself, it waits for the writes that were sent.
   */
  readonly close: () => Promise<void>
}

/**
 * Creates the graph over the ads interface at `adsBaseUrl`. Throws a ConfigError that lists every fault of the options.
 * Create it once in a process, and close it when done: it has connections, caches and rate limits, and runs
 * `maxOperations` operations at the same time.
 */
export function createAdgraph(options: AdgraphOptions): Promise<Adgraph> {
  // A program without types can give none: the error then names those that are required.
  return openAdgraph({ ...options })
}

/** Creates the graph with other bounds than a server has, for tests of what happens at a bound. */
export async function openAdgraph(options: AdgraphOptions, bounds: Partial<Bounds> = {}): Promise<Adgraph> {
  // A sandbox of the service spends no money.
  const isShared = Boolean(options.redisUrl) || options.adsEnvironment === 'sandbox'
  const spending =
    options.spendLimits === undefined ? undefined : readSpendLimits(options.spendLimits, schema, { isShared })
  const { config, trustedDocuments } = readOptions(
    options,
    (documents, { MAX_CALLS: allowedCalls, INTROSPECTION: introspection }) => [
      ...(documents ? documentFaults(schema, documents, { allowedCalls, introspection, spending }) : []),
      ...(spending?.faults ?? []),
    ],
  )
  const { consumer, credentials, operator = () => false, trace = false, log = createLog(config.LOG_LEVEL) } = options
  const adsBaseUrl = config.ADS_BASE_URL!
  const { REDIS_URL: url, REDIS_TIMEOUT_MS: timeoutMs } = config
  const redis =
    url === undefined
      ? undefined
      : await (await import('../state/shared.ts')).connectState({ url, timeoutMs, serviceUrl: adsBaseUrl, log })
  const state = redis?.state ?? createMemoryState()
  const statistics = createStatistics({ documents: state.statisticsStore, leases: state.store })
  const client = createClient({
    ...clientSettings(config, adsBaseUrl),
    ...state,
    onWarning: (message, details) => log.warn(details, message),
  })
  const credentialsFor = namingErrors('credentials', async (request) => {
    const user = await credentials(request)
    return user && credentialsOf(consumer, user)
  })
  const callers = createRequestCallers({
    application: credentialsOf(consumer),
    clientTokens: config.CLIENT_TOKENS ?? [],
    credentialsOf: credentialsFor,
    isOperator: namingErrors('operator', operator),
  })
  const graph = openLocalGraph({
    ...serverSettings(config),
    ...BOUNDS,
    ...bounds,
    ...state,
    client,
    callers,
    statistics,
    schema,
    trustedDocuments,
    spend: spending && { rules: spending.rules, store: state.spendStore },
    writeSecrets: config.SESSION_SECRET,
    operationTimeoutMs: config.OPERATION_TIMEOUT_MS,
    traceAlways: trace,
    // Without a host guard: the program's own server decides under which names it answers.
    allowsLoopbackOrigins: false,
    log,
  })
  const { metrics } = graph
  redis?.observe(metrics.watchRedis())
  const closing = new AbortController()
  return {
    schema,
    async *export(text) {
      const { request = new Request('http://export.invalid/') } = text
      const { rowsOfExport } = await import('./export.ts')
      const { createExportContexts } = await import('../extension/bulk/export-context.ts')
      const { signal, release } = eitherOf(closing.signal, text.signal)
      try {
        yield* rowsOfExport({
          text,
          credentials: await credentialsFor(request),
          contexts: createExportContexts({
            ...state,
            client,
            share: config.BULK_SHARE,
          }),
          signal,
        })
      } finally {
        release()
      }
    },
    fetch: (request) => graph.answer(request),
    context: (request) => graph.context(request),
    metrics: async () => new Response(await metrics.text(), { headers: { 'content-type': metrics.contentType } }),
    async close() {
      closing.abort()
      await graph.close()
      await statistics.flush()
      redis?.close()
    },
  }
}

/** Wraps a callback of the program so that errors of it and of its result name the option in the log. */
function namingErrors<T>(
  option: string,
  callback: (request: Request) => T | Promise<T>,
): (request: Request) => Promise<T> {
  return async (request) => {
    try {
      return await callback(request)
    } catch (cause) {
      throw new Error(`The option \`${option}\` failed`, { cause })
    }
  }
}
