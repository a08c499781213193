import { stringify } from '../../json/json.ts'
import { isObject, mapValues } from '../../json/object.ts'
import type { Endpoint, Method } from '../endpoint.ts'
import { UpstreamError } from '../errors.ts'
import type { ParamValue } from '../types.ts'
import type { Vocabulary } from './vocabulary.ts'

/** A request without its authorization: the same for every attempt. */
export interface UnsignedRequest {
  method: Method
  /** Without the query. */
  url: string
  headers: Record<string, string>
  query: string
  body: string | undefined
  /**
   * The parameters that the signature covers, each with its percent-encoded text: query and form parameters, and parameters that are
   * sent in its header.
   */
  signedParams: [name: string, encoded: string][]
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

/**
 * The URL of each host, without a slash at the end, what paths end with that differ from those in the reference, and the words of
 * the service if they differ from ours.
 */
export interface Addresses {
  bases: Record<Endpoint['host'], string>
  suffixes: Readonly<Record<string, string>>
  vocabulary?: Vocabulary
}

/** The request of an endpoint with these parameters. Throws a RangeError if a value is not valid in a path. */
export function unsignedRequest(
  { bases, suffixes, vocabulary }: Addresses,
  endpoint: Endpoint,
  path: Readonly<Record<string, string>>,
  ours: object,
): UnsignedRequest {
  const { method, host, version, encoding } = endpoint
  const template = vocabulary ? vocabulary.path(endpoint.path) : endpoint.path
  const url = `${bases[host]}/${version && `${version}/`}${fillPath(template, path)}${suffixes[endpoint.path] ?? ''}`
  const accept = { accept: 'application/json' }
  if (encoding === 'json') {
    const headers = { ...accept, 'content-type': 'application/json' }
    return { method, url, headers, query: '', body: stringify(theirs(withoutNull(ours), vocabulary)), signedParams: [] }
  }
  const signedParams = encodedParams(ours, vocabulary)
  // Parameters that belong to the signature are sent in its header only (R-AUTH-3).
  const encoded = joinParams(signedParams.filter(([name]) => !name.startsWith('oauth_')))
  if (encoding === 'query') return { method, url, headers: accept, query: encoded, body: undefined, signedParams }
  const headers = { ...accept, 'content-type': 'application/x-www-form-urlencoded' }
  return { method, url, headers, query: '', body: encoded, signedParams }
}

/**
 * RFC 3986 percent-encoding, as the OAuth signature requires: unlike encodeURIComponent it also encodes `! * ' ( )`.
 * Throws a RangeError for a lone surrogate, which cannot be encoded.
 */
export function percentEncode(text: string): string {
  if (UNRESERVED.test(text)) return text
  if (!text.isWellFormed()) throw new RangeError('The text has a lone surrogate and cannot be sent')
  const encoded = encodeURIComponent(text)
  if (!UNENCODED.test(encoded)) return encoded
  return encoded.replace(ALL_UNENCODED, (char) => '%' + char.charCodeAt(0).toString(16).toUpperCase())
}

/** What encodeURIComponent leaves as it is. A replacement that finds nothing takes ten times as long as a test. */
const UNENCODED = /[!'()*]/

const ALL_UNENCODED = new RegExp(UNENCODED, 'g')

/** Most texts have only characters that are not encoded. */
const UNRESERVED = /^[\w.~-]*$/

/** Name and text of each parameter: undefined is left out, null is an empty value, a list is comma-separated. */
export function wireParams(params: object): [name: string, text: string][] {
  const all = params as Record<string, ParamValue>
  const texts: [name: string, text: string][] = []
  // V8 keeps the names of objects of one shape, and makes a list of entries anew each time.
  for (const name of Object.keys(all)) {
    const value = all[name]
    if (value === undefined) continue
    texts.push([name, value === null ? '' : Array.isArray(value) ? value.join(',') : String(value)])
  }
  return texts
}

/** The operations of a batch, with null as an empty value, as in `wireParams`; any other body as it is. */
function withoutNull(ours: object): object {
  if (!Array.isArray(ours)) return ours
  return ours.map((operation: { params?: unknown }) =>
    isObject(operation.params)
      ? { ...operation, params: mapValues(operation.params, (value) => (value === null ? '' : value)) }
      : operation,
  )
}

export const theirs = (ours: object, vocabulary: Vocabulary | undefined) => vocabulary?.params(ours) ?? ours

/**
 * Name and percent-encoded text of each parameter, in the words of the service. Lists of hundreds of IDs take long to encode. Throws
 * BAD_USER_INPUT for a text that cannot be sent.
 */
function encodedParams(ours: object, vocabulary: Vocabulary | undefined): [name: string, encoded: string][] {
  return wireParams(theirs(ours, vocabulary)).map(([name, text]) => {
    if (text.isWellFormed()) return [name, percentEncode(text)]
    const message = 'A text contains half a character (a lone surrogate), which cannot be sent'
    const param = vocabulary ? vocabulary.parameter(name) : name
    throw new UpstreamError({ code: 'BAD_USER_INPUT', message, refusal: { param } })
  })
}

/** `name=value` pairs joined by `&`, for a query string or a form body alike. A space is `%20`, never `+`. */
function joinParams(params: readonly (readonly [name: string, encoded: string])[]): string {
  return params.map(([name, encoded]) => `${percentEncode(name)}=${encoded}`).join('&')
}

/** Parameters as a query string or a form body, in the words of the service. Throws BAD_USER_INPUT for a text that cannot be sent. */
export function encodeParams(ours: object, vocabulary?: Vocabulary): string {
  return joinParams(encodedParams(ours, vocabulary))
}

/**
 * A path template with its parameters filled in, each percent-encoded. Throws a RangeError if a parameter is missing, empty,
 * or a dot segment, which a server could resolve to another path.
 */
export function fillPath(template: string, params: Readonly<Record<string, string>>): string {
  let path = ''
  let end = 0
  for (let at = template.indexOf('/:'); at !== -1; at = template.indexOf('/:', end)) {
    path += template.slice(end, at + 1)
    const slash = template.indexOf('/', at + 1)
    end = slash === -1 ? template.length : slash
    path += pathSegment(template.slice(at + 2, end))
  }
  return path + template.slice(end)

  function pathSegment(name: string): string {
    const value = params[name]
    if (value === undefined || value === '' || value === '.' || value === '..')
      throw new RangeError(`"${value ?? ''}" is not a valid value of :${name} in ${template}`)
    return percentEncode(value)
  }
}
