import { once } from 'node:events'
import type { Server as HttpServer } from 'node:http'
import { Server as NetServer } from 'node:net'
import type { Connections } from './connections.ts'

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
