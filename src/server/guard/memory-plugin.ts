import { getOperationAST, OperationTypeNode, type ExecutionResult } from 'graphql'
import type { Plugin } from 'graphql-yoga'
import type { RequestContext } from './admission.ts'
import { overloadedError } from './overload.ts'

/**
 * Answers a query that gets no memory with 503 and OVERLOADED, at once: nothing more is executed of it. A mutation is
 * never stopped, because what it wrote is to be reported. It comes after the plugin that chooses how to execute.
 */
export const memoryPlugin: Plugin<RequestContext> = {
  onExecute({ args: { document, operationName, contextValue }, executeFn, setExecuteFn }) {
    const { holding } = contextValue as RequestContext
    if (getOperationAST(document, operationName)?.operation === OperationTypeNode.MUTATION) {
      holding.mustFinish()
      return
    }
    setExecuteFn(
      (args) =>
        new Promise<ExecutionResult>((resolve, reject) => {
          holding.onRefusal((reason) => resolve({ errors: [overloadedError(reason)] }))
          Promise.resolve(executeFn(args) as ExecutionResult)
            .then((result) => {
              // What is answered in parts reads on, and tells of what it gets no memory for at each field.
              holding.onRefusal(undefined)
              holding.complete('rows')
              resolve(result)
            })
            .catch(reject)
        }),
    )
  },
}
