import type { RunTask } from '../../async/concurrency.ts'
import { variantKey } from '../../json/json.ts'
import type { Session } from '../../rest/session.ts'

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
  onForget(() => (byEndpoint = undefined))

  return (endpoint, variant, make) => {
    byEndpoint ??= new Map()
    let loaders = byEndpoint.get(endpoint)
    if (!loaders) byEndpoint.set(endpoint, (loaders = new Map()))
    const key = variantKey(variant)
    let loader = loaders.get(key)
    if (!loader) loaders.set(key, (loader = make(endpoint, variant)))
    return loader
  }
}

/** Registers a function that drops what a loader has read. */
export type OnForget = (forget: () => void) => void

/** What the loaders of one operation share. */
export interface LoaderScope {
  session: Session
  /** Limits how many calls with one key each are made at the same time. */
  runLimited: RunTask
  onForget: OnForget
  read: ReadCount
}

/** How much the loaders of an operation have begun to read. */
export interface ReadCount {
  /** The number of IDs, lists and parents, each once. */
  keys: number
}
