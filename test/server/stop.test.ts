import { setTimeout as sleep } from 'node:timers/promises'
import { expect, it, onTestFinished } from 'vitest'
import { type Store, StoreUnavailable } from '../../src/rest/store.ts'
import { createMemoryStore } from '../../src/state/memory.ts'
import { createSpendStore } from '../../src/state/spend-store.ts'
import { createWriteStore } from '../../src/state/write-store.ts'
import { connectAgent } from '../support/agent.ts'
import { batchAnswer } from '../support/batch-answer.ts'
import { openGraph, type GraphOptions } from '../support/graph.ts'
import { rulesOf } from '../support/spend.ts'
import { startUpstream, type UpstreamAnswer } from '../support/upstream.ts'

// A stop of an instance, while the service has not answered a write whose caller has gone. The next use is of another instance.

/** A store of several instances. Each is connected to it until it has stopped. */
function openSharedStore() {
  const store = createMemoryStore()
  return function connect() {
    let isConnected = true
    const step = async <Result>(take: () => Promise<Result>): Promise<Result> => {
      await sleep(20)
      if (!isConnected) throw new StoreUnavailable('It is disconnected')
      return take()
    }
    const connected: Store = {
      ...store,
      get: (...key) => step(() => store.get(...key)),
      getAll: (keys) => step(() => store.getAll(keys)),
      set: (...value) => step(() => store.set(...value)),
      delete: (key) => step(() => store.delete(key)),
      compareAndSet: (...changes) => step(() => store.compareAndSet(...changes)),
      async lease(name) {
        const lease = await step(() => store.lease(name))
        return lease.held ? { ...lease, release: () => step(() => lease.release()) } : lease
      },
    }
    return { store: connected, disconnect: () => void (isConnected = false) }
  }
}

const STORED = {
  id: 'c1',
  name: 'One',
  funding_instrument_id: 'f1',
  currency: 'EUR',
  entity_status: 'ACTIVE',
  budget_optimization: 'CAMPAIGN',
  daily_budget_amount_local_micro: 4_000_000,
  total_budget_amount_local_micro: null,
}

/** Two instances over one service, whose first write is answered with this when the first one stops. */
async function openInstances(answerTo: (body: string) => UpstreamAnswer, options: GraphOptions) {
  let answer: (() => void) | undefined
  const upstream = await startUpstream(({ method, path, query, body }) => {
    if (path.endsWith('access')) return { body: { data: { permissions: ['AD_MANAGER'] } } }
    if (path.includes('funding')) return { body: { data: [{ id: 'f1', currency: 'EUR', able_to_fund: true }] } }
    if (method === 'GET') {
      const rows = (query['campaign_ids'] ?? 'c1').split(',').map((id) => ({ ...STORED, id }))
      return { body: { data: path.endsWith('/campaigns') ? rows : STORED } }
    }
    return answer ? answerTo(body) : new Promise((resolve) => (answer = () => resolve(answerTo(body))))
  })
  onTestFinished(() => upstream.close())
  const connect = openSharedStore()
  const start = async () => {
    const { store, disconnect } = connect()
    const state = { store, strictStore: store, confirmations: store, writeStore: createWriteStore(store) }
    const spend = { rules: rulesOf({ accounts: ['*'], raisePercent: 50 }), store: createSpendStore(store) }
    const writeSecrets = ['a secret of the records of a test']
    const graph = await openGraph(upstream.url, { ...state, spend, writeSecrets, checksPlan: false, ...options })
    onTestFinished(() => graph.close())
    return { ...graph, disconnect }
  }
  const [stopping, other] = [await start(), await start()]
  return {
    stopping,
    other,
    /** Resolves when the write has arrived. */
    async written() {
      await expect.poll(() => answer).toBeDefined()
    },
    async stop() {
      const stopped = stopping.stop()
      // Longer than a server waits for requests of its clients.
      await sleep(2_000)
      answer!()
      await stopped
      stopping.disconnect()
    },
  }
}

const BATCH = `mutation { batchCampaigns(idempotencyKey: "k", input: { accountId: "a1", operations: [
  { update: { campaignId: "c1", dailyBudgetAmountLocalMicro: 5000000 } }
  { create: { fundingInstrumentId: "f1", name: "New", dailyBudgetAmountLocalMicro: 5000000, entityStatus: PAUSED } }
] }) { campaigns { id } userErrors { message } receipt { outcome } } }`

it.each([
  [
    'the result of a write with a key',
    batchAnswer,
    { campaigns: [{ id: 'Campaign:a1:c1' }, { id: 'Campaign:a1:n1' }], receipt: { outcome: 'REPLAYED' } },
  ],
  [
    'that a write with a key was refused',
    () => ({ status: 400, body: { errors: [{ code: 'INVALID', message: 'no' }] } }),
    { userErrors: [{ message: 'no' }], receipt: null },
  ],
])('stores %s', async (_, answerTo, again) => {
  const { stopping, other, ...steps } = await openInstances(answerTo, {})
  const gone = new AbortController()
  const lost = fetch(stopping.url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ query: BATCH }),
    signal: gone.signal,
  }).catch(() => undefined)
  await steps.written()
  gone.abort()
  await lost
  await steps.stop()

  expect((await other.query(BATCH)).data).toMatchObject({ batchCampaigns: again })
})

it('keeps the result of a write that an agent has confirmed', async () => {
  const made = () => ({ body: { data: { ...STORED, name: 'New' } } })
  const { stopping, other, ...steps } = await openInstances(made, { agents: 'write' })
  const [leaving, staying] = [await connectAgent(stopping.url), await connectAgent(other.url)]
  onTestFinished(() => staying.close())
  const { value } = await leaving.call('prepare_write', {
    document: 'mutation { updateCampaign(input: { campaignId: "Campaign:a1:c1", name: "New" }) { campaign { name } } }',
  })
  const { confirmation } = value
  leaving.call('confirm_write', { confirmation }).catch(() => {})
  await steps.written()
  await leaving.close()
  await steps.stop()

  expect((await staying.call('confirm_write', { confirmation })).value).toMatchObject({
    repeated: true,
    data: { updateCampaign: { campaign: { name: 'New' } } },
  })
})
