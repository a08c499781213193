import type { Plugin } from 'graphql-yoga'
import type { RequestContext } from '../admission/admission.ts'
import { refusal } from '../http/refusal.ts'
import type { Origins } from './origin.ts'

const JSON_TYPES = new Set(['application/json', 'application/graphql+json'])

/**
 * Refuses requests that a page of another site can make a browser send without a CORS preflight request: bodies that are
 * not JSON, and requests of origins that are not allowed.
 */
export function csrfPlugin(origins: Origins): Plugin<object, RequestContext> {
  return {
    onRequestParse({ request: { method, headers }, serverContext }) {
      if (method === 'POST') {
        if (!isJson(headers.get('content-type') ?? ''))
          throw refusal('UNSUPPORTED_MEDIA_TYPE', 415, 'Send the body as application/json, encoded in UTF-8')
      }
      const refused = origins.refusalOf(serverContext.req, 'allowed')
      if (refused) throw refused
    },
  }
}

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
