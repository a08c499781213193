import Negotiator from 'negotiator'
import { refusal } from './refusal.ts'

/** The media types of responses, in the server's order of preference. */
const TYPES = ['application/json', 'application/graphql-response+json'] as const

const PAGE = 'text/html'

/** The refusal of a request that accepts no type of the server. */
export const NOT_ACCEPTABLE = refusal(
  'NOT_ACCEPTABLE',
  406,
  'Accept application/graphql-response+json or application/json',
)

/** The media types that an `Accept` header accepts. */
export interface Accepted {
  /** The media type of the response. */
  type: string
  /** Whether the client prefers a page to data: the header names `text/html`, before the data types of the same quality. */
  page: boolean
}

/** Negotiates the media type of a response by an `Accept` header. Undefined if the client accepts no type of the server. */
export function negotiate(accept: string | undefined): Accepted | undefined {
  const header = accept?.trim() || '*/*'
  // Most clients send one of these. Negotiation would take as long as the checks of a small request.
  const only = header === '*/*' ? TYPES[0] : TYPES.find((type) => type === header)
  if (only) return { type: only, page: false }
  const offered = TYPES.map((type) => `${type}; charset=utf-8`)
  // Who accepts any type wants data.
  if (header.toLowerCase().includes(PAGE)) offered.push(PAGE)
  const types = new Negotiator({ headers: { accept: header.replaceAll(OTHER_PARAMETER, '') } }).mediaTypes(offered)
  const [first] = types
  if (first === undefined) return undefined
  const data = types.find((type) => type !== PAGE)
  return { type: TYPES.find((type) => data?.startsWith(type)) ?? TYPES[0], page: first === PAGE }
}

/** A parameter of a media type that does not matter: only the charset of a response is fixed. */
const OTHER_PARAMETER = /;\s*(?!(?:q|charset)\s*=)[\w.-]+\s*=\s*(?:"[^"]*"|[^;,]*)/gi

/** The encodings in which a response can be sent. */
export type Encoding = 'br' | 'gzip' | 'identity'

/**
 * The best of the available encodings that an `Accept-Encoding` header accepts, those of the same quality in their own order. Any is
 * better than `identity`, unless the header names it.
 */
export function negotiateEncoding(header: string | undefined, available: readonly Encoding[]): Encoding {
  return acceptedEncodings(header, available)[0] ?? 'identity'
}

/** The encodings among the available ones and `identity` that an `Accept-Encoding` header accepts, the best first. */
export function acceptedEncodings(header: string | undefined, available: readonly Encoding[]): Encoding[] {
  if (!header) return ['identity']
  const negotiator = new Negotiator({ headers: { 'accept-encoding': header.replaceAll(/x-gzip/gi, 'gzip') } })
  const all = [...available, 'identity'] as const
  return negotiator.encodings(all, { preferred: all }) as Encoding[]
}
