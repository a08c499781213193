import type { IncomingMessage } from 'node:http'

/**
 * Converts the request target to origin form (a path and a query). Clients may also send the absolute form
 * (`POST http://host/graphql`), which a server must accept (RFC 9112, section 3.2.2). Returns false if the target or the
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
  if (!hasOneHost(request)) return false
  const { host } = headers
  if (!host || host === lastHost) return true
  if (!HOST.test(host) || !URL.canParse(`http://${host}`)) return false
  lastHost = host
  return true
}

/** The last Host header that was well formed: nearly all requests have the same. */
let lastHost: string | undefined

/** Node.js reads the first of several Host headers, and a proxy may have read another (RFC 9112, section 3.2). */
function hasOneHost({ rawHeaders }: IncomingMessage): boolean {
  let count = 0
  for (let at = 0; at < rawHeaders.length; at += 2)
    if (rawHeaders[at]?.length === 4 && rawHeaders[at]?.toLowerCase() === 'host') count += 1
  return count <= 1
}

/** A host name or address, with a port or without. */
const HOST = /^(?:[A-Za-z0-9._~%-]*|\[[0-9A-Fa-f:.]+\])(?::\d*)?$/
