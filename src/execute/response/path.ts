import type { ResponsePath } from 'graphql'

/** The response paths of a column's values. */
export interface ColumnPath {
  /** The response path of the value at an index. It is built only when a resolver or an error needs it. */
  of: (index: number) => ResponsePath | undefined
  /** The response keys alone: the path that all values share, without the indexes of lists. */
  keys: ResponsePath | undefined
  /** Whether a failure within a value becomes null at a position below the root field. */
  isNullableBelowRoot: boolean
}

export const ROOT_PATH: ColumnPath = { of: () => undefined, keys: undefined, isNullableBelowRoot: false }

/** The paths of the values of a field of these objects. */
export function fieldPath(objects: ColumnPath, key: string, typename: string, nullable: boolean): ColumnPath {
  return {
    of: (index) => ({ prev: objects.of(index), key, typename }),
    keys: { prev: objects.keys, key, typename },
    isNullableBelowRoot: objects !== ROOT_PATH && (nullable || objects.isNullableBelowRoot),
  }
}

/** The paths of the items of these lists, one list after the other: list `n` begins at `starts[n]`. */
export function itemPath(lists: ColumnPath, starts: readonly number[]): ColumnPath {
  return {
    of(index) {
      const list = listAt(starts, index)
      return { prev: lists.of(list), key: index - starts[list]!, typename: undefined }
    },
    keys: lists.keys,
    isNullableBelowRoot: lists.isNullableBelowRoot,
  }
}

/** The paths of the values of a column at these indices. */
export function subsetPath(column: ColumnPath, indices: readonly number[]): ColumnPath {
  return { ...column, of: (index) => column.of(indices[index]!) }
}

/** The path of the field that a value belongs to, without the indexes of lists. */
export function pathOfField(path: ResponsePath | undefined): ResponsePath | undefined {
  return typeof path?.key === 'number' ? pathOfField(path.prev) : path
}

/** The last list that begins at or before this index. An empty list begins where the next one does. */
function listAt(starts: readonly number[], index: number): number {
  let low = 0
  let high = starts.length - 1
  while (low < high) {
    const middle = (low + high + 1) >> 1
    if (starts[middle]! <= index) low = middle
    else high = middle - 1
  }
  return low
}
