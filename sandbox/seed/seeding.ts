import type { Random } from '../data/random.ts'
import type { Row, Store, TableDefinition } from '../data/store.ts'
import { daysAfter, timestamp } from '../data/time.ts'
import type { NewColumns } from '../endpoint/write.ts'
import type { AccountPlan } from './account.ts'

/** A date around which the data can be made. All others are whole weeks away from it, so that weekdays and hours stay. */
const ANY_DAY = Date.UTC(2026, 5, 1, 12)
const WEEK_DAYS = 7
const WEEK_MS = WEEK_DAYS * 86_400_000

/** The times that data are made around. */
export interface SeedTimes {
  /** The date from which the dates of rows are counted, in the week before `now`. */
  today: Date
  /** The time at which the clock of the sandbox starts. */
  now: Date
}

/** The times of the data of a sandbox whose clock starts at this time. */
export function seedTimes(now: Date): SeedTimes {
  const weeks = Math.floor((now.getTime() - ANY_DAY) / WEEK_MS)
  return { today: new Date(ANY_DAY + weeks * WEEK_MS), now }
}

/** The input for filling one account: the store, the random source, the times and the plan. */
export interface Seeding extends SeedTimes {
  store: Store
  random: Random
  plan: AccountPlan
}

/** Adds rows in steps of a few milliseconds at most. */
export type SeedSteps = Generator<void, void>

/** A time that is so many days after today, or a week more, so that it lies ahead. */
export function daysAhead({ today, now }: SeedTimes, days: number): Date {
  const moment = daysAfter(today, days)
  return moment > now ? moment : daysAfter(moment, WEEK_DAYS)
}

/** The number of a quarter of a year, from winter on, that does not depend on when the clock starts. */
export function quarterOf(moment: Date, { today }: SeedTimes): number {
  const then = new Date(moment.getTime() - today.getTime() + ANY_DAY)
  return then.getUTCFullYear() * 4 + Math.floor((then.getUTCMonth() + 1) / 3)
}

/** A new ID of a table, the given creation time, and a random time of the last change up to today. */
export function newColumns<R extends Row>(
  definition: TableDefinition<R>,
  created: Date,
  { store, random, today }: Seeding,
): Row {
  const days = Math.max(0, (today.getTime() - created.getTime()) / 86_400_000)
  const updated = random.chance(0.5) ? created : daysAfter(created, random.next() * days)
  const times = { created_at: timestamp(created), updated_at: timestamp(updated) }
  return { id: store.table(definition).newId(), ...times, deleted: false }
}

/** Adds a row to an account. Its columns are made after its ID and its times. */
export function addRow<R extends Row>(
  seeding: Seeding,
  definition: TableDefinition<R>,
  created: Date,
  columns: (id: string) => NewColumns<R>,
): void {
  const born = newColumns(definition, created, seeding)
  // A row has the columns of every row, and its own.
  seeding.store.table(definition).insert(seeding.plan.id, { ...born, ...columns(born.id) } as unknown as R)
}

/** A realistic amount in micros: units of dollars or euros, or 100 times as many yen. */
export function micros(units: number, currency: string): number {
  return Math.round(units * (currency === 'JPY' ? 100 : 1) * 100) * 10_000
}
