import { setMaxListeners, once } from 'node:events'
import type { Server, IncomingMessage, ServerResponse, Server as HttpServer } from 'node:http'
import { type Socket, Server as NetServer } from 'node:net'
import type { Duplex } from 'node:stream'
import { setImmediate as immediate, setTimeout as sleep } from 'node:timers/promises'
import { memoize1 } from '@graphql-tools/utils'
import { GraphQLError } from 'graphql'
import { shortenTurn } from '../../async/turn.ts'
import { JSON_TYPE, refusal, refusalResponse } from './refusal.ts'
import type { Connection } from './request.ts'

export function listen(http: Server, port: number, host: string): Promise<void> {
  return new Promise((resolve, reject) => {
    http.once('error', reject)
    http.listen(port, host, resolve)
  })
}

/** The connections of a server, as needed to stop it. */
type Connections = ReturnType<typeof watchConnections>

/** How often a stopping server looks whether its connections are closed. */
const END_POLL_MS = 10

export function watchConnections(http: Server) {
  const open = new Set<Socket>()
  let count = 0
  http.on('connection', (socket) => {
    count += 1
    shortenTurn()
    open.add(socket)
    socket.once('close', () => open.delete(socket))
  })

  return {
    /** Waits until connections that have already arrived are accepted, for up to `withinMs`. Others are reset when the server closes. */
    async accepted(withinMs: number) {
      const until = Date.now() + withinMs
      let before: number
      do {
        before = count
        // Each turn of the event loop accepts one waiting connection, and can be slow because of other requests.
        await immediate()
        await immediate()
      } while (count > before && Date.now() < until)
    },
    /** Waits until all connections are closed, for up to `withinMs`. */
    async ended(withinMs: number) {
      const until = Date.now() + withinMs
      while (open.size > 0 && Date.now() < until) {
        await sleep(END_POLL_MS)
        // What has arrived while the event loop was busy is read before the time is up.
        await immediate()
      }
    },
    /** Closes connections that have not sent a request yet, which Node does not consider idle. */
    endSilent() {
      for (const socket of open) if (socket.bytesRead === 0) socket.destroy()
    },
  }
}

/**
 * Returns a signal that aborts when the connection closes, and is aborted if it has closed before. All requests of the connection
 * share it. Unlike the signal of a fetch request, it creates no error for each request.
 */
export const disconnectSignal = memoize1((connection: Connection): AbortSignal => {
  const gone = new AbortController()
  // Each call that waits for a rate limit or a retry adds a listener.
  setMaxListeners(0, gone.signal)
  const leave = () => gone.abort(new GraphQLError('The caller has closed its connection', GONE))
  if (connection.destroyed) leave()
  else connection.once('close', leave)
  return gone.signal
})

/** Only the log shows this code, because the caller has disconnected. */
const GONE = { extensions: { code: 'CLIENT_CLOSED_REQUEST' } }

/** The maximum number of requests of a connection that wait for the response before theirs. */
const MAX_WAITING = 100

/** The number of requests that begin in one turn of the event loop. Each takes up to a millisecond, also one that is refused. */
const MAX_BEGUN = 50

/**
 * Calls a listener with each request when its response is the next of its connection. Clients may send requests before the last
 * one is answered (RFC 9112, section 9.3.2). Node.js would begin all of them at once, keep their responses, and not tell these
 * when the connection closes. A client that sends too many loses its connection. Hundreds of requests can arrive in one turn of the
 * event loop: they begin in as many turns as they need.
 */
export function answerInTurn<Response extends ServerResponse>(
  answer: (request: IncomingMessage, response: Response) => void,
): (request: IncomingMessage, response: Response) => void {
  const waiting = new WeakMap<Socket, number>()
  /** Those that begin in a later turn of the event loop, and how many have begun in this one. */
  const due: [IncomingMessage, Response][] = []
  let begun = 0
  return (request, response) => {
    if (response.socket) return begin(request, response)
    const { socket } = request
    const count = (waiting.get(socket) ?? 0) + 1
    waiting.set(socket, count)
    if (count > MAX_WAITING) socket.destroy()
    response.once('socket', () => {
      waiting.set(socket, (waiting.get(socket) ?? 1) - 1)
      begin(request, response)
    })
  }

  function begin(request: IncomingMessage, response: Response): void {
    if (begun === 0) setImmediate(beginNext)
    begun += 1
    if (begun > MAX_BEGUN) due.push([request, response])
    else answer(request, response)
  }

  function beginNext(): void {
    begun = 0
    for (const [request, response] of due.splice(0)) if (!response.closed) begin(request, response)
  }
}

/** Answers requests that node:http refuses, such as malformed ones, with a GraphQL error as the body. */
export function answerClientErrors(http: Server): void {
  const responses = new WeakMap<Duplex, ServerResponse>()
  http.on('request', (request, response) => {
    const isNext = () => responses.set(request.socket, response)
    if (response.socket) isNext()
    else response.once('socket', isNext)
  })
  http.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    const response = responses.get(socket)
    const isAnswering = response?.headersSent === true && !response.writableFinished
    if (error.code === 'ECONNRESET' || !socket.writable || isAnswering) {
      socket.destroy()
      return
    }
    const [status, reason, code, message] = FAULTS[error.code ?? ''] ?? MALFORMED
    const { body } = refusalResponse(refusal(code, status, message))
    const head = [
      `HTTP/1.1 ${status} ${reason}`,
      'connection: close',
      'cache-control: no-store',
      'x-content-type-options: nosniff',
      `content-type: ${JSON_TYPE}`,
      `content-length: ${Buffer.byteLength(body)}`,
    ]
    socket.end(`${head.join('\r\n')}\r\n\r\n${body}`)
  })
}

type Fault = readonly [status: number, reason: string, code: string, message: string]

const MALFORMED: Fault = [400, 'Bad Request', 'BAD_REQUEST', 'The request is not well-formed HTTP']

const FAULTS: Record<string, Fault> = {
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'Request Timeout', 'REQUEST_TIMEOUT', 'The request did not arrive in time'],
  HPE_HEADER_OVERFLOW: [431, 'Request Header Fields Too Large', 'HEADERS_TOO_LARGE', 'The headers are too large'],
}

/** How long a stopping server accepts connections that have already arrived. Node accepts one per turn of its event loop. */
const BACKLOG_MS = 3_000

/** How long a stopping server waits for one more request of each connection. Its response closes the connection. */
const LAST_REQUEST_MS = 1_500

/**
 * Closes a server: accepts the connections that have already arrived, and waits a moment for requests that clients send before
 * they know. From then on, when it calls `onClosing`, idle connections are closed, and the remaining ones after `graceMs`.
 */
export async function closeGracefully(
  http: HttpServer,
  connections: Connections,
  graceMs: number,
  onClosing: () => void,
): Promise<void> {
  await connections.accepted(BACKLOG_MS)
  const closed = once(http, 'close')
  // Ends listening only. `close` of an HTTP server also closes idle connections, which since Node 26 includes those that
  // have not sent a request yet.
  NetServer.prototype.close.call(http)
  // A streamed response can have no end.
  const cut = setTimeout(() => http.closeAllConnections(), graceMs)
  await connections.ended(Math.min(LAST_REQUEST_MS, graceMs))
  onClosing()
  connections.endSilent()
  http.close()
  await closed
  clearTimeout(cut)
}
