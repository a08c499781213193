import type { GraphQLError, GraphQLFormattedError } from 'graphql'
import { isAsyncIterable, type Plugin } from 'graphql-yoga'
import { stringifyOf } from '../../execute/response/result.ts'

/**
 * Passes only the errors that determine the status and the headers to Yoga, if the result has its own `stringify`. Yoga
 * would copy each error, which takes seconds for thousands of them.
 */
export const errorListPlugin: Plugin = {
  onResultProcess(answer) {
    const { result } = answer
    if (Array.isArray(result) || isAsyncIterable(result) || !result.errors) return
    const stringify = stringifyOf(result)
    if (!stringify) return
    const written = { ...result, errors: result.errors.map(withoutServerExtensions) }
    const shown: object = { ...result, errors: decisive(result.errors), stringify: () => stringify(written) }
    answer.setResult(shown as typeof result)
  },
}

/** The first error, and one error for each HTTP status that errors request. */
function decisive(errors: readonly GraphQLError[]): GraphQLError[] {
  const byStatus = new Map<unknown, GraphQLError>()
  for (const error of errors) {
    const http = error.extensions['http']
    const key = http && `${http.status} ${http.spec}`
    if (!byStatus.has(key)) byStatus.set(key, error)
  }
  return [...byStatus.values()]
}

/** The error as it is sent, without the extensions that only the server uses. */
function withoutServerExtensions(error: GraphQLError): GraphQLFormattedError {
  if (!('http' in error.extensions) && !('unexpected' in error.extensions)) return error
  const { message, locations, path } = error.toJSON()
  const { http: _http, unexpected: _unexpected, ...extensions } = error.extensions
  return { message, locations, path, extensions }
}
