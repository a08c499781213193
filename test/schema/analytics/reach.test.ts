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
    [1, [1]],
    [50, [20, 20, 10]],
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
    expect(service.statsCalls().map(({ campaign_ids }) => campaign_ids!.split(',').length)).toEqual(expected)
    expect(service.statsCalls()[0]).toMatchObject({
      start_time: '2026-02-02T00:00:00+01:00',
      end_time: '2026-02-09T00:00:00+01:00',
    })
    for (const { restId, reach } of data.account.campaigns.nodes)
      expect(reach).toEqual(restId === 'c3' ? null : { totalAudienceReach: '1450', averageFrequency: 1.07 })
  })

  it('is FORBIDDEN with the name of the feature that the account lacks (R-STAT-23)', async () => {
    service = await startStatsService({
      rows: { campaigns: rowsOf(2) },
      answer: () => ({ status: 400, body: { errors: [{ code: 'FEATURE_NOT_AVAILABLE', message: 'no' }] } }),
    })
    graph = await openGraph(service.url)
    const { data, errors } = await graph.query<Campaigns>(REACH)

    expect(data.account.campaigns.nodes.map(({ reach }) => reach)).toEqual([null, null])
    expect(errors).toMatchObject([
      {
        message: 'The account needs the feature REACH_AND_FREQUENCY_ANALYTICS',
        extensions: { code: 'FORBIDDEN', upstream: { status: 400 } },
      },
      { extensions: { code: 'FORBIDDEN' } },
    ])
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
    [`${PERIOD}, campaignIds: ["c"], lineItemIds: ["l"]`, '`campaignIds` and `lineItemIds` cannot be set together'],
    ['startTime: "2026-01-01", endTime: "2026-05-01"', 'The period must not be longer than 90 days'],
  ])('of %s are refused (R-STAT-22)', async (args, message) => {
    service = await startStatsService()
    graph = await openGraph(service.url)
    const { errors } = await graph.query(active(args))

    expect(errors).toMatchObject([{ message, extensions: { code: 'BAD_USER_INPUT', rule: 'R-STAT-22' } }])
    expect(service.statsCalls()).toEqual([])
  })
})
