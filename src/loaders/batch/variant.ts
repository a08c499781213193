import { variantKey } from '../../rest/json/json.ts'

/** The loader of an endpoint and a variant. `make` is called at its first use. */
export type VariantMap<Loader> = <E extends object, Variant extends readonly unknown[]>(
  endpoint: E,
  variant: Variant,
  make: (endpoint: E, variant: Variant) => Loader,
) => Loader

/**
 * A map from an endpoint and a variant, which is everything else that changes the answer, to the loader that serves
 * both. A loader is created at its first use. Reads share a loader, and so a call, only if their variants are deeply
 * equal.
 */
export function variantMap<Loader>(onForget: OnForget): VariantMap<Loader> {
  // Most of these maps stay empty.
  let byEndpoint: Map<object, Map<string, Loader>> | undefined
  /** Neighboring rows usually use the same variant, so its key is computed only when another variant is used. */
  let last: { endpoint: object; variant: readonly unknown[]; loader: Loader; isStored: boolean } | undefined
  onForget(() => {
    byEndpoint = undefined
    last = undefined
  })

  return (endpoint, variant, make) => {
    if (last?.endpoint === endpoint && isSameList(variant, last.variant)) return last.loader
    if (last && !last.isStored) {
      byEndpoint ??= new Map()
      const loaders = byEndpoint.get(last.endpoint) ?? new Map<string, Loader>()
      byEndpoint.set(last.endpoint, loaders.set(variantKey(last.variant), last.loader))
    }
    const found = byEndpoint?.get(endpoint)?.get(variantKey(variant))
    last = {
      endpoint,
      // A copy, because callers may change and reuse their objects.
      variant: variant.map(copyOf),
      loader: found ?? make(endpoint, variant),
      isStored: found !== undefined,
    }
    return last.loader
  }
}

function copyOf(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map(copyOf)
  const copy: Record<string, unknown> = {}
  for (const name of Object.keys(value)) copy[name] = copyOf((value as Record<string, unknown>)[name])
  return copy
}

/** Whether two values are deeply equal. A member that is undefined in one and absent in the other may make them differ. */
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

/** Registers a function that drops what a loader has read. */
export type OnForget = (forget: () => void) => void
