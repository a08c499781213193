import { createServer as createHttpServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { openAccess } from './auth/access.ts'
import { createCallers } from './auth/callers.ts'
import { createBulk } from './bulk/index.ts'
import { createContextBuilder } from './context.ts'
import { createGraphQLHandler, GRAPHQL_PATH, memoryBudgetOf } from './graphql.ts'
import { httpTimeouts, TIMEOUTS } from './guard/guard.ts'
import { hostGuard, isLoopback } from './guard/host.ts'
import { createOrigins } from './guard/origin.ts'
import type { ServeAgents } from './agent-access.ts'
import { answerClientErrors } from './http/client-error.ts'
import { createSendText } from './response/compression.ts'
import { watchConnections } from './http/connections.ts'
import { listen } from './http/listen.ts'
import { SlicedResponse } from './response/sliced-response.ts'
import { closeGracefully } from './http/stop.ts'
import { createMetrics } from './observe/metrics.ts'
import type { ServerOptions } from './options.ts'
import { createMetricsHandler, createRoutes } from './routes.ts'
import { createStatisticsHandler } from './statistics.ts'
import { createFaults } from './workbench/faults.ts'
import { createFiles } from './workbench/file.ts'
import { createPage, createRules } from './workbench/page.ts'

export type { ServerOptions, SignIn } from './options.ts'

/** A server that listens. */
export interface Server {
  /** The URL of the GraphQL endpoint, such as `http://127.0.0.1:4000/graphql`. */
  url: string
  /**
   * Reports that the server is not ready, stops accepting requests after `stopDelayMs`, and lets those in progress finish
   * for up to `graceMs`, which defaults to the maximum duration of an operation.
   */
  stop(graceMs?: number): Promise<void>
}

/**
 * Serves the graph over HTTP: `/graphql`, `/mcp` (the tools of agents, if they are on), `/workbench/…` (the files of its page), `/auth/…` (sign-in and sign-out),
 * `/healthz` (the process runs), `/readyz` (it accepts requests), `/statistics` and `/metrics`. Resolves when it listens.
 */
export async function startServer({ host, port, log, client, ...options }: ServerOptions): Promise<Server> {
  const { tenant, store } = options
  const { timeouts = TIMEOUTS, metricsPort, operationTimeoutMs, stopDelayMs, publicUrl } = options
  const access = await openAccess(options)
  const { sessions } = access
  const signIn =
    sessions &&
    (await import('./auth/sign-in.ts')).createSignIn({
      ...options.signIn!,
      publicUrl,
      client,
      access,
      sessions,
      store,
      onSignedOut: async (session, isRevoked) => bulk?.signedOut(session, isRevoked),
      log,
    })
  const callers = createCallers(access, log)
  const metrics = createMetrics(() => client, options.shareMetrics)
  metrics.watchProcess()
  options.observeRedis?.(metrics.watchRedis())
  const sendText = createSendText(options.compression !== false)
  const isLocal = isLoopback(host) && tenant.credentials !== undefined && tenant.clientTokens.length === 0
  const guard = isLocal ? hostGuard(publicUrl) : undefined
  const origins = createOrigins(options, log)
  const serveMetrics = createMetricsHandler({ metrics, hostGuard: guard, sendText, log })
  let ready = true
  let closing = false

  const bulk =
    options.bulk &&
    createBulk({
      ...options,
      settings: options.bulk,
      client,
      access,
      callers,
      secrets: options.signIn?.secrets,
      compression: options.compression !== false,
      hostGuard: guard,
      origins,
      metrics,
      log,
    })
  const buildContext = createContextBuilder({
    ...options,
    client,
    metrics,
    bulkOf: bulk && ((caller) => bulk.of(caller)),
    onRevoked: callers.onRevoked,
  })
  const memory = memoryBudgetOf(options)
  const graphql = createGraphQLHandler({
    ...options,
    log,
    callers,
    hostGuard: guard,
    origins,
    metrics,
    memory,
    context: buildContext,
  })
  const { agents: serveAgents } = options
  let agents: ReturnType<typeof openAgents> | undefined
  const route = createRoutes({
    graphql,
    agents:
      serveAgents &&
      (async (request, response) => (await (agents ??= openAgents(serveAgents))).route(request, response)),
    bulk: bulk && ((request, response) => bulk.answer(request, response)),
    page: createPage(
      {
        firstQuery: options.firstQuery,
        signIn: sessions !== undefined,
        service: options.service,
        longWork: options.bulk !== undefined,
        faults: options.sandboxUrl !== undefined,
        introspection: options.disclosure.introspection,
      },
      sendText,
    ),
    files: createFiles(options.disclosure),
    rules: createRules(sendText),
    faults: options.sandboxUrl === undefined ? undefined : createFaults(options.sandboxUrl, guard),
    signIn,
    statistics: createStatisticsHandler({
      statistics: options.statistics,
      callers,
      isOpen: options.service === 'embedded sandbox',
      hostGuard: guard,
      sendText,
      log,
    }),
    metrics: metricsPort === undefined ? serveMetrics : undefined,
    onRequest: (request, response) => metrics.onRequest(request, response),
    isReady: () => ready && (options.allServe?.() ?? true),
  })
  const http = createHttpServer({ ...httpTimeouts(timeouts), ServerResponse: SlicedResponse }, (request, response) => {
    // A keep-alive connection would delay the stop for as long as its client keeps it open.
    if (!ready) response.setHeader('connection', 'close')
    response.once('close', () => closing && setImmediate(() => http.closeIdleConnections()))
    route(request, response)
  })
  answerClientErrors(http)
  const connections = watchConnections(http, timeouts.writeMs)
  await listen(http, port, host)
  const metricsHttp = createHttpServer(serveMetrics)
  if (metricsPort !== undefined) await listen(metricsHttp, metricsPort, host)
  void bulk?.resume()

  return {
    url: `http://${host.includes(':') ? `[${host}]` : host}:${(http.address() as AddressInfo).port}${GRAPHQL_PATH}`,
    async stop(graceMs = operationTimeoutMs) {
      ready = false
      if (stopDelayMs > 0) await sleep(stopDelayMs)
      const interrupted = bulk?.close()
      const opened = await agents
      opened?.closeStreams()
      await closeGracefully(http, connections, graceMs, () => {
        closing = true
      })
      await interrupted
      metricsHttp.close()
      metricsHttp.closeAllConnections()
      await client.close()
    },
  }

  /** Serves agents from their first request on. */
  async function openAgents(serveAgents: ServeAgents) {
    const { openAgentRoute } = await import('./agent-route.ts')
    return openAgentRoute(serveAgents, {
      graphql,
      callers,
      buildContext,
      origins,
      hostGuard: guard,
      publicUrl,
      memory,
      maxRequests: options.maxOperations,
      timeouts,
      onRefusal: (code) => metrics.onRefusal(code),
    })
  }
}
