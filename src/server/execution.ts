import { getOperationAST, GraphQLError, OperationTypeNode } from 'graphql'
import type { Plugin } from 'graphql-yoga'
import { execute } from '../execute/execute.ts'
import { limitedSum } from '../async/limited-sum.ts'
import type { FormatError } from '../execute/response/result.ts'
import { NO_MEMORY, type MemoryReservation } from '../async/memory.ts'
import { when, type MaybePromise } from '../async/promise.ts'
import type { RequestContext } from './admission/admission.ts'
import { overloadedError } from './admission/overload.ts'
import { countArgumentItems } from './document/list-limit.ts'
import type { OperationContext } from './observe/operation.ts'

/** The share of the bytes of a response that its errors may take. */
const ERROR_SHARE = 0.1

/** The share of the estimated bytes of a response that count as memory: the rest of what an operation may hold are its rows. */
const HELD_SHARE = 0.75

/**
 * Executes queries and mutations with our own executor. `formatError` returns the error that callers may see. A response has at most
 * `allowedBytes`, without the non-null fields of a mutation, and its errors at most a tenth of them. What it holds counts as memory
 * of the process too: it waits while there is none.
 */
export function executionPlugin(
  formatError: FormatError,
  allowedBytes: number,
): Plugin<OperationContext & RequestContext> {
  return {
    onExecute({ args: { document, operationName, contextValue }, setExecuteFn }) {
      const operation = getOperationAST(document, operationName)?.operation
      if (operation === OperationTypeNode.SUBSCRIPTION) return
      const { signal, endsAtMs, trace, variables: coercedVariables, onExecution, reservation } = contextValue
      const maxBytes = Math.min(allowedBytes, contextValue.maxBytes ?? Infinity)
      const onArgumentItems = countArgumentItems()
      const excessOf = limitedSum(maxBytes, spentBytes)
      const isMutation = operation === OperationTypeNode.MUTATION
      // Calls end with the deadline. What needs none could go on: a mutation may, because it has to report what it did.
      const isLate = () => !isMutation && Date.now() >= endsAtMs
      const onBytes = (bytes: number) =>
        excessOf(bytes) ??
        (isLate() ? lateError() : undefined) ??
        reserved(reservation, Math.ceil(bytes * HELD_SHARE), isMutation)
      const onErrorBytes = limitedSum(maxBytes * ERROR_SHARE, (used, allowed) =>
        tooManyErrors(used, allowed, trace.calls.length > 0),
      )
      setExecuteFn((args) => {
        onExecution?.()
        return execute({ signal, formatError, coercedVariables, onArgumentItems, onBytes, onErrorBytes, ...args })
      })
    },
  }
}

/** Counts bytes that an operation holds until its end, once there is room for them. Returns an error if there is none. */
function reserved(reservation: MemoryReservation, bytes: number, isMutation: boolean): MaybePromise<Error | undefined> {
  if (bytes === 0) return undefined
  // What a write did is told even if there is no memory for rows.
  if (isMutation && reservation.room('write', bytes) === true) {
    reservation.add(bytes, 'write')
    return undefined
  }
  return when(reservation.room('rows', bytes), (hasRoom) => {
    if (!hasRoom) return overloadedError(NO_MEMORY)
    reservation.add(bytes)
    return undefined
  })
}

function lateError(): GraphQLError {
  const message = 'The operation has reached its deadline. Request fewer rows or fields'
  return new GraphQLError(message, { extensions: { code: 'UPSTREAM_TIMEOUT' } })
}

function spentBytes(used: number, allowed: number): GraphQLError {
  const message = `The response has more than ${allowed} bytes, the maximum of one operation. Request fewer rows or fields`
  return new GraphQLError(message, { extensions: { code: 'BUDGET_SPENT', limit: 'bytes', allowed, used } })
}

function tooManyErrors(used: number, allowed: number, hasCalled: boolean): GraphQLError {
  const message = `The errors of the response have more than ${allowed} bytes. Those that are left are not reported. Request fewer rows or fields`
  const extensions = hasCalled
    ? { code: 'BUDGET_SPENT', limit: 'errorBytes', allowed, used }
    : { code: 'QUERY_TOO_COMPLEX', limit: 'errorBytes', planned: used, allowed }
  return new GraphQLError(message, { extensions })
}
