import { afterEach, expect, it } from 'vitest'
import { StoreUnavailable } from '../../../src/rest/store.ts'
import { createMemoryStore } from '../../../src/state/memory.ts'
import { createSpendStore } from '../../../src/state/spend-store.ts'
import { type Graph, openGraph } from '../../support/graph.ts'
import { rulesOf } from '../../support/spend.ts'
import { startUpstream, type Upstream, type UpstreamRequest } from '../../support/upstream.ts'

/** Updates that name no amount, and send the daily budget again that they have read (R-CAMP-6). */

let service: Upstream
let graph: Graph
afterEach(async () => {
  await graph.close()
  await service.close()
})

/** A service with one campaign, which an update changes. `before` is awaited before it changes it. */
async function open(before: (request: UpstreamRequest) => Promise<unknown>, store = createMemoryStore()) {
  const campaign = { id: 'c1', funding_instrument_id: 'f1', entity_status: 'ACTIVE', budget_optimization: 'CAMPAIGN' }
  let daily = '500000000'
  const row = () => ({ ...campaign, daily_budget_amount_local_micro: Number(daily) })
  service = await startUpstream(async (request) => {
    const { method, path, body } = request
    if (path.includes('funding_instruments'))
      return { body: { data: [{ id: 'f1', currency: 'EUR' }], next_cursor: null } }
    if (method === 'GET') return { body: { data: path.endsWith('/c1') ? row() : [row()], next_cursor: null } }
    await before(request)
    daily = /daily_budget_amount_local_micro\W+(\d+)/.exec(body)?.[1] ?? daily
    return { body: { data: path.includes('batch') ? [row()] : row() } }
  })
  const rules = rulesOf({ accounts: ['*'], dailyBudget: '500.00' })
  graph = await openGraph(service.url, { spend: { rules, store: createSpendStore(store) }, checksPlan: false })
  return { daily: () => daily }
}

/** Updates the campaign, and returns the user errors. */
async function update(mutation: string, changes: object) {
  const change = { campaignId: 'c1', ...changes }
  const input = mutation === 'updateCampaign' ? change : { operations: [{ update: change }] }
  const type = `${mutation.charAt(0).toUpperCase()}${mutation.slice(1)}Input`
  const { data, errors } = await graph.query<Record<string, { userErrors: { code: string; field: string[] }[] }>>(
    `mutation ($input: ${type}!) { ${mutation}(input: $input) { userErrors { code field } } }`,
    { input: { accountId: 'a1', ...input } },
  )
  expect(errors).toBeUndefined()
  return data?.[mutation]?.userErrors
}

it.each(['updateCampaign', 'batchCampaigns'])(
  '%s with a name alone does not undo the lower budget of a concurrent write',
  async (mutation) => {
    let lowering: Promise<unknown> | undefined
    const { daily } = await open(async () => {
      if (lowering) return
      lowering = update('updateCampaign', { dailyBudgetAmountLocalMicro: '10000000' })
      // It is answered before, or waits for the write that is under way.
      await Promise.race([lowering, new Promise((resolve) => setTimeout(resolve, 300))])
    })
    expect(await update(mutation, { name: 'Other' })).toEqual([])
    await lowering

    expect(daily()).toBe('10000000')
  },
)

it('sends such an update without the store that instances share only if it is a pause', async () => {
  const store = createMemoryStore()
  store.lease = () => Promise.reject(new StoreUnavailable('Redis is unavailable'))
  await open(async () => undefined, store)

  expect(await update('updateCampaign', { name: 'Other' })).toEqual([{ code: 'SPEND_LIMIT', field: ['input'] }])
  expect(service.requests.filter(({ method }) => method !== 'GET')).toEqual([])
  expect(await update('updateCampaign', { entityStatus: 'PAUSED' })).toEqual([])
})
