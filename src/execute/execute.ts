import { assertValidSchema, GraphQLError, OperationTypeNode, type ExecutionResult } from 'graphql'
import { buildExecutionContext, type ExecuteArgs } from './context.ts'
import { Executor } from './executor.ts'
import { ROOT_PATH } from './response/path.ts'
import { when, type MaybePromise } from '../async/promise.ts'
import { completeResult, failedResult } from './response/result.ts'
import { rootFields } from './selection/collected-field.ts'

/**
 * Executes a query or a mutation with the contract of graphql-js, but level by level: a field is resolved for all parents,
 * and then the selections below it for all of its values. So all reads of a level can be batched.
 */
export function execute(args: ExecuteArgs): MaybePromise<ExecutionResult> {
  assertValidSchema(args.schema)
  const context = buildExecutionContext(args)
  if (!('operation' in context)) return { errors: context }
  try {
    const executor = new Executor(context)
    const { operation, schema, rootValue } = context
    const rootType = schema.getRootType(operation.operation)
    if (!rootType)
      throw new GraphQLError(`Schema is not configured to execute ${operation.operation} operation.`, {
        nodes: operation,
      })
    // Throws a GraphQLError if a condition of @skip or @include is null.
    const fields = rootFields(context.selection, rootType, operation)
    const isMutation = operation.operation === OperationTypeNode.MUTATION
    const root = isMutation
      ? executor.executeFieldsSerially(rootType, fields, rootValue)
      : executor.executeFields(rootType, fields, [rootValue], ROOT_PATH)
    const { formatError = (error) => error, onErrorBytes } = args
    const result = when(root, (root) =>
      executor.anyFailed
        ? failedResult(root, { formatError, onErrorBytes, mayPause: executor.mayPause(), keepsData: isMutation })
        : completeResult(root),
    )
    return result instanceof Promise ? result.catch(requestError) : result
  } catch (error) {
    return requestError(error)
  }
}

/** The result of a request error. As in graphql-js, an error of any class is an error of the result. */
function requestError(error: unknown): ExecutionResult {
  return { errors: [error as GraphQLError], data: null }
}
