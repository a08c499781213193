import { getOperationAST, OperationTypeNode, type ExecutionArgs, type ExecutionResult } from 'graphql'
import { isAsyncIterable, type Plugin, type PromiseOrValue } from 'graphql-yoga'
import type { RequestContext } from './admission.ts'
import { overloadedError } from './overload.ts'

/**
 * Refuses a query that gets no memory with 503 and OVERLOADED, and stops its execution. A mutation is never stopped, because
 * its writes must be reported. This plugin must come after the plugin that sets the execute function.
 */
export const memoryPlugin: Plugin<RequestContext> = {
  onExecute({ args: { document, operationName, contextValue }, executeFn, setExecuteFn }) {
    const { holding } = contextValue as RequestContext
    const execute = async (args: ExecutionArgs) => {
      const releaseBuffers = holding.keepBuffers()
      // A response in parts reads rows until its end, which is not known here.
      let isInParts = false
      try {
        const result = await (executeFn(args) as PromiseOrValue<ExecutionResult>)
        isInParts = isAsyncIterable(result)
        return result
      } finally {
        if (!isInParts) releaseBuffers()
      }
    }
    if (getOperationAST(document, operationName)?.operation === OperationTypeNode.MUTATION) {
      holding.mustFinish()
      setExecuteFn(execute)
      return
    }
    setExecuteFn(
      (args) =>
        new Promise<ExecutionResult>((resolve, reject) => {
          holding.onRefusal((reason) => resolve({ errors: [overloadedError(reason)] }))
          execute(args).then((result) => {
            // A response in parts continues to read rows. Without memory it reports an error at each field.
            holding.onRefusal(undefined)
            holding.complete('rows')
            resolve(result)
          }, reject)
        }),
    )
  },
}
