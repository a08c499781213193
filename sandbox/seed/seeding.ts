import type { Random } from '../data/random.ts'
import type { Row, Store, TableDefinition } from '../data/store.ts'
import { daysAfter, timestamp } from '../data/time.ts'
import type { AccountPlan } from './account.ts'

/** The input for filling one account: the store, the random source, the date and the plan. */
export interface Seeding {
  store: Store
  random: Random
  today: Date
  plan: AccountPlan
}

/** The columns that every new row starts with. */
export type NewColumns = Pick<Row, 'id' | 'created_at' | 'updated_at'>

/** A new ID of a table, the given creation time, and a random time of the last change up to today. */
export function newColumns<R extends Row>(
  definition: TableDefinition<R>,
  created: Date,
  { store, random, today }: Seeding,
): NewColumns {
  const days = Math.max(0, (today.getTime() - created.getTime()) / 86_400_000)
  const updated = random.chance(0.5) ? created : daysAfter(created, random.next() * days)
  return { id: store.table(definition).newId(), created_at: timestamp(created), updated_at: timestamp(updated) }
}

/** A realistic amount in micros: units of dollars or euros, or 100 times as many yen. */
export function micros(units: number, currency: string): number {
  return Math.round(units * (currency === 'JPY' ? 100 : 1) * 100) * 10_000
}
