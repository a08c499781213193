import type { Session } from '../rest/client.ts'
import { createById, type ById } from './by-id.ts'
import { createByParent, type ByParent } from './by-parent.ts'
import { limitConcurrency } from './concurrency.ts'
import { createMatching, type Matching } from './matching.ts'
import { createOnce, type Once } from './once.ts'
import { createSlices, createWholes, type Slices, type Wholes } from './pages.ts'

export type { ChildLists, ChildrenRequest, ParentKey, ParentRows } from './by-parent.ts'
export { Deferred, mapDeferred } from '../deferred.ts'
export { canBeCountFailure, emptySlice, readSlice, type Place, type Slice, type SliceRequest } from './pages.ts'
export { createReferenceCache, type CachedRead, type ReferenceCache } from '../rest/cache/reference-cache.ts'
export type { ReferenceStore } from '../rest/cache/reference-store.ts'

/** The reads of one operation. Those of one tick join into as few calls as the interface allows, and equal ones are one. */
export interface Loaders {
  byId: ById
  byParent: ByParent
  slice: Slices
  whole: Wholes
  matching: Matching
  once: Once
  /**
   * What readers of this operation's lists remember, by reader. In a WeakMap of theirs it would survive each minor collection,
   * and with it all rows that the loaders hold.
   */
  remembered: Map<object, unknown>
  /** Forgets all results, because a write may have changed them. */
  forget: () => void
  /** The same loaders for reads that this one asks for, while an operation is traced. */
  askedBy: (asker: string) => Loaders
}

type Reads = Omit<Loaders, 'forget' | 'askedBy'>

/** Calls of one operation that are made at the same time, among those that serve one key each. */
const MAX_CONCURRENT_CALLS = 16

/** The loaders of one operation. Nothing that they read is kept beyond it. */
export function createLoaders(session: Session): Loaders {
  const runLimited = limitConcurrency(MAX_CONCURRENT_CALLS)
  const fresh = (): Reads => {
    const whole = createWholes(session, runLimited)
    return {
      byId: createById(session, runLimited),
      byParent: createByParent(session),
      slice: createSlices(session, runLimited),
      whole,
      matching: createMatching(whole),
      once: createOnce(session, runLimited),
      remembered: new Map(),
    }
  }
  let reads = fresh()
  const loaders: Loaders = { forget, askedBy, ...reads }
  const asked = new Map<string, Loaders>()
  return loaders

  function forget(): void {
    reads = fresh()
    Object.assign(loaders, reads)
    for (const [asker, own] of asked) Object.assign(own, readsAskedBy(asker, reads))
  }

  function askedBy(asker: string): Loaders {
    const own = asked.get(asker) ?? { ...readsAskedBy(asker, reads), forget, askedBy }
    asked.set(asker, own)
    return own
  }
}

function readsAskedBy(asker: string, { byId, byParent, slice, whole, matching, once }: Reads): Reads {
  return {
    byId: (endpoint, path, id, options) => byId(endpoint, path, id, options, asker),
    byParent: (endpoint, key, path, params) => byParent(endpoint, key, path, params, asker),
    slice: (endpoint, path, params, request) => slice(endpoint, path, params, request, asker),
    whole: (endpoint, path, params) => whole(endpoint, path, params, asker),
    matching: (endpoint, path, params, valueOf) => matching(endpoint, path, params, valueOf, asker),
    once: (endpoint, path, params) => once(endpoint, path, params, asker),
    remembered: new Map(),
  }
}
