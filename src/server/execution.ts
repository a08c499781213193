import { memoize2 } from '@graphql-tools/utils'
import {
  getOperationAST,
  GraphQLError,
  Kind,
  OperationTypeNode,
  type GraphQLResolveInfo,
  type SelectionNode,
} from 'graphql'
import type { Plugin } from 'graphql-yoga'
import { execute } from '../execute/execute.ts'
import { limitedSum } from '../async/limited-sum.ts'
import { OBJECT_BYTES } from '../execute/selection/collected-field.ts'
import { limitOtherExecutor } from '../execute/other-executor.ts'
import type { FormatError } from '../execute/response/result.ts'
import { selectionSetBelow } from '../execute/selection/selection.ts'
import type { OperationBounds } from './admission/admission.ts'
import { countArgumentItems } from './document/list-limit.ts'
import { createIncrementalErrors } from './response/incremental-errors.ts'
import type { OperationContext } from './observe/operation.ts'

/** The share of the bytes of a response that its errors may take. */
const ERROR_SHARE = 0.1

/**
 * Executes queries and mutations with our own executor, except for those with incremental responses (`@defer`,
 * `@stream`). `formatError` returns the error that callers may see. A response has at most `allowedBytes`, without the non-null
 * fields of a mutation, and its errors at most a tenth of them. The bytes of an incremental response are estimated from the
 * number of items of its lists, and what is selected of them.
 */
export function executionPlugin(
  formatError: FormatError,
  allowedBytes: number,
): Plugin<OperationContext & OperationBounds> {
  return {
    onExecute({ args: { document, operationName, contextValue }, executeFn, setExecuteFn }) {
      const operation = getOperationAST(document, operationName)?.operation
      if (operation === OperationTypeNode.SUBSCRIPTION) return
      const { signal, trace, variables: coercedVariables, onExecution } = contextValue
      const maxBytes = Math.min(allowedBytes, contextValue.maxBytes ?? Infinity)
      const onArgumentItems = countArgumentItems()
      const onBytes = limitedSum(maxBytes, spentBytes)
      const excessOfErrors = limitedSum(
        maxBytes * ERROR_SHARE,
        (used, allowed) => () => tooManyErrors(used, allowed, trace.calls.length > 0),
      )
      if (contextValue.isIncremental) {
        const keepsData = operation === OperationTypeNode.MUTATION
        const { onError, limited } = createIncrementalErrors({ formatError, onErrorBytes: excessOfErrors, keepsData })
        limitOtherExecutor(contextValue, {
          onArgumentItems,
          onItems: ({ fieldNodes, fragments }, items) =>
            onBytes(items * fieldNodes.reduce((bytes, node) => bytes + bytesOf(node, fragments), 0)),
          onError,
        })
        setExecuteFn(async (args) => {
          onExecution?.()
          return limited(await executeFn(args))
        })
        return
      }
      const onErrorBytes = (bytes: number) => excessOfErrors(bytes)?.()
      setExecuteFn((args) => {
        onExecution?.()
        return execute({ signal, formatError, coercedVariables, onArgumentItems, onBytes, onErrorBytes, ...args })
      })
    },
  }
}

/**
 * The estimated bytes of a selection in an incremental response, with one item of each list below it. Its executor does not
 * report the bytes of the fields.
 */
const bytesOf = memoize2((selection: SelectionNode, fragments: GraphQLResolveInfo['fragments']): number => {
  const below = selectionSetBelow(selection, fragments)?.selections ?? []
  const ownBytes =
    selection.kind === Kind.FIELD ? (selection.alias ?? selection.name).value.length + BYTES_PER_FIELD : 0
  const objectBytes = selection.kind === Kind.FIELD && below.length > 0 ? OBJECT_BYTES : 0
  return below.reduce((bytes, each) => bytes + bytesOf(each, fragments), ownBytes + objectBytes)
})

/** The punctuation of a field, and a short value. */
const BYTES_PER_FIELD = 16

function spentBytes(used: number, allowed: number): GraphQLError {
  const message = `The response has more than ${allowed} bytes, the maximum of one operation. Request fewer rows or fields`
  return new GraphQLError(message, { extensions: { code: 'BUDGET_SPENT', limit: 'bytes', allowed, used } })
}

function tooManyErrors(used: number, allowed: number, hasCalled: boolean): GraphQLError {
  const message = `The errors of the response have more than ${allowed} bytes. Those that are left are not reported. Request fewer rows or fields`
  const extensions = hasCalled
    ? { code: 'BUDGET_SPENT', limit: 'errorBytes', allowed, used }
    : { code: 'QUERY_TOO_COMPLEX', limit: 'errorBytes', planned: used, allowed }
  return new GraphQLError(message, { extensions })
}
