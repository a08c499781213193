import type { ServerResponse } from 'node:http'
import { GraphQLError } from 'graphql'

/** The error of a request that is refused before execution, with its code and the HTTP status of the response. */
export function refusal(code: string, status: number, message: string, headers?: Record<string, string>): GraphQLError {
  return new GraphQLError(message, { extensions: { code, http: { status, ...(headers && { headers }) } } })
}

/** The path of the graph, and of its page. */
export const GRAPHQL_PATH = '/graphql'

export const NOT_FOUND = refusal('NOT_FOUND', 404, `Nothing is served at this path. Send operations to ${GRAPHQL_PATH}`)

/** The refusal of a method, with those that are allowed, as in the header `Allow`. */
export function methodNotAllowed(allow: string, message: string): GraphQLError {
  return refusal('METHOD_NOT_ALLOWED', 405, message, { allow })
}

/** The refusal of a caller without valid credentials. */
export function unauthorized({ code, message }: { code: string; message: string }): GraphQLError {
  return refusal(code, 401, message, { 'www-authenticate': 'Bearer' })
}

/** Answers a request that does not reach the GraphQL handler with a refusal. */
export function answerRefusal(response: ServerResponse, error: GraphQLError): void {
  const { status, headers, body } = refusalResponse(error)
  response.writeHead(status, headers).end(body)
}

export function refusalResponse({ message, extensions }: GraphQLError) {
  const { status, headers } = extensions['http'] as { status: number; headers?: Record<string, string> }
  const body = JSON.stringify({ errors: [{ message, extensions: { code: extensions['code'] } }] })
  const length = String(Buffer.byteLength(body))
  return { status, headers: { ...headers, 'content-type': JSON_TYPE, 'content-length': length }, body }
}

/** Answers a request with a line of text. */
export function answerText(response: ServerResponse, status: number, text: string): void {
  const headers = { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store' }
  response.writeHead(status, headers).end(`${text}\n`)
}

export const JSON_TYPE = 'application/json; charset=utf-8'
