import type { GraphQLError } from 'graphql'
import type { FetchAPI } from 'graphql-yoga'
import { JSON_TYPE, refusal, refusalBody } from '../http/refusal.ts'

/** The number of seconds after which a refused client may try again. */
const RETRY_AFTER_S = 1

const RETRY_LATER = { 'retry-after': String(RETRY_AFTER_S) }

/** The error of an operation that gets no slot or no memory: 503 and OVERLOADED, with Retry-After. */
export function overloadedError(reason: string): GraphQLError {
  return refusal('OVERLOADED', 503, `${reason}. Try again in ${RETRY_AFTER_S} s`, RETRY_LATER)
}

/** The same error as a response, for requests that are refused before they are read. */
export function overloadedResponse(fetchAPI: FetchAPI, reason: string): Response {
  const headers = { 'content-type': JSON_TYPE, ...RETRY_LATER }
  return new fetchAPI.Response(refusalBody(overloadedError(reason)), { status: 503, headers })
}
