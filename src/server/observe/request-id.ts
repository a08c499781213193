import { randomUUID } from 'node:crypto'
import type { IncomingRequest, OutgoingResponse } from '../http/exchange.ts'

/** The header that identifies a request in the log, in its response, and in every call that is made for it. */
export const REQUEST_ID_HEADER = 'x-request-id'

const WELL_FORMED = /^[A-Za-z0-9._-]{1,128}$/

/** Sets the request ID on the response: the caller's own ID if it is well formed; otherwise a new one, which is also set on the request. */
export function nameRequest(request: IncomingRequest, response: OutgoingResponse): void {
  const given = request.headers[REQUEST_ID_HEADER]
  const id = typeof given === 'string' && WELL_FORMED.test(given) ? given : randomUUID()
  request.headers[REQUEST_ID_HEADER] = id
  response.setHeader(REQUEST_ID_HEADER, id)
}

/** The ID of a request. */
export function requestIdOf({ headers }: IncomingRequest): string {
  return String(headers[REQUEST_ID_HEADER])
}
