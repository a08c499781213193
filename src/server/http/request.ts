import { type IncomingHttpHeaders, IncomingMessage, type ServerResponse } from 'node:http'
import type { Readable } from 'node:stream'
import { LRUCache } from 'lru-cache'
import Negotiator from 'negotiator'
import { refusal } from './refusal.ts'

/** Answers a request of node:http. */
export type Handler<Response extends ServerResponse = ServerResponse> = (
  request: IncomingMessage,
  response: Response,
) => unknown

/** What the handler of GraphQL requests reads of a request: of node:http, or made from a `Request` of the fetch API. */
export interface IncomingRequest {
  readonly method?: string
  /** The whole URL, or its path and query. */
  readonly url?: string
  readonly headers: IncomingHttpHeaders
  /** Emits `close` when the caller disconnects. Requests of the same connection share it. */
  readonly socket: HttpConnection
  /** The request of the fetch API. Undefined for a request of node:http. */
  readonly original?: Request
  /** Whether no more of the body arrives. */
  readonly destroyed: boolean
  /** Whether the whole body has arrived, so that `read` returns it. Only requests of node:http say so. */
  readonly complete?: boolean
  read(): Buffer | null
  on(event: 'data', listener: (chunk: Buffer) => void): unknown
  once(event: 'end' | 'error', listener: () => void): unknown
  pause(): unknown
  resume(): unknown
}

/** The URL of a request. Its origin has no meaning. */
export function urlOf({ url = '' }: IncomingRequest): URL {
  return new URL(url, 'http://localhost')
}

/** The chunks of a body that are shorter are joined. */
const MIN_CHUNK_BYTES = 1_024

/** How many bytes of short chunks are joined: one read of a socket has at most so many. */
const JOINED_BYTES = 16_384

/** Resolves in the turn of the last read of short chunks that was asked for. */
let lastRead = Promise.resolve()

/**
 * A request that joins the short chunks of one read of its socket. Each chunk of a body is an object of some hundred bytes, and a
 * client can send each byte as a chunk: one read of 64 kB would become 3 MB, even of a request that waits for its slot. Such a read
 * also takes milliseconds, so all requests share one in each turn of the event loop.
 */
export class JoinedRequest extends IncomingMessage {
  #joined: Buffer | undefined
  #length = 0
  #hasShort = false

  override _read(size: number): void {
    if (!this.#hasShort) return super._read(size)
    lastRead = lastRead.then(() => new Promise((resolve) => setImmediate(resolve)))
    void lastRead.then(() => super._read(size))
  }

  /** Takes a chunk of the body, or null at its end. Returns whether more may be read, as every stream does. */
  override push(chunk: Buffer | null): boolean {
    const isShort = chunk !== null && chunk.length < MIN_CHUNK_BYTES
    // A body with a length has one chunk in each read.
    if (isShort && this.headers['content-length'] === undefined) return this.#join(chunk)
    this.#flush()
    return super.push(chunk)
  }

  #join(chunk: Buffer): boolean {
    if (this.#length + chunk.length > JOINED_BYTES) this.#flush()
    if (!this.#joined) {
      this.#joined = Buffer.allocUnsafe(JOINED_BYTES)
      // All chunks of a read arrive before that, each in a tick of its own.
      setImmediate(() => this.#flush())
    }
    this.#joined.set(chunk, this.#length)
    this.#length += chunk.length
    this.#hasShort = true
    // The next read is asked for by _read.
    return false
  }

  #flush(): void {
    if (!this.#joined) return
    // Each chunk can arrive in a read of its own: a part of the buffer would keep all of it.
    const joined = Buffer.allocUnsafeSlow(this.#length)
    this.#joined.copy(joined)
    this.#joined = undefined
    this.#length = 0
    super.push(joined)
  }
}

/** What the handler of GraphQL requests does with a response, besides returning its status, headers and body. */
export interface OutgoingResponse {
  readonly headersSent: boolean
  /** Whether the whole response has been sent, or its caller has disconnected. */
  readonly closed: boolean
  /** Called with the number of bytes of each long chunk that is to be sent, and with the negative number once it has been. */
  onLongWrite: ((bytes: number) => void) | undefined
  setHeader(name: string, value: string): unknown
  /** Adds a value to a header that can have several. */
  appendHeader(name: string, value: string): unknown
  once(event: 'close', listener: () => void): unknown
}

/** A response to a GraphQL request. Its headers have the length of a body that is not a stream. */
export interface GraphQLResponse {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | Buffer<ArrayBuffer> | Readable
}

/** Whether a method only reads: a HEAD is a GET without the body of its answer (RFC 9110, section 9.3.2). */
export const isRead = ({ method }: { readonly method?: string }): boolean => method === 'GET' || method === 'HEAD'

export interface HttpConnection {
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

/**
 * Whether a request has one Host header, which HTTP/1.0 does not need. Node.js reads the first of several, and a proxy may have read
 * another (RFC 9112, section 3.2).
 */
function hasOneHost({ rawHeaders, httpVersion }: IncomingMessage): boolean {
  let count = 0
  for (let at = 0; at < rawHeaders.length; at += 2)
    if (rawHeaders[at]?.length === 4 && rawHeaders[at]?.toLowerCase() === 'host') count += 1
  return count === 1 || (count === 0 && httpVersion === '1.0')
}

/** A host name or address, with a port or without. */
const HOST = /^(?:[A-Za-z0-9._~%-]*|\[[0-9A-Fa-f:.]+\])(?::\d*)?$/

/** The media types of responses, in the server's order of preference. */
const TYPES = ['application/json', 'application/graphql-response+json'] as const

const PAGE = 'text/html'

/** The refusal of a request that accepts no type of the server. */
export const NOT_ACCEPTABLE = refusal(
  'NOT_ACCEPTABLE',
  406,
  'Accept application/graphql-response+json or application/json, in UTF-8',
)

/** The media types that an `Accept` header accepts. */
interface Accepted {
  /** The media type of data. Undefined if the client accepts the page alone. */
  readonly type: string | undefined
  /** Whether the client prefers a page to data: the header names `text/html`, before the data types of the same quality. */
  readonly page: boolean
}

/** The characters of the latest `Accept` headers of which the result is kept. */
const MAX_KEPT_CHARACTERS = 20_000

/** What these headers accept. A client sends the same one each time, and negotiation takes as long as the checks of a small request. */
const negotiated = new LRUCache<string, Accepted>({
  maxSize: MAX_KEPT_CHARACTERS,
  sizeCalculation: (_, header) => header.length,
})

/** Negotiates the media type of a response by an `Accept` header. Undefined if the client accepts no type of the server. */
export function negotiate(accept: string | undefined): Accepted | undefined {
  const header = accept?.trim() || '*/*'
  const known = negotiated.get(header)
  if (known) return known
  const accepted = acceptedBy(header)
  if (accepted) negotiated.set(header, accepted)
  return accepted
}

function acceptedBy(header: string): Accepted | undefined {
  const offered = TYPES.map((type) => `${type}; charset=utf-8`)
  // Who accepts any type wants data.
  if (header.toLowerCase().includes(PAGE)) offered.push(PAGE)
  const accept = header.replaceAll(OTHER_PARAMETER, '').replaceAll(UTF_8, 'charset=utf-8')
  const types = new Negotiator({ headers: { accept } }).mediaTypes(offered)
  const [first] = types
  if (first === undefined) return undefined
  const data = types.find((type) => type !== PAGE)
  return { type: TYPES.find((type) => data?.startsWith(type)), page: first === PAGE }
}

/** A parameter of a media type that does not matter: only the charset of a response is fixed. */
const OTHER_PARAMETER = /;\s*(?!(?:q|charset)\s*=)[\w.-]+\s*=\s*(?:"[^"]*"|[^;,]*)/gi

/** The charset of responses, in the spellings that a body may have too. */
const UTF_8 = /charset\s*=\s*"?utf-?8"?/gi

/** The encodings in which a response can be sent. */
type Encoding = 'br' | 'gzip' | 'identity'

/**
 * The best of the available encodings that an `Accept-Encoding` header accepts; of equal quality, the first. Any is
 * better than `identity`, unless the header names it.
 */
export function negotiateEncoding(header: string | undefined, available: readonly Encoding[]): Encoding {
  return acceptedEncodings(header, available)[0] ?? 'identity'
}

/** The encodings among the available ones and `identity` that an `Accept-Encoding` header accepts, the best first. */
export function acceptedEncodings(header: string | undefined, available: readonly Encoding[]): Encoding[] {
  if (!header) return ['identity']
  const negotiator = new Negotiator({ headers: { 'accept-encoding': header.replaceAll(/x-gzip/gi, 'gzip') } })
  const all = [...available, 'identity'] as const
  return negotiator.encodings(all, { preferred: all }) as Encoding[]
}
