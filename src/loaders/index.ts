import type { Session } from '../rest/client.ts'
import { createById, type ById } from './by-id.ts'
import { createByParent, type ByParent } from './by-parent.ts'

export type { ParentKey, ParentRows, ParentWish } from './by-parent.ts'
export { readSlice, type Place, type Slice, type SliceWish } from './pages.ts'

/** Reads that join: each serves every key asked for in the same tick of one caller's operation. */
export interface Loaders {
  byId: ById
  byParent: ByParent
}

/** The loaders of one operation; what they have read is forgotten with it. */
export function createLoaders(session: Session): Loaders {
  return { byId: createById(session), byParent: createByParent(session) }
}
