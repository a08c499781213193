import { type IncomingMessage, type OutgoingHttpHeaders, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { pipeline, Readable, type Transform } from 'node:stream'
import { promisify } from 'node:util'
import { brotliCompress, constants, createBrotliCompress, createGzip, gzip } from 'node:zlib'
import type { ExecutionResult, GraphQLError, GraphQLFormattedError } from 'graphql'
import { limitConcurrency, type MaybePromise } from '../async/promise.ts'
import type { Allocate } from '../execute/response/json-writer.ts'
import { stringifyOf } from '../execute/response/result.ts'
import type { RequestContext } from './admission/admission.ts'
import { type GraphQLResponse, negotiateEncoding, type OutgoingResponse } from './http/request.ts'

/** Longer chunks count as memory until they have been sent. */
const SLICE_BYTES = 65_536

type Body = Buffer<ArrayBuffer> | Readable

/** A long body as a stream. One that is not written while it is sent counts as memory until then, and is sent in slices. */
export function streamedIfLong(body: Body, response: OutgoingResponse): Body {
  if (body instanceof Readable || body.length <= SLICE_BYTES) return body
  response.onLongWrite?.(body.length)
  return Readable.from(slicesOf(body), { objectMode: false })
}

function* slicesOf(body: Buffer): Generator<Buffer> {
  for (let at = 0; at < body.length; at += SLICE_BYTES) yield body.subarray(at, at + SLICE_BYTES)
}

/** A response that notices when its client stops reading, and counts the memory of long chunks until they have been sent. */
export class CountedResponse<Request extends IncomingMessage = IncomingMessage> extends ServerResponse<Request> {
  /** Called with the number of bytes of each long chunk that is to be sent, and with the negative number once it has been. */
  onLongWrite: ((bytes: number) => void) | undefined

  /** Whether the connection closes after this response. The head says so. */
  isLast: (() => boolean) | undefined

  #writeTimeoutMs = 0
  #isWatched = false

  /** Closes the connection if the client reads nothing of the response for this time, or up to twice as long. */
  cutUnread(writeTimeoutMs: number): void {
    this.#writeTimeoutMs = writeTimeoutMs
  }

  /** Whether the connection is kept is for the client and this server to say, not for a stream that passes through. */
  override setHeader(name: string, value: number | string | readonly string[]): this {
    return value === 'keep-alive' && name.toLowerCase() === 'connection' ? this : super.setHeader(name, value)
  }

  override writeHead(...args: unknown[]): this {
    if (this.isLast?.()) this.setHeader('connection', 'close')
    return super.writeHead(...(args as [number, string, OutgoingHttpHeaders]))
  }

  override write(...args: ChunkArgs): boolean {
    const isTaken = super.write(...(args as [string, BufferEncoding]))
    if (!isTaken) {
      this.#countLong(args)
      this.#watchUnread()
    }
    return isTaken
  }

  override end(...args: ChunkArgs): this {
    this.#countLong(args)
    super.end(...(args as [string, BufferEncoding]))
    if (this.socket && this.socket.writableLength > 0) this.#watchUnread()
    return this
  }

  #countLong([chunk]: ChunkArgs): void {
    if (!this.onLongWrite || !chunk || typeof chunk === 'function' || chunk.length <= SLICE_BYTES) return
    const bytes = Buffer.byteLength(chunk)
    this.onLongWrite(bytes)
    this.once('drain', () => this.onLongWrite?.(-bytes))
  }

  /** Begins the time that the client has to read. Most responses never wait for their client: the system takes all of them at once. */
  #watchUnread(): void {
    const { socket } = this
    if (this.#writeTimeoutMs === 0 || !socket) return
    socket.setTimeout(this.#writeTimeoutMs)
    // Whatever arrived would begin the time anew. Node.js also stops reading, but only at the next whole head.
    socket.pause()
    if (this.#isWatched) return
    this.#isWatched = true
    this.on('drain', () => socket.resume())
    // A connection without data to send is idle because the response has not gone on.
    this.on('timeout', (socket: Socket) => {
      if (socket.writableLength > 0) socket.destroy()
    })
    // The time ends with this response. Node.js then sets the timeout of an idle connection.
    this.prependOnceListener('finish', () => socket.setTimeout(0).resume())
  }
}

type Callback = (error?: Error | null) => void
type ChunkArgs = [
  chunk?: string | Uint8Array | Callback | null,
  encoding?: BufferEncoding | Callback | null,
  callback?: Callback | null,
]

/** Shorter responses fit into one packet, compressed or not. */
const MIN_BYTES = 1_024

/**
 * The memory of an encoder and its buffers, measured with 256 of them. That of a stream counts as part of the memory of its
 * operation.
 */
const ENCODER_BYTES = 360_000

/** The encoders of whole bodies that exist at the same time: as many as libuv has threads to run them. Their memory is not counted. */
const MAX_WHOLE_ENCODERS = 4

const withEncoder = limitConcurrency(MAX_WHOLE_ENCODERS)

interface Encoder {
  whole: (body: Buffer) => Promise<Buffer<ArrayBuffer>>
  /** Creates a stream that passes each chunk on at once, without waiting for more. */
  stream: () => Transform
}

// `bench/README.md` has the bytes and times of other levels.
const GZIP = { level: 1, chunkSize: SLICE_BYTES }
const BROTLI = {
  params: { [constants.BROTLI_PARAM_QUALITY]: 1, [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT },
  chunkSize: SLICE_BYTES,
}
const brotliWhole = promisify(brotliCompress)
const gzipWhole = promisify(gzip)

/** The encoders by the names of their encodings, in the order of preference. They run in the thread pool of libuv. */
const ENCODERS: Record<(typeof PREFERRED)[number], Encoder> = {
  br: {
    whole: (body) => brotliWhole(body, BROTLI),
    stream: () => createBrotliCompress({ ...BROTLI, flush: constants.BROTLI_OPERATION_FLUSH }),
  },
  gzip: {
    whole: (body) => gzipWhole(body, GZIP),
    stream: () => createGzip({ ...GZIP, flush: constants.Z_SYNC_FLUSH }),
  },
}
const PREFERRED = ['br', 'gzip'] as const

/** Sends a response over a socket. Its body is destroyed if the client disconnects. */
export function sendResponse(response: ServerResponse, { status, headers, body }: GraphQLResponse): void {
  response.writeHead(status, headers)
  if (body instanceof Readable) pipeline(body, response, () => {})
  else response.end(body)
}

/**
 * Writes the response with a result. Over sockets, responses of a kilobyte and more are compressed if the client accepts it, and long ones
 * while they are sent. Those of the fetch API are compressed by the program's own server, or by the proxy before it.
 */
export function writeResponse(
  result: ExecutionResult,
  { req, res, reservation }: RequestContext,
): MaybePromise<GraphQLResponse> {
  const mediaType = String(req.headers.accept)
  const { status, headers } = statusOf(result, mediaType === 'application/json')
  headers['content-type'] = `${mediaType}; charset=utf-8`
  const isOverSocket = !req.original
  if (isOverSocket) res.appendHeader('vary', 'accept-encoding')
  const encoding = isOverSocket ? negotiateEncoding(req.headers['accept-encoding'], PREFERRED) : 'identity'
  const body = bodyOf(result, isOverSocket && encoding === 'identity' ? allocate : undefined)
  // Only a stream still reads the rows, and it ends with its client.
  reservation.releaseBuffers()
  return encoding === 'identity' ? withLength(body) : compressed(body, encoding)

  /**
   * Memory of the operation, which ends when the response has been sent over its socket. As garbage it would be in the old generation
   * by then, and V8 starts a major collection at 64 MB of it.
   */
  function allocate(bytes: number): Buffer<ArrayBuffer> {
    // It is counted here.
    res.onLongWrite = undefined
    return reservation.allocate(bytes).bytes
  }

  function withLength(body: Body): GraphQLResponse {
    if (!(body instanceof Readable)) headers['content-length'] = `${body.length}`
    return { status, headers, body }
  }

  async function compressed(given: Body, encoding: (typeof PREFERRED)[number]): Promise<GraphQLResponse> {
    const { whole, stream } = ENCODERS[encoding]
    const body = streamedIfLong(given, res)
    if (body instanceof Readable) {
      headers['content-encoding'] = encoding
      res.onLongWrite?.(ENCODER_BYTES)
      // The first chunks are sent while the others are compressed.
      return withLength(piped(body, stream()))
    }
    if (body.length < MIN_BYTES) return withLength(body)
    headers['content-encoding'] = encoding
    return withLength(await withEncoder(() => whole(body)))
  }

  /** The compressed chunks. If the client disconnects, they end, and so does their source. */
  function piped(source: Readable, encoder: Transform): Transform {
    pipeline(source, encoder, () => {})
    if (res.closed) encoder.destroy()
    else res.once('close', () => encoder.destroy())
    return encoder
  }
}

/** Answers a request with 200 and a text that is not an operation's response, compressed as one. */
export async function sendText(
  request: IncomingMessage,
  response: ServerResponse,
  headers: Readonly<Record<string, string>>,
  text: string,
): Promise<void> {
  const plain = Buffer.from(text)
  const send = (body: Buffer, encoded: Readonly<Record<string, string>> = {}) =>
    void response.writeHead(200, { ...headers, ...encoded, 'content-length': body.length }).end(body)
  response.appendHeader('vary', 'accept-encoding')
  const encoding = negotiateEncoding(request.headers['accept-encoding'], PREFERRED)
  if (encoding === 'identity' || plain.length < MIN_BYTES) return send(plain)
  return send(await withEncoder(() => ENCODERS[encoding].whole(plain)), { 'content-encoding': encoding })
}

/**
 * The HTTP status and headers that the errors of a result ask for: of several, the greatest status. Errors that GraphQL itself defines
 * have status 200 as `application/json`.
 */
function statusOf({ errors = [] }: ExecutionResult, isJson: boolean) {
  const headers: Record<string, string> = {}
  let status = 0
  for (const { extensions } of errors) {
    const { http } = extensions
    Object.assign(headers, http?.headers)
    if (http?.status && !(isJson && http.spec)) status = Math.max(status, http.status)
  }
  return { status: status || 200, headers }
}

/** The JSON of a result: a long one that the executor has created is written while it is sent. */
function bodyOf(result: ExecutionResult, allocate?: Allocate): Body {
  const written = result.errors ? { ...result, errors: result.errors.map(withoutServerExtensions) } : result
  return stringifyOf(result)?.(written, allocate) ?? Buffer.from(JSON.stringify(written))
}

/** The error as it is sent, without the extensions that only the server uses. */
function withoutServerExtensions(error: GraphQLError): GraphQLFormattedError {
  if (!('http' in error.extensions) && !('unexpected' in error.extensions)) return error
  const { message, locations, path } = error.toJSON()
  const { http: _http, unexpected: _unexpected, ...extensions } = error.extensions
  return { message, locations, path, extensions }
}
