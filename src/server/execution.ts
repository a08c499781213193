import { getOperationAST, OperationTypeNode } from 'graphql'
import type { Plugin } from 'graphql-yoga'
import { directivesIn } from '../execute/document.ts'
import { execute } from '../execute/execute.ts'
import type { FormatError } from '../execute/result.ts'
import type { OperationContext } from './observe/operation.ts'

/**
 * Executes queries and mutations by our own executor, except for those that are answered in parts. `formatError` gives
 * what a caller may see of an error.
 */
export function executionPlugin(formatError: FormatError): Plugin<OperationContext> {
  return {
    onExecute({ args: { document, operationName, contextValue }, setExecuteFn }) {
      const operation = getOperationAST(document, operationName)?.operation
      const used = directivesIn(document)
      if (operation === OperationTypeNode.SUBSCRIPTION || used.has('defer') || used.has('stream')) return
      const { signal } = contextValue
      setExecuteFn((args) => execute({ ...args, signal, formatError }))
    },
  }
}
