import { createServer as createHttpServer, type Server as HttpServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { useDeferStream } from '@graphql-yoga/plugin-defer-stream'
import type { GraphQLError, GraphQLSchema } from 'graphql'
import { createYoga } from 'graphql-yoga'
import { createLoaders, createReferenceCache, type ReferenceStore } from '../loaders/index.ts'
import { Budget } from '../rest/budget.ts'
import type { Client } from '../rest/client.ts'
import type { AnswerMemory } from '../rest/wire/transport.ts'
import type { CallRecord } from '../rest/types.ts'
import { maskError } from '../schema/errors.ts'
import type { RedisObserver } from '../state/redis.ts'
import { createMemoryStore, type KeyValueStore } from '../rest/store.ts'
import { callerOf, type Access, type Caller, type SingleTenant } from './auth/caller.ts'
import { callerGone, watchConnections } from './connections.ts'
import { createPage } from './workbench/graphiql.ts'
import { executionPlugin } from './execution.ts'
import { negotiate } from './http/accept.ts'
import { answerClientErrors } from './http/client-error.ts'
import { partsPlugin } from './http/parts.ts'
import { answerRefusal, refusal } from './http/refusal.ts'
import { slowBodyPlugin } from './http/slow-body.ts'
import { normalizeTarget } from './http/target.ts'
import { createAdmission, type RequestContext } from './guard/admission.ts'
import { createMemoryBudget, type Holding } from './guard/memory.ts'
import { memoryPlugin } from './guard/memory-plugin.ts'
import { guardOptions, httpTimeouts, type Guards } from './guard/guard.ts'
import type { Logger } from './observe/log.ts'
import { createMetrics, type Metrics } from './observe/metrics.ts'
import { operationPlugin, type OperationContext } from './observe/operation.ts'
import { nameRequest, requestIdOf } from './observe/request-id.ts'
import type { Telemetry } from './observe/telemetry.ts'
import { createSessions, type Application } from './auth/session.ts'
import { createSignIn } from './auth/sign-in.ts'
import { Trace } from './observe/trace.ts'
import { SlicedResponse } from './sliced-response.ts'
import { validationPlugin } from './validation.ts'

/** What is served, over which client, for whom, and within which limits. */
export interface ServerOptions extends Guards {
  host: string
  port: number
  schema: GraphQLSchema
  client: Client
  /** The client application that signs every request. */
  application: Application
  tenant: SingleTenant
  /** The bearer tokens of the operator. Left out: nobody is. */
  operatorTokens?: readonly string[]
  /** Left out: users cannot sign in. */
  signIn?: SignIn | undefined
  /** Small texts that several instances share. Left out: in this process's memory. */
  store?: KeyValueStore
  /** Where answers to reads that are few are kept. Left out: in this process's memory. */
  referenceStore?: ReferenceStore | undefined
  /** Has an observer told of every command that is sent to Redis. Left out: no state is shared over Redis. */
  observeRedis?: ((observer: RedisObserver) => void) | undefined
  /** How long one operation may take, calls and waits included. */
  operationTimeoutMs: number
  /** The age at which answers to reads that are few are refreshed. Left out: a day. */
  referenceMaxAgeMs?: number
  /** Whether every answer carries the trace, asked for or not. */
  traceAlways: boolean
  /** The query that GraphiQL opens on. */
  firstQuery: string
  /** How long requests are still taken when the server stops and is no longer ready, so that proxies learn of it. */
  stopDelayMs: number
  /** Where `/metrics` is served; undefined: beside the graph. */
  metricsPort: number | undefined
  /** Traces of operations. Undefined: none are sent. */
  telemetry?: Pick<Telemetry, 'traceOperation'> | undefined
  log: Logger
}

/** How users sign in. */
export interface SignIn {
  /** What seals their sessions, newest first; every instance with the same can open them. */
  secrets: readonly string[]
  /** How long a session lasts. */
  maxAgeMs: number
  /** Where browsers reach this server, without a path. Left out: under a name of loopback. */
  publicUrl?: string | undefined
}

/** A server that listens. */
export interface Server {
  /** Where GraphQL is served, e.g. `http://127.0.0.1:4000/graphql`. */
  url: string
  /**
   * Is no longer ready, after a while stops taking requests, lets those under way finish for at most `graceMs` (an
   * operation's longest), then ends.
   */
  stop(graceMs?: number): Promise<void>
}

const GRAPHQL_PATH = '/graphql'

const NOT_FOUND = refusal('NOT_FOUND', 404, `Nothing is served at this path: send operations to ${GRAPHQL_PATH}`)

const MALFORMED_TARGET = refusal('BAD_REQUEST', 400, 'The request target or the Host header is malformed')

const NOT_ACCEPTABLE = refusal(
  'NOT_ACCEPTABLE',
  406,
  'Accept application/graphql-response+json, application/json, multipart/mixed or text/event-stream',
)

/** How long a server that stops accepts connections that have come: Node takes one at each turn of its event loop. */
const BACKLOG_MS = 3_000

/** How long it has patience with connections that have not asked for anything yet. */
const NEW_CONNECTION_MS = 500

/**
 * Serves the graph over HTTP: `/graphql`, `/auth/…` (signing in and out), `/healthz` (alive), `/readyz` (takes
 * requests), `/metrics`. Resolves when it listens.
 */
export async function startServer({ host, port, log, client, ...options }: ServerOptions): Promise<Server> {
  const { application, tenant, operatorTokens = [], store = createMemoryStore() } = options
  const sessions = options.signIn && createSessions({ ...options.signIn, application, store })
  const access: Access = { application, tenant, operatorTokens, sessions }
  const metrics = createMetrics(() => client)
  options.observeRedis?.(metrics.watchRedis())
  const yoga = createGraphQLHandler({ log, client, access, metrics, ...options })
  const signIn = sessions && createSignIn({ ...options.signIn!, client, access, sessions, store, log })
  const page = createPage({ firstQuery: options.firstQuery, signIn: sessions !== undefined })
  let ready = true
  let closing = false

  const { timeouts, metricsPort, operationTimeoutMs, stopDelayMs } = options
  const http = createHttpServer({ ...httpTimeouts(timeouts), ServerResponse: SlicedResponse }, (request, response) => {
    // A connection that was kept alive would hold up the stop for as long as its client likes.
    response.once('close', () => closing && setImmediate(() => http.closeIdleConnections()))
    response.setHeader('x-content-type-options', 'nosniff')
    response.setHeader('cache-control', 'no-store')
    if (!normalizeTarget(request)) return answerRefusal(response, MALFORMED_TARGET)
    const path = request.url?.split('?')[0]
    if (path === '/healthz') return answerText(response, 200, 'alive')
    if (path === '/readyz') return ready ? answerText(response, 200, 'ready') : answerText(response, 503, 'stopping')
    if (path === '/metrics' && metricsPort === undefined) return void answerMetrics(response, metrics)
    nameRequest(request, response)
    if (signIn && path?.startsWith('/auth/')) return void signIn(request, response)
    metrics.onRequest(request, response)
    if (path !== GRAPHQL_PATH && path !== `${GRAPHQL_PATH}/`) return answerRefusal(response, NOT_FOUND)
    const accepted = negotiate(request.headers.accept)
    if (!accepted) return answerRefusal(response, NOT_ACCEPTABLE)
    if (accepted.page && request.method === 'GET') return void page(response)
    // Yoga prefers the type that is named last, whatever its quality.
    request.headers.accept = accepted.whole
    return void yoga(request, response)
  })
  answerClientErrors(http)
  const connections = watchConnections(http, timeouts.writeMs)
  await listen(http, port, host)
  const metricsHttp = createHttpServer((_request, response) => void answerMetrics(response, metrics))
  if (metricsPort !== undefined) await listen(metricsHttp, metricsPort, host)

  return {
    url: `http://${host.includes(':') ? `[${host}]` : host}:${(http.address() as AddressInfo).port}/graphql`,
    async stop(graceMs = operationTimeoutMs) {
      ready = false
      if (stopDelayMs > 0) await sleep(stopDelayMs)
      await connections.accepted(BACKLOG_MS)
      closing = true
      const closed = new Promise((resolve) => http.close(resolve))
      http.closeIdleConnections()
      // Whoever has just connected is given the time to ask.
      const silent = setTimeout(() => connections.endSilent(), NEW_CONNECTION_MS)
      // An answer that streams can go on for ever: after the grace its connection is cut.
      const cut = setTimeout(() => http.closeAllConnections(), graceMs)
      await closed
      clearTimeout(silent)
      clearTimeout(cut)
      metricsHttp.close()
      metricsHttp.closeAllConnections()
      await client.close()
    },
  }
}

function createGraphQLHandler(options: Omit<ServerOptions, 'host' | 'port'> & { access: Access; metrics: Metrics }) {
  const { schema, client, access, metrics, operationTimeoutMs, referenceMaxAgeMs, traceAlways, limits, log } = options
  const reference = createReferenceCache(client, {
    store: options.referenceStore,
    leases: options.store,
    refreshMs: referenceMaxAgeMs,
    readTimeoutMs: operationTimeoutMs,
  })
  const mask = (error: unknown) => {
    const masked = maskError(error)
    if (masked.extensions['code'] === 'INTERNAL' && masked !== error) log.error({ err: error }, 'internal error')
    return masked
  }

  /** A session whose token the service no longer takes is over, here and in the browser. */
  const onRevoked = ({ session, byCookie }: Caller, response: ServerResponse) => {
    if (!session || !access.sessions) return
    access.sessions.end(session, 'token').catch((err: unknown) => log.error({ err }, 'a session could not be ended'))
    if (byCookie && !response.headersSent) response.setHeader('set-cookie', access.sessions.noCookie)
  }
  const memory = createMemoryBudget({ maxBytes: options.maxMemoryBytes, queueTimeoutMs: options.queueTimeoutMs })
  const admission = createAdmission({
    ...options,
    memory,
    async callerOf(request, response) {
      const caller = await callerOf(access, request.headers)
      if (caller.refused && caller.byCookie) response.setHeader('set-cookie', access.sessions!.noCookie)
      return caller
    },
    onOverloaded: () => metrics.onRefusal('OVERLOADED'),
  })
  metrics.watch({
    operations: () => admission.counts(),
    memory: () => ({ used: memory.usedBytes(), limit: options.maxMemoryBytes }),
    waitingForMemory: () => memory.waiting(),
  })
  const onlyKnownCallers = access.tenant.clientTokens.length > 0
  const guards = guardOptions(options, { admission: admission.plugin, onlyKnownCallers })
  return createYoga<RequestContext, OperationContext>({
    ...guards,
    schema,
    logging: log,
    graphqlEndpoint: GRAPHQL_PATH,
    // The server answers these itself. No URL can end with Yoga's path for health checks.
    landingPage: false,
    graphiql: false,
    healthCheckEndpoint: '\0',
    maskedErrors: { maskError: mask },
    plugins: [
      ...guards.plugins,
      slowBodyPlugin(options.timeouts.requestMs),
      useDeferStream(),
      validationPlugin(),
      partsPlugin,
      executionPlugin,
      memoryPlugin,
      operationPlugin({ log, traceAlways, mask, metrics, telemetry: options.telemetry }),
    ],
    async context({ req, res, caller: finding, holding }) {
      const caller = await finding
      const trace = new Trace()
      const signal = callerGone(req.socket)
      const options = {
        credentials: caller.credentials,
        deadline: Date.now() + operationTimeoutMs,
        signal,
        requestId: requestIdOf(req),
        budget: new Budget(limits),
        caller: caller.key,
        memory: rowMemory(holding),
        onCall(call: CallRecord) {
          trace.onCall(call)
          metrics.onCall(call)
        },
        onCached(hit: { stale: boolean }) {
          trace.onKept(hit)
          metrics.onKept()
        },
        onRevoked: () => onRevoked(caller, res),
        refused: caller.refused,
      }
      // What is kept of other reads is not for those who may call nothing.
      const rest = caller.refused ? client.session(options) : reference.session(options)
      const reported: GraphQLError[] = []
      return {
        rest,
        loaders: createLoaders(rest),
        operator: caller.operator,
        trace,
        signal,
        reported,
        report: (error) => void reported.push(error),
      }
    },
  })
}

/** The part of an operation's memory that the service's answers take. */
function rowMemory(holding: Holding): AnswerMemory {
  return {
    isShort: () => holding.isShort('rows'),
    available: () => holding.available('rows'),
    isRefused: () => holding.isRefused(),
    add: (bytes) => holding.add(bytes),
  }
}

function listen(http: HttpServer, port: number, host: string): Promise<void> {
  return new Promise((resolve, reject) => {
    http.once('error', reject)
    http.listen(port, host, resolve)
  })
}

async function answerMetrics(response: ServerResponse, metrics: Metrics): Promise<void> {
  const text = await metrics.text().catch(() => undefined)
  if (text === undefined) return answerText(response, 500, 'The metrics cannot be read')
  response.writeHead(200, { 'content-type': metrics.contentType, 'cache-control': 'no-store' }).end(text)
}

function answerText(response: ServerResponse, status: number, text: string): void {
  response
    .writeHead(status, { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store' })
    .end(`${text}\n`)
}
