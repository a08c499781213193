import { afterEach, describe, expect, it } from 'vitest'
import { type Store, StoreUnavailable } from '../../../src/rest/store.ts'
import { createMemoryStore } from '../../../src/state/memory.ts'
import { createSpendStore } from '../../../src/state/spend-store.ts'
import { type Graph, openGraph } from '../../support/graph.ts'
import { rulesOf } from '../../support/spend.ts'
import { startUpstream, type Upstream, type UpstreamAnswer, type UpstreamRequest } from '../../support/upstream.ts'

/** Writes that change a daily budget, or send the one again that they have read (R-CAMP-6), in one account. */

let service: Upstream
let graph: Graph
afterEach(async () => {
  await graph.close()
  await service.close()
})

/** A service with one campaign, which an update changes unless `before` has an answer. */
async function open(
  before: (request: UpstreamRequest) => Promise<UpstreamAnswer | undefined>,
  store = createMemoryStore(),
) {
  const campaign = { id: 'c1', funding_instrument_id: 'f1', entity_status: 'ACTIVE', budget_optimization: 'CAMPAIGN' }
  let daily = '500000000'
  const row = () => ({ ...campaign, daily_budget_amount_local_micro: Number(daily) })
  service = await startUpstream(async (request) => {
    const { method, path, body } = request
    if (path.includes('funding_instruments'))
      return { body: { data: [{ id: 'f1', currency: 'EUR' }], next_cursor: null } }
    const other = await before(request)
    if (other) return other
    if (method === 'GET') return { body: { data: path.endsWith('/c1') ? row() : [row()], next_cursor: null } }
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
    const { daily } = await open(async ({ method }) => {
      if (lowering || method === 'GET') return undefined
      lowering = update('updateCampaign', { dailyBudgetAmountLocalMicro: '10000000' })
      // It is answered before, or waits for the write that is under way.
      await Promise.race([lowering, new Promise((resolve) => setTimeout(resolve, 300))])
      return undefined
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

describe('a write whose lease is lost, so that another write of the account can be under way', () => {
  const REFUSED = { code: 'SPEND_LIMIT' }
  const sent = () => service.requests.filter(({ method }) => method === 'PUT').length

  /** A store whose leases are lost when `lose` is called. */
  function losingStore() {
    const memory = createMemoryStore()
    const lost = new AbortController()
    const store: Store = { ...memory, lease: async (name) => ({ ...(await memory.lease(name)), lost: lost.signal }) }
    return { store, lose: () => lost.abort() }
  }

  it.each([{ dailyBudgetAmountLocalMicro: '10000000' }, { name: 'Other' }])('%j is not sent', async (changes) => {
    const { store, lose } = losingStore()
    await open(async () => {
      lose()
      return undefined
    }, store)

    expect(await update('updateCampaign', changes)).toMatchObject([REFUSED])
    expect(sent()).toBe(0)
  })

  it('is not sent again after a rate limit', async () => {
    const { store, lose } = losingStore()
    await open(async ({ method }) => {
      if (method === 'GET') return undefined
      setTimeout(lose, 100)
      const reset = String(Math.ceil(Date.now() / 1_000) + 1)
      const headers = { 'x-rate-limit-limit': '1', 'x-rate-limit-remaining': '0', 'x-rate-limit-reset': reset }
      return { status: 429, headers, body: { errors: [{ code: 'TOO_MANY_REQUESTS' }] } }
    }, store)

    expect(await update('updateCampaign', { dailyBudgetAmountLocalMicro: '10000000' })).toMatchObject([REFUSED])
    expect(sent()).toBe(1)
  })
})
