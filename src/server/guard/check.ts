import type { GraphQLError } from 'graphql'
import type { Plugin } from 'graphql-yoga'
import type { MaybePromise } from '../../async/promise.ts'
import type { RequestContext } from '../admission/admission.ts'
import { refusal, unauthorized } from '../http/refusal.ts'

/** The head of a request. */
export interface RequestHead {
  request: Request
  url: URL
  context: RequestContext
}

/** Returns the refusal of a request by its head; undefined if nothing is wrong with it. */
export type RequestCheck = (head: RequestHead) => MaybePromise<GraphQLError | undefined>

/** Refuses a request that fails one of these checks, with the refusal of the first. */
export function checksPlugin(checks: readonly RequestCheck[]): Plugin<object, RequestContext> {
  return {
    async onRequestParse({ request, url, serverContext }) {
      const head = { request, url, context: serverContext }
      for (const check of checks) {
        const checked = check(head)
        const refused = checked instanceof Promise ? await checked : checked
        if (refused) throw refused
      }
    },
  }
}

/** Whether the caller has a valid token or session. */
export const isKnownCaller: RequestCheck = async ({ context }) => {
  const { refused, unknown } = await context.caller
  return refused && unknown ? unauthorized(refused) : undefined
}

/** Whether a body is JSON. A page of another site can send any other type without a CORS preflight request. */
export const hasJsonBody: RequestCheck = ({ request: { method, headers } }) =>
  method === 'POST' && !isJson(headers.get('content-type') ?? '')
    ? refusal('UNSUPPORTED_MEDIA_TYPE', 415, 'Send the body as application/json, encoded in UTF-8')
    : undefined

const JSON_TYPES = new Set(['application/json', 'application/graphql+json'])

/** Whether a content type is JSON in UTF-8. Media types and charset names are case-insensitive. */
function isJson(contentType: string): boolean {
  if (JSON_TYPES.has(contentType)) return true
  const [type = '', ...parameters] = contentType
    .toLowerCase()
    .split(';')
    .map((part) => part.trim())
  const charset = parameters.find((parameter) => parameter.startsWith('charset='))
  return JSON_TYPES.has(type) && (charset === undefined || /^charset="?utf-?8"?$/.test(charset))
}
