import type { GraphQLError } from 'graphql'
import { refusal } from '../http/refusal.ts'

/** The number of seconds after which a refused client may try again. */
const RETRY_AFTER_S = 1

/** The error of an operation that gets no slot or no memory: 503 and OVERLOADED, with Retry-After. */
export function overloadedError(reason: string): GraphQLError {
  return refusal('OVERLOADED', 503, `${reason}. Try again in ${RETRY_AFTER_S} s`, {
    'retry-after': String(RETRY_AFTER_S),
  })
}
