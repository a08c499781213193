import { longOf } from '../scalar/scalar.ts'

/** What a row does not tell: it lacks the column, or has a value there that does not fit the column. */
export const UNKNOWN: unique symbol = Symbol('unknown')
export type Unknown = typeof UNKNOWN

/** What is known of a value that a write, a rule or a question to a person rests on. Null if it is known that there is none. */
export type Known<Value> = Value | null | Unknown

/** A row, by the names of its columns. */
type WireRow = Readonly<Record<string, unknown>>

/** Reads a column of a row as the service sent it. */
export type ReadColumn<Value> = (column: unknown, row: WireRow) => Known<Value>

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

/** A text. */
export const textColumn: ReadColumn<string> = columnOf((column) => {
  return typeof column === 'string' && column !== '' ? column : undefined
})

/** A list of texts. */
export const textsColumn: ReadColumn<readonly string[]> = columnOf((column) => {
  return Array.isArray(column) && column.every((item) => typeof item === 'string') ? column : undefined
})
