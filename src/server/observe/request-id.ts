import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'

/** The header by which a request is known in the log, in its answer, and in every call that is made for it. */
export const REQUEST_ID_HEADER = 'x-request-id'

const WELL_FORMED = /^[A-Za-z0-9._-]{1,128}$/

/** Puts the request's id on its answer: the caller's own where it is well formed, else a new one, on the request too. */
export function nameRequest(request: IncomingMessage, response: ServerResponse): void {
  const given = request.headers[REQUEST_ID_HEADER]
  const id = typeof given === 'string' && WELL_FORMED.test(given) ? given : randomUUID()
  request.headers[REQUEST_ID_HEADER] = id
  response.setHeader(REQUEST_ID_HEADER, id)
}

/** The id that a request was given. */
export function requestIdOf({ headers }: IncomingMessage): string {
  return String(headers[REQUEST_ID_HEADER])
}
