import { momentOf } from '../../rest/value.ts'
import { longOf } from '../scalar/scalar.ts'

/** An unknown value of a row: it lacks the column, or has a value there that does not fit the column. */
export const UNKNOWN: unique symbol = Symbol('unknown')
export type Unknown = typeof UNKNOWN

/** A value that a write, a rule or a question to a person depends on. Null if it is known that there is none. */
export type Known<Value> = Value | null | Unknown

declare const ROW: unique symbol

/** A row that was read for the rules of a write. Its columns can be missing or have any value, so `known` alone reads them. */
export interface StoredRow<R> {
  readonly [ROW]: R
}

export function asStored<R extends object>(read: readonly R[]): readonly StoredRow<R>[]
export function asStored<R extends object>(read: R | null): StoredRow<R> | null
/** A row that was read, or rows, as rules have them. */
export function asStored(read: unknown): unknown {
  return read
}

/** The parameters or the columns of a row, by their names on the wire. */
export type WireRow = Readonly<Record<string, unknown>>

/** Reads a column of a row as the service sent it. */
export type ReadColumn<Value> = (column: unknown, row: WireRow) => Known<Value>

/** The value of a column of a row. UNKNOWN if there is no row. */
export function known<R, Value>(
  row: StoredRow<R> | null | undefined,
  name: keyof R & string,
  read: ReadColumn<Value>,
): Known<Value> {
  return readColumn(row, name, read)
}

/** Like `known`, for a name that does not come from the type of the row. */
export function readColumn<Value>(row: object | null | undefined, name: string, read: ReadColumn<Value>): Known<Value> {
  if (!row) return UNKNOWN
  const columns = row as WireRow
  return read(columns[name], columns)
}

/** Reads a column with what returns its value, or undefined if it does not fit. */
function columnOf<Value>(read: (column: unknown) => Value | undefined): ReadColumn<Value> {
  return (column) => {
    if (column === null) return null
    const value = column === undefined ? undefined : read(column)
    return value === undefined ? UNKNOWN : value
  }
}

/** A 64-bit integer, such as an amount in micros. */
export const longColumn: ReadColumn<bigint> = columnOf(longOf)

/** A budget. A campaign whose line items have the budgets has none, and its row lacks them. */
export const budgetColumn: ReadColumn<bigint> = (column, row) =>
  column === undefined && row['budget_optimization'] === 'LINE_ITEM' ? null : longColumn(column, row)

/** A text, which can be empty. */
export const textColumn: ReadColumn<string> = columnOf((column) => (typeof column === 'string' ? column : undefined))

/** A value of an enumeration. */
export const wordColumn: ReadColumn<string> = columnOf((column) => (isWord(column) ? column : undefined))

/** An ID. Those of users and posts are integers in some rows. */
export const idColumn: ReadColumn<string> = columnOf((column) => (isWord(column) ? column : longOf(column)?.toString()))

export const textsColumn: ReadColumn<readonly string[]> = columnOf((column) => (isTexts(column) ? column : undefined))

export const listsColumn: ReadColumn<readonly (readonly string[])[]> = columnOf((column) =>
  Array.isArray(column) && column.every(isTexts) ? column : undefined,
)

/** Whether something is so. */
export const flagColumn: ReadColumn<boolean> = columnOf((column) => (typeof column === 'boolean' ? column : undefined))

/** A date and time that exists. */
export const timeColumn: ReadColumn<string> = columnOf((column) => {
  return typeof column === 'string' && !Number.isNaN(momentOf(column)) ? column : undefined
})

function isTexts(column: unknown): column is readonly string[] {
  return Array.isArray(column) && column.every((item) => typeof item === 'string')
}

function isWord(column: unknown): column is string {
  return typeof column === 'string' && column !== ''
}
