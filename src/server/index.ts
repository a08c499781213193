import { createServer as createHttpServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import type { ExtensionContext } from '../context.ts'
import { createCallers, type Access } from './auth/callers.ts'
import { STATISTICS_PATH } from '../state/statistics.ts'
import { createContextBuilder } from './context.ts'
import type { OpenExtension, ServerParts } from './extension.ts'
import { createFetchHandler } from './fetch.ts'
import { createGraphQLHandler, GRAPHQL_PATH, memoryBudgetOf } from './request-steps.ts'
import { httpTimeouts, TIMEOUTS, guarded, hostGuard, isLoopback, createOrigins } from './guard/guard.ts'
import { answerClientErrors, answerInTurn, watchConnections, listen, closeGracefully } from './http/connections.ts'
import { createSendText, CountedResponse } from './response.ts'
import { createMetrics } from './observe/metrics.ts'
import type { ServerOptions } from './options.ts'
import { createMetricsHandler, createRoutes, createStatisticsHandler } from './routes.ts'
import { createFaults, FAULTS_PATH, createFiles, FILES_PATH, RULES_PATH, createPage, createRules } from './workbench.ts'

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
 * Serves the graph over HTTP: `/graphql`, `/workbench/…` (the files of its page), `/auth/…` (sign-in and sign-out), `/healthz` (the
 * process runs), `/readyz` (it accepts requests), `/statistics`, `/metrics`, and what these extensions add. Resolves when it listens.
 */
export async function startServer(options: ServerOptions, extensions: readonly OpenExtension[]): Promise<Server> {
  const { host, port, client, metricsPort, stopDelayMs, operationTimeoutMs, timeouts = TIMEOUTS } = options
  let ready = true
  let closing = false
  const { route, serveMetrics, opened } = await openGraph(options, extensions, () => ready)
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
  for (const extension of opened) extension.start?.()

  return {
    url: `http://${host.includes(':') ? `[${host}]` : host}:${(http.address() as AddressInfo).port}${GRAPHQL_PATH}`,
    async stop(graceMs = operationTimeoutMs) {
      ready = false
      if (stopDelayMs > 0) await sleep(stopDelayMs)
      let onAnswered = () => {}
      const answered = new Promise<void>((resolve) => (onAnswered = resolve))
      const stopped = Promise.all(opened.map(async ({ stop }) => stop?.(answered)))
      // It is awaited below. Without a handler, a rejection before that would end the process.
      stopped.catch(() => {})
      await closeGracefully(http, connections, graceMs, () => {
        closing = true
      })
      onAnswered()
      await stopped
      metricsHttp.close()
      metricsHttp.closeAllConnections()
      await client.close()
    },
  }
}

/** Opens everything that the server serves, with the handler of requests. */
async function openGraph(options: ServerOptions, extensions: readonly OpenExtension[], isReady: () => boolean) {
  const { host, client, tenant, publicUrl, disclosure, service, sandboxUrl, log, timeouts = TIMEOUTS } = options
  const { compression = true } = options
  const access = await openAccess(options)
  const { sessions } = access
  const callers = createCallers(access, log)
  const metrics = createMetrics(() => client, options.shareMetrics)
  metrics.watchProcess()
  options.observeRedis?.(metrics.watchRedis())
  const sendText = createSendText(compression)
  const isLocal = isLoopback(host) && tenant.credentials !== undefined && tenant.clientTokens.length === 0
  const parts: ServerParts = {
    ...options,
    timeouts,
    compression,
    access,
    callers,
    metrics,
    hostGuard: isLocal ? hostGuard(publicUrl) : undefined,
    origins: createOrigins(options, log),
    memory: memoryBudgetOf(options),
    answer: (request, bounds) => fetching.answer(request, bounds),
  }
  const opened = await Promise.all(extensions.map(async (open) => open(parts)))
  const signIn =
    sessions &&
    (await import('./auth/sign-in.ts')).createSignIn({
      ...options,
      ...options.signIn!,
      access,
      sessions,
      onSignedOut: async (session, isRevoked) => {
        await Promise.all(opened.map(async ({ signedOut }) => signedOut?.(session, isRevoked)))
      },
    })
  const buildContext = createContextBuilder({
    ...parts,
    extensionOf: (caller) =>
      opened.reduce<ExtensionContext>((all, { contextOf }) => ({ ...all, ...contextOf?.(caller) }), {}),
    onRevoked: callers.onRevoked,
  })
  const graphql = createGraphQLHandler({ ...parts, context: buildContext })
  const fetching = createFetchHandler({ graphql, callers, buildContext, writeTimeoutMs: timeouts.writeMs })
  const serveMetrics = guarded(parts.hostGuard, createMetricsHandler({ metrics, sendText, log }))
  const route = createRoutes({
    graphql,
    page: createPage(
      {
        firstQuery: options.firstQuery,
        needsToken: callers.onlyKnown,
        signIn: sessions !== undefined,
        service,
        extensions: opened.map(({ name }) => name),
        sandboxNow: options.sandboxNow,
        faults: sandboxUrl !== undefined,
        introspection: disclosure.introspection,
      },
      sendText,
    ),
    others: [
      {
        path: STATISTICS_PATH,
        handle: guarded(
          parts.hostGuard,
          createStatisticsHandler({ ...parts, sendText }, service === 'embedded sandbox'),
        ),
      },
      ...(signIn ? [{ path: '/auth/', handle: signIn }] : []),
      { path: FILES_PATH, handle: createFiles(disclosure) },
      { path: RULES_PATH, handle: createRules(sendText) },
      ...(sandboxUrl === undefined
        ? []
        : [{ path: FAULTS_PATH, handle: guarded(parts.hostGuard, createFaults(sandboxUrl, callers)) }]),
      ...opened.flatMap(({ routes = [] }) => routes),
    ],
    metrics: options.metricsPort === undefined ? serveMetrics : undefined,
    onRequest: metrics.onRequest,
    origins: parts.origins,
    isReady,
  })
  return { route, serveMetrics, opened }
}

/** Opens what identifies callers. Sign-in is imported only if it is configured, because its cryptography slows the start. */
export async function openAccess(options: ServerOptions): Promise<Access> {
  const { application, tenant, operatorTokens = [], signIn } = options
  const sessions = signIn && (await import('./auth/session.ts')).createSessions({ ...options, ...signIn })
  return { application, tenant, operatorTokens, sessions }
}
