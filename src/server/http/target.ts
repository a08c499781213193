import type { IncomingMessage } from 'node:http'

/**
 * Brings a request's target into origin form, which is a path and a query: clients may send the absolute form as well
 * (`POST http://host/graphql`, RFC 9112 section 3.2.2), and the server must accept it. False where the target or the
 * Host header is malformed.
 */
export function normalizeTarget(request: IncomingMessage): boolean {
  const { url = '', headers } = request
  if (!url.startsWith('/')) {
    if (!/^https?:\/\//i.test(url) || !URL.canParse(url)) return false
    const { pathname, search, host } = new URL(url)
    request.url = pathname + search
    headers.host = host
  }
  return headers.host === undefined || HOST.test(headers.host)
}

/** A host name or address, with a port or without. */
const HOST = /^(?:[A-Za-z0-9._~%-]*|\[[0-9A-Fa-f:.]+\])(?::\d*)?$/
