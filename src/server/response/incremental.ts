import { Readable } from 'node:stream'
import {
  getArgumentValues,
  getOperationAST,
  GraphQLError,
  separateOperations,
  visit,
  type DirectiveNode,
} from 'graphql'
import { getSSEProcessor, isAsyncIterable, processRegularResult, type Plugin } from 'graphql-yoga'
import { stringifyOf } from '../../execute/response/result.ts'
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
    contextValue.isIncremental = true
    request.headers.set('accept', parts)
  },
  onResultProcess(processing) {
    const type = processing.request.headers.get('accept')
    const inParts = type === EVENT_STREAM ? eventStream : processing.resultProcessor
    if ((type !== EVENT_STREAM && type !== MULTIPART) || !inParts) return
    processing.setResultProcessor(async (result, fetchAPI) => {
      const text = Array.isArray(result) || isAsyncIterable(result) ? undefined : stringifyOf(result)?.(result)
      const response =
        text instanceof Readable
          ? processRegularResult(written(onlyPart(text, FRAMES[type])), fetchAPI, FRAMES[type].contentType)
          : await inParts(text ? written(text) : result, fetchAPI, type)
      if (type === EVENT_STREAM) {
        response.headers.set('cache-control', 'no-store')
        // Yoga's `none` is not an encoding.
        response.headers.delete('content-encoding')
      }
      return response

      function written(body: Buffer | Readable): typeof result {
        return Object.assign({}, result, { stringify: () => body })
      }
    }, type)
  },
}

const EVENT_STREAM = 'text/event-stream'
const MULTIPART = 'multipart/mixed'

const eventStream = getSSEProcessor()

interface Frame {
  contentType: string
  before: string
  after: string
}

/** What is around the only part of a response. */
const FRAMES: Record<typeof EVENT_STREAM | typeof MULTIPART, Frame> = {
  [EVENT_STREAM]: {
    contentType: EVENT_STREAM,
    before: ':\n\nevent: next\ndata: ',
    after: '\n\nevent: complete\ndata:\n\n',
  },
  [MULTIPART]: {
    contentType: `${MULTIPART}; boundary="-"`,
    before: '\r\n---\r\nContent-Type: application/json; charset=utf-8\r\n\r\n',
    after: '\r\n-----\r\n',
  },
}

/** A body with one part that is written in pieces. Yoga writes each part at once. */
function onlyPart(pieces: Readable, { before, after }: Frame): Readable {
  return Readable.from(chunks(), { objectMode: false })

  async function* chunks() {
    yield Buffer.from(before)
    yield* pieces
    yield Buffer.from(after)
  }
}

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
