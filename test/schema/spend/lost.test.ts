import { afterEach, expect, it } from 'vitest'
import { createMemoryState, createMemoryStore } from '../../../src/state/memory.ts'
import { createSpendStore } from '../../../src/state/spend-store.ts'
import { type Graph, openGraph } from '../../support/graph.ts'
import { rulesOf } from '../../support/spend.ts'
import { startUpstream, type Upstream } from '../../support/upstream.ts'

let service: Upstream
let graph: Graph
afterEach(async () => {
  await graph.close()
  await service.close()
})

const CREATE = `mutation {
  createCampaign(idempotencyKey: "k", input: { accountId: "a1", fundingInstrumentId: "f1", name: "New", dailyBudgetAmountLocalMicro: 10000000 }) {
    campaign { id } receipt { outcome } userErrors { code message }
  }
}`

it('finds what a killed instance has created, although it has used up the hour', async () => {
  const made: object[] = []
  service = await startUpstream(({ method, path }) => {
    if (path.includes('funding_instruments'))
      return { body: { data: [{ id: 'f1', currency: 'EUR' }], next_cursor: null } }
    if (method === 'GET') return { body: { data: made, next_cursor: null } }
    return { raw: (response) => response.destroy() }
  })
  const { writeStore } = createMemoryState()
  graph = await openGraph(service.url, {
    spend: {
      rules: rulesOf({ accounts: ['a1'], activatedPerHour: '10.00' }),
      store: createSpendStore(createMemoryStore()),
    },
    // Each use of the key is killed: it records nothing after its begin.
    writeStore: {
      ...writeStore,
      begin: async (...begun) => {
        const found = await writeStore.begin(...begun)
        return found && { ...found, ageMs: Infinity }
      },
      saveLater: async () => undefined,
    },
    operationTimeoutMs: 1_000,
    checksPlan: false,
  })
  const write = async () => {
    const { data } = await graph.query<{ createCampaign: object }>(CREATE)
    return data.createCampaign
  }

  expect(await write()).toMatchObject({ campaign: null, receipt: { outcome: 'UNKNOWN' }, userErrors: [] })
  made.push({
    id: 'c1',
    funding_instrument_id: 'f1',
    name: 'New',
    daily_budget_amount_local_micro: 10_000_000,
    created_at: new Date().toISOString(),
  })
  expect(await write()).toEqual({
    campaign: { id: 'Campaign:a1:c1' },
    receipt: { outcome: 'RECOVERED' },
    userErrors: [],
  })
  expect(service.requests.filter(({ method }) => method === 'POST')).toHaveLength(1)
})
