import type { Session } from '../rest/client.ts'
import { createById, type ById } from './by-id.ts'
import { createByParent, type ByParent } from './by-parent.ts'
import { limitConcurrency } from './concurrency.ts'
import { createOnce, type Once } from './once.ts'
import { createSlices, createWholes, type Slices, type Wholes } from './pages.ts'

export type { ChildLists, ChildrenRequest, ParentKey, ParentRows } from './by-parent.ts'
export { Deferred, mapDeferred } from '../deferred.ts'
export { canBeCountFailure, emptySlice, readSlice, type Place, type Slice, type SliceRequest } from './pages.ts'
export { createReferenceCache, type ReferenceCache } from '../rest/cache/reference-cache.ts'
export type { ReferenceStore } from '../rest/cache/reference-store.ts'

/** The reads of one operation. Those of one tick join into as few calls as the interface allows, and equal ones are one. */
export interface Loaders {
  byId: ById
  byParent: ByParent
  slice: Slices
  whole: Wholes
  once: Once
  /** Forgets all results, because a write may have changed them. */
  forget: () => void
}

/** Calls of one operation that are made at the same time, among those that serve one key each. */
const MAX_CONCURRENT_CALLS = 16

/** The loaders of one operation. Nothing that they read is kept beyond it. */
export function createLoaders(session: Session): Loaders {
  const runLimited = limitConcurrency(MAX_CONCURRENT_CALLS)
  const fresh = () => ({
    byId: createById(session, runLimited),
    byParent: createByParent(session),
    slice: createSlices(session, runLimited),
    whole: createWholes(session, runLimited),
    once: createOnce(session, runLimited),
  })
  const loaders: Loaders = { ...fresh(), forget: () => void Object.assign(loaders, fresh()) }
  return loaders
}
