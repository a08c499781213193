import { GraphQLError } from 'graphql'
import type { Plugin } from 'graphql-yoga'

const JSON_TYPES = new Set(['application/json', 'application/graphql+json'])

/**
 * Refuses requests that a page of another site can have a browser send without asking this server first: bodies that
 * are not JSON, and GETs that the browser says come from elsewhere. Other clients than browsers say nothing of that.
 */
export function csrfPlugin(corsOrigins: readonly string[]): Plugin {
  return {
    onRequestParse({ request: { method, headers } }) {
      if (method === 'POST') {
        const type = headers.get('content-type')?.split(/[;,]/)[0]?.trim().toLowerCase() ?? ''
        if (!JSON_TYPES.has(type)) throw refusal('UNSUPPORTED_MEDIA_TYPE', 415, 'Send a body of type application/json')
      }
      const site = headers.get('sec-fetch-site') ?? 'none'
      const isOwn = site === 'none' || site === 'same-origin'
      if (!isOwn && !isAllowed(headers.get('origin'), corsOrigins))
        throw refusal('CSRF_PREVENTED', 403, 'This origin is not in CORS_ORIGINS, so its pages may not send operations')
    },
  }
}

/** Whether pages of this origin may use the graph. */
export function isAllowed(origin: string | null, corsOrigins: readonly string[]): origin is string {
  return origin !== null && (corsOrigins.includes(origin) || corsOrigins.includes('*'))
}

function refusal(code: string, status: number, message: string): GraphQLError {
  return new GraphQLError(message, { extensions: { code, http: { status } } })
}
