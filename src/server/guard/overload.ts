import { GraphQLError } from 'graphql'
import type { FetchAPI } from 'graphql-yoga'

/** Seconds after which a client that was refused may try again. */
const RETRY_AFTER_S = 1

/** The error of an operation for which there is no slot or no memory: 503 and OVERLOADED, with Retry-After. */
export function overloadedError(reason: string): GraphQLError {
  return new GraphQLError(`${reason}. Try again in ${RETRY_AFTER_S} s`, {
    extensions: { code: 'OVERLOADED', http: { status: 503, headers: { 'retry-after': String(RETRY_AFTER_S) } } },
  })
}

/** The same as an answer, for what is refused before it is read. */
export function overloadedResponse(fetchAPI: FetchAPI, reason: string): Response {
  const { message, extensions } = overloadedError(reason)
  const body = JSON.stringify({ errors: [{ message, extensions: { code: extensions['code'] } }] })
  const headers = { 'content-type': 'application/json; charset=utf-8', 'retry-after': String(RETRY_AFTER_S) }
  return new fetchAPI.Response(body, { status: 503, headers })
}
