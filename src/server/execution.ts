import { getOperationAST, OperationTypeNode } from 'graphql'
import type { Plugin } from 'graphql-yoga'
import { directivesIn } from '../execute/document.ts'
import { execute } from '../execute/execute.ts'
import type { OperationContext } from './observe/operation.ts'

/** Executes queries and mutations by our own executor, except for those that are answered in parts. */
export const executionPlugin: Plugin<OperationContext> = {
  onExecute({ args: { document, operationName, contextValue }, setExecuteFn }) {
    const operation = getOperationAST(document, operationName)?.operation
    const used = directivesIn(document)
    if (operation === OperationTypeNode.SUBSCRIPTION || used.has('defer') || used.has('stream')) return
    const { signal } = contextValue
    setExecuteFn((args) => execute({ ...args, signal }))
  },
}
