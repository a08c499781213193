import { getOperationAST, GraphQLError, OperationTypeNode } from 'graphql'
import type { Plugin } from 'graphql-yoga'
import { directivesIn } from '../execute/selection/document.ts'
import { execute } from '../execute/execute.ts'
import type { OnBytes } from '../execute/context.ts'
import type { FormatError } from '../execute/response/result.ts'
import { countArgumentItems } from './document/list-limit.ts'
import { measuresOf, type OperationSize } from './document/measures.ts'
import type { OperationContext } from './observe/operation.ts'

/** The share of the bytes of a response that its errors may take. */
const ERROR_SHARE = 0.1

/**
 * Executes queries and mutations with our own executor, except for those with incremental responses (`@defer`,
 * `@stream`). `formatError` returns the error that callers may see. A response has at most `maxBytes`, without the non-null
 * fields of a mutation, and its errors at most a tenth of them. An operation with an incremental response reads fewer rows, the more it
 * selects of each.
 */
export function executionPlugin(formatError: FormatError, maxBytes: number): Plugin<OperationContext> {
  return {
    onExecute({ args: { schema, document, operationName, contextValue }, setExecuteFn }) {
      const operation = getOperationAST(document, operationName)?.operation
      const used = directivesIn(document)
      if (operation === OperationTypeNode.SUBSCRIPTION) return
      if (used.has('defer') || used.has('stream')) {
        contextValue.budget.limitRows(Math.floor(maxBytes / bytesOfRow(measuresOf(schema, document).size)))
        return
      }
      const { signal, trace, variables: coercedVariables } = contextValue
      const limits = {
        onField: countArgumentItems(coercedVariables ?? {}),
        onBytes: countBytes(maxBytes, spentBytes),
        onErrorBytes: countBytes(maxBytes * ERROR_SHARE, (used, allowed) =>
          tooManyErrors(used, allowed, trace.calls.length > 0),
        ),
      }
      setExecuteFn((args) => execute({ signal, formatError, coercedVariables, ...limits, ...args }))
    },
  }
}

/**
 * The bytes of one row in an incremental response, if each of its fields is selected of it. The executor of such responses
 * does not report the bytes of the fields.
 */
function bytesOfRow({ fields, responseKeys }: OperationSize): number {
  return responseKeys + fields * BYTES_PER_FIELD
}

/** The punctuation of a field, and a short value. */
const BYTES_PER_FIELD = 16

/** Creates the counter of bytes of one response. It returns an error when there are too many. */
function countBytes(allowed: number, excess: (used: number, allowed: number) => GraphQLError): OnBytes {
  let used = 0
  return (bytes) => {
    used += Math.ceil(bytes)
    return used <= allowed ? undefined : excess(used, allowed)
  }
}

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
