import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

/** The maximum number of requests of a connection that wait for the response before theirs. */
const MAX_WAITING = 100

/**
 * Calls a listener with each request when its response is the next of its connection. Clients may send requests before the last
 * one is answered (RFC 9112, section 9.3.2). Node.js would begin all of them at once, keep their responses, and not tell these
 * when the connection closes. A client that sends too many loses its connection.
 */
export function answerInTurn<Response extends ServerResponse>(
  answer: (request: IncomingMessage, response: Response) => void,
): (request: IncomingMessage, response: Response) => void {
  const waiting = new WeakMap<Socket, number>()
  return (request, response) => {
    if (response.socket) return answer(request, response)
    const { socket } = request
    const count = (waiting.get(socket) ?? 0) + 1
    waiting.set(socket, count)
    if (count > MAX_WAITING) socket.destroy()
    response.once('socket', () => {
      waiting.set(socket, (waiting.get(socket) ?? 1) - 1)
      answer(request, response)
    })
  }
}
