/** The media types of answers, each for a whole answer, in the server's order of preference. */
const WHOLE_TYPES = ['application/json', 'application/graphql-response+json'] as const

/** The media types of answers in parts, which can carry a whole answer as well. */
const PARTS_TYPES = ['multipart/mixed', 'text/event-stream'] as const

const TYPES: readonly string[] = [...WHOLE_TYPES, ...PARTS_TYPES]

/** What an `Accept` header takes. */
export interface Accepted {
  /** The media type for a whole answer. */
  whole: string
  /** The media type for an answer in parts; undefined where the client takes none. */
  parts: string | undefined
  /** Whether a page comes before data: the header names `text/html`, with no lower quality than any type of data. */
  page: boolean
}

/** A media range of an `Accept` header. */
interface Range {
  type: string
  quality: number
}

/**
 * Negotiates the media type of an answer by an `Accept` header, by quality values (RFC 9110). Of equal qualities the
 * type that is named first wins. Undefined where the client takes no type that the server has.
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
  const ranges = header.trim() === '' ? [{ type: '*/*', quality: 1 }] : header.split(',').flatMap(rangeIn)
  const offers = TYPES.map((type, preference) => ({ type, preference, ...offerOf(type, ranges) }))
    .filter(({ quality }) => quality > 0)
    .sort(
      (a, b) =>
        b.quality - a.quality ||
        Number(isParts(a)) - Number(isParts(b)) ||
        a.place - b.place ||
        a.preference - b.preference,
    )
  const html = ranges.find(({ type }) => type === 'text/html')
  const [best] = offers
  const page = html !== undefined && html.quality > 0 && html.quality >= (best?.quality ?? 0)
  if (!best && !page) return undefined
  return { whole: best?.type ?? WHOLE_TYPES[0], parts: offers.find(isParts)?.type, page }
}

function isParts({ type }: { type: string }): boolean {
  return (PARTS_TYPES as readonly string[]).includes(type)
}

/** The quality that the ranges give a type, which is that of the most specific one, and its place in the header. */
function offerOf(type: string, ranges: readonly Range[]): { quality: number; place: number } {
  for (const pattern of [type, `${type.slice(0, type.indexOf('/'))}/*`, '*/*']) {
    const place = ranges.findIndex((range) => range.type === pattern)
    if (place >= 0) return { quality: ranges[place]!.quality, place }
  }
  return { quality: 0, place: ranges.length }
}

/** One element of an `Accept` header. None where it is malformed, or asks for another encoding than UTF-8. */
function rangeIn(element: string): Range[] {
  const [type = '', ...parameters] = element.split(';').map((part) => part.trim().toLowerCase())
  if (!/^[^/\s]+\/[^/\s]+$/.test(type)) return []
  const values = new Map(parameters.map((parameter) => splitParameter(parameter)))
  const charset = values.get('charset') ?? 'utf-8'
  if (charset !== 'utf-8' && charset !== 'utf8') return []
  const quality = Number(values.get('q') ?? 1)
  return [{ type, quality: quality >= 0 && quality <= 1 ? quality : 0 }]
}

function splitParameter(parameter: string): [name: string, value: string] {
  const [name = '', value = ''] = parameter.split('=').map((part) => part.trim())
  return [name, value.replace(/^"(.*)"$/, '$1')]
}
