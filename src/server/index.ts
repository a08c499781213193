import { createServer as createHttpServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import type { ExtensionContext } from '../context.ts'
import { STATISTICS_PATH, statisticsText } from '../state/statistics.ts'
import { createCallers, type Access } from './auth/callers.ts'
import type { OpenExtension, ServerParts, ExtensionRoute } from './extension.ts'
import { createHandlers } from './fetch.ts'
import { httpTimeouts, guarded, hostGuard, isLoopback, createOrigins, type Origins } from './guard/guard.ts'
import { answerClientErrors, answerInTurn, watchConnections, listen, closeGracefully } from './http/connections.ts'
import {
  answerRefusal,
  answerText,
  GRAPHQL_PATH,
  JSON_TYPE,
  methodNotAllowed,
  NOT_FOUND,
  refusal,
  unauthorized,
} from './http/refusal.ts'
import { isRead, JoinedRequest, negotiate, type Handler, normalizeTarget } from './http/request.ts'
import { nameRequest } from './observe/headers.ts'
import type { Logger } from './observe/log.ts'
import { createMetrics, type ServerMetrics } from './observe/metrics.ts'
import type { ServerOptions } from './options.ts'
import { memoryBudgetOf } from './request-steps.ts'
import { CountedResponse, sendResponse, sendText } from './response.ts'
import { createFaults, FAULTS_PATH, createFiles, FILES_PATH, RULES_PATH, createPage, createRules } from './workbench.ts'
export type { ServerOptions, SignIn } from './options.ts'

export interface Server {
  /** The URL of the GraphQL endpoint, such as `http://127.0.0.1:4000/graphql`. */
  url: string
  /**
   * Reports that the server is not ready, stops accepting requests after `stopDelayMs`, and lets those in progress finish
   * for up to `graceMs`, which defaults to the maximum duration of an operation and the time for its response. An operation that
   * begins meanwhile has no more time than those in progress.
   */
  stop(graceMs?: number): Promise<void>
}

/**
 * Serves the graph over HTTP: `/graphql`, `/workbench/…` (the files of its page), `/auth/…` (sign-in and sign-out), `/healthz` (the
 * process runs), `/readyz` (it accepts requests), `/statistics`, `/metrics`, and what these extensions add. Resolves when it listens.
 */
export async function startServer(options: ServerOptions, extensions: readonly OpenExtension[]): Promise<Server> {
  const { host, port, client, metricsPort, stopDelayMs, operationTimeoutMs, timeouts } = options
  let ready = true
  let stopsAtMs = Infinity
  const { route, serveMetrics, opened } = await openGraph(options, extensions, {
    isReady: () => ready,
    stopsAtMs: () => stopsAtMs,
  })
  const http = createHttpServer(
    {
      ...httpTimeouts(timeouts),
      IncomingMessage: JoinedRequest,
      ServerResponse: CountedResponse,
      // `normalizeTarget` refuses requests without a Host header.
      requireHostHeader: false,
    },
    answerInTurn<CountedResponse>((request, response) => {
      response.cutUnread(timeouts.writeMs)
      // A keep-alive connection would delay the stop for as long as its client keeps it open.
      response.isLast = () => !ready
      route(request, response)
    }),
  )
  answerClientErrors(http)
  // Node.js answers an unknown expectation with a 417 of its own. A server may ignore it (RFC 9110, section 10.1.1).
  http.on('checkExpectation', (request, response) => http.emit('request', request, response))
  const connections = watchConnections(http)
  await listen(http, port, host)
  const metricsHttp = createHttpServer(serveMetrics)
  if (metricsPort !== undefined) await listen(metricsHttp, metricsPort, host)
  for (const extension of opened) extension.start?.()

  return {
    url: `http://${host.includes(':') ? `[${host}]` : host}:${(http.address() as AddressInfo).port}${GRAPHQL_PATH}`,
    async stop(graceMs = operationTimeoutMs + RESPONSE_MS) {
      ready = false
      if (stopDelayMs > 0) await sleep(stopDelayMs)
      const graceEndsMs = Date.now() + graceMs
      stopsAtMs = Math.min(graceEndsMs, Date.now() + operationTimeoutMs)
      let onAnswered = () => {}
      const answered = new Promise<void>((resolve) => (onAnswered = resolve))
      const stopped = Promise.all(opened.map(async ({ stop }) => stop?.(answered)))
      // It is awaited below. Without a handler, a rejection before that would end the process.
      stopped.catch(() => {})
      await closeGracefully(http, connections, graceMs)
      onAnswered()
      await stopped
      metricsHttp.close()
      metricsHttp.closeAllConnections()
      // The caller of a write in progress can have gone, for whose end the client waits.
      await client.close(graceEndsMs - Date.now())
    },
  }
}

/** How long a stopping server waits for the responses to operations that have reached their deadline. */
const RESPONSE_MS = 1_000

/** Opens everything that the server serves, with the handler of requests. */
async function openGraph(
  options: ServerOptions,
  extensions: readonly OpenExtension[],
  { isReady, stopsAtMs }: { isReady: () => boolean; stopsAtMs: () => number },
) {
  const { host, client, tenant, publicUrl, introspection, service, sandboxUrl, log } = options
  const access = await openAccess(options)
  const { sessions } = access
  const callers = createCallers(access, log)
  const metrics = createMetrics(client, options.shareMetrics)
  metrics.watchProcess()
  options.observeRedis?.(metrics.watchRedis())
  const isLocal = isLoopback(host) && tenant.credentials !== undefined && tenant.clientTokens.length === 0
  const parts: ServerParts = {
    ...options,
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
  const { graphql, fetching } = createHandlers({
    ...parts,
    stopsAtMs,
    extensionOf: (caller, memory) =>
      opened.reduce<ExtensionContext>((all, { contextOf }) => ({ ...all, ...contextOf?.(caller, memory) }), {}),
  })
  const serveMetrics = guarded(parts.hostGuard, createMetricsHandler(metrics, log))
  const route = createRoutes({
    graphql: async (request, response) => {
      const answer = await graphql({ req: request, res: response })
      if (!response.destroyed) sendResponse(response, answer)
    },
    page: createPage({
      firstQuery: options.firstQuery,
      needsToken: callers.onlyKnown,
      signIn: sessions !== undefined,
      service,
      extensions: opened.map(({ name }) => name),
      sandboxNow: options.sandboxNow,
      faults: sandboxUrl !== undefined,
      introspection,
    }),
    others: [
      {
        path: STATISTICS_PATH,
        handle: guarded(parts.hostGuard, createStatisticsHandler(parts, service === 'embedded sandbox')),
      },
      ...(signIn ? [{ path: '/auth/', handle: signIn }] : []),
      { path: FILES_PATH, handle: createFiles(introspection) },
      { path: RULES_PATH, handle: createRules() },
      ...(sandboxUrl === undefined
        ? []
        : [{ path: FAULTS_PATH, handle: guarded(parts.hostGuard, createFaults(sandboxUrl, callers)) }]),
      ...opened.flatMap(({ routes = [] }) => routes),
    ],
    metrics: options.metricsPort === undefined ? serveMetrics : undefined,
    onRequest: metrics.onRequest,
    origins: parts.origins,
    isReady,
    log,
  })
  return { route, serveMetrics, opened }
}

/** Opens what identifies callers. Sign-in is imported only if it is configured, because its cryptography slows the start. */
export async function openAccess(options: ServerOptions): Promise<Access> {
  const { application, tenant, operatorTokens = [], signIn } = options
  const sessions = signIn && (await import('./auth/user-session.ts')).createSessions({ ...options, ...signIn })
  return { application, tenant, operatorTokens, sessions }
}

type Route = Handler<CountedResponse>

interface Routes {
  graphql: Route
  /** Answers with the page that contains GraphiQL. */
  page: Route
  /** What else is served: by the server itself, and by extensions. */
  others: readonly ExtensionRoute[]
  /** Serves `/metrics`. Undefined if it is served at another port. */
  metrics: Route | undefined
  origins: Origins
  /** Counts a request of `/graphql`. */
  onRequest: ServerMetrics['onRequest']
  /** Whether the server accepts requests and is not about to stop, which `/readyz` reports. */
  isReady: () => boolean
  log: Logger
}

/** The routes that are only read, besides the files of the page. */
const READ_PATHS: ReadonlySet<string | undefined> = new Set([
  '/healthz',
  '/readyz',
  '/metrics',
  STATISTICS_PATH,
  RULES_PATH,
])

const READ_ONLY = methodNotAllowed('GET, HEAD', 'This can only be read')

const FAILED = refusal('INTERNAL', 500, 'The request could not be answered')

const MALFORMED_TARGET = refusal('BAD_REQUEST', 400, 'The request target or the Host header is malformed')

/** Creates the request listener of the server: the page, the GraphQL endpoint, sign-in, health checks and metrics by path. */
function createRoutes(routes: Routes): Route {
  const { graphql, metrics, others, log } = routes
  return async (request, response) => {
    try {
      await handle(request, response)
    } catch (err) {
      log.error({ err }, 'a request could not be answered')
      if (response.headersSent) response.destroy()
      else answerRefusal(response, FAILED)
    }
  }

  function handle(...[request, response]: Parameters<Route>): unknown {
    response.setHeader('x-content-type-options', 'nosniff')
    response.setHeader('cache-control', 'no-store')
    if (!normalizeTarget(request)) return answerRefusal(response, MALFORMED_TARGET)
    const path = pathOf(request)
    const isGraphQL = path === GRAPHQL_PATH || path === `${GRAPHQL_PATH}/`
    if (!isRead(request) && (READ_PATHS.has(path) || path.startsWith(FILES_PATH)))
      return answerRefusal(response, READ_ONLY)
    if (path === '/healthz') return answerText(response, 200, 'alive')
    if (path === '/readyz')
      return routes.isReady() ? answerText(response, 200, 'ready') : answerText(response, 503, 'not ready')
    if (metrics && path === '/metrics') return metrics(request, response)
    nameRequest(request, response)
    const other = isGraphQL ? undefined : others.find((each) => isAt(path, each.path))
    if (other) {
      // A page of another site can send a form. Its browser may leave out the cookie, and would still obey the response. A
      // preflight changes nothing.
      const changesNothing = isRead(request) || request.method === 'OPTIONS'
      const refused = changesNothing || other.isOfOperations ? undefined : routes.origins.refusalOf(request, 'none')
      return refused ? answerRefusal(response, refused) : other.handle(request, response)
    }
    if (!isGraphQL) return answerRefusal(response, NOT_FOUND)
    routes.onRequest(request, response)
    if (isRead(request) && negotiate(request.headers.accept)?.page) return routes.page(request, response)
    return graphql(request, response)
  }
}

function pathOf({ url = '' }: IncomingMessage): string {
  const queryAt = url.indexOf('?')
  return queryAt === -1 ? url : url.slice(0, queryAt)
}

function isAt(path: string, at: string): boolean {
  return at.endsWith('/') ? path.startsWith(at) : path === at
}

/** Creates the handler that answers with the metrics in the format of Prometheus. */
export function createMetricsHandler(metrics: ServerMetrics, log: Logger): Handler {
  return async (request, response) => {
    try {
      const text = await metrics.text()
      await sendText(request, response, { 'content-type': metrics.contentType, 'cache-control': 'no-store' }, text)
    } catch (err) {
      log.error({ err }, 'the metrics could not be read')
      answerText(response, 500, 'The metrics cannot be read')
    }
  }
}

const OPERATORS_ONLY = unauthorized({
  code: 'UNAUTHENTICATED',
  message:
    'Statistics are for operators only. Present one of the tokens of OPERATOR_TOKENS as `Authorization: Bearer …`',
})

/**
 * Creates the handler that answers operators with the statistics of all accounts together, which name no account. With
 * `isOpen`, everybody may read them.
 */
function createStatisticsHandler(
  { statistics, callers }: Pick<ServerParts, 'statistics' | 'callers'>,
  isOpen: boolean,
): Handler<CountedResponse> {
  return async (request, response) => {
    const { operator } = await callers.callerOf(request, response)
    if (!operator && !isOpen) return answerRefusal(response, OPERATORS_ONLY)
    const headers = { 'content-type': JSON_TYPE, 'cache-control': 'no-store' }
    await sendText(request, response, headers, statisticsText(await statistics.all()))
  }
}
