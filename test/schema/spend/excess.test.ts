import { expect, it } from 'vitest'
import { excessesOf, type MoneyWrite } from '../../../src/schema/spend/excess.ts'

/** The activation of a campaign with this daily budget. */
const activation = (daily: bigint): MoneyWrite => ({
  currency: 'EUR',
  isNew: false,
  isActivated: true,
  isActive: true,
  isResettled: false,
  isAboveActive: true,
  amounts: [
    {
      field: 'dailyBudgetAmountLocalMicro',
      kind: 'dailyBudget',
      given: undefined,
      before: daily,
      after: daily,
      above: null,
      lowest: undefined,
    },
  ],
})

it.each([
  [5_000_000n, 0],
  [5_000_001n, 1],
  [0n, 1],
  [-1n, 1],
])('an activation with a daily budget of %s has %i excesses of a limit of 5 EUR', (daily, count) => {
  expect(excessesOf(activation(daily), { dailyBudget: 5_000_000n })).toHaveLength(count)
})
