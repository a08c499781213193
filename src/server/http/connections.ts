import { setMaxListeners, once } from 'node:events'
import { type IncomingMessage, type Server, type ServerResponse, STATUS_CODES } from 'node:http'
import { type Socket, Server as NetServer } from 'node:net'
import type { Duplex } from 'node:stream'
import { setImmediate as immediate, setTimeout as sleep } from 'node:timers/promises'
import { memoize1 } from '@graphql-tools/utils'
import { GraphQLError } from 'graphql'
import { shortenTurn } from '../../async/turn.ts'
import { refusal, refusalResponse } from './refusal.ts'
import type { HttpConnection } from './request.ts'

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

/** The requests of a connection whose responses have not been sent, and the bytes that had been read when the last one was. */
interface Activity {
  requests: number
  bytesRead: number
}

export function watchConnections(http: Server) {
  const open = new Map<Socket, Activity>()
  let count = 0
  http.on('connection', (socket) => {
    count += 1
    shortenTurn()
    open.set(socket, { requests: 0, bytesRead: 0 })
    socket.once('close', () => open.delete(socket))
  })
  http.on('request', ({ socket }, response) => {
    const activity = open.get(socket)
    if (!activity) return
    activity.requests += 1
    // The system has taken all of the response.
    response.once('finish', () => {
      activity.requests -= 1
      activity.bytesRead = socket.bytesRead
    })
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
    /**
     * Closes connections without a request, also those that have not sent any yet. Node.js does not consider these idle, but a
     * connection whose response has been written and not been sent.
     */
    endIdle() {
      for (const [socket, { requests, bytesRead }] of open)
        if (requests === 0 && socket.bytesRead === bytesRead) socket.destroy()
    },
  }
}

/**
 * Returns a signal that aborts when the connection closes, and is aborted if it has closed before. All requests of the connection
 * share it. Unlike the signal of a fetch request, it creates no error for each request.
 */
export const disconnectSignal = memoize1((connection: HttpConnection): AbortSignal => {
  const gone = new AbortController()
  // Each call that waits for a rate limit or a retry adds a listener.
  setMaxListeners(0, gone.signal)
  const leave = () => gone.abort(new GraphQLError('The caller has closed its connection', DISCONNECTED))
  if (connection.destroyed) leave()
  else connection.once('close', leave)
  return gone.signal
})

/** The status of a request without a response, as proxies log it. */
export const GONE_STATUS = 499

/** Only the log shows this code, because the caller has disconnected. */
const DISCONNECTED = { extensions: { code: 'CLIENT_CLOSED_REQUEST' } }

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

/**
 * Answers requests that node:http refuses, such as malformed ones, with a GraphQL error. If a whole request came before and is being
 * answered, its response is the last one of the connection instead: it says what that request did.
 */
export function answerClientErrors(http: Server): void {
  /** The response to the last request of each connection, and whether the connection closes after it. */
  const last = new WeakMap<Duplex, { response: ServerResponse; closes: boolean }>()
  http.on('request', (request, response) => void last.set(request.socket, { response, closes: false }))
  // Without a listener, Node.js would destroy the socket. It passes the socket on without its own listeners and timeouts.
  http.on('connect', (_request, socket) => {
    socket.on('error', () => socket.destroy())
    socket.once('finish', () => socket.destroy())
    http.emit('clientError', Object.assign(new Error(), { code: 'CONNECT' }), socket)
  })
  http.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    const { response, closes } = last.get(socket) ?? {}
    const end = () => void socket.end(textOf(FAULTS[error.code ?? ''] ?? MALFORMED))
    if (error.code === 'ECONNRESET' || !socket.writable) socket.destroy()
    // Node.js refuses the head of a request that has no response yet.
    else if (!response || response.writableFinished) end()
    // Node.js reports whatever else arrives too.
    else if (!closes) {
      last.set(socket, { response, closes: true })
      if (response.req.complete) {
        if (!response.headersSent) response.setHeader('connection', 'close')
        response.once('finish', () => socket.end(() => socket.destroy()))
      } else if (response.headersSent) socket.destroy()
      else if (response.socket) end()
      else response.once('socket', end)
    }
  })
}

/** The response to a request that could not be read. */
function textOf(refused: GraphQLError): string {
  const { status, headers, body } = refusalResponse(refused)
  const all = { connection: 'close', 'cache-control': 'no-store', 'x-content-type-options': 'nosniff', ...headers }
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}`)
  return [`HTTP/1.1 ${status} ${STATUS_CODES[status]}`, ...lines, '', body].join('\r\n')
}

const MALFORMED = refusal('BAD_REQUEST', 400, 'The request is not well-formed HTTP')

const FAULTS: Record<string, GraphQLError> = {
  CONNECT: refusal('BAD_REQUEST', 400, 'CONNECT is not supported'),
  ERR_HTTP_REQUEST_TIMEOUT: refusal('REQUEST_TIMEOUT', 408, 'The request did not arrive in time'),
  HPE_HEADER_OVERFLOW: refusal('HEADERS_TOO_LARGE', 431, 'The headers are too large'),
}

/** How long a stopping server accepts connections that have already arrived. Node accepts one per turn of its event loop. */
const BACKLOG_MS = 3_000

/** How long a stopping server waits for one more request of each connection. Its response closes the connection. */
const LAST_REQUEST_MS = 1_500

/**
 * Closes a server: accepts the connections that have already arrived, and waits a moment for requests that clients send before
 * they know. From then on, idle connections are closed, and the remaining ones after `graceMs`.
 */
export async function closeGracefully(http: Server, connections: Connections, graceMs: number): Promise<void> {
  await connections.accepted(BACKLOG_MS)
  const closed = once(http, 'close')
  // Ends listening only. `close` of an HTTP server also closes idle connections, which since Node 26 includes those that
  // have not sent a request yet.
  NetServer.prototype.close.call(http)
  // A streamed response can have no end.
  const cut = setTimeout(() => http.closeAllConnections(), graceMs)
  await connections.ended(Math.min(LAST_REQUEST_MS, graceMs))
  connections.endIdle()
  const idle = setInterval(() => connections.endIdle(), END_POLL_MS)
  await closed
  http.close()
  clearInterval(idle)
  clearTimeout(cut)
}
