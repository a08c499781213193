import { GraphQLError } from 'graphql'
import type { FetchAPI } from 'graphql-yoga'

/** The number of seconds after which a refused client may try again. */
const RETRY_AFTER_S = 1

/** The error of an operation that gets no slot or no memory: 503 and OVERLOADED, with Retry-After. */
export function overloadedError(reason: string): GraphQLError {
  return new GraphQLError(`${reason}. Try again in ${RETRY_AFTER_S} s`, {
    extensions: { code: 'OVERLOADED', http: { status: 503, headers: { 'retry-after': String(RETRY_AFTER_S) } } },
  })
}

/** The same error as a response, for requests that are refused before they are read. */
export function overloadedResponse(fetchAPI: FetchAPI, reason: string): Response {
  const { message, extensions } = overloadedError(reason)
  const body = JSON.stringify({ errors: [{ message, extensions: { code: extensions['code'] } }] })
  const headers = { 'content-type': 'application/json; charset=utf-8', 'retry-after': String(RETRY_AFTER_S) }
  return new fetchAPI.Response(body, { status: 503, headers })
}
