import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http'

/** Answers a request of node:http. */
export type Handler<Response extends ServerResponse = ServerResponse> = (
  request: IncomingMessage,
  response: Response,
) => unknown

/** What the handler of GraphQL requests reads of a request: of node:http, or made from a `Request` of the fetch API. */
export interface IncomingRequest {
  readonly method?: string
  readonly headers: IncomingHttpHeaders
  /** Emits `close` when the caller disconnects. Requests of the same connection share it. */
  readonly socket: Connection
  /** The request of the fetch API. Undefined for a request of node:http. */
  readonly original?: Request
  on(event: 'data', listener: (chunk: Buffer) => void): unknown
  once(event: 'end' | 'error', listener: () => void): unknown
  pause(): unknown
  resume(): unknown
}

/** What the handler of GraphQL requests does with a response, besides returning its status, headers and body. */
export interface OutgoingResponse {
  readonly headersSent: boolean
  /** Whether the whole response has been sent, or its caller has disconnected. */
  readonly closed: boolean
  /** Called with the number of bytes of each long chunk that is to be sent. */
  onLongWrite: ((bytes: number) => void) | undefined
  setHeader(name: string, value: string): unknown
  once(event: 'close', listener: () => void): unknown
}

/** The connection of a caller. */
export interface Connection {
  /** Whether the caller has disconnected. */
  readonly destroyed: boolean
  once(event: 'close', listener: () => void): unknown
}
