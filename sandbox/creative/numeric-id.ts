import type { Row, Table } from '../data/store.ts'

/** A new ID like those of posts and composable cards: 19 digits, unique in the table. */
export function numericId<R extends Row>(table: Table<R>): string {
  // IDs of up to ten characters are numbers below 36^10, so the result has 19 digits and is below 2^63.
  return String(10n ** 18n + BigInt(Number.parseInt(table.newId(), 36)) * 2_003n)
}
