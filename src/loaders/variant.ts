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

/** A text for whatever changes an answer, equal for equal parts. The order in which members are named is no part. */
export function variantKey(value: unknown): string {
  if (typeof value === 'string') return JSON.stringify(value)
  if (typeof value !== 'object' || value === null) return String(value)
  if (Array.isArray(value)) return `[${value.map(variantKey).join(',')}]`
  const members = Object.entries(value).filter(([, member]) => member !== undefined)
  if (members.length > 1) members.sort(([a], [b]) => (a < b ? -1 : 1))
  return `{${members.map(([name, member]) => `${name}:${variantKey(member)}`).join(',')}}`
}
