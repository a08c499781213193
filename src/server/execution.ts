import { getOperationAST, GraphQLError, OperationTypeNode } from 'graphql'
import type { Plugin } from 'graphql-yoga'
import { directivesIn } from '../execute/document.ts'
import { execute } from '../execute/execute.ts'
import type { OnBytes } from '../execute/context.ts'
import type { FormatError } from '../execute/result.ts'
import type { OperationContext } from './observe/operation.ts'

/**
 * Executes queries and mutations by our own executor, except for those that are answered in parts. `formatError` gives
 * what a caller may see of an error. The answer of a query has at most `maxBytes`; that of a mutation is always given.
 */
export function executionPlugin(formatError: FormatError, maxBytes: number): Plugin<OperationContext> {
  return {
    onExecute({ args: { document, operationName, contextValue }, setExecuteFn }) {
      const operation = getOperationAST(document, operationName)?.operation
      const used = directivesIn(document)
      if (operation === OperationTypeNode.SUBSCRIPTION || used.has('defer') || used.has('stream')) return
      const { signal } = contextValue
      const onBytes = operation === OperationTypeNode.QUERY ? countBytes(maxBytes) : undefined
      setExecuteFn((args) => execute({ ...args, signal, formatError, onBytes }))
    },
  }
}

/** Counts the bytes of one answer, and gives the error of one that is too long. */
function countBytes(allowed: number): OnBytes {
  let used = 0
  return (bytes) => {
    used += Math.ceil(bytes)
    if (used <= allowed) return undefined
    const message = `The answer is longer than the ${allowed} bytes that one operation may take. Ask for fewer rows or fields`
    return new GraphQLError(message, { extensions: { code: 'BUDGET_SPENT', limit: 'bytes', allowed, used } })
  }
}
