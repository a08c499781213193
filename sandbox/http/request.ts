import type { IncomingHttpHeaders } from 'node:http'
import { parse } from './json.ts'

/** A decoded name and value of a query or a form. */
export type Pair = [name: string, value: string]

/** A request as received, parsed but not yet validated. */
export interface WireRequest {
  method: string
  /** The path and the query, exactly as received. */
  url: string
  /** The path, exactly as received, without the query. */
  path: string
  query: Pair[]
  form: Pair[]
  json?: unknown
  /** The bytes of the body. */
  size: number
  headers: IncomingHttpHeaders
  /** What the signature covers, if a vocabulary has translated the rest. */
  signed?: Pick<WireRequest, 'path' | 'query' | 'form'>
}

/** A request that cannot be parsed: invalid percent-encoding, or a JSON body that is not JSON. */
export class Unreadable extends Error {}

/** Parses a request: the query, and the body as form or JSON depending on its content type. Throws Unreadable. */
export function readRequest(method: string, url: string, headers: IncomingHttpHeaders, body: Buffer): WireRequest {
  const mark = url.indexOf('?')
  const path = mark === -1 ? url : url.slice(0, mark)
  const query = parsePairs(mark === -1 ? '' : url.slice(mark + 1))
  const type = headers['content-type']?.split(';')[0]?.trim().toLowerCase()
  const form = type === 'application/x-www-form-urlencoded' ? parsePairs(body.toString('utf8')) : []
  const request: WireRequest = { method, url, path, query, form, headers, size: body.length }
  return type === 'application/json' ? { ...request, json: parseJson(body.toString('utf8')) } : request
}

/** The pairs of a query or form body: `+` is a space, and a name without `=` has an empty value. */
export function parsePairs(text: string): Pair[] {
  return text
    .split('&')
    .filter((part) => part !== '')
    .map((part) => {
      const equals = part.indexOf('=')
      return equals === -1 ? [decode(part), ''] : [decode(part.slice(0, equals)), decode(part.slice(equals + 1))]
    })
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '))
  } catch {
    throw new Unreadable(`invalid percent-encoding in ${text}`)
  }
}

function parseJson(text: string): unknown {
  try {
    return parse(text)
  } catch {
    throw new Unreadable('the body is not JSON')
  }
}
