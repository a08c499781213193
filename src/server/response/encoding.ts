import { preferencesIn } from '../http/accept.ts'

/** The encodings in which a response can be sent. */
export type Encoding = 'br' | 'gzip' | 'identity'

/**
 * Reads an `Accept-Encoding` header (RFC 9110, section 12.5.3). Returns the quality of an encoding: 0 to 1, where 0 refuses
 * it. The quality of `identity` is undefined if the header does not mention it: then it is accepted, but any other is
 * preferred.
 */
export function qualitiesIn(header: string): (encoding: Encoding) => number | undefined {
  const qualities = new Map(preferencesIn(header).map(({ value, quality }) => [value, quality]))
  return (encoding) => {
    const quality = qualities.get(encoding) ?? (encoding === 'gzip' ? qualities.get('x-gzip') : undefined)
    return quality ?? qualities.get('*') ?? (encoding === 'identity' ? undefined : 0)
  }
}

/** The encoding to send a response in, of those that the client accepts with the highest quality. `preferred` breaks ties. */
export function negotiateEncoding(header: string | undefined, preferred: readonly Encoding[]): Encoding {
  if (header === undefined) return 'identity'
  const qualityOf = qualitiesIn(header)
  let best: Encoding = 'identity'
  let bestQuality = 0
  for (const encoding of preferred) {
    const quality = qualityOf(encoding) ?? 0
    if (quality <= bestQuality) continue
    best = encoding
    bestQuality = quality
  }
  return (qualityOf('identity') ?? 0) > bestQuality ? 'identity' : best
}
