import type { Plugin } from 'graphql-yoga'
import { refusal } from '../http/refusal.ts'

const JSON_TYPES = new Set(['application/json', 'application/graphql+json'])

/**
 * Refuses requests that a page of another site can make a browser send without a CORS preflight request: bodies that are
 * not JSON, and requests that `Sec-Fetch-Site` marks as cross-site. Only browsers send this header.
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
        throw refusal(
          'CSRF_PREVENTED',
          403,
          'The origin is not listed in CORS_ORIGINS, so its pages cannot send operations',
        )
    },
  }
}

/** Whether a content type is JSON in UTF-8. Media types and charset names are case-insensitive. */
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
