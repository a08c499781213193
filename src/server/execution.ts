import { getOperationAST, GraphQLError, OperationTypeNode } from 'graphql'
import type { Plugin } from 'graphql-yoga'
import { execute } from '../execute/execute.ts'
import { limitedSum } from '../async/limited-sum.ts'
import type { FormatError } from '../execute/response/result.ts'
import type { OperationBounds } from './admission/admission.ts'
import { countArgumentItems } from './document/list-limit.ts'
import type { OperationContext } from './observe/operation.ts'

/** The share of the bytes of a response that its errors may take. */
const ERROR_SHARE = 0.1

/**
 * Executes queries and mutations with our own executor. `formatError` returns the error that callers may see. A response has at most
 * `allowedBytes`, without the non-null fields of a mutation, and its errors at most a tenth of them.
 */
export function executionPlugin(
  formatError: FormatError,
  allowedBytes: number,
): Plugin<OperationContext & OperationBounds> {
  return {
    onExecute({ args: { document, operationName, contextValue }, setExecuteFn }) {
      const operation = getOperationAST(document, operationName)?.operation
      if (operation === OperationTypeNode.SUBSCRIPTION) return
      const { signal, trace, variables: coercedVariables, onExecution } = contextValue
      const maxBytes = Math.min(allowedBytes, contextValue.maxBytes ?? Infinity)
      const onArgumentItems = countArgumentItems()
      const onBytes = limitedSum(maxBytes, spentBytes)
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
