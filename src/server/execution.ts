import { getOperationAST, OperationTypeNode } from 'graphql'
import type { Plugin } from 'graphql-yoga'
import { directivesIn } from '../execute/document.ts'
import { execute } from '../execute/execute.ts'
import type { OperationContext } from './observe/operation.ts'

/** Runs queries and mutations with the executor of this package, except operations that are answered in parts. */
export const executionPlugin: Plugin<OperationContext> = {
  onExecute({ args: { document, operationName, contextValue }, setExecuteFn }) {
    const operation = getOperationAST(document, operationName)?.operation
    const used = directivesIn(document)
    if (operation === OperationTypeNode.SUBSCRIPTION || used.has('defer') || used.has('stream')) return
    const { signal } = contextValue
    setExecuteFn((args) => execute({ ...args, signal }))
  },
}
