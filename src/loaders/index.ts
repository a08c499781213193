import type { Session } from '../rest/client.ts'
import { createById, type ById } from './by-id.ts'
import { createByParent, type ByParent } from './by-parent.ts'
import { createOnce, type Once } from './once.ts'
import { createSlices, createWholes, type Slices, type Wholes } from './pages.ts'
import { sideBySide } from './side-by-side.ts'

export type { ChildLists, ParentKey, ParentRows, ParentWish } from './by-parent.ts'
export { Deferred, mapDeferred } from '../deferred.ts'
export { canBeTheCounts, emptySlice, readSlice, type Place, type Slice, type SliceWish } from './pages.ts'
export { createReferenceCache, type ReferenceCache } from '../rest/cache/reference-cache.ts'
export type { ReferenceStore } from '../rest/cache/reference-store.ts'

/** Reads that join: each serves every key asked for in the same tick of one caller's operation. */
export interface Loaders {
  byId: ById
  byParent: ByParent
  slice: Slices
  whole: Wholes
  once: Once
  /** Forgets what has been read, after a write that may have changed it. */
  forget: () => void
}

/** Most reads of an operation that go at the same time, of those that serve one key each. */
const MOST_SINGLE_READS = 16

/** The loaders of one operation; what they have read is forgotten with it. */
export function createLoaders(session: Session): Loaders {
  const inTurn = sideBySide(MOST_SINGLE_READS)
  const fresh = () => ({
    byId: createById(session, inTurn),
    byParent: createByParent(session),
    slice: createSlices(session, inTurn),
    whole: createWholes(session, inTurn),
    once: createOnce(session, inTurn),
  })
  const loaders: Loaders = { ...fresh(), forget: () => void Object.assign(loaders, fresh()) }
  return loaders
}
