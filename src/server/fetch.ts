import { EventEmitter } from 'node:events'
import { STATUS_CODES } from 'node:http'
import { Readable } from 'node:stream'
import { onAbort, within } from '../async/promise.ts'
import type { OperationBounds } from './admission/admission.ts'
import { type ContextBuilder, type ContextOptions, createContextBuilder } from './context-builder.ts'
import { createOrigins } from './guard/guard.ts'
import { refusal, refusalResponse } from './http/refusal.ts'
import type { GraphQLResponse, IncomingRequest, OutgoingResponse } from './http/request.ts'
import { nameRequest } from './observe/headers.ts'
import { createMetrics } from './observe/metrics.ts'
import type { OperationContext } from './observe/operation.ts'
import { type GraphQLHandler, createGraphQLHandler, type HandlerOptions, memoryBudgetOf } from './request-steps.ts'
import { streamedIfLong } from './response.ts'

/** What the handling of operations is made of. */
type GraphParts = Omit<ContextOptions, 'onRevoked'> & Omit<HandlerOptions, 'context'>

/** Creates what handles operations: `graphql` their requests over sockets, `fetching` those of the fetch API. */
export function createHandlers(parts: GraphParts) {
  const buildContext = createContextBuilder({ ...parts, onRevoked: parts.callers.onRevoked })
  const graphql = createGraphQLHandler({ ...parts, context: buildContext })
  return { graphql, fetching: createFetchHandler(graphql, buildContext, parts) }
}

const CLOSED = refusal('UNAVAILABLE', 503, 'The graph has been closed')

/**
 * Creates the handler of requests of the fetch API. They pass the same guards as requests over sockets. A request ends when
 * its response has been read, its signal aborts, or nobody reads the response for `timeouts.writeMs`.
 */
function createFetchHandler(graphql: GraphQLHandler, buildContext: ContextBuilder, { callers, timeouts }: GraphParts) {
  const inProgress = new Set<FetchResponse>()
  let isClosed = false

  return {
    /**
     * Answers a request, whatever its path is, within bounds that are the server's own. Rejects only if the body of the request has
     * been read before.
     */
    async answer(original: Request, bounds?: OperationBounds): Promise<Response> {
      if (original.bodyUsed) throw new TypeError('The body of the request has already been read')
      const [request, response] = exchangeOf(original)
      if (isClosed) return response.send(refusalResponse(CLOSED), request, timeouts.writeMs)
      inProgress.add(response)
      response.once('close', () => {
        inProgress.delete(response)
        request.end()
      })
      request.socket.once('close', () => response.close())
      try {
        const answer = await graphql({ ...bounds, req: request, res: response })
        return response.send(answer, request, timeouts.writeMs)
      } catch (error) {
        response.close()
        throw error
      }
    },
    /** The context of an operation that the request asks for, to execute it elsewhere. Does not read the body. */
    async context(original: Request): Promise<OperationContext> {
      const [req, res] = exchangeOf(original)
      return buildContext({ req, res, caller: callers.callerOf(req, res) })
    },
    /** Refuses all further requests with 503, and resolves when those in progress have ended, or after `graceMs`. */
    async close(graceMs: number): Promise<void> {
      isClosed = true
      const ended = Array.from(inProgress, (response) => new Promise((resolve) => response.once('close', resolve)))
      await within(graceMs, Promise.all(ended), () => undefined)
    },
  }
}

function exchangeOf(original: Request): [FetchRequest, FetchResponse] {
  const request = new FetchRequest(original)
  const response = new FetchResponse()
  nameRequest(request, response)
  return [request, response]
}

/** A request of the fetch API as the handler reads it. */
class FetchRequest extends Readable implements IncomingRequest {
  readonly method: string
  readonly url: string
  readonly headers: IncomingRequest['headers']
  readonly socket = Object.assign(new EventEmitter(), { destroyed: false })
  readonly original: Request
  #body: ReadableStreamDefaultReader<Uint8Array> | undefined
  #unlisten: (() => void) | undefined

  constructor(original: Request) {
    super()
    this.original = original
    this.method = original.method
    this.url = original.url
    this.headers = { host: new URL(original.url).host, ...Object.fromEntries(original.headers) }
    // A body that breaks off after it was refused concerns nobody.
    this.on('error', () => {})
    this.once('close', () => void this.#body?.cancel().catch(() => {}))
    const { signal } = original
    const leave = () => {
      this.socket.destroyed = true
      this.socket.emit('close')
    }
    if (signal.aborted) queueMicrotask(leave)
    else this.#unlisten = onAbort(signal, leave)
  }

  /** Ends the request with its response. Whoever still waits for its body gets an error. */
  end(): void {
    this.#unlisten?.()
    this.destroy(new Error('The request has ended'))
  }

  override _read(): void {
    this.#body ??= this.original.body?.getReader()
    if (!this.#body) return void this.push(null)
    this.#body
      .read()
      // A stream can have chunks of any type. Others than bytes throw.
      .then(({ done, value }) => this.push(done ? null : Buffer.from(value.buffer, value.byteOffset, value.byteLength)))
      .catch((error: Error) => this.destroy(error))
  }
}

/** A response of the fetch API, while it is being sent. */
class FetchResponse extends EventEmitter implements OutgoingResponse {
  headersSent = false
  closed = false
  onLongWrite: ((bytes: number) => void) | undefined
  readonly #headers = new Headers({ 'x-content-type-options': 'nosniff', 'cache-control': 'no-store' })

  setHeader(name: string, value: string): void {
    // A fetch has no connection of its own to close.
    if (name !== 'connection') this.#headers.set(name, value)
  }

  appendHeader(name: string, value: string): void {
    this.#headers.append(name, value)
  }

  close(): void {
    if (this.closed) return
    this.closed = true
    this.emit('close')
  }

  /** The response to give to the caller. Closes this when it has been read. */
  send({ status, headers, body: given }: GraphQLResponse, { method }: FetchRequest, writeTimeoutMs: number): Response {
    for (const [name, value] of Object.entries(headers)) this.setHeader(name, value)
    this.headersSent = true
    const init = { status, statusText: STATUS_CODES[status] ?? '', headers: this.#headers }
    const sent = method === 'HEAD' ? '' : given
    const body = streamedIfLong(typeof sent === 'string' ? Buffer.from(sent) : sent, this)
    if (body instanceof Readable) return new Response(this.#read(body, writeTimeoutMs), init)
    this.close()
    return new Response(body.length > 0 ? body : null, init)
  }

  /** The stream of a body. It fails if this is closed before its end, or if nobody reads the next chunk in time. */
  #read(body: Readable, writeTimeoutMs: number): ReadableStream<Chunk> {
    const chunks: AsyncIterator<Chunk> = body[Symbol.asyncIterator]()
    let unread: NodeJS.Timeout
    let isOver = false
    const end = () => {
      isOver = true
      this.close()
    }
    return new ReadableStream<Chunk>(
      {
        start: (controller) => {
          unread = setTimeout(() => this.close(), writeTimeoutMs)
          const stop = () => {
            clearTimeout(unread)
            body.destroy()
            if (!isOver) controller.error(new Error('The response was not read in time, or its request was aborted'))
          }
          // The rows of a response that was aborted can be gone.
          if (this.closed) stop()
          else this.once('close', stop)
        },
        pull: async (controller) => {
          // The time until the next part of the response arrives is not the reader's.
          clearTimeout(unread)
          const { done, value } = await chunks.next().catch((error: Error) => {
            end()
            throw error
          })
          if (this.closed) return
          if (done) {
            end()
            controller.close()
            return
          }
          controller.enqueue(value)
          unread = setTimeout(() => this.close(), writeTimeoutMs)
        },
        cancel: end,
      },
      { highWaterMark: 0 },
    )
  }
}

type Chunk = Uint8Array<ArrayBuffer>

/** Opens the graph without a socket, for these callers. */
export function openLocalGraph(options: Omit<GraphParts, 'metrics' | 'memory' | 'origins'>) {
  const { client, operationTimeoutMs, log } = options
  const metrics = createMetrics(client)
  const memory = memoryBudgetOf(options)
  const { fetching } = createHandlers({ ...options, metrics, memory, origins: createOrigins(options, log) })
  return {
    ...fetching,
    metrics,
    /** Waits until the operations in progress have ended, and closes all connections. */
    async close() {
      await fetching.close(operationTimeoutMs)
      await client.close()
    },
  }
}
