import type { Plugin } from 'graphql-yoga'
import { refusal } from '../http/refusal.ts'
import type { Origins } from './origin.ts'

const JSON_TYPES = new Set(['application/json', 'application/graphql+json'])

/**
 * Refuses requests that a page of another site can make a browser send without a CORS preflight request: bodies that are
 * not JSON, and requests that `Sec-Fetch-Site` marks as cross-site. Only browsers send this header.
 */
export function csrfPlugin(origins: Origins): Plugin {
  return {
    onRequestParse({ request: { method, headers } }) {
      if (method === 'POST') {
        if (!isJson(headers.get('content-type') ?? ''))
          throw refusal('UNSUPPORTED_MEDIA_TYPE', 415, 'Send the body as application/json, encoded in UTF-8')
      }
      const site = headers.get('sec-fetch-site') ?? 'none'
      const isOwn = site === 'none' || site === 'same-origin'
      if (!isOwn && !origins.allows(headers.get('origin')))
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
  if (JSON_TYPES.has(contentType)) return true
  const [type = '', ...parameters] = contentType
    .toLowerCase()
    .split(';')
    .map((part) => part.trim())
  const charset = parameters.find((parameter) => parameter.startsWith('charset='))
  return JSON_TYPES.has(type) && (charset === undefined || /^charset="?utf-?8"?$/.test(charset))
}
