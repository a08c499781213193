import { getOperationAST, OperationTypeNode } from 'graphql'
import type { Plugin } from 'graphql-yoga'
import { directivesIn } from '../execute/document.ts'
import { executeQuery } from '../execute/execute.ts'

/** Has queries executed level by level, but for those that are answered in parts. */
export const executionPlugin: Plugin = {
  onExecute({ args: { document, operationName }, setExecuteFn }) {
    const isQuery = getOperationAST(document, operationName)?.operation === OperationTypeNode.QUERY
    const used = directivesIn(document)
    const answersInParts = used.has('defer') || used.has('stream')
    if (isQuery && !answersInParts) setExecuteFn(executeQuery)
  },
}
