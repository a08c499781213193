import type { Server as HttpServer } from 'node:http'
import type { Connections } from './connections.ts'

/** How long a stopping server accepts connections that have already arrived. Node accepts one per turn of its event loop. */
const BACKLOG_MS = 3_000

/** How long a stopping server waits for the first request of a connection. */
const NEW_CONNECTION_MS = 500

/**
 * Closes a server: accepts the connections that have already arrived, calls `onClosing`, lets requests in progress finish,
 * and closes the remaining connections after `graceMs`.
 */
export async function closeGracefully(
  http: HttpServer,
  connections: Connections,
  graceMs: number,
  onClosing: () => void,
): Promise<void> {
  await connections.accepted(BACKLOG_MS)
  onClosing()
  const closed = new Promise((resolve) => http.close(resolve))
  http.closeIdleConnections()
  const silent = setTimeout(() => connections.endSilent(), NEW_CONNECTION_MS)
  // A streamed response can have no end.
  const cut = setTimeout(() => http.closeAllConnections(), graceMs)
  await closed
  clearTimeout(silent)
  clearTimeout(cut)
}
