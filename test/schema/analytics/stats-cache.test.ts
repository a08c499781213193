import { afterEach, describe, expect, it } from 'vitest'
import { listStats } from '../../../src/rest/analytics/stats.ts'
import { createStatsCache } from '../../../src/rest/cache/stats-cache.ts'
import { createClient } from '../../../src/rest/client.ts'
import { createMemoryState } from '../../../src/state/memory.ts'
import { failure } from '../../support/client.ts'
import { ANY_CREDENTIALS } from '../../support/credentials.ts'
import { openGraph, type Graph, type GraphOptions } from '../../support/graph.ts'
import { rowsOf, startStatsService, type StatsService } from '../../support/stats-service.ts'
import type { UpstreamAnswer, UpstreamRequest } from '../../support/upstream.ts'

let service: StatsService
let graph: Graph
afterEach(async () => {
  await graph.close()
  await service.close()
})

const DAY_MS = 86_400_000
const daysAgo = (days: number) => new Date(Math.floor(Date.now() / 3_600_000) * 3_600_000 - days * DAY_MS).toISOString()

/** The stats of campaigns in a day that ended so many days ago. */
const campaigns = (endedDaysAgo: number, first = 1000, account = 'a') => `{ account(id: "${account}") {
  campaigns(first: ${first}) { nodes { restId
    stats(startTime: "${daysAgo(endedDaysAgo + 1)}", endTime: "${daysAgo(endedDaysAgo)}") { engagement { impressions } }
  } } } }`

const sizes = () => service.statsCalls().map(({ entity_ids = '' }) => entity_ids.split(',').length)

const DENIED: UpstreamAnswer = { status: 403, body: { errors: [{ code: 'UNAUTHORIZED_ACCESS', message: 'not you' }] } }

/** The answer of a service that writes IDs in lowercase. */
const LOWERCASE = ({ query: { entity_ids = '' } }: UpstreamRequest): UpstreamAnswer => {
  const data = entity_ids
    .split(',')
    .map((id) => ({ id: id.toLowerCase(), id_data: [{ metrics: { impressions: [1] } }] }))
  return { body: { data } }
}

interface Campaigns {
  account: { campaigns: { nodes: { restId: string; stats: unknown }[] } }
}

async function open(
  options: Parameters<typeof startStatsService>[0] = {},
  graphOptions: GraphOptions = {},
): Promise<void> {
  service = await startStatsService({ rows: { campaigns: rowsOf(30) }, ...options })
  graph = await openGraph(service.url, graphOptions)
}

describe('the stats of a period that has ended', () => {
  it('are kept entity by entity once it ended a day ago (R-STAT-24)', async () => {
    await open()
    const before = await graph.query(campaigns(2))
    expect(sizes()).toEqual([20, 10])

    const again = await graph.query(campaigns(2))
    expect(sizes()).toHaveLength(2)
    expect(again.data).toEqual(before.data)
    expect(again.cached).toBe(2)
    expect(again.plan?.calls.min).toBe(1)

    // Twenty of them are known.
    service.requests.length = 0
    await graph.query(campaigns(3, 20))
    await graph.query(campaigns(3, 30))
    expect(sizes()).toEqual([20, 10])
  })

  it('are read again while they can change, and for another group, account or caller', async () => {
    await open()
    await graph.query(campaigns(0.5, 5))
    await graph.query(campaigns(0.5, 5))
    expect(sizes()).toEqual([5, 5])

    await graph.query(campaigns(2, 5))
    await graph.query(campaigns(2, 5).replace('engagement { impressions }', 'billing { billedEngagements }'))
    await graph.query(campaigns(2, 5, 'b'))
    expect(sizes()).toEqual([5, 5, 5, 5, 5])
  })

  it('of entities that the service left out are null without a call', async () => {
    await open({ metrics: (id) => (id === 'c1' ? undefined : { impressions: [1] }) })
    await graph.query(campaigns(2, 3))
    const { data } = await graph.query<{ account: { campaigns: { nodes: { stats: unknown }[] } } }>(campaigns(2, 3))

    expect(sizes()).toEqual([3])
    expect(data.account.campaigns.nodes.map(({ stats }) => stats === null)).toEqual([false, true, false])
  })

  it.each([
    { id_data: [{ segment: null, metrics: { impressions: [1, 2] } }] },
    { id_data: [{ segment: null, metrics: { conversion_purchases: { metric: [] } } }] },
    { id_data: [{ segment: null, metrics: 'none' }] },
    { id_data: [{ segment: { segment_name: 'Women' }, metrics: {} }] },
    { id_data: [{ segment: null }, { segment: null }] },
    { id_data: 'none' },
  ])('are not kept if the answer has not the documented form: %j (R-STAT-11)', async (row) => {
    await open({ answer: (_request, nth) => (nth === 1 ? { body: { data: [{ id: 'c0', ...row }] } } : undefined) })
    const before = await graph.query<Campaigns>(campaigns(2, 1))
    const { data, errors } = await graph.query<Campaigns>(campaigns(2, 1))

    expect(before.errors).toMatchObject([{ extensions: { code: 'UPSTREAM_UNAVAILABLE' } }])
    expect(errors).toBeUndefined()
    expect(data.account.campaigns.nodes).toEqual([{ restId: 'c0', stats: { engagement: { impressions: ['10'] } } }])
  })

  it('are found by an ID in uppercase', async () => {
    await open({ answer: LOWERCASE })
    const document = `{ node(id: "Campaign:a:C1") { ... on Campaign {
      stats(startTime: "${daysAgo(3)}", endTime: "${daysAgo(2)}") { engagement { impressions } }
    } } }`
    const { data } = await graph.query(document)

    expect(data).toEqual({ node: { stats: { engagement: { impressions: ['1'] } } } })
    expect((await graph.query(document)).data).toEqual(data)
    expect(sizes()).toEqual([1])
  })

  it('are dropped at the first 403 of their caller', async () => {
    let isDenied = false
    await open({ answer: () => (isDenied ? DENIED : undefined) })
    await graph.query(campaigns(2, 5))
    isDenied = true
    await graph.query(campaigns(0.5, 5))
    isDenied = false
    await graph.query(campaigns(2, 5))

    expect(sizes()).toEqual([5, 5, 5])
  })
})

describe('a caller who may not see stats (R-STAT-26)', () => {
  it('is refused by one call for all parents; everything else is there', async () => {
    await open({ rows: { campaigns: rowsOf(500) }, answer: () => DENIED })
    const { data, errors = [] } = await graph.query<{
      account: { campaigns: { nodes: { restId: string; stats: null }[] } }
    }>(campaigns(0.5))

    expect(service.statsCalls()).toHaveLength(1)
    expect(data.account.campaigns.nodes.map(({ restId }) => restId)).toEqual(rowsOf(500).map(({ id }) => id))
    expect(data.account.campaigns.nodes.every(({ stats }) => stats === null)).toBe(true)
    expect(errors).toHaveLength(500)
    expect(errors[7]).toMatchObject({
      path: ['account', 'campaigns', 'nodes', 7, 'stats'],
      extensions: { code: 'FORBIDDEN' },
    })
  })

  it('is found out by the first call; once an account has answered, its calls are made at the same time', async () => {
    await open({ rows: { campaigns: rowsOf(60) }, groups: [1, 2, 3] })
    await graph.query(campaigns(0.5))
    expect([sizes(), service.mostAtOnce()]).toEqual([[20, 20, 20], 2])

    await graph.query(campaigns(0.5))
    expect(service.mostAtOnce()).toBe(3)
  })
})

describe('the first call for the stats of an account', () => {
  it('holds up no other query if its own is refused for memory', async () => {
    const long = { rows: { campaigns: rowsOf(100, 'c', { name: 'n'.repeat(9_000) }) } }
    const answer = (_: UpstreamRequest, nth: number) =>
      nth === 1 ? { body: { data: [], padding: 'p'.repeat(200_000) } } : undefined
    await open({ ...long, answer }, { maxMemoryBytes: 1_000_000, queueTimeoutMs: 200 })
    const refused = await graph.query(campaigns(2, 100))
    expect([refused.status, refused.errors?.[0]?.extensions.code]).toEqual([503, 'OVERLOADED'])

    const { data, errors } = await graph.query<Campaigns>(campaigns(2, 1))
    expect(errors).toBeUndefined()
    expect(data.account.campaigns.nodes).toEqual([{ restId: 'c0', stats: { engagement: { impressions: ['10'] } } }])
  })

  it('is awaited by others until their own deadline', async () => {
    // A group of two: the first call is not answered before another one arrives.
    await open({ groups: [2] })
    const client = createClient({ adsBaseUrl: service.url, authBaseUrl: service.url, ...createMemoryState() })
    const throughStats = createStatsCache(createMemoryState().referenceStore.local, () => client.now())
    const read = (entity: string, ms: number) =>
      client.session({ credentials: ANY_CREDENTIALS, deadline: Date.now() + ms }, [throughStats()]).call(
        listStats,
        { account_id: 'a' },
        {
          entity: 'CAMPAIGN',
          entity_ids: [entity],
          start_time: daysAgo(3),
          end_time: daysAgo(2),
          granularity: 'TOTAL',
          placement: 'ALL_ON_SVC',
          metric_groups: ['ENGAGEMENT'],
        },
      )
    const first = failure(read('c0', 2_000))
    const began = Date.now()
    expect(await failure(read('c1', 300))).toMatchObject({ code: 'UPSTREAM_TIMEOUT' })
    expect(Date.now() - began).toBeLessThan(1_500)
    expect(sizes()).toEqual([1])

    expect(await first).toMatchObject({ code: 'UPSTREAM_TIMEOUT' })
    await client.close()
  })
})

describe('the rate limit of stats', () => {
  it('is one of the caller for all accounts', async () => {
    const headers = {
      'x-rate-limit-limit': '250',
      'x-rate-limit-remaining': '240',
      'x-rate-limit-reset': String(Math.ceil(Date.now() / 1000) + 600),
    }
    await open({
      answer: ({ query }) => {
        const data = query['entity_ids']!.split(',').map((id) => ({ id, id_data: [{ segment: null, metrics: {} }] }))
        return { headers, body: { data } }
      },
    })
    await graph.query(campaigns(0.5, 1))
    const { data, plan } = await graph.query<{ rateLimits: unknown[] }>(
      `{ rateLimits { endpoint scope account limit remaining } ${campaigns(0.5, 1, 'b').slice(1)}`,
    )

    expect(data.rateLimits).toContainEqual({
      endpoint: 'stats/accounts/:account_id',
      scope: 'USER',
      account: null,
      limit: 250,
      remaining: 240,
    })
    expect(plan?.steps.find(({ endpoint }) => endpoint?.startsWith('stats'))?.rateLimit).toMatchObject({ limit: 250 })
  })
})
