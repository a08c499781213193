import { afterEach, describe, expect, it } from 'vitest'
import { type Store, StoreUnavailable } from '../../../src/rest/store.ts'
import { createMemoryStore } from '../../../src/state/memory.ts'
import { createContinuedStore } from '../../../src/state/redis-store.ts'
import { createSpendStore } from '../../../src/state/spend-store.ts'
import { type Graph, type GraphOptions, openGraph } from '../../support/graph.ts'
import { rulesOf } from '../../support/spend.ts'
import { startUpstream, type Upstream, type UpstreamAnswer, type UpstreamRequest } from '../../support/upstream.ts'

/** Writes that change the daily budget of a campaign, or send the one again that they have read (R-CAMP-6). */

let service: Upstream
let graph: Graph
afterEach(async () => {
  await graph.close()
  await service.close()
})

const LIMITS = ['an account with limits on spending', 'an account without limits'] as const

interface Options extends GraphOptions {
  account?: (typeof LIMITS)[number]
  /** Where the leases are. */
  leases?: Store
  /** Answers a request instead of the service. */
  before?: (request: UpstreamRequest) => Promise<UpstreamAnswer | undefined>
  /** Delays an answer, which rests on what is stored before. */
  after?: (request: UpstreamRequest) => Promise<unknown>
}

/** A service whose campaigns updates change. */
async function open({ account = LIMITS[1], leases = createMemoryStore(), before, after, ...options }: Options = {}) {
  const campaign = { funding_instrument_id: 'f1', entity_status: 'ACTIVE', budget_optimization: 'CAMPAIGN' }
  const budgets = new Map<string, string>()
  const row = (id: string) => ({ ...campaign, id, daily_budget_amount_local_micro: Number(budgets.get(id) ?? 5e8) })
  service = await startUpstream(async (request) => {
    const { path, query, body } = request
    if (path.includes('funding_instruments'))
      return { body: { data: [{ id: 'f1', currency: 'EUR' }], next_cursor: null } }
    const other = await before?.(request)
    if (other) return other
    const ids = isWrite(request) ? body.match(/(?<="campaign_id":")\w+/g) : query['campaign_ids']?.split(',')
    const changed = ids ?? [path.slice(path.lastIndexOf('/') + 1)]
    const daily = isWrite(request) ? (body.match(/(?<=daily_budget_amount_local_micro\W+)\d+/g) ?? []) : []
    daily.forEach((each, nth) => budgets.set(changed[nth] ?? '', each))
    const data = ids ? changed.map(row) : row(changed[0] ?? '')
    await after?.(request)
    return { body: isWrite(request) ? { data } : { data, next_cursor: null } }
  })
  const spend = { rules: rulesOf({ accounts: ['*'], dailyBudget: '500.00' }), store: createSpendStore(leases) }
  graph = await openGraph(service.url, {
    ...(account === LIMITS[0] ? { spend } : { store: leases }),
    checksPlan: false,
    ...options,
  })
  return { daily: (id = 'c1') => budgets.get(id) }
}

interface Change {
  campaignId?: string
  name?: string
  dailyBudgetAmountLocalMicro?: string
  entityStatus?: string
}

/** Updates campaigns, c1 by default: by a batch if there are several. */
async function write(mutation: string, changes: Change | Change[], args = '') {
  const updates = [changes].flat().map((change) => ({ campaignId: 'c1', ...change }))
  const input = mutation === 'updateCampaign' ? updates[0] : { operations: updates.map((update) => ({ update })) }
  const type = `${mutation.charAt(0).toUpperCase()}${mutation.slice(1)}Input`
  const { data, errors } = await graph.query<
    Record<string, { userErrors: { code: string; field: string[] }[] } | null>
  >(`mutation ($input: ${type}!) { ${mutation}(input: $input ${args}) { userErrors { code field } } }`, {
    input: { accountId: 'a1', ...input },
  })
  return { userErrors: data?.[mutation]?.userErrors, errors }
}

/** Updates campaigns, and returns the user errors. */
async function update(...given: Parameters<typeof write>) {
  const { userErrors, errors } = await write(...given)
  expect(errors).toBeUndefined()
  return userErrors
}

const LOWER = { dailyBudgetAmountLocalMicro: '10000000' }

const isWrite = ({ method }: UpstreamRequest) => method !== 'GET'

const sent = () => service.requests.filter(isWrite)

/** Waits for a promise, or for at most so long. */
const within = (ms: number, promise: Promise<unknown>) =>
  Promise.race([promise, new Promise((resolve) => setTimeout(resolve, ms))])

describe.each(LIMITS)('in %s', (account) => {
  it.each(['updateCampaign', 'batchCampaigns'])(
    '%s with a name alone does not undo the lower budget of a concurrent write',
    async (mutation) => {
      let lowering: Promise<unknown> | undefined
      const { daily } = await open({
        account,
        async after() {
          if (lowering) return
          lowering = update('updateCampaign', LOWER)
          // It is answered before the read of the budget is, or waits for the write that reads it.
          await within(300, lowering)
        },
      })
      expect(await update(mutation, { name: 'Other' })).toEqual([])
      await lowering

      expect(daily()).toBe('10000000')
    },
  )

  it('a write of a campaign waits for all calls of a split batch with it', async () => {
    let lowering: Promise<unknown> | undefined
    const { daily } = await open({
      account,
      async before(request) {
        if (lowering || !isWrite(request)) return undefined
        lowering = update('updateCampaign', LOWER)
        await within(300, lowering)
        return undefined
      },
    })
    const ids = [...Array.from({ length: 40 }, (_, nth) => `c${nth + 1}`), 'c1']
    const changes = ids.map((campaignId) => ({ campaignId, name: 'Other' }))
    expect(await update('batchCampaigns', changes, ', split: true')).toEqual([])
    await lowering

    expect([sent().length, daily()]).toEqual([3, '10000000'])
  })

  it('two batches with the same campaigns in another order follow each other', async () => {
    const { daily } = await open({ account })
    const batch = (...ids: string[]) =>
      update(
        'batchCampaigns',
        ids.map((campaignId) => ({ campaignId, name: 'Other' })),
      )
    expect(await Promise.all([batch('c1', 'c2', 'c3'), batch('c3', 'c1'), batch('c2', 'c4')])).toEqual([[], [], []])

    expect([sent().length, daily('c4')]).toEqual([3, '500000000'])
  })

  it('a renamed campaign does not wait for another one', async () => {
    let other: unknown
    await open({
      account,
      async after(request) {
        if (!isWrite(request) || other) return
        other = 'begun'
        other = await update('updateCampaign', { campaignId: 'c2', name: 'Other' })
      },
    })

    expect(await update('updateCampaign', { name: 'Other' })).toEqual([])
    expect(other).toEqual([])
  })

  it('a write whose turn does not come before its deadline is not sent', async () => {
    const held: Store = {
      ...createMemoryStore(),
      lease: async () => ({ held: false, released: () => new Promise(() => {}) }),
    }
    await open({ account, leases: held, operationTimeoutMs: 500 })

    expect((await write('updateCampaign', { name: 'Late' })).errors).toMatchObject([
      {
        message: 'Other writes of the same campaign or account did not end in time; nothing was sent',
        extensions: { code: 'UPSTREAM_TIMEOUT' },
      },
    ])
    expect(service.requests).toEqual([])
  })

  it('`validateOnly` and the repetition of a key do not wait', async () => {
    const key = ', idempotencyKey: "k"'
    let during: unknown
    await open({
      account,
      async after(request) {
        if (!isWrite(request) || sent().length < 2) return
        during = await Promise.all([
          update('updateCampaign', { name: 'Other' }, ', validateOnly: true'),
          update('batchCampaigns', { name: 'Other' }, key),
        ])
      },
    })
    expect(await update('batchCampaigns', { name: 'Other' }, key)).toEqual([])

    expect(await update('updateCampaign', LOWER)).toEqual([])
    expect(during).toEqual([[], []])
    expect(sent()).toHaveLength(2)
  })
})

describe('without the store that instances share', () => {
  const unavailable: Store = {
    ...createMemoryStore(),
    lease: () => Promise.reject(new StoreUnavailable('Redis is unavailable')),
  }

  it('an update that sends the budget again is sent only if it is a pause, where spending is limited', async () => {
    await open({ account: LIMITS[0], leases: unavailable })

    expect(await update('updateCampaign', { name: 'Other' })).toEqual([{ code: 'SPEND_LIMIT', field: ['input'] }])
    expect(sent()).toEqual([])
    expect(await update('updateCampaign', { entityStatus: 'PAUSED' })).toEqual([])
  })

  it('updates of one process still follow each other, where it is not, also when that store is lost meanwhile', async () => {
    let isLost = false
    const shared = createMemoryStore()
    const lost: Store = { ...shared, lease: (name) => (isLost ? unavailable : shared).lease(name) }
    let lowering: Promise<unknown> | undefined
    const { daily } = await open({
      leases: createContinuedStore(lost, createMemoryStore()),
      async after() {
        isLost = true
        lowering ??= update('updateCampaign', LOWER)
        await within(300, lowering)
      },
    })
    expect(await update('updateCampaign', { name: 'Other' })).toEqual([])
    expect(await lowering).toEqual([])

    expect(daily()).toBe('10000000')
  })
})

describe.each(LIMITS)('in %s, a write whose lease is lost, so that another write can be under way', (account) => {
  const changes = [LOWER, { name: 'Other' }]

  /** Whether a write was refused. Where spending is limited, it is refused as while Redis is unavailable. */
  const isRefused = ({ userErrors, errors = [] }: Awaited<ReturnType<typeof write>>) =>
    account === LIMITS[0]
      ? userErrors?.[0]?.code === 'SPEND_LIMIT'
      : errors[0]?.message === 'Another write of the campaign can be under way by now; nothing was sent'

  /** A store whose leases are lost when `lose` is called. */
  function losingStore() {
    const memory = createMemoryStore()
    const lost = new AbortController()
    const leases: Store = {
      ...memory,
      lease: async (name) => ({ ...(await memory.lease(name)), lost: lost.signal }),
    }
    return { leases, lose: () => lost.abort() }
  }

  it.each(changes)('%j is not sent', async (change) => {
    const { leases, lose } = losingStore()
    await open({
      account,
      leases: { ...leases, lease: (name) => leases.lease(name).finally(lose) },
    })

    expect(isRefused(await write('updateCampaign', change))).toBe(true)
    expect(sent()).toEqual([])
  })

  it('is not sent again after a rate limit', async () => {
    const { leases, lose } = losingStore()
    await open({
      account,
      leases,
      async before(request) {
        if (!isWrite(request)) return undefined
        setTimeout(lose, 100)
        const reset = String(Math.ceil(Date.now() / 1_000) + 1)
        const headers = { 'x-rate-limit-limit': '1', 'x-rate-limit-remaining': '0', 'x-rate-limit-reset': reset }
        return { status: 429, headers, body: { errors: [{ code: 'TOO_MANY_REQUESTS' }] } }
      },
    })

    expect(isRefused(await write('updateCampaign', LOWER))).toBe(true)
    expect(sent()).toHaveLength(1)
  })
})
