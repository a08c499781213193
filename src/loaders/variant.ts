import { variantKey } from '../rest/variant-key.ts'

/**
 * A map from an endpoint and whatever else changes its answer to the loader that serves it, made at first use.
 * Two requests share a loader, and so a call, only when all of that is equal.
 */
export function variantMap<Loader>() {
  // Most maps of an operation stay empty.
  let byEndpoint: Map<object, Map<string, Loader>> | undefined
  /** Rows beside each other mostly ask for the same: its key is made only when something else is asked for. */
  let last: { endpoint: object; variant: readonly unknown[]; loader: Loader; filed: boolean } | undefined

  return <E extends object, Variant extends readonly unknown[]>(
    endpoint: E,
    variant: Variant,
    make: (endpoint: E, variant: Variant) => Loader,
  ): Loader => {
    if (last?.endpoint === endpoint && variant.every((part, index) => isPlainlySame(part, last!.variant[index])))
      return last.loader
    if (last && !last.filed) {
      byEndpoint ??= new Map()
      const loaders = byEndpoint.get(last.endpoint) ?? new Map<string, Loader>()
      byEndpoint.set(last.endpoint, loaders.set(variantKey(last.variant), last.loader))
    }
    const found = byEndpoint?.get(endpoint)?.get(variantKey(variant))
    last = { endpoint, variant, loader: found ?? make(endpoint, variant), filed: found !== undefined }
    return last.loader
  }
}

/** Whether two parts are the same at a glance. Equal ones need not be. */
function isPlainlySame(one: unknown, other: unknown): boolean {
  if (one === other) return true
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null) return false
  if (Array.isArray(one) || Array.isArray(other)) return false
  return hasAllOf(one, other) && hasAllOf(other, one)
}

function hasAllOf(one: object, other: object): boolean {
  for (const name in other)
    if (!(name in one) || (one as Record<string, unknown>)[name] !== (other as Record<string, unknown>)[name])
      return false
  return true
}
