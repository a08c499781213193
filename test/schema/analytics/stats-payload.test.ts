import { afterEach, describe, expect, it } from 'vitest'
import { openGraph, type Graph } from '../../support/graph.ts'
import { rowsOf, startStatsService, type StatsService } from '../../support/stats-service.ts'

let service: StatsService
let graph: Graph
afterEach(async () => {
  await graph.close()
  await service.close()
})

async function open(options: Parameters<typeof startStatsService>[0] = {}): Promise<void> {
  service = await startStatsService({
    rows: { campaigns: rowsOf(3, 'c', { daily_budget_amount_local_micro: 1_000_000 }) },
    ...options,
  })
  graph = await openGraph(service.url)
}

/** The requests, in the order in which they arrived. */
const sent = () => service.requests.map(({ method, path }) => `${method} ${path.replace('/12/', '')}`)

const STATS = 'stats(startTime: "2026-02-02", endTime: "2026-02-09") { engagement { impressions } }'
const update = (id: string, stats = STATS, args = '') =>
  `updateCampaign(input: { campaignId: "Campaign:a:${id}", name: "New" }${args}) {
    campaign { restId ${stats} } userErrors { message } }`

const WEEK_OF_TEN = { engagement: { impressions: ['10'] } }

describe('stats in the payload of a mutation', () => {
  it('are read after the write', async () => {
    await open()
    const { data, errors } = await graph.query(`mutation { ${update('c0')} }`)

    expect(errors).toBeUndefined()
    expect(data).toEqual({ updateCampaign: { campaign: { restId: 'c0', stats: WEEK_OF_TEN }, userErrors: [] } })
    expect(sent()).toEqual([
      'GET accounts/a/campaigns/c0',
      'PUT accounts/a/campaigns/c0',
      'GET accounts/a',
      'GET stats/accounts/a',
    ])
  })

  it('are read again after a second write, unless their period has ended', async () => {
    await open()
    const hour = 3_600_000
    const now = Math.floor(Date.now() / hour) * hour
    const current = STATS.replace('2026-02-02', new Date(now - 3 * hour).toISOString()).replace(
      '2026-02-09',
      new Date(now).toISOString(),
    )
    await graph.query(`mutation { one: ${update('c0', current)} two: ${update('c0', current)} }`)
    const write = ['GET accounts/a/campaigns/c0', 'PUT accounts/a/campaigns/c0']
    expect(sent()).toEqual([...write, 'GET stats/accounts/a', ...write, 'GET stats/accounts/a'])

    service.requests.length = 0
    await graph.query(`mutation { one: ${update('c0')} two: ${update('c0')} }`)
    expect(sent()).toEqual([...write, 'GET accounts/a', 'GET stats/accounts/a', ...write, 'GET accounts/a'])
  })

  it('fail by themselves: what was written is there', async () => {
    await open({
      answer: () => ({ status: 403, body: { errors: [{ code: 'UNAUTHORIZED_ACCESS', message: 'not you' }] } }),
    })
    const { data, errors } = await graph.query(
      `mutation { ${update('c0')} ${update('c1').replace('update', 'two: update')} }`,
    )

    expect(data).toEqual({
      updateCampaign: { campaign: { restId: 'c0', stats: null }, userErrors: [] },
      two: { campaign: { restId: 'c1', stats: null }, userErrors: [] },
    })
    expect(errors).toMatchObject([
      { path: ['updateCampaign', 'campaign', 'stats'], extensions: { code: 'FORBIDDEN' } },
      { path: ['two', 'campaign', 'stats'], extensions: { code: 'FORBIDDEN' } },
    ])
  })

  it('are not read if nothing is written', async () => {
    await open()
    const { data, errors } = await graph.query(`mutation { ${update('c0', STATS, ', validateOnly: true')} }`)

    expect(errors).toBeUndefined()
    expect(data).toEqual({ updateCampaign: { campaign: null, userErrors: [] } })
    expect(service.statsCalls()).toEqual([])
  })

  it('of a batch are read for 20 of its results in a call', async () => {
    await open()
    const creates = Array.from(
      { length: 21 },
      (_, nth) => `{ create: { name: "${nth}", fundingInstrumentId: "f", dailyBudgetAmountLocalMicro: "1000000" } }`,
    )
    const { data, errors } = await graph.query<{ batchCampaigns: { campaigns: unknown[] } }>(
      `mutation { batchCampaigns(input: { accountId: "a", operations: [${creates.join(' ')}] }) {
        campaigns { ${STATS} } userErrors { message } } }`,
    )

    expect(errors).toBeUndefined()
    expect(data).toEqual({
      batchCampaigns: { campaigns: creates.map(() => ({ stats: WEEK_OF_TEN })), userErrors: [] },
    })
    expect(service.statsCalls().map(({ entity_ids }) => entity_ids!.split(',').length)).toEqual([20, 1])
  })
})
