import type { Row, Table } from '../store.ts'

/** An id like those of posts and composable cards: 19 digits, which no row of the table has had. */
export function numericId<R extends Row>(table: Table<R>): string {
  // Ids of up to ten characters become numbers below 36^10, which leaves room for 19 digits below 2^63.
  return String(10n ** 18n + BigInt(Number.parseInt(table.newId(), 36)) * 2_003n)
}
