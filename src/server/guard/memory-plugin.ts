import { getOperationAST, OperationTypeNode } from 'graphql'
import { isAsyncIterable, type Plugin } from 'graphql-yoga'
import type { RequestContext } from './admission.ts'
import { overloadedError } from './overload.ts'

/** Answers a query that got no memory with 503 and OVERLOADED. A mutation is never stopped: what it wrote is reported. */
export const memoryPlugin: Plugin<RequestContext> = {
  onExecute({ args: { document, operationName, contextValue } }) {
    const { holding } = contextValue as RequestContext
    const operation = getOperationAST(document, operationName)?.operation
    if (operation === OperationTypeNode.MUTATION) {
      holding.mustFinish()
      return undefined
    }
    return {
      onExecuteDone({ result, setResult }) {
        holding.complete('rows')
        // What is sent in parts tells of the failure at each field.
        if (holding.refusal !== undefined && !isAsyncIterable(result))
          setResult({ errors: [overloadedError(holding.refusal)] })
      },
    }
  },
}
