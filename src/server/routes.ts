import { GRAPHQL_PATH } from './request-steps.ts'
import type { Statistics } from '../rest/statistics.ts'
import { STATISTICS_PATH, statisticsText } from '../state/statistics.ts'
import { negotiate, NOT_ACCEPTABLE } from './http/accept.ts'
import type { ExtensionRoute } from './extension.ts'
import type { Origins } from './guard/guard.ts'
import { type Handler, normalizeTarget } from './http/exchange.ts'
import type { SendText, CountedResponse } from './response.ts'
import type { Callers } from './auth/callers.ts'
import { answerRefusal, answerText, JSON_TYPE, refusal, unauthorized } from './http/refusal.ts'
import type { Logger } from './observe/log.ts'
import type { Metrics } from './observe/metrics.ts'
import { nameRequest } from './observe/headers.ts'
import { FILES_PATH, RULES_PATH } from './workbench.ts'

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
export function createRoutes(routes: Routes): Route {
  const { graphql, metrics, others } = routes
  return (request, response) => {
    response.setHeader('x-content-type-options', 'nosniff')
    response.setHeader('cache-control', 'no-store')
    if (!normalizeTarget(request)) return answerRefusal(response, MALFORMED_TARGET)
    const path = request.url?.split('?')[0]
    const isGraphQL = path === GRAPHQL_PATH || path === `${GRAPHQL_PATH}/`
    const isRead = request.method === 'GET' || request.method === 'HEAD'
    if (!isRead && (READ_PATHS.has(path) || path?.startsWith(FILES_PATH))) return answerRefusal(response, READ_ONLY)
    if (path === '/healthz') return answerText(response, 200, 'alive')
    if (path === '/readyz')
      return routes.isReady() ? answerText(response, 200, 'ready') : answerText(response, 503, 'not ready')
    if (metrics && path === '/metrics') return metrics(request, response)
    nameRequest(request, response)
    const other = isGraphQL ? undefined : others.find((each) => isAt(path, each.path))
    if (other && !other.isOfOperations) {
      // A page of another site can send a form. Its browser may leave out the cookie, and would still obey the response. A
      // preflight changes nothing.
      const changesNothing = isRead || request.method === 'OPTIONS'
      const refused = changesNothing ? undefined : routes.origins.refusalOf(request, 'none')
      return refused ? answerRefusal(response, refused) : other.handle(request, response)
    }
    routes.onRequest(request, response)
    if (other) return other.handle(request, response)
    if (!isGraphQL) return answerRefusal(response, NOT_FOUND)
    const accepted = negotiate(request.headers.accept)
    if (!accepted) return answerRefusal(response, NOT_ACCEPTABLE)
    if (accepted.page && request.method === 'GET') return routes.page(request, response)
    // Yoga prefers the last type of the header, regardless of its quality value.
    request.headers.accept = accepted.type
    return graphql(request, response)
  }
}

function isAt(path: string | undefined, at: string): boolean {
  return at.endsWith('/') ? (path?.startsWith(at) ?? false) : path === at
}

/** What the handler of the metrics needs. */
interface MetricsParts {
  metrics: Metrics
  sendText: SendText
  log: Logger
}

/** Creates the handler that answers with the metrics in the format of Prometheus. */
export function createMetricsHandler({ metrics, sendText, log }: MetricsParts): Handler {
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

interface StatisticsOptions {
  statistics: Statistics
  callers: Callers
  sendText: SendText
  log: Logger
}

const OPERATORS_ONLY = unauthorized({
  code: 'UNAUTHENTICATED',
  message:
    'Statistics are for operators only. Present one of the tokens of OPERATOR_TOKENS as `Authorization: Bearer …`',
})

const UNAVAILABLE = refusal('INTERNAL', 500, 'The statistics cannot be read')

/**
 * Creates the handler that answers operators with the statistics of all accounts together, which name no account. With
 * `isOpen`, everybody may read them.
 */
export function createStatisticsHandler(
  { statistics, callers, sendText, log }: StatisticsOptions,
  isOpen: boolean,
): Handler<CountedResponse> {
  return async (request, response) => {
    try {
      const { operator } = await callers.callerOf(request, response)
      if (!operator && !isOpen) return answerRefusal(response, OPERATORS_ONLY)
      const headers = { 'content-type': JSON_TYPE, 'cache-control': 'no-store' }
      await sendText(request, response, headers, statisticsText(await statistics.all()))
    } catch (err) {
      log.error({ err }, 'the statistics could not be read')
      answerRefusal(response, UNAVAILABLE)
    }
  }
}
