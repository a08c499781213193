/** How a cached answer may be used: as it is, as it is while a newer one is read, or only if no newer one is available. */
export type Freshness = 'fresh' | 'stale' | 'expired'

/** Everything that freshness depends on, in milliseconds. */
export interface Age {
  ageMs: number
  /** The age at which an answer is read again in the background. */
  refreshMs: number
  /** The age that the endpoint documents as the highest. */
  maxAgeMs: number
}

/** The freshness of a cached answer. */
export function freshnessOf({ ageMs, refreshMs, maxAgeMs }: Age): Freshness {
  if (ageMs > maxAgeMs) return 'expired'
  return ageMs > refreshMs ? 'stale' : 'fresh'
}
