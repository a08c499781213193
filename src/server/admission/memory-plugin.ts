import { getOperationAST, OperationTypeNode, type ExecutionArgs, type ExecutionResult } from 'graphql'
import { isAsyncIterable, type Plugin } from 'graphql-yoga'
import type { RequestContext } from './admission.ts'
import { overloadedError } from './overload.ts'

/**
 * Refuses a query that gets no memory with 503 and OVERLOADED, and stops its execution. A mutation is never stopped, because
 * its writes must be reported. This plugin must come after the plugin that sets the execute function.
 */
export const memoryPlugin: Plugin<RequestContext> = {
  onExecute({ args: { document, operationName, contextValue }, executeFn, setExecuteFn }) {
    const { reservation } = contextValue as RequestContext
    const execute = (args: ExecutionArgs) => {
      const executed = Promise.resolve(executeFn(args) as ExecutionResult)
      // An incremental response reads rows until its end, which is not known here.
      reservation.keepDuring(executed.then((result) => (isAsyncIterable(result) ? new Promise(() => {}) : undefined)))
      return executed
    }
    if (getOperationAST(document, operationName)?.operation === OperationTypeNode.MUTATION) {
      reservation.mustFinish()
      setExecuteFn(execute)
      return
    }
    setExecuteFn(
      (args) =>
        new Promise<ExecutionResult>((resolve, reject) => {
          reservation.onRefusal((reason) => resolve({ errors: [overloadedError(reason)] }))
          execute(args)
            .then((result) => {
              // An incremental response continues to read rows. Without memory it reports an error at each field.
              reservation.onRefusal(undefined)
              reservation.complete('rows')
              resolve(result)
            })
            .catch(reject)
        }),
    )
  },
}
