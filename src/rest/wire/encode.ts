import type { ParamValue } from '../types.ts'

/**
 * RFC 3986 percent encoding, as the OAuth signature needs it: unlike encodeURIComponent it also encodes `! * ' ( )`.
 * Throws a RangeError for half a surrogate pair, which no encoding can carry.
 */
export function percentEncode(text: string): string {
  if (UNRESERVED.test(text)) return text
  if (!text.isWellFormed()) throw new RangeError('The text holds half a surrogate pair and cannot be sent')
  return encodeURIComponent(text).replace(/[!'()*]/g, (char) => '%' + char.charCodeAt(0).toString(16).toUpperCase())
}

/** Most texts are nothing but characters that stay as they are. */
const UNRESERVED = /^[\w.~-]*$/

/** Name and text of each parameter that is sent: undefined is left out, null is an empty value, a list is comma-separated. */
export function wireParams(params: object): [name: string, text: string][] {
  return Object.entries(params as Record<string, ParamValue>)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => [name, value === null ? '' : Array.isArray(value) ? value.join(',') : String(value)])
}

/** `name=value` pairs joined by `&`, for a query string or a form body alike. A space is `%20`, never `+`. */
export function encodeParams(params: readonly (readonly [name: string, text: string])[]): string {
  return params.map(([name, text]) => `${percentEncode(name)}=${percentEncode(text)}`).join('&')
}

/**
 * A path template with its parameters filled in, each percent-encoded. Throws a RangeError for a parameter that is
 * missing, empty, or a dot segment, which a server on the way could resolve to another path.
 */
export function fillPath(template: string, params: Readonly<Record<string, string>>): string {
  return template.replace(/:([a-z_]+)/g, (_, name: string) => {
    const value = params[name]
    if (value === undefined || value === '' || value === '.' || value === '..')
      throw new RangeError(`"${value ?? ''}" cannot stand for :${name} in ${template}`)
    return percentEncode(value)
  })
}
