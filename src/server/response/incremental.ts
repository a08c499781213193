import {
  getArgumentValues,
  getOperationAST,
  GraphQLError,
  separateOperations,
  visit,
  type DirectiveNode,
} from 'graphql'
import { getSSEProcessor, type Plugin } from 'graphql-yoga'
import { directivesIn } from '../../execute/selection/document.ts'
import type { RequestContext } from '../admission/admission.ts'
import { negotiate } from '../http/accept.ts'
import { refusal } from '../http/refusal.ts'
import type { OperationContext } from '../observe/operation.ts'

/**
 * Decides before execution whether an operation with `@defer` or `@stream` can be answered incrementally. A client that
 * does not accept such a response gets 406, and an `initialCount` that is negative or null is refused.
 */
export const incrementalPlugin: Plugin<OperationContext & RequestContext & { request: Request }, RequestContext> = {
  onExecute({ args: { schema, document, operationName, contextValue }, setResultAndStopExecution }) {
    if (!directivesIn(document).has('defer') && !directivesIn(document).has('stream')) return
    const name = getOperationAST(document, operationName)?.name?.value ?? ''
    const { req, request, variables = {} } = contextValue
    const active: DirectiveNode[] = []
    let wrong: DirectiveNode | undefined
    visit(separateOperations(document)[name] ?? document, {
      Directive(node) {
        if (node.name.value !== 'defer' && node.name.value !== 'stream') return
        const definition = schema.getDirective(node.name.value)
        const { if: isActive, initialCount } = definition ? getArgumentValues(definition, node, variables) : {}
        if (isActive !== false) active.push(node)
        if (isActive !== false && (initialCount === null || Number(initialCount) < 0)) wrong ??= node
      },
    })
    if (wrong) return setResultAndStopExecution({ errors: [wrongCount(wrong)] })
    if (active.length === 0) return
    // The handler has replaced the header with the type that was negotiated for whole responses.
    const parts = negotiate(req.headersDistinct['accept']?.join(','))?.parts
    if (parts === undefined) return setResultAndStopExecution({ errors: [notAcceptable()] })
    request.headers.set('accept', parts)
  },
  onResultProcess(processing) {
    if (processing.request.headers.get('accept') !== EVENT_STREAM) return
    processing.setResultProcessor(async (...call) => {
      const response = await eventStream(...call)
      response.headers.set('cache-control', 'no-store')
      // Yoga's `none` is not an encoding.
      response.headers.delete('content-encoding')
      return response
    }, EVENT_STREAM)
  },
}

const EVENT_STREAM = 'text/event-stream'

const eventStream = getSSEProcessor()

function wrongCount(directive: DirectiveNode): GraphQLError {
  return new GraphQLError('`initialCount` of @stream must be 0 or more', {
    nodes: directive,
    extensions: { code: 'BAD_USER_INPUT', field: 'initialCount' },
  })
}

function notAcceptable(): GraphQLError {
  return refusal(
    'NOT_ACCEPTABLE',
    406,
    'The operation uses @defer or @stream, so its response has several parts. Accept multipart/mixed or text/event-stream. ' +
      'Nothing was executed',
  )
}
