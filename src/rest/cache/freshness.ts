/**
 * How a cached answer may be used: `fresh` as it is, `stale` while a newer one is read in the background, `expired`
 * only if no newer one is available.
 */
export type Freshness = 'fresh' | 'stale' | 'expired'

/** The values that the freshness of an answer depends on, in milliseconds. */
export interface Age {
  ageMs: number
  /** The age at which an answer is read again in the background. */
  refreshMs: number
  /** The maximum age according to the documentation of the endpoint. */
  maxAgeMs: number
}

/** The freshness of a cached answer. */
export function freshnessOf({ ageMs, refreshMs, maxAgeMs }: Age): Freshness {
  if (ageMs > maxAgeMs) return 'expired'
  return ageMs > refreshMs ? 'stale' : 'fresh'
}
