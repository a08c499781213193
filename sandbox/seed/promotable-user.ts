import { promotableUsers } from '../account/promotable-user.ts'
import { daysAfter } from '../data/time.ts'
import { addRow, type Seeding } from './seeding.ts'

/** Adds the own (FULL) promotable user of an account, and some REPOSTS_ONLY users. */
export function seedPromotableUsers(seeding: Seeding): void {
  const { random, today, plan } = seeding
  const others = random.integer(3, 5)
  for (let index = 0; index <= others; index += 1) {
    addRow(seeding, promotableUsers, daysAfter(today, -plan.ageInDays + index), () => ({
      user_id: random.digits(10),
      deleted: index > 0 && index === others && plan.hiddenRows,
      promotable_user_type: index === 0 ? 'FULL' : 'REPOSTS_ONLY',
    }))
  }
}
