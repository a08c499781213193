/** Where in the answer each value of a column stands, by its index: worked out only for the error that needs it. */
export type ResponsePath = (index: number) => readonly (string | number)[]

/** The path of the answer itself. */
export const ROOT_PATH: ResponsePath = () => []

/** The places of a field of these objects. */
export function fieldPath(objects: ResponsePath, name: string): ResponsePath {
  return (index) => [...objects(index), name]
}

/** The places of the items of these lists, laid end to end: list `n` begins at `starts[n]`. */
export function itemPath(lists: ResponsePath, starts: readonly number[]): ResponsePath {
  return (index) => {
    const list = starts.findLastIndex((start) => start <= index)
    return [...lists(list), index - starts[list]!]
  }
}

/** The places of some of a column's values: `indices` says of which. */
export function subsetPath(column: ResponsePath, indices: readonly number[]): ResponsePath {
  return (index) => column(indices[index]!)
}
