import type { Server, ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import { JSON_TYPE, refusal, refusalResponse } from './refusal.ts'

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
