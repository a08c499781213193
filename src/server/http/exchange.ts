import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http'

/** Answers a request of node:http. */
export type Handler<Response extends ServerResponse = ServerResponse> = (
  request: IncomingMessage,
  response: Response,
) => unknown

/** What the handler of GraphQL requests reads of a request: of node:http, or made from a `Request` of the fetch API. */
export interface IncomingRequest {
  readonly method?: string
  readonly headers: IncomingHttpHeaders
  /** Emits `close` when the caller disconnects. Requests of the same connection share it. */
  readonly socket: Connection
  /** The request of the fetch API. Undefined for a request of node:http. */
  readonly original?: Request
  on(event: 'data', listener: (chunk: Buffer) => void): unknown
  once(event: 'end' | 'error', listener: () => void): unknown
  pause(): unknown
  resume(): unknown
}

/** What the handler of GraphQL requests does with a response, besides returning its status, headers and body. */
export interface OutgoingResponse {
  readonly headersSent: boolean
  /** Whether the whole response has been sent, or its caller has disconnected. */
  readonly closed: boolean
  /** Called with the number of bytes of each long chunk that is to be sent. */
  onLongWrite: ((bytes: number) => void) | undefined
  setHeader(name: string, value: string): unknown
  once(event: 'close', listener: () => void): unknown
}

/** The connection of a caller. */
export interface Connection {
  /** Whether the caller has disconnected. */
  readonly destroyed: boolean
  once(event: 'close', listener: () => void): unknown
}

/**
 * Converts the request target to origin form (a path and a query). Clients may also send the absolute form
 * (`POST http://host/graphql`), which a server must accept (RFC 9112, section 3.2.2). Returns false if the target or the
 * Host header is malformed.
 */
export function normalizeTarget(request: IncomingMessage): boolean {
  const { url = '', headers } = request
  if (!url.startsWith('/')) {
    if (!/^https?:\/\//i.test(url) || !URL.canParse(url)) return false
    const { pathname, search, host } = new URL(url)
    request.url = pathname + search
    headers.host = host
  }
  if (!hasOneHost(request)) return false
  const { host } = headers
  if (!host || host === lastHost) return true
  if (!HOST.test(host) || !URL.canParse(`http://${host}`)) return false
  lastHost = host
  return true
}

/** The last Host header that was well formed: nearly all requests have the same. */
let lastHost: string | undefined

/** Node.js reads the first of several Host headers, and a proxy may have read another (RFC 9112, section 3.2). */
function hasOneHost({ rawHeaders }: IncomingMessage): boolean {
  let count = 0
  for (let at = 0; at < rawHeaders.length; at += 2)
    if (rawHeaders[at]?.length === 4 && rawHeaders[at]?.toLowerCase() === 'host') count += 1
  return count <= 1
}

/** A host name or address, with a port or without. */
const HOST = /^(?:[A-Za-z0-9._~%-]*|\[[0-9A-Fa-f:.]+\])(?::\d*)?$/
