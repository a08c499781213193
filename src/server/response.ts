import { type IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { pipeline, Readable, type Transform } from 'node:stream'
import { promisify } from 'node:util'
import { brotliCompress, constants, createBrotliCompress, createGzip, gzip } from 'node:zlib'
import type { GraphQLError, GraphQLFormattedError } from 'graphql'
import { type Plugin, isAsyncIterable } from 'graphql-yoga'
import { limitConcurrency } from '../async/promise.ts'
import { stringifyOf } from '../execute/response/result.ts'
import type { RequestContext } from './admission/admission.ts'
import { negotiateEncoding } from './http/request.ts'

/** Longer chunks count as memory until they have been sent. Long bodies are compressed, and read by callers of `fetch`, in slices. */
export const SLICE_BYTES = 65_536

/** A long body in slices. */
export function* slicesOf(body: Buffer<ArrayBuffer>): Generator<Buffer<ArrayBuffer>> {
  for (let at = 0; at < body.length; at += SLICE_BYTES) yield body.subarray(at, at + SLICE_BYTES)
}

/** A response that notices when its client stops reading, and counts the memory of long chunks until they have been sent. */
export class CountedResponse<Request extends IncomingMessage = IncomingMessage> extends ServerResponse<Request> {
  /** Called with the number of bytes of each long chunk that is to be sent. */
  onLongWrite: ((bytes: number) => void) | undefined

  #writeTimeoutMs = 0

  /** Closes the connection if the client reads nothing of the response for this time, or up to twice as long. */
  cutUnread(writeTimeoutMs: number): void {
    this.#writeTimeoutMs = writeTimeoutMs
    // A connection without data to send is idle because the response has not begun, or has not gone on.
    this.on('timeout', (socket: Socket) => {
      if (socket.writableLength > 0) socket.destroy()
    })
  }

  /** Whether the connection is kept is for the client and this server to say, not for a stream that passes through. */
  override setHeader(name: string, value: number | string | readonly string[]): this {
    return value === 'keep-alive' && name.toLowerCase() === 'connection' ? this : super.setHeader(name, value)
  }

  override write(...args: ChunkArgs): boolean {
    this.#onChunk(args)
    return super.write(...(args as [string, BufferEncoding]))
  }

  override end(...args: ChunkArgs): this {
    this.#onChunk(args)
    return super.end(...(args as [string, BufferEncoding]))
  }

  #onChunk([chunk]: ChunkArgs): void {
    // Not before: Yoga removes the timeout of a connection when it begins to send a stream.
    if (this.#writeTimeoutMs > 0) this.socket?.setTimeout(this.#writeTimeoutMs)
    if (typeof chunk !== 'function' && chunk && chunk.length > SLICE_BYTES) this.onLongWrite?.(Buffer.byteLength(chunk))
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
const ENCODERS: Record<'br' | 'gzip', Encoder> = {
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

/**
 * Compresses responses of a kilobyte and more if the client accepts it. Long responses are compressed while they are sent.
 * This plugin must come last.
 */
export const compressionPlugin: Plugin<object, RequestContext> = {
  onResponse(answer) {
    const { request, response, fetchAPI } = answer
    const { req, res } = answer.serverContext
    if (request.method === 'OPTIONS' || !response.body) return undefined
    response.headers.append('vary', 'accept-encoding')
    const encoding = negotiateEncoding(req.headers['accept-encoding'], PREFERRED)
    if (encoding === 'identity' || response.headers.has('content-encoding')) return undefined
    return compress(response, ENCODERS[encoding]).then(({ body, encoded }) => {
      const { status, statusText, headers } = response
      headers.delete('content-length')
      if (encoded) headers.set('content-encoding', encoding)
      if (!(body instanceof Readable)) headers.set('content-length', `${body.length}`)
      answer.setResponse(new fetchAPI.Response(body as BodyInit, { status, statusText, headers }))
    })

    async function compress(from: Response, { whole, stream }: Encoder) {
      const body = Buffer.from(await from.arrayBuffer())
      if (body.length < MIN_BYTES) return { body, encoded: false }
      if (body.length <= SLICE_BYTES) return { body: await withEncoder(() => whole(body)), encoded: true }
      // The whole body is held until it has been sent.
      res.onLongWrite?.(body.length + ENCODER_BYTES)
      // The first slices are sent while the others are compressed.
      return { body: piped(slicesOf(body), stream()), encoded: true }
    }

    /** The compressed chunks. If the client disconnects, they end, and so do their sources. */
    function piped(chunks: Iterable<Uint8Array>, encoder: Transform): Transform {
      const source = Readable.from(chunks, { objectMode: false })
      pipeline(source, encoder, () => {})
      if (res.closed) encoder.destroy()
      else res.once('close', () => encoder.destroy())
      return encoder
    }
  },
}

/** Answers a request with 200 and a text. */
export type SendText = (
  request: IncomingMessage,
  response: ServerResponse,
  headers: Readonly<Record<string, string>>,
  text: string,
) => Promise<void>

/** Creates the function that sends a text that is not an operation's response, compressed as one if `compression` is on. */
export function createSendText(compression: boolean): SendText {
  return async (request, response, headers, text) => {
    const plain = Buffer.from(text)
    const send = (body: Buffer, encoded: Readonly<Record<string, string>> = {}) =>
      void response.writeHead(200, { ...headers, ...encoded, 'content-length': body.length }).end(body)
    if (!compression) return send(plain)
    response.appendHeader('vary', 'accept-encoding')
    const encoding = negotiateEncoding(request.headers['accept-encoding'], PREFERRED)
    if (encoding === 'identity' || plain.length < MIN_BYTES) return send(plain)
    return send(await withEncoder(() => ENCODERS[encoding].whole(plain)), { 'content-encoding': encoding })
  }
}

/**
 * Passes only the errors that determine the status and the headers to Yoga, if the result has its own `stringify`. Yoga
 * would copy each error, which takes seconds for thousands of them.
 */
export const errorListPlugin: Plugin = {
  onResultProcess(answer) {
    const { result } = answer
    if (Array.isArray(result) || isAsyncIterable(result) || !result.errors) return
    const stringify = stringifyOf(result)
    if (!stringify) return
    const written = { ...result, errors: result.errors.map(withoutServerExtensions) }
    const shown: object = { ...result, errors: decisive(result.errors), stringify: () => stringify(written) }
    answer.setResult(shown as typeof result)
  },
}

/** The first error, and one error for each HTTP status that errors request. */
function decisive(errors: readonly GraphQLError[]): GraphQLError[] {
  const byStatus = new Map<unknown, GraphQLError>()
  for (const error of errors) {
    const http = error.extensions['http']
    const key = http && `${http.status} ${http.spec}`
    if (!byStatus.has(key)) byStatus.set(key, error)
  }
  return [...byStatus.values()]
}

/** The error as it is sent, without the extensions that only the server uses. */
function withoutServerExtensions(error: GraphQLError): GraphQLFormattedError {
  if (!('http' in error.extensions) && !('unexpected' in error.extensions)) return error
  const { message, locations, path } = error.toJSON()
  const { http: _http, unexpected: _unexpected, ...extensions } = error.extensions
  return { message, locations, path, extensions }
}
