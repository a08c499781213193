/**
 * A map from an endpoint and whatever else changes its answer to the loader that serves it, made at first use.
 * Two requests share a loader, and so a call, only when all of that is equal.
 */
export function variantMap<Loader>() {
  const byEndpoint = new Map<object, Map<string, Loader>>()
  return (endpoint: object, variant: readonly unknown[], make: () => Loader): Loader => {
    let loaders = byEndpoint.get(endpoint)
    if (!loaders) byEndpoint.set(endpoint, (loaders = new Map()))
    const key = variantKey(variant)
    let loader = loaders.get(key)
    if (!loader) loaders.set(key, (loader = make()))
    return loader
  }
}

/** A text for whatever changes an answer, equal for equal parts. */
export function variantKey(variant: readonly unknown[]): string {
  return JSON.stringify(variant, sortedMembers)
}

/** The order in which parameters were named does not make another request. */
function sortedMembers(_name: string, value: unknown): unknown {
  if (typeof value === 'bigint') return value.toString()
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
}
