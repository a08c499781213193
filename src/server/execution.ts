import { getOperationAST, OperationTypeNode, visit, BREAK, type DocumentNode } from 'graphql'
import { memoize1 } from '@graphql-tools/utils'
import type { Plugin } from 'graphql-yoga'
import { executeQuery } from '../schema/execute.ts'

/** Has queries executed level by level, but for those that are answered in parts. */
export const executionPlugin: Plugin = {
  onExecute({ args: { document, operationName }, setExecuteFn }) {
    const isQuery = getOperationAST(document, operationName)?.operation === OperationTypeNode.QUERY
    if (isQuery && !answersInParts(document)) setExecuteFn(executeQuery)
  },
}

/** Whether a document uses @defer or @stream. Yoga parses a text it has seen before only once. */
const answersInParts = memoize1((document: DocumentNode): boolean => {
  let found = false
  visit(document, {
    Directive({ name }) {
      if (name.value !== 'defer' && name.value !== 'stream') return undefined
      found = true
      return BREAK
    },
  })
  return found
})
