import { getOperationAST, GraphQLError, OperationTypeNode } from 'graphql'
import type { Plugin } from 'graphql-yoga'
import { directivesIn } from '../execute/selection/document.ts'
import { execute } from '../execute/execute.ts'
import type { OnBytes } from '../execute/context.ts'
import type { FormatError } from '../execute/response/result.ts'
import type { OperationContext } from './observe/operation.ts'

/**
 * Executes queries and mutations with our own executor, except for those with incremental responses (`@defer`,
 * `@stream`). `formatError` returns the error that callers may see. The response of a query has at most `maxBytes`; the
 * response of a mutation is not limited.
 */
export function executionPlugin(formatError: FormatError, maxBytes: number): Plugin<OperationContext> {
  return {
    onExecute({ args: { document, operationName, contextValue }, setExecuteFn }) {
      const operation = getOperationAST(document, operationName)?.operation
      const used = directivesIn(document)
      if (operation === OperationTypeNode.SUBSCRIPTION || used.has('defer') || used.has('stream')) return
      const { signal, variables: coercedVariables } = contextValue
      const onBytes = operation === OperationTypeNode.QUERY ? countBytes(maxBytes) : undefined
      setExecuteFn((args) => execute({ signal, formatError, onBytes, coercedVariables, ...args }))
    },
  }
}

/** Creates the counter of the bytes of one response. It returns an error when there are too many. */
function countBytes(allowed: number): OnBytes {
  let used = 0
  return (bytes) => {
    used += Math.ceil(bytes)
    if (used <= allowed) return undefined
    const message = `The response has more than ${allowed} bytes, the maximum of one operation. Request fewer rows or fields`
    return new GraphQLError(message, { extensions: { code: 'BUDGET_SPENT', limit: 'bytes', allowed, used } })
  }
}
