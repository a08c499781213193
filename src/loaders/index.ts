import type { Session } from '../rest/session.ts'
import { limitConcurrency } from '../rest/wait/concurrency.ts'
import type { OnForget } from './batch/forget.ts'
import { createById, type ById } from './by-id.ts'
import { createByParent, type ByParent } from './by-parent.ts'
import { createMatching, type Matching } from './matching.ts'
import { createOnce, type Once } from './once.ts'
import { createSlices, createWholes, type Slices, type WholeLists } from './pages.ts'

export type { LoadRow } from './by-id.ts'
export type { ChildLists, ChildrenRequest, ParentKey } from './by-parent.ts'
export type { ParentRows } from './children/child-list.ts'
export { Deferred, mapDeferred } from '../deferred.ts'
export { canBeCountFailure, emptySlice, readSlice, type ListPosition, type Slice, type SliceRequest } from './pages.ts'
export { createReferenceCache, type CachedRead, type ReferenceCache } from '../rest/cache/reference-cache.ts'
export type { ReferenceStore } from '../rest/cache/reference-store.ts'

/**
 * The reads of one operation. The reads of one tick are combined into as few calls as the service allows. Equal reads
 * are one call.
 */
export interface Loaders {
  byId: ById
  byParent: ByParent
  slice: Slices
  whole: WholeLists
  matching: Matching
  once: Once
  /** Forgets all results, because a write may have changed them, or because the operation has ended. */
  forget: () => void
  /** The same loaders for the reads of one field, whose calls name the field as their asker. */
  askedBy: (asker: string) => Loaders
}

type Reads = Omit<Loaders, 'forget' | 'askedBy'>

/** The maximum number of calls with one key each that an operation makes at the same time. */
const MAX_CONCURRENT_CALLS = 16

/** Creates the loaders of one operation. Nothing that they read is kept after the operation. */
export function createLoaders(session: Session): Loaders {
  const runLimited = limitConcurrency(MAX_CONCURRENT_CALLS)
  const forgetEach: (() => void)[] = []
  const onForget: OnForget = (forget) => forgetEach.push(forget)
  const whole = createWholes(session, runLimited, onForget)
  const reads: Reads = {
    byId: createById(session, runLimited, onForget),
    byParent: createByParent(session, onForget),
    slice: createSlices(session, runLimited, onForget),
    whole,
    matching: createMatching(whole, onForget),
    once: createOnce(session, runLimited, onForget),
  }
  const forget = () => {
    for (const forget of forgetEach) forget()
  }
  const askedBy = (asker: string): Loaders => ({ ...readsAskedBy(asker, reads), forget, askedBy })
  return { ...reads, forget, askedBy }
}

function readsAskedBy(asker: string, { byId, byParent, slice, whole, matching, once }: Reads): Reads {
  return {
    byId: (endpoint, path, options) => byId(endpoint, path, options, asker),
    byParent: (endpoint, key, path, params) => byParent(endpoint, key, path, params, asker),
    slice: (endpoint, path, params, request) => slice(endpoint, path, params, request, asker),
    whole: (endpoint, path, params) => whole(endpoint, path, params, asker),
    matching: (endpoint, path, params, valueOf) => matching(endpoint, path, params, valueOf, asker),
    once: (endpoint, path, params) => once(endpoint, path, params, asker),
  }
}
