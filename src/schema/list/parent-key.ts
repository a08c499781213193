import type { ParentKey } from '../../loaders/index.ts'

/** The filters of a list by the IDs of parents: each is named after the column of a row that has the ID of its parent. */
export type ParentFilter<Params, R> = Extract<keyof Params, `${keyof R & string}s`>

/** The parent of a list of children: this filter, and its column. */
export function parentKey<Params, R>(filter: ParentFilter<Params, R>): ParentKey<Params, R> {
  return { filter, parentColumn: filter.slice(0, -1) as keyof R & string }
}
