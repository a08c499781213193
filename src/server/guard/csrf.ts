import type { Plugin } from 'graphql-yoga'
import { refusal } from '../http/refusal.ts'

const JSON_TYPES = new Set(['application/json', 'application/graphql+json'])

/**
 * Refuses requests that a page of another site can have a browser send without asking this server first: bodies that
 * are not JSON, and GETs that the browser says come from elsewhere. Other clients than browsers say nothing of that.
 */
export function csrfPlugin(corsOrigins: readonly string[]): Plugin {
  return {
    onRequestParse({ request: { method, headers } }) {
      if (method === 'POST') {
        if (!isJson(headers.get('content-type') ?? ''))
          throw refusal('UNSUPPORTED_MEDIA_TYPE', 415, 'Send the body as application/json, encoded in UTF-8')
      }
      const site = headers.get('sec-fetch-site') ?? 'none'
      const isOwn = site === 'none' || site === 'same-origin'
      if (!isOwn && !isAllowed(headers.get('origin'), corsOrigins))
        throw refusal('CSRF_PREVENTED', 403, 'This origin is not in CORS_ORIGINS, so its pages may not send operations')
    },
  }
}

/** Whether a content type is JSON in UTF-8. Media types and names of encodings are case-insensitive. */
function isJson(contentType: string): boolean {
  const [type = '', ...parameters] = contentType
    .toLowerCase()
    .split(';')
    .map((part) => part.trim())
  const charset = parameters.find((parameter) => parameter.startsWith('charset='))
  return JSON_TYPES.has(type) && (charset === undefined || /^charset="?utf-?8"?$/.test(charset))
}

/** Whether pages of this origin may use the graph. */
export function isAllowed(origin: string | null, corsOrigins: readonly string[]): origin is string {
  return origin !== null && (corsOrigins.includes(origin) || corsOrigins.includes('*'))
}
