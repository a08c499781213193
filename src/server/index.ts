import { createServer as createHttpServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { openAccess } from './access.ts'
import { createCallers } from './auth/callers.ts'
import { BULK_PATH } from '../extension/bulk/operation/record.ts'
import { STATISTICS_PATH } from '../state/statistics.ts'
import { createBulk } from '../extension/bulk/server/index.ts'
import { createContextBuilder } from './context.ts'
import { createGraphQLHandler, GRAPHQL_PATH, memoryBudgetOf } from './graphql.ts'
import { httpTimeouts, TIMEOUTS } from './guard/guard.ts'
import { guarded, hostGuard, isLoopback } from './guard/host.ts'
import { createOrigins } from './guard/origin.ts'
import type { ServeAgents } from '../extension/agents/access.ts'
import { answerClientErrors } from './http/client-error.ts'
import { createSendText } from './response/compression.ts'
import { answerInTurn } from './http/pipelining.ts'
import { watchConnections } from './http/connections.ts'
import { listen } from './http/listen.ts'
import { CountedResponse } from './response/counted-response.ts'
import { closeGracefully } from './http/stop.ts'
import { createMetrics } from './observe/metrics.ts'
import type { ServerOptions } from './options.ts'
import { createMetricsHandler, createRoutes, createStatisticsHandler } from './routes.ts'
import { createFaults, FAULTS_PATH } from './workbench/faults.ts'
import { createFiles, FILES_PATH, RULES_PATH } from './workbench/file.ts'
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
export async function startServer(options: ServerOptions): Promise<Server> {
  const { host, port, client, metricsPort, stopDelayMs, operationTimeoutMs, timeouts = TIMEOUTS } = options
  let ready = true
  let closing = false
  const { route, serveMetrics, bulk, closeStreams } = await openGraph(options, () => ready)
  const http = createHttpServer(
    { ...httpTimeouts(timeouts), ServerResponse: CountedResponse },
    answerInTurn<CountedResponse>((request, response) => {
      response.cutUnread(timeouts.writeMs)
      // A keep-alive connection would delay the stop for as long as its client keeps it open.
      if (!ready) response.setHeader('connection', 'close')
      response.once('close', () => closing && setImmediate(() => http.closeIdleConnections()))
      route(request, response)
    }),
  )
  answerClientErrors(http)
  const connections = watchConnections(http)
  await listen(http, port, host)
  const metricsHttp = createHttpServer(serveMetrics)
  if (metricsPort !== undefined) await listen(metricsHttp, metricsPort, host)
  void bulk?.resume()

  return {
    url: `http://${host.includes(':') ? `[${host}]` : host}:${(http.address() as AddressInfo).port}${GRAPHQL_PATH}`,
    async stop(graceMs = operationTimeoutMs) {
      ready = false
      if (stopDelayMs > 0) await sleep(stopDelayMs)
      const interrupted = bulk?.interrupt()
      // It is awaited below. Without a handler, a rejection before that would end the process.
      interrupted?.catch(() => {})
      await closeStreams()
      await closeGracefully(http, connections, graceMs, () => {
        closing = true
      })
      await interrupted
      await bulk?.close()
      metricsHttp.close()
      metricsHttp.closeAllConnections()
      await client.close()
    },
  }
}

/** Opens everything that the server serves, with the handler of requests. */
async function openGraph(options: ServerOptions, isReady: () => boolean) {
  const { host, client, tenant, publicUrl, disclosure, service, sandboxUrl, log, timeouts = TIMEOUTS } = options
  const { agents: serveAgents, compression = true } = options
  const access = await openAccess(options)
  const { sessions } = access
  const callers = createCallers(access, log)
  const metrics = createMetrics(() => client, options.shareMetrics)
  metrics.watchProcess()
  options.observeRedis?.(metrics.watchRedis())
  const sendText = createSendText(compression)
  const isLocal = isLoopback(host) && tenant.credentials !== undefined && tenant.clientTokens.length === 0
  const parts = {
    ...options,
    timeouts,
    compression,
    access,
    callers,
    metrics,
    sendText,
    hostGuard: isLocal ? hostGuard(publicUrl) : undefined,
    origins: createOrigins(options, log),
    memory: memoryBudgetOf(options),
  }
  const bulk = options.bulk && createBulk({ ...parts, settings: options.bulk, secrets: options.signIn?.secrets })
  const signIn =
    sessions &&
    (await import('./auth/sign-in.ts')).createSignIn({
      ...options,
      ...options.signIn!,
      access,
      sessions,
      onSignedOut: bulk?.signedOut,
    })
  const buildContext = createContextBuilder({
    ...parts,
    bulkOf: bulk?.of,
    onRevoked: callers.onRevoked,
  })
  const graphql = createGraphQLHandler({ ...parts, context: buildContext })
  const serveMetrics = guarded(parts.hostGuard, createMetricsHandler(parts))
  let agents: ReturnType<typeof openAgents> | undefined
  // Loading them takes half a second, in which no caller would be served. The sandbox loads them later, so that it starts sooner.
  if (serveAgents && service !== 'embedded sandbox') await (agents = openAgents(serveAgents))
  const route = createRoutes({
    graphql,
    agents:
      serveAgents &&
      (async (request, response) => (await (agents ??= openAgents(serveAgents))).route(request, response)),
    page: createPage(
      {
        firstQuery: options.firstQuery,
        signIn: sessions !== undefined,
        service,
        longWork: bulk !== undefined,
        faults: sandboxUrl !== undefined,
        introspection: disclosure.introspection,
      },
      sendText,
    ),
    others: [
      [STATISTICS_PATH, guarded(parts.hostGuard, createStatisticsHandler(parts, service === 'embedded sandbox'))],
      ['/auth/', signIn],
      [FILES_PATH, createFiles(disclosure)],
      [BULK_PATH, bulk && guarded(parts.hostGuard, bulk.answer)],
      [RULES_PATH, createRules(sendText)],
      [FAULTS_PATH, sandboxUrl === undefined ? undefined : guarded(parts.hostGuard, createFaults(sandboxUrl, callers))],
    ],
    metrics: options.metricsPort === undefined ? serveMetrics : undefined,
    onRequest: metrics.onRequest,
    origins: parts.origins,
    isReady,
  })
  return { route, serveMetrics, bulk, closeStreams: async () => (await agents)?.closeStreams() }

  async function openAgents(serveAgents: ServeAgents) {
    const { openAgentRoute } = await import('../extension/agents/route.ts')
    return openAgentRoute(serveAgents, { ...parts, graphql, buildContext })
  }
}
