/** A value to order rows by. Null stands for absent values and comes first. */
type SortValue = string | number | boolean | null

/** The values that a row is ordered by. The ID is last, so that no two rows of a table have equal keys. */
export type SortKey = SortValue[]

/** Reads the value of an attribute from a row. */
export type Attribute<R> = (row: R) => SortValue

/** A total order of rows: by each attribute in turn, then by ID. The name identifies the order within a table. */
export interface Order<R> {
  name: string
  terms: { attribute: Attribute<R>; descending: boolean }[]
}

/** Attributes that are read from the columns of the same name. */
export function columns<R>(...names: (keyof R & string)[]): Record<string, Attribute<R>> {
  return Object.fromEntries(names.map((name) => [name, (row: R) => sortValue(row[name])]))
}

function sortValue(value: unknown): SortValue {
  if (typeof value === 'bigint') return Number(value)
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') return value
  return null
}

/** The order for `sort_by` terms of the form `<attribute>-asc` and `<attribute>-desc`, or the first invalid term. */
export function parseOrder<R>(terms: string[], attributes: Record<string, Attribute<R>>): Order<R> | { wrong: string } {
  const order: Order<R> = { name: terms.join(','), terms: [] }
  for (const term of terms) {
    const [, name = '', direction] = /^(\w+)-(asc|desc)$/.exec(term) ?? []
    if (!Object.hasOwn(attributes, name)) return { wrong: term }
    order.terms.push({ attribute: attributes[name]!, descending: direction === 'desc' })
  }
  return order
}

/** The key of a row in an order. */
export function sortKey<R extends { id: string }>(order: Order<R>, row: R): SortKey {
  return [...order.terms.map((term) => term.attribute(row)), row.id]
}

/** Compares two keys in an order: negative, 0 or positive if the first comes before, at or after the second. */
export function compareKeys<R>(order: Order<R>, a: SortKey, b: SortKey): number {
  for (const [index, term] of order.terms.entries()) {
    const difference = compareValues(a[index]!, b[index]!)
    if (difference !== 0) return term.descending ? -difference : difference
  }
  return compareValues(a.at(-1)!, b.at(-1)!)
}

function compareValues(a: SortValue, b: SortValue): number {
  if (a === b) return 0
  if (a === null) return -1
  if (b === null) return 1
  return a < b ? -1 : 1
}

/** The order of lists with the oldest row first. */
export function oldestFirst<R extends { created_at: string }>(): Order<R> {
  return { name: 'created_at-asc', terms: [{ attribute: (row) => row.created_at, descending: false }] }
}

/** The order of lists with the newest row first. */
export function newestFirst<R extends { created_at: string }>(): Order<R> {
  return { name: 'created_at-desc', terms: [{ attribute: (row) => row.created_at, descending: true }] }
}

/** The order of lists by ID. IDs have no meaningful order. */
export function byId<R>(): Order<R> {
  return { name: 'id', terms: [] }
}
