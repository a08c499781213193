/** The encodings in which a response can be sent. */
export type Encoding = 'br' | 'gzip' | 'identity'

/**
 * The quality of an encoding by an `Accept-Encoding` header (RFC 9110, section 12.5.3): 0 to 1, where 0 refuses it. The
 * quality of `identity` is undefined if the header does not mention it: then it is accepted, but any other is preferred.
 */
export function qualityOf(header: string, encoding: 'br' | 'gzip'): number
export function qualityOf(header: string, encoding: Encoding): number | undefined
export function qualityOf(header: string, encoding: Encoding): number | undefined {
  const qualities = new Map(header.split(',').map((element) => qualityIn(element)))
  const quality = qualities.get(encoding) ?? (encoding === 'gzip' ? qualities.get('x-gzip') : undefined)
  return quality ?? qualities.get('*') ?? (encoding === 'identity' ? undefined : 0)
}

/** The encoding to send a response in, of those that the client accepts with the highest quality. `preferred` breaks ties. */
export function negotiateEncoding(header: string, preferred: readonly ('br' | 'gzip')[]): Encoding {
  const [best] = preferred
    .map((encoding) => ({ encoding, quality: qualityOf(header, encoding) }))
    .filter(({ quality }) => quality > 0)
    .sort((a, b) => b.quality - a.quality)
  if (!best) return 'identity'
  const identity = qualityOf(header, 'identity') ?? 0
  return identity > best.quality ? 'identity' : best.encoding
}

function qualityIn(element: string): [encoding: string, quality: number] {
  const [encoding = '', ...parameters] = element.split(';').map((part) => part.trim().toLowerCase())
  const [, text = '1'] = parameters.map((parameter) => /^q\s*=\s*(.*)$/.exec(parameter)).find(Boolean) ?? []
  const quality = Number(text)
  return [encoding, quality >= 0 && quality <= 1 ? quality : 0]
}
