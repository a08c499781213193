import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { WriteStore } from '../../../src/rest/write-store.ts'
import { createMemoryWriteStore } from '../../../src/state/memory-write-store.ts'
import { startFailingService, type FailingService, type WriteFault } from '../../support/failing-service.ts'
import { openGraph, type Graph, type GraphOptions } from '../../support/graph.ts'

let service: FailingService
const graphs: Graph[] = []
beforeAll(async () => {
  service = await startFailingService()
})
afterAll(async () => {
  for (const graph of graphs) await graph.close()
  await service.close()
})

/** A graph over the service, whose writes settle after a second. */
async function open(options: GraphOptions = {}): Promise<Graph> {
  const graph = await openGraph(service.url, {
    settleMs: 1_000,
    operationTimeoutMs: 3_000,
    checksPlan: false,
    ...options,
  })
  graphs.push(graph)
  return graph
}

const RECEIPT = 'receipt { outcome ids candidates items { outcome id candidates } }'
const CREATE = `mutation ($input: CreateCampaignInput!, $key: String) {
  outcome: createCampaign(input: $input, idempotencyKey: $key) { campaign { id } userErrors { message } ${RECEIPT} }
}`
const BATCH = `mutation ($input: BatchCampaignsInput!, $key: String) {
  outcome: batchCampaigns(input: $input, idempotencyKey: $key, split: true) {
    campaigns { id } chunks { status } userErrors { message } ${RECEIPT}
  }
}`

interface Outcome {
  chunks?: { status: string }[]
  receipt: { outcome: string; ids: string[]; candidates: string[]; items: object[] | null } | null
}

let lastAccount = 0
const newAccount = () => `together${(lastAccount += 1)}`
const campaign = (accountId: string, name = 'Spring') => ({ accountId, fundingInstrumentId: 'f1', name })
const batch = (accountId: string, creates: object[]) => ({
  accountId,
  operations: creates.map((create) => ({ create })),
})

async function use(graph: Graph, document: string, input: object, key: string | null): Promise<Outcome | null> {
  const { data } = await graph.query<{ outcome: Outcome | null } | null>(document, { input, key })
  return data?.outcome ?? null
}

const posts = (account: string) =>
  service.requests.filter(({ method, path }) => method === 'POST' && path.includes(account)).length
const lost: WriteFault = { happens: true, answer: 503 }
const never: WriteFault = { happens: false, answer: 503 }

describe.concurrent('writes that are in progress together', () => {
  it('do not hold the process up if a caller disconnects while another use of the key runs', async ({ expect }) => {
    const graph = await open({ settleMs: 60_000 })
    const account = newAccount()
    // The row shows late, so that the first use looks for it more than once.
    service.fail(account, { ...lost, hiddenMs: 500 })
    const first = use(graph, CREATE, campaign(account), 'k')
    await expect.poll(() => posts(account)).toBe(1)
    const gone = new AbortController()
    const second = fetch(graph.url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ query: CREATE, variables: { input: campaign(account), key: 'k' } }),
      signal: gone.signal,
    }).catch(() => 'gone')
    // The second use has begun to wait when the first looks again.
    await expect
      .poll(() => service.requests.filter(({ method, path }) => method === 'GET' && path.includes(account)).length)
      .toBe(1)
    gone.abort()

    expect(await second).toBe('gone')
    expect((await first)?.receipt).toMatchObject({ outcome: 'RECOVERED' })
  })

  it('do not take the row that an equal operation of a batch can have made, nor the other way round', async () => {
    const graph = await open()
    const [single, batched] = [newAccount(), newAccount()]
    // The first write is left open, because what it has made does not show.
    for (const account of [single, batched]) service.fail(account, { ...lost, hiddenMs: 60_000 }, never)
    const show = (account: string) =>
      service
        .rows(account, 'campaigns')
        .forEach((row) => Object.assign(row, { shownAt: 0, created_at: new Date().toISOString() }))
    const equal = { purchaseOrderNumber: '7' }
    const one = (account: string) => use(graph, CREATE, { ...campaign(account), ...equal }, null)
    const many = (account: string) => use(graph, BATCH, batch(account, [{ ...campaign(account), ...equal }]), null)
    await Promise.all([one(single), many(batched)])
    for (const account of [single, batched]) show(account)
    const outcomes = await Promise.all([many(single), one(batched)])

    expect(outcomes.map((outcome) => outcome?.receipt?.outcome)).toEqual(['UNKNOWN', 'UNKNOWN'])
  })
})

describe.concurrent('a batch', () => {
  it('does not say of a row that fits two of its operations which of them made it', async () => {
    const graph = await open()
    const account = newAccount()
    service.fail(account, never)
    const operations = [campaign(account), { ...campaign(account), purchaseOrderNumber: '7' }]
    const row = { id: 'kept', shownAt: 0, created_at: new Date().toISOString(), funding_instrument_id: 'f1' }
    service.rows(account, 'campaigns').unshift({ ...row, name: 'Spring', purchase_order_number: '7' })
    const outcome = await use(graph, BATCH, batch(account, operations), null)

    expect(outcome?.receipt).toMatchObject({ outcome: 'UNKNOWN', ids: [`Campaign:${account}:kept`] })
    expect(outcome?.receipt?.items).toEqual(operations.map(() => ({ outcome: 'UNKNOWN', id: null })))
  })

  it('that is split is not continued while its key cannot be recorded, and is continued later', async () => {
    const store = createMemoryWriteStore()
    let failures = 1
    const writeStore: WriteStore = {
      ...store,
      async save(...args) {
        if ((failures -= 1) >= 0) throw new Error('Redis is unavailable')
        return store.save(...args)
      },
    }
    const graph = await open({ writeStore })
    const account = newAccount()
    const operations = Array.from({ length: 41 }, (_, nth) => campaign(account, `N${nth}`))
    const first = await use(graph, BATCH, batch(account, operations), 'k')

    expect(first).toMatchObject({ chunks: [{ status: 'DONE' }, { status: 'FAILED' }], receipt: { outcome: 'DONE' } })
    expect(service.rows(account, 'campaigns')).toHaveLength(40)
    const second = await use(graph, BATCH, batch(account, operations), 'k')
    expect(second).toMatchObject({ chunks: [{ status: 'DONE' }, { status: 'DONE' }] })
    expect(service.rows(account, 'campaigns')).toHaveLength(41)
    expect(posts(account)).toBe(2)
  })
})

describe('a clock', () => {
  it('that differs from that of the service need not be known when a write is sent', async () => {
    const ahead = await startFailingService({ clockMs: -3_600_000 })
    const graph = await openGraph(ahead.url, { settleMs: 1_000, operationTimeoutMs: 3_000, checksPlan: false })
    try {
      const account = newAccount()
      // The first answer of the service, and with it the time, is lost.
      ahead.fail(account, { happens: true, answer: 'none' })
      const outcome = await use(graph, CREATE, campaign(account), 'k')

      expect(outcome?.receipt).toMatchObject({ outcome: 'RECOVERED' })
      expect(ahead.rows(account, 'campaigns')).toHaveLength(1)
    } finally {
      await graph.close()
      await ahead.close()
    }
  })
})
