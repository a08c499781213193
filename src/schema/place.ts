/** Where in the answer each value of a column stands, by its index: worked out only for the error that needs it. */
export type Place = (index: number) => readonly (string | number)[]

/** The place of the answer itself. */
export const ROOT: Place = () => []

/** The places of a field of these objects. */
export function placeOfField(objects: Place, name: string): Place {
  return (index) => [...objects(index), name]
}

/** The places of the items of these lists, laid end to end: list `n` begins at `starts[n]`. */
export function placeOfItems(lists: Place, starts: readonly number[]): Place {
  return (index) => {
    const list = starts.findLastIndex((start) => start <= index)
    return [...lists(list), index - starts[list]!]
  }
}

/** The places of some of a column's values: `indices` says of which. */
export function placeOfSome(column: Place, indices: readonly number[]): Place {
  return (index) => column(indices[index]!)
}
