import { expect, it } from 'vitest'
import { createSpendStore } from '../../../src/state/spend-store.ts'
import { batchAnswer } from '../../support/batch-answer.ts'
import { countingSteps } from '../../support/counting-steps.ts'
import { rulesOf } from '../../support/spend.ts'
import { openWriteGraph } from '../../support/write.ts'

it('takes as many steps of the store for a call of 40 operations as for one of a single operation', async () => {
  const { store, steps } = countingSteps()
  const row = {
    name: 'One',
    currency: 'EUR',
    funding_instrument_id: 'f1',
    able_to_fund: true,
    entity_status: 'ACTIVE',
    budget_optimization: 'CAMPAIGN',
    daily_budget_amount_local_micro: 5_000_000,
    total_budget_amount_local_micro: 50_000_000,
  }
  const rules = rulesOf({ accounts: ['*'], raisePercent: 50, activatedPerHour: '100.00' })
  const graph = await openWriteGraph(row, { spend: { rules, store: createSpendStore(store) }, checksPlan: false })
  graph.answer(({ method, path, query, body }) => {
    if (method !== 'GET') return batchAnswer(body)
    const ids = Object.entries(query).find(([name]) => name.endsWith('_ids'))?.[1]
    const one = { ...row, id: path.split('/').at(-1) }
    return { body: { data: ids ? ids.split(',').map((id) => ({ ...row, id })) : one } }
  })
  const write = async (count: number, dailyBudgetAmountLocalMicro: number) => {
    steps.length = 0
    const operations = Array.from({ length: count }, (_, index) => ({
      update: { campaignId: `c${index}`, dailyBudgetAmountLocalMicro },
    }))
    const { data } = await graph.write(
      `mutation ($input: BatchCampaignsInput!) {
        batchCampaigns(input: $input, split: true) { chunks { status } userErrors { message } }
      }`,
      { accountId: 'a1', operations },
    )
    return { data, steps: [...steps] }
  }
  const read = ['getAll', 'get']
  const see = ['getAll', 'compareAndSet']
  const activate = ['getAll', 'compareAndSet']
  const call = [...read, ...see, ...activate, ...see]
  const done = (count: number) => ({
    batchCampaigns: { chunks: Array.from({ length: count }, () => ({ status: 'DONE' })), userErrors: [] },
  })

  expect(await write(1, 5_000_001)).toEqual({ data: done(1), steps: call })
  expect(await write(40, 5_000_002)).toEqual({ data: done(1), steps: call })
  expect(await write(80, 5_000_003)).toEqual({ data: done(2), steps: [...call, ...call] })
  await graph.close()
})
