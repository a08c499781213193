import type { ServerResponse } from 'node:http'
import type { GraphQLError } from 'graphql'
import { type MaybePromise, when } from '../../async/promise.ts'
import type { Allowance } from '../../rest/budget.ts'
import type { RequestContext } from '../admission/admission.ts'
import type { Bounds } from '../bounds.ts'
import type { Limits } from '../document/limits.ts'
import type { TrustedDocuments } from '../document/trusted-documents.ts'
import { refusal, unauthorized, answerRefusal, methodNotAllowed } from '../http/refusal.ts'
import { type Handler, type IncomingRequest, isRead, type OutgoingResponse, urlOf } from '../http/request.ts'
import { RATE_LIMIT_HEADERS, REQUEST_ID_HEADER, PLAN_HEADER, TRACE_HEADER } from '../observe/headers.ts'
import type { Logger } from '../observe/log.ts'
import { isOrigin } from './origin.ts'

/** The limits and access rules of a server. */
export interface Guards extends OriginSettings, Bounds {
  /** The calls and rows of an operation, and the size of a document, which defaults to DOCUMENT_LIMITS. */
  limits: Allowance & Partial<Limits>
  /** The maximum number of operations that run at the same time. */
  maxOperations: number
  /** The maximum number of bytes that all operations hold together. */
  maxMemoryBytes: number
  /** The URL at which browsers reach this server, without a path. Defaults to a loopback address. */
  publicUrl: string | undefined
  /** Whether introspection is allowed, and errors about misspelled names suggest similar ones: guesses would find all names. */
  introspection: boolean
  trustedDocuments: TrustedDocuments
}

/** The timeouts as options of node:http. */
export function httpTimeouts({ headersMs, requestMs, keepAliveMs }: Bounds['timeouts']) {
  const headersTimeout = Math.min(headersMs, requestMs)
  return {
    headersTimeout,
    requestTimeout: requestMs,
    keepAliveTimeout: keepAliveMs,
    connectionsCheckingInterval: Math.min(headersTimeout, 30_000),
  }
}

/** The head of a request, and its caller. */
type RequestHead = Pick<RequestContext, 'req' | 'caller'>

/** Returns the refusal of a request by its head; undefined if nothing is wrong with it. */
export type RequestCheck = (head: RequestHead) => MaybePromise<GraphQLError | undefined>

/** The refusal of the first of these checks that a request fails. */
export function firstRefusal(
  checks: readonly RequestCheck[],
  head: RequestHead,
  from = 0,
): MaybePromise<GraphQLError | undefined> {
  return when(checks[from]?.(head), (refused) =>
    refused || from >= checks.length ? refused : firstRefusal(checks, head, from + 1),
  )
}

/** Whether the caller has a valid token or session. */
export const isKnownCaller: RequestCheck = ({ caller }) =>
  when(caller, ({ refused, unknown }) => (refused && unknown ? unauthorized(refused) : undefined))

/** The methods with which operations can be sent. */
export const METHODS = 'GET, HEAD, POST'

/** Whether operations can be sent with the method. */
export const hasKnownMethod: RequestCheck = ({ req }) =>
  req.method === 'POST' || isRead(req) ? undefined : methodNotAllowed(METHODS, 'Operations are sent with GET or POST')

/** Whether a body is JSON. A page of another site can send any other type without a CORS preflight request. */
export const hasJsonBody: RequestCheck = ({ req }) =>
  req.method === 'POST' && !isJson(req.headers['content-type'])
    ? refusal('UNSUPPORTED_MEDIA_TYPE', 415, 'Send the body as application/json, encoded in UTF-8')
    : undefined

const JSON_TYPES = new Set(['application/json', 'application/graphql+json'])

/** Whether a content type is JSON in UTF-8. Media types and charset names are case-insensitive. */
export function isJson(contentType = ''): boolean {
  if (JSON_TYPES.has(contentType)) return true
  const [type = '', ...parameters] = contentType
    .toLowerCase()
    .split(';')
    .map((part) => part.trim())
  const charset = parameters.find((parameter) => parameter.startsWith('charset='))
  return JSON_TYPES.has(type) && (charset === undefined || /^charset="?utf-?8"?$/.test(charset))
}

const VALUES: readonly (readonly [name: string, values: readonly string[]])[] = [
  [PLAN_HEADER, ['0', '1', 'dry-run']],
  [TRACE_HEADER, ['0', '1']],
]

const PARAMETERS = ['query', 'operationName', 'documentId', 'variables', 'extensions'] as const

/** A percent sign that is not the code of a byte. */
const NO_CODE = /%(?![\da-f]{2})/gi

/**
 * Whether headers with fixed values have one of them, and the parameters in a URL are given once and are UTF-8. A misspelled `dry-run`
 * must not execute a mutation.
 */
export const hasValidParameters: RequestCheck = ({ req }) => {
  for (const [name, values] of VALUES) {
    const value = req.headers[name]
    if (value === undefined || values.includes(String(value))) continue
    const allowed = `${values.slice(0, -1).join(', ')} or ${values.at(-1)}`
    return refusal('BAD_USER_INPUT', 400, `The header ${name} must be ${allowed}. Nothing was executed`)
  }
  if (!isRead(req)) return undefined
  const url = urlOf(req)
  // A proxy that looks at the operation may take another one of two.
  const twice = PARAMETERS.find((name) => url.searchParams.getAll(name).length > 1)
  if (twice) return refusal('BAD_REQUEST', 400, `The URL has the parameter ${twice} more than once`)
  if (!isUtf8(url.search)) return refusal('BAD_REQUEST', 400, 'The parameters of the URL are not valid UTF-8')
  return undefined
}

/** Whether the bytes of a query string are UTF-8. Others would be replaced by U+FFFD. */
function isUtf8(search: string): boolean {
  try {
    decodeURIComponent(search.replace(NO_CODE, '%25'))
    return true
  } catch {
    return false
  }
}

/** Puts a handler behind the guard, if there is one. */
export function guarded<Response extends ServerResponse>(
  guard: HostGuard | undefined,
  handle: Handler<Response>,
): Handler<Response> {
  return (request, response) => {
    const refused = guard?.(request)
    return refused ? answerRefusal(response, refused) : handle(request, response)
  }
}

/** Returns the refusal of a request that a page may have sent under another host name; undefined for all others. */
export type HostGuard = (request: Pick<IncomingRequest, 'method' | 'headers'>) => GraphQLError | undefined

/**
 * Creates the guard that allows loopback addresses and the host of `publicUrl`. A page can make its own name resolve to this
 * machine (DNS rebinding). For the browser, it then has the same origin as the graph.
 */
export function hostGuard(publicUrl: string | undefined): HostGuard {
  const publicHost = publicUrl === undefined ? undefined : new URL(publicUrl).hostname
  return (request) => {
    const { headers } = request
    // Browsers send `Origin` with each POST, but not with a GET to their own origin. Other clients may use any name.
    if (!isRead(request) && headers.origin === undefined) return undefined
    const host = headers.host?.replace(/:\d*$/, '').toLowerCase() ?? ''
    if (isLoopback(host) || host === publicHost) return undefined
    return refusal(
      'HOST_NOT_ALLOWED',
      403,
      'Without CLIENT_TOKENS, pages can use this server only at a loopback address or at PUBLIC_URL. ' +
        'Set PUBLIC_URL to the URL of this request, without the path',
    )
  }
}

/** Whether a host name or address, without a port, reaches this machine alone. */
export function isLoopback(host: string): boolean {
  return /^(?:.+\.)?localhost$|^127\.[\d.]+$|^(?:::1|\[::1\])$/i.test(host)
}

/** Which pages may use the graph from a browser. */
interface OriginSettings {
  /** The origins whose pages may use the graph from a browser; `*` allows all origins, without cookies. */
  corsOrigins: readonly string[]
  /** Whether pages of every origin on this machine may use the graph, as over the embedded sandbox. */
  allowsLoopbackOrigins: boolean
}

/** Decides about the origins of pages. */
export interface Origins {
  allows(origin: string): boolean
  /** Whether an allowed origin may send cookies. */
  allowsCookies(origin: string): boolean
  /**
   * The refusal of a request that a page of another origin made a browser send, unless `others` may: those that are allowed, or
   * none. Undefined for all other requests: clients that are no browsers send neither `Origin` nor `Sec-Fetch-Site`.
   */
  refusalOf(request: Pick<IncomingRequest, 'headers'>, others: 'allowed' | 'none'): GraphQLError | undefined
  /** Logs that pages of this origin are refused, once for each origin. */
  logRefusal(request: Pick<IncomingRequest, 'headers'>): void
}

/** The maximum number of refused origins that are logged, because anybody can invent origins. */
const MAX_LOGGED_ORIGINS = 100

/** Creates the decisions of these settings. */
export function createOrigins(
  { corsOrigins, allowsLoopbackOrigins, publicUrl }: OriginSettings & { publicUrl?: string | undefined },
  log: Logger,
): Origins {
  const logged = new Set<string>()
  const publicOrigin = publicUrl === undefined ? undefined : new URL(publicUrl).origin
  const isListed = (origin: string) => corsOrigins.includes(origin) || (allowsLoopbackOrigins && isOnLoopback(origin))
  const allows = (origin: string) => isListed(origin) || corsOrigins.includes('*')
  return {
    allows,
    allowsCookies: isListed,
    refusalOf({ headers: { origin, host, 'sec-fetch-site': site } }, others) {
      if (isOwn(origin, site, host, publicOrigin)) return undefined
      if (others === 'none') return refusal('CSRF_PREVENTED', 403, 'Pages of other sites cannot do this')
      if (origin !== undefined && allows(origin)) return undefined
      return refusal(
        'CSRF_PREVENTED',
        403,
        'The origin is not listed in CORS_ORIGINS, so its pages cannot use the graph',
      )
    },
    logRefusal({ headers: { origin, host, 'sec-fetch-site': site } }) {
      if (origin === undefined || !isOrigin(origin) || isOwn(origin, site, host, publicOrigin)) return
      if (logged.has(origin) || logged.size === MAX_LOGGED_ORIGINS) return
      logged.add(origin)
      log.warn({ origin }, `Pages of ${origin} cannot use the graph. To allow them, add ${origin} to CORS_ORIGINS`)
    },
  }
}

/**
 * Lets a page of another origin read the response to a request, if it may use the graph. `headers` say with which methods, and which
 * headers of the response. Returns whether it may.
 */
export function allowOrigin(
  origins: Origins,
  { headers: { origin, 'access-control-request-headers': asked } }: Pick<IncomingRequest, 'headers'>,
  response: Pick<OutgoingResponse, 'setHeader'>,
  headers: CorsHeaders,
): boolean {
  response.setHeader('vary', asked === undefined ? 'Origin' : 'Origin, Access-Control-Request-Headers')
  if (origin === undefined || !origins.allows(origin)) return false
  response.setHeader('access-control-allow-origin', origin)
  if (origins.allowsCookies(origin)) response.setHeader('access-control-allow-credentials', 'true')
  for (const [name, value] of Object.entries(headers)) response.setHeader(name, value)
  if (asked !== undefined) response.setHeader('access-control-allow-headers', asked)
  return true
}

type CorsHeaders = Readonly<Record<'access-control-allow-methods' | 'access-control-expose-headers', string>>

const GRAPHQL_CORS_HEADERS = {
  'access-control-allow-methods': METHODS,
  'access-control-expose-headers': [REQUEST_ID_HEADER, 'retry-after', ...RATE_LIMIT_HEADERS].join(', '),
  'access-control-max-age': '600',
}

/** Lets a page of another origin read the response to a GraphQL request, if it may use the graph. */
export function allowGraphQL(origins: Origins, request: IncomingRequest, response: OutgoingResponse): void {
  if (request.headers.origin === undefined) return
  if (!allowOrigin(origins, request, response, GRAPHQL_CORS_HEADERS)) origins.logRefusal(request)
}

/** Whether a page sent the request to its own origin, or no page. Older browsers send `Origin` with each POST, and nothing else. */
function isOwn(
  origin: string | undefined,
  site: string | string[] | undefined,
  host: string | undefined,
  publicOrigin: string | undefined,
): boolean {
  if (site !== undefined) return site === 'same-origin' || site === 'none'
  if (origin === undefined || origin === publicOrigin) return true
  return isOrigin(origin) && new URL(origin).host === host
}

function isOnLoopback(origin: string): boolean {
  return isOrigin(origin) && isLoopback(new URL(origin).hostname)
}
