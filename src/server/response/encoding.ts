import { preferencesIn } from '../http/accept.ts'

/** The encodings in which a response can be sent. */
export type Encoding = 'br' | 'gzip' | 'identity'

/**
 * Reads an `Accept-Encoding` header (RFC 9110, section 12.5.3). Returns the quality of an encoding: 0 to 1, where 0 refuses
 * it. The quality of `identity` is 0 if the header does not mention it: then it is accepted, but any other is preferred.
 */
export function qualitiesIn(header: string): (encoding: Encoding) => number {
  const qualities = new Map(preferencesIn(header).map(({ value, quality }) => [value, quality]))
  return (encoding) =>
    qualities.get(encoding) ?? (encoding === 'gzip' ? qualities.get('x-gzip') : undefined) ?? qualities.get('*') ?? 0
}

/** The encoding to send a response in, of those that the client accepts with the highest quality. `preferred` breaks ties. */
export function negotiateEncoding(header: string | undefined, preferred: readonly Encoding[]): Encoding {
  const qualityOf = qualitiesIn(header ?? '')
  const accepted = preferred.filter((encoding) => qualityOf(encoding) > 0)
  return [...accepted, 'identity' as const].reduce((best, encoding) =>
    qualityOf(encoding) > qualityOf(best) ? encoding : best,
  )
}
