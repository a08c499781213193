import type { IncomingMessage, ServerResponse } from 'node:http'
import { GRAPHQL_PATH } from './graphql.ts'
import { STATISTICS_PATH } from '../state/statistics-file.ts'
import type { HostGuard } from './guard/host.ts'
import { negotiate, NOT_ACCEPTABLE } from './http/accept.ts'
import { BULK_PATH } from '../bulk/operation/record.ts'
import { AGENTS_PATH } from './http/path.ts'
import type { SendText } from './response/compression.ts'
import { answerRefusal, answerText, refusal } from './http/refusal.ts'
import type { CountedResponse } from './response/counted-response.ts'
import { normalizeTarget } from './http/target.ts'
import type { Logger } from './observe/log.ts'
import type { Metrics } from './observe/metrics.ts'
import { nameRequest } from './observe/request-id.ts'
import { FAULTS_PATH } from './workbench/faults.ts'
import { FILES_PATH, RULES_PATH } from './workbench/file.ts'

type Handler = (request: IncomingMessage, response: CountedResponse) => unknown

interface Routes {
  graphql: Handler
  /** Answers with the page that contains GraphiQL. */
  page: Handler
  /** Serves the files of the page. */
  files: Handler
  /** Answers with the list of rules. */
  rules: Handler
  /** Serves `/auth/…`. Undefined if users cannot sign in. */
  signIn: Handler | undefined
  /** Serves the tools of agents at AGENTS_PATH. Undefined if they are off. */
  agents: Handler | undefined
  /** Serves the files of long work. Undefined if there is none. */
  bulk: Handler | undefined
  /** Serves the faults of the embedded sandbox at FAULTS_PATH. Undefined if there is none. */
  faults: Handler | undefined
  /** Serves the statistics of what was read. */
  statistics: Handler
  /** Serves `/metrics`. Undefined if it is served at another port. */
  metrics: Handler | undefined
  /** Counts a request of operations. */
  onRequest: Metrics['onRequest']
  /** Whether the server accepts requests and is not about to stop, which `/readyz` reports. */
  isReady: () => boolean
}

const NOT_FOUND = refusal('NOT_FOUND', 404, `Nothing is served at this path. Send operations to ${GRAPHQL_PATH}`)

/** What is only read, besides the files of the page. */
const READ_PATHS: ReadonlySet<string | undefined> = new Set([
  '/healthz',
  '/readyz',
  '/metrics',
  STATISTICS_PATH,
  RULES_PATH,
])

const READ_ONLY = refusal('METHOD_NOT_ALLOWED', 405, 'This can only be read', { allow: 'GET, HEAD' })

const MALFORMED_TARGET = refusal('BAD_REQUEST', 400, 'The request target or the Host header is malformed')

/** Creates the request listener of the server: the page, the GraphQL endpoint, sign-in, health checks and metrics by path. */
export function createRoutes(routes: Routes): Handler {
  const { graphql, agents, metrics } = routes
  /** What is no operation. A path that ends with a slash is that of everything below it. */
  const others: readonly [path: string, handler: Handler | undefined][] = [
    [STATISTICS_PATH, routes.statistics],
    ['/auth/', routes.signIn],
    [FILES_PATH, routes.files],
    [BULK_PATH, routes.bulk],
    [RULES_PATH, routes.rules],
    [FAULTS_PATH, routes.faults],
  ]
  return (request, response) => {
    response.setHeader('x-content-type-options', 'nosniff')
    response.setHeader('cache-control', 'no-store')
    if (!normalizeTarget(request)) return answerRefusal(response, MALFORMED_TARGET)
    const path = request.url?.split('?')[0]
    const isRead = request.method === 'GET' || request.method === 'HEAD'
    if (!isRead && (READ_PATHS.has(path) || path?.startsWith(FILES_PATH))) return answerRefusal(response, READ_ONLY)
    if (path === '/healthz') return answerText(response, 200, 'alive')
    if (path === '/readyz')
      return routes.isReady() ? answerText(response, 200, 'ready') : answerText(response, 503, 'not ready')
    if (metrics && path === '/metrics') return metrics(request, response)
    nameRequest(request, response)
    for (const [prefix, handler] of others)
      if (handler && (prefix.endsWith('/') ? path?.startsWith(prefix) : path === prefix))
        return void handler(request, response)
    routes.onRequest(request, response)
    if (agents && path === AGENTS_PATH) return void agents(request, response)
    if (path !== GRAPHQL_PATH && path !== `${GRAPHQL_PATH}/`) return answerRefusal(response, NOT_FOUND)
    const accepted = negotiate(request.headers.accept)
    if (!accepted) return answerRefusal(response, NOT_ACCEPTABLE)
    if (accepted.page && request.method === 'GET') return void routes.page(request, response)
    // Yoga prefers the last type of the header, regardless of its quality value.
    request.headers.accept = accepted.whole
    return void graphql(request, response)
  }
}

/** What the handler of the metrics needs. */
interface MetricsParts {
  metrics: Metrics
  /** Refuses requests that a page may have sent under another host name. Undefined if there are none. */
  hostGuard: HostGuard | undefined
  sendText: SendText
  log: Logger
}

/** Creates the handler that answers with the metrics in the format of Prometheus. */
export function createMetricsHandler(parts: MetricsParts) {
  return (request: IncomingMessage, response: ServerResponse) => void answerMetrics(request, response, parts)
}

async function answerMetrics(
  request: IncomingMessage,
  response: ServerResponse,
  { metrics, hostGuard, sendText, log }: MetricsParts,
): Promise<void> {
  const refused = hostGuard?.(request)
  if (refused) return answerRefusal(response, refused)
  try {
    const text = await metrics.text()
    await sendText(request, response, { 'content-type': metrics.contentType, 'cache-control': 'no-store' }, text)
  } catch (err) {
    log.error({ err }, 'the metrics could not be read')
    answerText(response, 500, 'The metrics cannot be read')
  }
}
