import type { IncomingMessage, ServerResponse } from 'node:http'
import type { GraphQLError } from 'graphql'
import type { IncomingRequest } from '../http/exchange.ts'
import { refusal } from '../http/refusal.ts'
import type { Logger } from '../observe/log.ts'
import { isLoopback } from './host.ts'

/** Which pages may use the graph from a browser. */
export interface OriginSettings {
  /** The origins whose pages may use the graph from a browser; `*` allows all origins, without cookies. */
  corsOrigins: readonly string[]
  /** Whether pages of every origin on this machine may use the graph, as over the embedded sandbox. */
  allowsLoopbackOrigins: boolean
}

/** Decides about the origins of pages. */
export interface Origins {
  allows(origin: string | null): origin is string
  /** Whether an allowed origin may send cookies. */
  allowsCookies(origin: string): boolean
  /**
   * The refusal of a request that a page of another origin made a browser send, unless `others` may: those that are allowed, or
   * none. Undefined for all other requests: clients that are no browsers send neither `Origin` nor `Sec-Fetch-Site`.
   */
  refusalOf(request: Pick<IncomingRequest, 'headers'>, others: 'allowed' | 'none'): GraphQLError | undefined
  /** Logs that pages of this origin are refused, once for each origin. */
  logRefusal(request: Request): void
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
  const allows = (origin: string | null): origin is string =>
    origin !== null && (isListed(origin) || corsOrigins.includes('*'))
  return {
    allows,
    allowsCookies: isListed,
    refusalOf({ headers: { origin, host, 'sec-fetch-site': site } }, others) {
      if (isOwn(origin, site, host, publicOrigin)) return undefined
      if (others === 'none') return refusal('CSRF_PREVENTED', 403, 'Pages of other sites cannot do this')
      if (allows(origin ?? null)) return undefined
      return refusal(
        'CSRF_PREVENTED',
        403,
        'The origin is not listed in CORS_ORIGINS, so its pages cannot use the graph',
      )
    },
    logRefusal({ headers, url }) {
      const origin = headers.get('origin')
      const site = headers.get('sec-fetch-site') ?? undefined
      if (origin === null || !isOrigin(origin) || isOwn(origin, site, new URL(url).host, publicOrigin)) return
      if (logged.has(origin) || logged.size === MAX_LOGGED_ORIGINS) return
      logged.add(origin)
      log.warn({ origin }, `Pages of ${origin} cannot use the graph. To allow them, add ${origin} to CORS_ORIGINS`)
    },
  }
}

/**
 * Lets a page of another origin read the response to a request that is no operation, if it may use the graph. `headers` say with
 * which methods, and which headers of the response.
 */
export function allowOrigin(
  origins: Origins,
  { headers: { origin, 'access-control-request-headers': asked } }: IncomingMessage,
  response: ServerResponse,
  headers: Readonly<Record<'access-control-allow-methods' | 'access-control-expose-headers', string>>,
): void {
  response.setHeader('vary', 'Origin')
  if (origin === undefined || !origins.allows(origin)) return
  response.setHeader('access-control-allow-origin', origin)
  if (origins.allowsCookies(origin)) response.setHeader('access-control-allow-credentials', 'true')
  response.setHeaders(new Map(Object.entries(headers)))
  if (asked !== undefined) response.setHeader('access-control-allow-headers', asked)
}

const MAX_ORIGIN_CHARACTERS = 300

function isOrigin(text: string): boolean {
  return text.length <= MAX_ORIGIN_CHARACTERS && URL.canParse(text) && new URL(text).origin === text
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
