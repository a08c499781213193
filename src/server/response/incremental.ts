import {
  getOperationAST,
  GraphQLError,
  Kind,
  visit,
  type ArgumentNode,
  type DirectiveNode,
  type DocumentNode,
  type OperationDefinitionNode,
  type ValueNode,
} from 'graphql'
import { getSSEProcessor, type Plugin } from 'graphql-yoga'
import { directivesIn, fragmentsOf } from '../../execute/selection/document.ts'
import type { RequestContext } from '../admission/admission.ts'
import { negotiate } from '../http/accept.ts'
import { refusal } from '../http/refusal.ts'

type Variables = Readonly<Record<string, unknown>>

/**
 * Decides before execution whether an operation with `@defer` or `@stream` can be answered incrementally. A client that
 * does not accept such a response gets 406, and a negative `initialCount` is refused.
 */
export const incrementalPlugin: Plugin<RequestContext & { request: Request }, RequestContext> = {
  onExecute({ args, setResultAndStopExecution }) {
    const { document, operationName, contextValue } = args
    const used = directivesIn(document)
    if (!used.has('defer') && !used.has('stream')) return
    const operation = getOperationAST(document, operationName)
    if (!operation) return
    const variables = (args.variableValues ?? {}) as Variables
    const directives = activeDirectives(document, operation, variables)
    const wrong = directives.find((directive) => Number(argument(directive, 'initialCount', operation, variables)) < 0)
    if (wrong) return setResultAndStopExecution({ errors: [negativeCount(wrong)] })
    if (directives.length === 0) return
    const { req, request } = contextValue
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

/** The `@defer` and `@stream` directives of an operation and its fragments that are not disabled by `if: false`. */
function activeDirectives(
  document: DocumentNode,
  operation: OperationDefinitionNode,
  variables: Variables,
): DirectiveNode[] {
  const fragments = fragmentsOf(document)
  const active: DirectiveNode[] = []
  const seen = new Set<string>()
  collect(operation)
  return active

  function collect(node: OperationDefinitionNode | (typeof fragments)[string]): void {
    visit(node, {
      Directive(directive) {
        if (directive.name.value !== 'defer' && directive.name.value !== 'stream') return
        if (argument(directive, 'if', operation, variables) !== false) active.push(directive)
      },
      FragmentSpread({ name: { value: name } }) {
        const fragment = fragments[name]
        if (!fragment || seen.has(name)) return
        seen.add(name)
        collect(fragment)
      },
    })
  }
}

/** The value of a directive's argument: a literal, or that of a variable or its default. */
function argument(
  { arguments: args }: DirectiveNode,
  name: string,
  { variableDefinitions }: OperationDefinitionNode,
  variables: Variables,
): unknown {
  const value = args?.find((arg: ArgumentNode) => arg.name.value === name)?.value
  if (value?.kind !== Kind.VARIABLE) return literal(value)
  const variable = value.name.value
  if (variables[variable] !== undefined) return variables[variable]
  return literal(variableDefinitions?.find((definition) => definition.variable.name.value === variable)?.defaultValue)
}

function literal(value: ValueNode | undefined): unknown {
  if (value?.kind === Kind.BOOLEAN) return value.value
  if (value?.kind === Kind.INT) return Number(value.value)
  return undefined
}

function negativeCount(directive: DirectiveNode): GraphQLError {
  return new GraphQLError('`initialCount` of @stream must be 0 or more', {
    nodes: directive,
    extensions: { code: 'BAD_USER_INPUT', field: 'initialCount', http: { spec: true, status: 400 } },
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
