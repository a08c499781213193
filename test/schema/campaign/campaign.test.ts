import { describe, expect, it } from 'vitest'
import { readRow } from '../../support/entity.ts'

describe('a campaign', () => {
  it('distinguishes null from absent, false and 0', async () => {
    const { data } = await readRow(
      {
        id: 'c1',
        servable: null,
        standard_delivery: false,
        daily_budget_amount_local_micro: 0,
        reasons_not_servable: null,
      },
      '{ campaign(id: "Campaign:a1:c1") { servable standardDelivery dailyBudgetAmountLocalMicro reasonsNotServable name raw } }',
    )
    expect(data).toEqual({
      campaign: {
        servable: null,
        standardDelivery: false,
        dailyBudgetAmountLocalMicro: '0',
        reasonsNotServable: null,
        name: null,
        raw: {
          id: 'c1',
          servable: null,
          standard_delivery: false,
          daily_budget_amount_local_micro: 0,
          reasons_not_servable: null,
        },
      },
    })
  })
})
