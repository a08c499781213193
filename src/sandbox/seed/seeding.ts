import type { Random } from '../random.ts'
import type { Row, Store, TableDefinition } from '../store.ts'
import { daysAfter, timestamp } from '../time.ts'
import type { AccountPlan } from './account.ts'

/** What filling one account needs: where to, by which chances, around which day, and by which plan. */
export interface Seeding {
  store: Store
  random: Random
  today: Date
  plan: AccountPlan
}

/** The columns every row begins its life with, in an id's table. */
export type Birth = Pick<Row, 'id' | 'created_at' | 'updated_at'>

/** An id of a table with its times: created at a moment, and changed for the last time at some moment until today. */
export function birth<R extends Row>(
  definition: TableDefinition<R>,
  created: Date,
  { store, random, today }: Seeding,
): Birth {
  const days = Math.max(0, (today.getTime() - created.getTime()) / 86_400_000)
  const updated = random.chance(0.5) ? created : daysAfter(created, random.next() * days)
  return { id: store.table(definition).newId(), created_at: timestamp(created), updated_at: timestamp(updated) }
}

/** An amount in micros of a believable size: units of dollars or euros, a hundred times as many yen. */
export function micros(units: number, currency: string): number {
  return Math.round(units * (currency === 'JPY' ? 100 : 1) * 100) * 10_000
}
