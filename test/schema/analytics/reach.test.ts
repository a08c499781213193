import { afterEach, describe, expect, it } from 'vitest'
import { openGraph, type Graph } from '../../support/graph.ts'
import { rowsOf, startStatsService, type StatsService } from '../../support/stats-service.ts'

let service: StatsService
let graph: Graph
afterEach(async () => {
  await graph.close()
  await service.close()
})

const PERIOD = 'startTime: "2026-02-02", endTime: "2026-02-09"'
const REACH = `{ account(id: "a") { campaigns { nodes { restId reach(${PERIOD}) { totalAudienceReach averageFrequency } } } } }`

interface Campaigns {
  account: { campaigns: { nodes: { restId: string; reach: object | null }[] } }
}

describe('the reach', () => {
  it.each([
    [1, [[1]]],
    [50, [[20], [20, 10]]],
  ])('of %i campaigns is read for up to 20 of them in a call (R-STAT-1)', async (count, expected) => {
    service = await startStatsService({
      rows: { campaigns: rowsOf(count) },
      answer: ({ query }) => {
        const rows = query['campaign_ids']!.split(',').filter((id) => id !== 'c3')
        return { body: { data: rows.map((id) => ({ id, total_audience_reach: 1450, average_frequency: 1.07 })) } }
      },
    })
    graph = await openGraph(service.url)
    const { data, errors } = await graph.query<Campaigns>(REACH)

    expect(errors).toBeUndefined()
    expect(service.statsCalls().map(({ campaign_ids }) => campaign_ids!.split(',').length)).toEqualInSteps(...expected)
    expect(service.statsCalls()[0]).toMatchObject({
      start_time: '2026-02-02T00:00:00+01:00',
      end_time: '2026-02-09T00:00:00+01:00',
    })
    for (const { restId, reach } of data.account.campaigns.nodes)
      expect(reach).toEqual(restId === 'c3' ? null : { totalAudienceReach: '1450', averageFrequency: 1.07 })
  })

  it('is FORBIDDEN with the name of the feature that the account lacks (R-STAT-23)', async () => {
    service = await startStatsService({
      rows: { campaigns: rowsOf(50) },
      answer: () => ({ status: 400, body: { errors: [{ code: 'FEATURE_NOT_AVAILABLE', message: 'no' }] } }),
    })
    graph = await openGraph(service.url)
    const { data, errors } = await graph.query<Campaigns>(REACH)

    expect(data.account.campaigns.nodes.every(({ reach }) => reach === null)).toBe(true)
    expect(errors).toMatchObject(
      rowsOf(50).map(() => ({
        message: 'The account needs the feature REACH_AND_FREQUENCY_ANALYTICS',
        extensions: { code: 'FORBIDDEN', upstream: { status: 400 } },
      })),
    )
    expect(service.statsCalls()).toHaveLength(1)
  })
})

const NOT_YOU = { status: 403, body: { errors: [{ code: 'UNAUTHORIZED_ACCESS', message: 'not you' }] } }

describe('a caller who may not see stats (R-STAT-26)', () => {
  it('is refused the reach by one call for all parents; each has its error, and everything else is there', async () => {
    service = await startStatsService({ rows: { campaigns: rowsOf(50) }, answer: () => NOT_YOU })
    graph = await openGraph(service.url)
    const { data, errors = [] } = await graph.query<Campaigns>(REACH)

    expect(data.account.campaigns.nodes.map(({ restId }) => restId)).toEqual(rowsOf(50).map(({ id }) => id))
    expect(errors.map(({ path, extensions }) => [path?.[3], extensions.code])).toEqual(
      rowsOf(50).map((_, nth) => [nth, 'FORBIDDEN']),
    )
    expect(service.statsCalls()).toHaveLength(1)
  })

  it('is refused the active entities, and has everything else', async () => {
    service = await startStatsService({ rows: { campaigns: rowsOf(2) }, answer: () => NOT_YOU })
    graph = await openGraph(service.url)
    const { data, errors } = await graph.query(
      `{ account(id: "a") { campaigns { nodes { restId } } activeEntities(entity: CAMPAIGN, ${PERIOD}) { nodes { entityId } } } }`,
    )

    expect(data).toEqual({
      account: { campaigns: { nodes: [{ restId: 'c0' }, { restId: 'c1' }] }, activeEntities: null },
    })
    expect(errors).toMatchObject([{ path: ['account', 'activeEntities'], extensions: { code: 'FORBIDDEN' } }])
    expect(service.statsCalls()).toHaveLength(1)
  })
})

describe('the active entities', () => {
  const active = (args: string) =>
    `{ account(id: "a") { activeEntities(entity: CAMPAIGN, ${args}) { totalCount nodes { entityId activityStartTime placements
      node { id ... on Campaign { name } } } } } }`

  it('are read in one call, and their nodes in another', async () => {
    service = await startStatsService({
      rows: { campaigns: rowsOf(3, 'c', { name: 'Spring' }) },
      answer: () => ({
        body: {
          data_type: 'active_entities',
          data: ['c2', 'c0', 'gone'].map((entity_id) => ({
            entity_id,
            activity_start_time: '2026-02-01T00:00:00Z',
            activity_end_time: '2026-02-02T00:00:00Z',
            placements: ['ALL_ON_SVC'],
          })),
        },
      }),
    })
    graph = await openGraph(service.url)
    const { data, errors, calls } = await graph.query<{ account: { activeEntities: unknown } }>(
      active(`${PERIOD}, fundingInstrumentIds: ["FundingInstrument:a:f1", "f2"]`),
    )

    expect(errors).toBeUndefined()
    expect(service.statsCalls()).toEqual([
      {
        entity: 'CAMPAIGN',
        start_time: '2026-02-02T00:00:00+01:00',
        end_time: '2026-02-09T00:00:00+01:00',
        funding_instrument_ids: 'f1,f2',
      },
    ])
    const common = { activityStartTime: '2026-02-01T00:00:00Z', placements: ['ALL_ON_SVC'] }
    expect(data.account.activeEntities).toEqual({
      totalCount: 3,
      nodes: [
        { entityId: 'c2', node: { id: 'Campaign:a:c2', name: 'Spring' }, ...common },
        { entityId: 'c0', node: { id: 'Campaign:a:c0', name: 'Spring' }, ...common },
        { entityId: 'gone', node: null, ...common },
      ],
    })
    expect(calls).toHaveLength(3)
  })

  it.each([
    [
      `${PERIOD}, campaignIds: ["c"], lineItemIds: ["l"]`,
      '`campaignIds` and `lineItemIds` cannot be set together',
      'R-STAT-22',
    ],
    ['startTime: "2026-01-01", endTime: "2026-05-01"', 'The period must not be longer than 90 days', 'R-STAT-22'],
    [
      'startTime: "2026-02-02T00:15:00Z", endTime: "2026-02-09T00:00:00Z"',
      '`startTime`: 2026-02-02T00:15:00Z is not a whole hour',
      'R-STAT-2',
    ],
  ])('of %s are refused (R-STAT-22)', async (args, message, rule) => {
    service = await startStatsService()
    graph = await openGraph(service.url)
    const { errors } = await graph.query(active(args))

    expect(errors).toMatchObject([{ message, extensions: { code: 'BAD_USER_INPUT', rule } }])
    expect(service.statsCalls()).toEqual([])
  })

  it('can be of 90 days in which a clock is put back (R-STAT-22)', async () => {
    service = await startStatsService({
      account: { timezone: 'America/New_York' },
      answer: () => ({ body: { data: [] } }),
    })
    graph = await openGraph(service.url)
    const { errors } = await graph.query(active('startTime: "2026-08-05", endTime: "2026-11-03"'))

    expect(errors).toBeUndefined()
    expect(service.statsCalls()).toMatchObject([
      { start_time: '2026-08-05T00:00:00-04:00', end_time: '2026-11-03T00:00:00-05:00' },
    ])
  })

  it.each([
    ['campaignIds: ["Campaign:a:c1", "c2"]', { campaign_ids: 'c1,c2' }],
    ['fundingInstrumentIds: ["f1"]', { funding_instrument_ids: 'f1' }],
    ['lineItemIds: ["LineItem:a:l1"]', { line_item_ids: 'l1' }],
    ['campaignIds: null, lineItemIds: ["l1"]', { line_item_ids: 'l1' }],
  ])('below %s are requested by that filter', async (filter, expected) => {
    service = await startStatsService({ answer: () => ({ body: { data: [] } }) })
    graph = await openGraph(service.url)
    const { data, errors } = await graph.query(active(`${PERIOD}, ${filter}`))

    expect(errors).toBeUndefined()
    expect(data).toEqual({ account: { activeEntities: { totalCount: 0, nodes: [] } } })
    expect(service.statsCalls()).toEqual([
      {
        entity: 'CAMPAIGN',
        start_time: '2026-02-02T00:00:00+01:00',
        end_time: '2026-02-09T00:00:00+01:00',
        ...expected,
      },
    ])
  })

  it.each([
    ['campaignIds: ["LineItem:a:l1"]'],
    ['lineItemIds: ["LineItem:b:l1"]'],
    [`campaignIds: [${Array.from({ length: 201 }, (_, nth) => `"c${nth}"`).join(' ')}]`],
  ])('below %s are refused', async (filter) => {
    service = await startStatsService()
    graph = await openGraph(service.url)
    const { errors } = await graph.query(active(`${PERIOD}, ${filter}`))

    expect(errors).toMatchObject([{ extensions: { code: 'BAD_USER_INPUT' } }])
    expect(service.statsCalls()).toEqual([])
  })

  it('below no parents are none, without a call', async () => {
    service = await startStatsService()
    graph = await openGraph(service.url)
    const { data } = await graph.query(active(`${PERIOD}, campaignIds: []`))

    expect(data).toEqual({ account: { activeEntities: { totalCount: 0, nodes: [] } } })
    expect(service.statsCalls()).toEqual([])
  })

  it('can be paged, in the call that their plan has, and can have several lines of one entity', async () => {
    service = await startStatsService({
      answer: () => ({ body: { data: ['c1', 'c1', 'c2', 'c3', 'c4'].map((entity_id) => ({ entity_id })) } }),
    })
    graph = await openGraph(service.url)
    const page = (args: string) => `{ account(id: "a") {
      activeEntities(entity: CAMPAIGN, startTime: "2026-02-02T00:00:00Z", endTime: "2026-02-09T00:00:00Z", ${args}) {
        totalCount pageInfo { hasNextPage endCursor } nodes { entityId } } } }`
    interface Page {
      account: { activeEntities: { pageInfo: { endCursor: string }; nodes: object[] } }
    }
    const found: object[] = []
    let after = ''
    for (const [first, hasNextPage] of [
      [2, true],
      [2, true],
      [2, false],
    ] as const) {
      const { data, errors, plan } = await graph.query<Page>(page(`first: ${first}${after}`))
      expect(errors).toBeUndefined()
      expect(data.account.activeEntities).toMatchObject({ totalCount: 5, pageInfo: { hasNextPage } })
      expect(plan?.calls).toMatchObject({ min: 0, max: 1 })
      found.push(...data.account.activeEntities.nodes)
      after = `, after: "${data.account.activeEntities.pageInfo.endCursor}"`
    }

    expect(found).toEqual(['c1', 'c1', 'c2', 'c3', 'c4'].map((entityId) => ({ entityId })))
    expect(service.statsCalls()).toHaveLength(3)
    const other = page(`first: 2${after}`).replace('CAMPAIGN', 'LINE_ITEM')
    expect((await graph.query(other)).errors).toMatchObject([{ extensions: { code: 'BAD_USER_INPUT' } }])
  })

  it.each([
    ['FUNDING_INSTRUMENT', 'funding_instruments', 'FundingInstrument'],
    ['LINE_ITEM', 'line_items', 'LineItem'],
    ['PROMOTED_ACCOUNT', 'promoted_accounts', 'PromotedAccount'],
    ['PROMOTED_POST', 'promoted_posts', 'PromotedPost'],
  ])('of type %s have their nodes', async (entity, list, type) => {
    service = await startStatsService({
      rows: { [list]: rowsOf(3, 'x') },
      answer: () => ({ body: { data: rowsOf(3, 'x').map(({ id }) => ({ entity_id: id })) } }),
    })
    graph = await openGraph(service.url)
    const { data, errors } = await graph.query(
      `{ account(id: "a") { activeEntities(entity: ${entity}, ${PERIOD}) { nodes { node { __typename id ... on HasStats {
        stats(${PERIOD}) { startTime } } } } } } }`,
    )

    expect(errors).toBeUndefined()
    expect(data).toEqual({
      account: {
        activeEntities: {
          nodes: rowsOf(3, 'x').map(({ id }) => ({
            node: {
              __typename: type,
              id: `${type}:a:${id}`,
              stats: { startTime: '2026-02-02T00:00:00+01:00' },
            },
          })),
        },
      },
    })
  })
})
