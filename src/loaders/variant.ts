import { variantKey } from '../rest/variant-key.ts'

/**
 * A map from an endpoint and whatever else changes its answer to the loader that serves it, made at first use. Two
 * requests share a loader, and so a call, only when all of that is equal; objects are compared by what they hold.
 */
export function variantMap<Loader>() {
  // Most maps of an operation stay empty.
  let byEndpoint: Map<object, Map<string, Loader>> | undefined
  /** Neighboring rows usually ask for the same variant: its key is made only when another one is asked for. */
  let last: { endpoint: object; variant: readonly unknown[]; loader: Loader; filed: boolean } | undefined

  return <E extends object, Variant extends readonly unknown[]>(
    endpoint: E,
    variant: Variant,
    make: (endpoint: E, variant: Variant) => Loader,
  ): Loader => {
    if (last?.endpoint === endpoint && isSameList(variant, last.variant)) return last.loader
    if (last && !last.filed) {
      byEndpoint ??= new Map()
      const loaders = byEndpoint.get(last.endpoint) ?? new Map<string, Loader>()
      byEndpoint.set(last.endpoint, loaders.set(variantKey(last.variant), last.loader))
    }
    const found = byEndpoint?.get(endpoint)?.get(variantKey(variant))
    last = {
      endpoint,
      // A copy, because callers may use their objects again for another request.
      variant: variant.map(copyOf),
      loader: found ?? make(endpoint, variant),
      filed: found !== undefined,
    }
    return last.loader
  }
}

function copyOf(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map(copyOf)
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, copyOf(member)]))
}

/** Whether two parts are equal. Those with a member that is undefined in one and absent in the other may count as different. */
function isSame(one: unknown, other: unknown): boolean {
  if (one === other) return true
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null) return false
  if (Array.isArray(one)) return Array.isArray(other) && isSameList(one, other)
  return !Array.isArray(other) && hasAllOf(one, other) && hasAllOf(other, one)
}

function isSameList(one: readonly unknown[], other: readonly unknown[]): boolean {
  if (one.length !== other.length) return false
  for (let index = 0; index < one.length; index += 1) if (!isSame(one[index], other[index])) return false
  return true
}

function hasAllOf(one: object, other: object): boolean {
  for (const name in other)
    if (!(name in one) || !isSame((one as Record<string, unknown>)[name], (other as Record<string, unknown>)[name]))
      return false
  return true
}
