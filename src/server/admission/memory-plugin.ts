import { getOperationAST, OperationTypeNode, type ExecutionArgs, type ExecutionResult } from 'graphql'
import type { Plugin, PromiseOrValue } from 'graphql-yoga'
import type { OperationContext } from '../observe/operation.ts'
import type { RequestContext } from './admission.ts'
import { overloadedError } from './overload.ts'

/**
 * Refuses a query that gets no memory with 503 and OVERLOADED, and stops its execution. A mutation is never stopped, because
 * its writes must be reported. At the end of an operation, drops what its loaders have read.
 */
export const memoryPlugin: Plugin<OperationContext & RequestContext> = {
  onExecute({ args: { document, operationName, contextValue }, executeFn, setExecuteFn }) {
    const { reservation } = contextValue
    const execute = async (args: ExecutionArgs) => {
      const releaseBuffers = reservation.keepBuffers()
      try {
        return await (executeFn(args) as PromiseOrValue<ExecutionResult>)
      } finally {
        releaseBuffers()
        // An operation that has lasted for some minor collections is in the old generation of the heap. Until the next major
        // collection, whatever it refers to would be kept, and copied, as if it were still in use.
        contextValue.loaders.forget()
        reservation.complete('rows')
      }
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
          execute(args).then((result) => {
            reservation.onRefusal(undefined)
            resolve(result)
          }, reject)
        }),
    )
  },
}
