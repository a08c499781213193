import { memoize1 } from '@graphql-tools/utils'
import { GraphQLError, isValueNode, type GraphQLErrorExtensions, type GraphQLErrorOptions } from 'graphql'
import { CompletionError } from '../execute/complete.ts'
import { errorAt, withoutStack } from '../execute/error/field-error.ts'
import { cutText } from '../execute/error/inspect.ts'
import { UpstreamError } from '../rest/errors.ts'
import { camelCase } from './wire-name.ts'

/**
 * An error with the `extensions` that callers see. Thousands of values can fail in one turn: unlike a GraphQLError, this
 * takes a microsecond.
 */
export class CodedError extends Error {
  readonly extensions: Readonly<GraphQLErrorExtensions>

  constructor(message: string, extensions: Readonly<GraphQLErrorExtensions>) {
    super(message)
    this.extensions = extensions
  }
}

/**
 * The error for an argument or input field that breaks a limit, thrown before anything is sent. `field` is the name of
 * the argument, `rule` the ID of the broken rule, if there is one.
 */
export function badUserInput(field: string, message: string, rule?: string): Error {
  return withoutStack(() => new CodedError(message, { code: 'BAD_USER_INPUT', field, rule }))
}

/** The error for something that a caller needs and that the service does not have. */
export function notFound(message: string): Error {
  return withoutStack(() => new CodedError(message, { code: 'NOT_FOUND' }))
}

/** The GraphQL error of a failed call, with its code, and the service's answer in `upstream`. */
export function fromUpstream(error: UpstreamError, at: Pick<GraphQLErrorOptions, 'nodes' | 'path'> = {}): GraphQLError {
  return new GraphQLError(error.message, { ...at, extensions: extensionsOf(error) })
}

/** One object for all fields that a failed call has failed, which can be thousands. */
const extensionsOf = memoize1((error: UpstreamError): Readonly<GraphQLErrorExtensions> => {
  const { code, status, errors, transactionId, retryAt, outcomeUnknown, refusal, spent } = error
  return Object.freeze({
    code,
    field: refusal && camelCase(refusal.param),
    rule: refusal?.rule,
    upstream: status === undefined ? undefined : { status, errors, transactionId },
    retryAt: retryAt?.toISOString(),
    outcome: outcomeUnknown ? 'UNKNOWN' : undefined,
    ...spent,
  })
})

/**
 * The error as a caller may see it: our own refusals and the service's as they are; of any other error, only that it
 * happened.
 */
export function maskError(error: unknown): GraphQLError {
  return withCutMessage(withoutInternals(masked(error)))
}

/** Extensions that libraries add for debugging. They can hold messages, stacks and requests of this process. */
const INTERNAL_EXTENSIONS = ['originalError', 'exception', 'stacktrace']

function withoutInternals(error: GraphQLError): GraphQLError {
  if (!INTERNAL_EXTENSIONS.some((name) => name in error.extensions)) return error
  const extensions = { ...error.extensions }
  for (const name of INTERNAL_EXTENSIONS) delete extensions[name]
  return errorAt(error, error.path, error.message, { extensions })
}

/** The errors whose messages callers may see, besides errors of the service. */
const SHOWN_CAUSES = [GraphQLError, CompletionError, CodedError]

const INTERNAL_MESSAGE = 'Something went wrong inside Adgraph'

function masked(error: unknown): GraphQLError {
  if (error instanceof CodedError) return new GraphQLError(error.message, { extensions: error.extensions })
  if (!(error instanceof GraphQLError)) return new GraphQLError(INTERNAL_MESSAGE, { extensions: { code: 'INTERNAL' } })
  const { originalError: cause, path } = error
  if (cause instanceof UpstreamError) return errorAt(error, path, cause.message, { extensions: extensionsOf(cause) })
  const isShown = cause === undefined || SHOWN_CAUSES.some((type) => cause instanceof type)
  if (!isShown) return errorAt(error, path, INTERNAL_MESSAGE, { extensions: { code: 'INTERNAL' } })
  if (error.extensions['code'] !== undefined) return error
  // Errors of GraphQL itself have no code. At a field, the service sent a value that its type cannot represent, unless the
  // error is about an argument; anywhere else, the request's variables are invalid.
  const code = path && !isOfArgument(error) ? 'UPSTREAM_UNAVAILABLE' : 'BAD_USER_INPUT'
  return errorAt(error, path, error.message, { extensions: { ...error.extensions, code } })
}

/** Whether an error is about an argument of a field or a directive. It then points at the argument's value, not at a field. */
function isOfArgument({ nodes }: GraphQLError): boolean {
  return nodes?.some((node) => isValueNode(node)) ?? false
}

/** The maximum length of a message. A message that repeats a value could otherwise be as long as the request. */
const MAX_MESSAGE_CHARACTERS = 1000

/** Cuts the message of an error if it is too long. */
export function withCutMessage(error: GraphQLError): GraphQLError {
  const { message, path, extensions } = error
  if (message.length <= MAX_MESSAGE_CHARACTERS) return error
  // The result is not cut again: an error that is masked already must stay the same.
  return errorAt(error, path, cutText(message, MAX_MESSAGE_CHARACTERS - 1), { extensions })
}

/** A text of a caller as a message shows it: in quotation marks, and not longer than 80 characters. */
export function show(text: string): string {
  return JSON.stringify(cutText(text, 80))
}
