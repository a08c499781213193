import { encodeParams, fillPath, wireParams } from './encode.ts'
import type { Endpoint } from '../endpoint.ts'
import { stringify } from '../json/json.ts'

/** A request without its authorization: the same for every attempt. */
export interface UnsignedRequest {
  method: Endpoint['method']
  /** Without the query. */
  url: string
  headers: Record<string, string>
  query: string
  body: string | undefined
  /** The parameters that the signature covers: those of query and form, and those that are sent in its header. */
  signedParams: [name: string, text: string][]
}

/**
 * Whether a parameter of a request, or of an operation of a batch, can identify a person: the ID or the name of a user, or
 * a way to reach one.
 */
export function identifiesPerson(params: object): boolean {
  return Object.entries(params).some(
    ([name, value]: [string, unknown]) =>
      /(^|_)(user|user_ids?|username|screen_name|email|phone|handle)$/.test(name) ||
      (typeof value === 'object' && value !== null && identifiesPerson(value)),
  )
}

/** The URL of each host, without a slash at the end, and the end of the path that invalidates a token. */
export interface Addresses {
  bases: Record<Endpoint['host'], string>
  tokenPathSuffix: '' | '.json'
}

/** The request of an endpoint with these parameters. Throws a RangeError if a value is not valid in a path. */
export function unsignedRequest(
  { bases, tokenPathSuffix }: Addresses,
  endpoint: Endpoint,
  path: Readonly<Record<string, string>>,
  params: object,
): UnsignedRequest {
  const { method, host, version, encoding } = endpoint
  const suffix = endpoint.suffixed ? tokenPathSuffix : ''
  const url = `${bases[host]}/${version && `${version}/`}${fillPath(endpoint.path, path)}${suffix}`
  const accept = { accept: 'application/json' }
  if (encoding === 'json') {
    const headers = { ...accept, 'content-type': 'application/json' }
    return { method, url, headers, query: '', body: stringify(params), signedParams: [] }
  }
  const signedParams = wireParams(params)
  // Parameters that belong to the signature are sent in its header only (R-AUTH-3).
  const encoded = encodeParams(signedParams.filter(([name]) => !name.startsWith('oauth_')))
  if (encoding === 'query') return { method, url, headers: accept, query: encoded, body: undefined, signedParams }
  const headers = { ...accept, 'content-type': 'application/x-www-form-urlencoded' }
  return { method, url, headers, query: '', body: encoded, signedParams }
}
