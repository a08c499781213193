import { setMaxListeners } from 'node:events'
import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises'
import { memoize1 } from '@graphql-tools/utils'
import { GraphQLError } from 'graphql'
import { shortenTurn } from '../../async/turn.ts'
import type { Connection } from './exchange.ts'

/** The connections of a server, as needed to stop it. */
export type Connections = ReturnType<typeof watchConnections>

/** How often a stopping server looks whether its connections are closed. */
const END_POLL_MS = 10

/** Watches the connections of a server. */
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
        await nextTurn()
        await nextTurn()
      } while (count > before && Date.now() < until)
    },
    /** Waits until all connections are closed, for up to `withinMs`. */
    async ended(withinMs: number) {
      const until = Date.now() + withinMs
      while (open.size > 0 && Date.now() < until) {
        await sleep(END_POLL_MS)
        // What has arrived while the event loop was busy is read before the time is up.
        await nextTurn()
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
