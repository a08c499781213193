import { setMaxListeners } from 'node:events'
import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { memoize1 } from '@graphql-tools/utils'
import { GraphQLError } from 'graphql'

/** The connections of a server, as far as its stop has to know of them. */
export interface Connections {
  /** Waits until those that have come are accepted, for so long at most: the others are reset when the server closes. */
  accepted(withinMs: number): Promise<void>
  /** Ends those that have not asked for anything yet, which to Node are not idle. */
  endSilent(): void
}

/**
 * Watches the connections that come to a server, and cuts those whose client reads nothing of its answer for
 * `writeTimeoutMs`, give or take half of it.
 */
export function watchConnections(http: Server, writeTimeoutMs: number): Connections {
  const open = new Set<Socket>()
  const sending = new Map<Socket, { sentBytes: number; sinceMs: number }>()
  const sweep = setInterval(() => cutUnread(open, sending, writeTimeoutMs), writeTimeoutMs / 2).unref()
  http.once('close', () => clearInterval(sweep))
  let count = 0
  http.on('connection', (socket) => {
    count += 1
    open.add(socket)
    socket.once('close', () => {
      open.delete(socket)
      sending.delete(socket)
    })
  })

  return {
    async accepted(withinMs) {
      const until = Date.now() + withinMs
      let before: number
      do {
        before = count
        // A turn of the event loop accepts one of those that wait, and may take long over what others ask.
        await nextTurn()
        await nextTurn()
      } while (count > before && Date.now() < until)
    },
    endSilent() {
      for (const socket of open) if (socket.bytesRead === 0) socket.destroy()
    },
  }
}

function cutUnread(
  open: ReadonlySet<Socket>,
  sending: Map<Socket, { sentBytes: number; sinceMs: number }>,
  writeTimeoutMs: number,
): void {
  const now = performance.now()
  for (const socket of open) {
    if (socket.writableLength === 0) {
      sending.delete(socket)
      continue
    }
    // What was written but for what has not left this process.
    const sentBytes = socket.bytesWritten - socket.writableLength
    const before = sending.get(socket)
    if (before?.sentBytes !== sentBytes) sending.set(socket, { sentBytes, sinceMs: now })
    else if (now - before.sinceMs >= writeTimeoutMs) socket.destroy()
  }
}

/** Aborts when a connection closes, one for all requests that come over it. Unlike those of requests it costs no error. */
export const callerGone = memoize1((connection: Socket): AbortSignal => {
  const gone = new AbortController()
  // Each call that waits for its budget, or to be tried again, listens.
  setMaxListeners(0, gone.signal)
  connection.once('close', () => gone.abort(new GraphQLError('The caller has closed its connection', GONE)))
  return gone.signal
})

/** Only the log sees this code: whoever could read it has gone. */
const GONE = { extensions: { code: 'CLIENT_CLOSED_REQUEST' } }
