/**
 * What was observed of one kind of field: the sums of all observations. The field above is the nearest one for which calls
 * can be made too.
 */
export interface FieldStatistic {
  /** The values of the field above. */
  above: number
  /** The values among them, or inside them, for which the field was resolved. */
  parents: number
  /** The number of parents by the number of their rows: see `sizeClassOf`. Without those whose rows were not read. */
  sizes: Record<string, number>
  /** The rows of these parents. */
  rows: number
  /** The number of parents that have more rows than were read, by the class of that number. */
  cut: Record<string, number>
  /** The calls by the path template of their endpoint. */
  endpoints: Record<string, EndpointStatistic>
}

/** The calls of a field to one endpoint, in the operations that can need any. */
export type EndpointStatistic = {
  /** The values of the field above. */
  above: number
  /** The IDs, lists or parents of lists that were read. */
  keys: number
  /** The calls that the keys and rows would need if they were spread evenly. */
  even: number
  calls: number
  /** The rows that these calls returned. */
  rows: number
}

/** One observation: that of one operation. */
export interface FieldObservation extends FieldStatistic {
  /** The account of the field, if the operation names it. */
  account: string | undefined
}

/** What one operation has observed of a kind of field. */
export type ObservedKind = readonly [kind: string, FieldObservation]

/** Returns what is known of a kind of field, in an account if the operation names one. Undefined if nothing is known. */
export type StatisticOf = (kind: string, account: string | undefined) => FieldStatistic | undefined

/** Statistics of what was read, which instances share. */
export interface Statistics {
  /** Whether an operation of a caller that begins now is to be observed. Of many operations, only some are. */
  takes(caller: string): boolean
  /** Adds what an operation of a caller has observed, by the kind of field. */
  add(caller: string, observed: Iterable<ObservedKind>): void
  /** What a caller may know, as far as it is in this process. */
  knownHere(caller: string): StatisticOf
  /** What a caller may know of these accounts. */
  known(caller: string, accounts: Iterable<string>): Promise<StatisticOf>
  /** The statistics of all accounts together, by the kind of field. */
  all(): Promise<Record<string, FieldStatistic>>
}

/** Numbers of rows up to this one have a class of their own; each class above is a tenth wider than the one before. */
const EXACT_SIZES = 20

const GROWTH = Math.log(1.1)

/** The class of a number of rows: at most about 100 classes for all numbers that occur. */
export function sizeClassOf(rows: number): number {
  return rows <= EXACT_SIZES ? rows : EXACT_SIZES + Math.ceil(Math.log(rows / EXACT_SIZES) / GROWTH)
}

/**
 * The sizes of the lists that were observed, and how many have each. A list that was not read whole has the average size, or
 * as many rows as were read if that is more.
 */
export function listsIn({ sizes, rows, cut }: FieldStatistic): [size: number, parents: number][] {
  const lists = Object.entries(sizes).map(([sizeClass, parents]) => [sizeOfClass(Number(sizeClass)), parents] as const)
  const bound = lists.reduce((sum, [size, parents]) => sum + size * parents, 0)
  const parents = lists.reduce((sum, [, parents]) => sum + parents, 0)
  // The classes are upper bounds; the sum of all rows is exact.
  const exact = lists.map(([size, count]): [number, number] => [bound === 0 ? 0 : (size * rows) / bound, count])
  const average = parents === 0 ? 0 : rows / parents
  const others = Object.entries(cut).map(([sizeClass, count]): [number, number] => [
    Math.max(average, sizeOfClass(Number(sizeClass))),
    count,
  ])
  return [...exact, ...others]
}

/** The largest number of rows in a class. */
function sizeOfClass(sizeClass: number): number {
  return sizeClass <= EXACT_SIZES ? sizeClass : EXACT_SIZES * Math.exp((sizeClass - EXACT_SIZES) * GROWTH)
}
