import { memoize1 } from '@graphql-tools/utils'
import {
  GraphQLError,
  locatedError,
  responsePathAsArray,
  type FieldNode,
  type GraphQLErrorOptions,
  type ResponsePath,
} from 'graphql'

// One failed call can fail thousands of fields. Most of the cost of a GraphQLError is its stack, and finding its lines and
// columns in the document: here errors have the stack of their cause only, and errors of one field share their locations.

/** The error of a field, as `locatedError` of graphql-js makes it. */
export function errorAtField(
  cause: unknown,
  nodes: readonly FieldNode[],
  responsePath: ResponsePath | undefined,
): GraphQLError {
  const path = responsePath ? responsePathAsArray(responsePath) : []
  const { nodes: own, source, positions, path: known }: Partial<GraphQLError> = cause instanceof Error ? cause : {}
  if (!(cause instanceof Error) || own || source || positions || known) return locatedError(cause, nodes, path)
  return errorAt(locationOf(nodes), path, cause.message, { originalError: cause })
}

type ErrorLocation = Pick<GraphQLError, 'nodes' | 'source' | 'positions' | 'locations'>

/** An error with the location of another one, without a stack of its own. */
export function errorAt(
  { nodes, source, positions, locations }: ErrorLocation,
  path: GraphQLError['path'],
  message: string,
  options: Pick<GraphQLErrorOptions, 'originalError' | 'extensions'>,
): GraphQLError {
  const error = withoutStack(() => new GraphQLError(message, { path, ...options }))
  return Object.assign(error, { nodes, source, positions, locations })
}

/** Calls `make` with stack traces disabled, and returns the error that it creates. */
export function withoutStack<E extends Error>(make: () => E): E {
  const { stackTraceLimit } = Error
  Error.stackTraceLimit = 0
  try {
    return make()
  } finally {
    Error.stackTraceLimit = stackTraceLimit
  }
}

/** Has no stack, which would keep the rows of an operation until it is read (bench/README.md). */
const locationOf = memoize1((nodes: readonly FieldNode[]): ErrorLocation =>
  withoutStack(() => new GraphQLError('', { nodes })),
)
