import type { ParamValue } from '../types.ts'

/**
 * RFC 3986 percent-encoding, as the OAuth signature requires: unlike encodeURIComponent it also encodes `! * ' ( )`.
 * Throws a RangeError for a lone surrogate, which cannot be encoded.
 */
export function percentEncode(text: string): string {
  if (UNRESERVED.test(text)) return text
  if (!text.isWellFormed()) throw new RangeError('The text has a lone surrogate and cannot be sent')
  return encodeURIComponent(text).replace(/[!'()*]/g, (char) => '%' + char.charCodeAt(0).toString(16).toUpperCase())
}

/** Most texts have only characters that are not encoded. */
const UNRESERVED = /^[\w.~-]*$/

/** Name and text of each parameter: undefined is left out, null is an empty value, a list is comma-separated. */
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
 * A path template with its parameters filled in, each percent-encoded. Throws a RangeError if a parameter is missing, empty,
 * or a dot segment, which a server could resolve to another path.
 */
export function fillPath(template: string, params: Readonly<Record<string, string>>): string {
  return template.replace(/:([a-z_]+)/g, (_, name: string) => {
    const value = params[name]
    if (value === undefined || value === '' || value === '.' || value === '..')
      throw new RangeError(`"${value ?? ''}" is not a valid value of :${name} in ${template}`)
    return percentEncode(value)
  })
}
