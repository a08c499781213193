import { getOperationAST, OperationTypeNode, visit, BREAK, type DocumentNode } from 'graphql'
import type { Plugin } from 'graphql-yoga'
import { executeQuery } from '../schema/execute.ts'

/** Has queries executed level by level, but for those that are answered in parts. */
export const executionPlugin: Plugin = {
  onExecute({ args: { document, operationName }, setExecuteFn }) {
    const isQuery = getOperationAST(document, operationName)?.operation === OperationTypeNode.QUERY
    if (isQuery && !answersInParts(document)) setExecuteFn(executeQuery)
  },
}

/** Whether a document uses @defer or @stream. */
function answersInParts(document: DocumentNode): boolean {
  const known = answers.get(document)
  if (known !== undefined) return known
  let found = false
  visit(document, {
    Directive({ name }) {
      if (name.value !== 'defer' && name.value !== 'stream') return undefined
      found = true
      return BREAK
    },
  })
  answers.set(document, found)
  return found
}

/** By document: Yoga parses a text it has seen before only once. */
const answers = new WeakMap<DocumentNode, boolean>()
