import { refusal } from './refusal.ts'

/** The media types of responses, in the server's order of preference. */
const TYPES = ['application/json', 'application/graphql-response+json'] as const

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
  /** Whether the client prefers a page to data: the header has `text/html`, with at least the quality of every data type. */
  page: boolean
}

/**
 * Negotiates the media type of a response by the quality values of an `Accept` header (RFC 9110). The first of several
 * types with the same quality wins. Undefined if the client accepts no type of the server.
 */
export function negotiate(accept: string | undefined): Accepted | undefined {
  const header = accept ?? ''
  if (negotiated.has(header)) return negotiated.get(header)
  const accepted = negotiateHeader(header)
  if (negotiated.size >= MAX_REMEMBERED_HEADERS) negotiated.clear()
  if (header.length <= MAX_REMEMBERED_CHARACTERS) negotiated.set(header, accepted)
  return accepted
}

/** Clients send few different headers. */
const negotiated = new Map<string, Accepted | undefined>()
const MAX_REMEMBERED_HEADERS = 256
const MAX_REMEMBERED_CHARACTERS = 1_024

function negotiateHeader(header: string): Accepted | undefined {
  const ranges = preferencesIn(header.trim() || '*/*').filter(isMediaRange)
  // Sorting is stable: types that are equal stay in the order of preference.
  const offers = TYPES.map((type) => ({ type, ...offerOf(type, ranges) }))
    .filter(({ quality }) => quality > 0)
    .sort((a, b) => b.quality - a.quality || a.index - b.index)
  const html = ranges.find(({ value }) => value === 'text/html')
  const [best] = offers
  const page = html !== undefined && html.quality > 0 && html.quality >= (best?.quality ?? 0)
  if (!best && !page) return undefined
  return { type: best?.type ?? TYPES[0], page }
}

/** The quality of a type, which is that of the most specific range, and the index of that range in the header. */
function offerOf(type: string, ranges: readonly Preference[]): { quality: number; index: number } {
  for (const pattern of [type, `${type.slice(0, type.indexOf('/'))}/*`, '*/*']) {
    const range = ranges.find(({ value }) => value === pattern)
    if (range) return { quality: range.quality, index: ranges.indexOf(range) }
  }
  return { quality: 0, index: ranges.length }
}

/** Whether an element of an `Accept` header is well formed, and requires no encoding other than UTF-8. */
function isMediaRange({ value, parameters }: Preference): boolean {
  const charset = parameters.get('charset') ?? 'utf-8'
  return /^[^/\s]+\/[^/\s]+$/.test(value) && (charset === 'utf-8' || charset === 'utf8')
}

/** One element of a header that lists what a client prefers. */
export interface Preference {
  value: string
  /** 0 to 1. */
  quality: number
  parameters: ReadonlyMap<string, string>
}

/** The elements of a header with quality values (RFC 9110, section 12.4.2), in lower case. */
export function preferencesIn(header: string): Preference[] {
  return header.split(',').map((element) => {
    const [value = '', ...rest] = element.split(';').map((part) => part.trim().toLowerCase())
    const parameters = new Map(rest.map((parameter) => splitParameter(parameter)))
    const quality = Number(parameters.get('q') ?? 1)
    return { value, quality: quality >= 0 && quality <= 1 ? quality : 0, parameters }
  })
}

function splitParameter(parameter: string): [name: string, value: string] {
  const [name = '', value = ''] = parameter.split('=').map((part) => part.trim())
  return [name, value.replace(/^"(.*)"$/, '$1')]
}
