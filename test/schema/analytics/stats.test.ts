import { getOperationAST, parse } from 'graphql'
import { afterEach, describe, expect, it } from 'vitest'
import { schema } from '../../../src/graph.ts'
import { highestPlan } from '../../../src/schema/plan/highest-plan.ts'
import { openGraph, type Graph } from '../../support/graph.ts'
import { rowsOf, startStatsService, type StatsService } from '../../support/stats-service.ts'

let service: StatsService
let graph: Graph
afterEach(async () => {
  await graph?.close()
  await service?.close()
})

async function open(options: Parameters<typeof startStatsService>[0] = {}): Promise<void> {
  service = await startStatsService(options)
  graph = await openGraph(service.url)
}

const WEEK = 'startTime: "2026-02-02", endTime: "2026-02-09"'
const campaigns = (fields: string) => `{ account(id: "a") { campaigns(first: 1000) { nodes { restId ${fields} } } } }`
const STATS = `stats(${WEEK}) { engagement { impressions } }`

interface Campaigns {
  account: { campaigns: { nodes: Record<string, { engagement: { impressions: string[] | null } } | null>[] } }
}

/** The numbers of IDs of the calls for stats. */
const sizes = () => service.statsCalls().map(({ entity_ids = '' }) => entity_ids.split(',').length)

describe('the calls for stats', () => {
  it.each([
    [1, [1]],
    [20, [20]],
    [21, [20, 1]],
    [500, Array<number>(25).fill(20)],
  ])('of %i campaigns have up to 20 IDs each (R-STAT-1)', async (count, expected) => {
    await open({ rows: { campaigns: rowsOf(count) } })
    const { data, errors, plan } = await graph.query<Campaigns>(campaigns(STATS))

    expect(errors).toBeUndefined()
    // The first call finds out whether the caller may see stats (R-STAT-26).
    expect(sizes()).toEqualInSteps(expected.slice(0, 1), expected.slice(1))
    expect(data.account.campaigns.nodes).toHaveLength(count)
    expect(data.account.campaigns.nodes.every(({ stats }) => stats?.engagement.impressions?.[0] === '10')).toBe(true)
    expect(plan?.steps.find(({ endpoint }) => endpoint === 'stats/accounts/:account_id')).toMatchObject({
      field: 'account.campaigns.stats',
      keysPerCall: 20,
      calls: { max: 50 },
    })
  })

  it('send times with the offset of the zone, one placement, and the groups that are selected (R-STAT-7, R-STAT-10)', async () => {
    await open({ rows: { campaigns: rowsOf(1) } })
    await graph.query(
      campaigns(`stats(${WEEK}, placement: TREND) { billing { billedEngagements } engagement { clicks } raw }`),
    )

    expect(service.statsCalls()).toEqual([
      {
        entity: 'CAMPAIGN',
        entity_ids: 'c0',
        start_time: '2026-02-02T00:00:00+01:00',
        end_time: '2026-02-09T00:00:00+01:00',
        granularity: 'TOTAL',
        placement: 'TREND',
        metric_groups: 'ENGAGEMENT,BILLING',
      },
    ])
  })

  it('are one tree of 10 campaigns, 100 line items and 500 posts: 1, 5 and 25', async () => {
    await open({
      rows: {
        campaigns: rowsOf(10),
        line_items: rowsOf(100, 'l').map((row, nth) => ({ ...row, campaign_id: `c${nth % 10}` })),
        promoted_posts: rowsOf(500, 'p').map((row, nth) => ({ ...row, line_item_id: `l${nth % 100}` })),
      },
    })
    const { errors } = await graph.query(
      campaigns(`${STATS} lineItems { nodes { ${STATS} promotedPosts { nodes { ${STATS} } } } }`),
    )
    const counts = { CAMPAIGN: 0, LINE_ITEM: 0, PROMOTED_POST: 0 }
    for (const { entity } of service.statsCalls()) counts[entity as keyof typeof counts] += 1

    expect(errors).toBeUndefined()
    expect(counts).toEqual({ CAMPAIGN: 1, LINE_ITEM: 5, PROMOTED_POST: 25 })
  })

  it('are shared by aliases with equal arguments, and by groups that may share a call', async () => {
    await open({ rows: { campaigns: rowsOf(3) } })
    const { data, calls } = await graph.query<Campaigns>(
      campaigns(`one: ${STATS} two: ${STATS} three: stats(${WEEK}) { video { videoTotalViews } }`),
    )

    expect(service.statsCalls().map(({ metric_groups }) => metric_groups)).toEqual(['ENGAGEMENT,VIDEO'])
    expect(data.account.campaigns.nodes[2]).toMatchObject({
      one: { engagement: { impressions: ['10'] } },
      two: { engagement: { impressions: ['10'] } },
      three: { video: { videoTotalViews: null } },
    })
    expect(calls.find(({ path }) => path.startsWith('stats'))?.fields).toEqual([
      'account.campaigns.one',
      'account.campaigns.two',
      'account.campaigns.three',
    ])
  })

  it('are separate for groups of conversions (R-STAT-16)', async () => {
    await open({ rows: { campaigns: rowsOf(2) } })
    await graph.query(
      campaigns(`stats(${WEEK}) {
        engagement { clicks }
        webConversion { purchases { metric } }
        mobileConversion { installs { postView } }
        lifeTimeValueMobileConversion { purchases { saleAmount } }
      }`),
    )

    expect(service.statsCalls().map(({ metric_groups }) => metric_groups)).toEqualInSteps(
      ['ENGAGEMENT'],
      ['WEB_CONVERSION', 'MOBILE_CONVERSION', 'LIFE_TIME_VALUE_MOBILE_CONVERSION'],
    )
  })

  it('are separate for two placements and for two periods, and none is made without a group', async () => {
    await open({ rows: { campaigns: rowsOf(2) } })
    const { data } = await graph.query<Campaigns>(
      campaigns(`${STATS}
        trend: stats(${WEEK}, placement: TREND) { engagement { impressions } }
        day: stats(startTime: "2026-02-02", endTime: "2026-02-03") { engagement { impressions } }
        none: stats(${WEEK}) { startTime raw }`),
    )

    expect(service.statsCalls().map(({ placement, end_time }) => `${placement} ${end_time}`)).toEqualInSteps(
      ['ALL_ON_SVC 2026-02-09T00:00:00+01:00'],
      ['TREND 2026-02-09T00:00:00+01:00', 'ALL_ON_SVC 2026-02-03T00:00:00+01:00'],
    )
    expect(data.account.campaigns.nodes[0]).toMatchObject({ none: { startTime: '2026-02-02T00:00:00+01:00', raw: {} } })
  })

  it('read the time zone once for an account, and not at all for times with an offset', async () => {
    await open({ rows: { campaigns: rowsOf(30) } })
    await graph.query(
      campaigns(`${STATS} day: stats(startTime: "2026-02-02", endTime: "2026-02-03") { engagement { clicks } }`),
    )
    expect(service.requests.filter(({ path }) => path === '/12/accounts/a')).toHaveLength(1)

    service.requests.length = 0
    await graph.query(
      `{ account(id: "b") { campaigns { nodes { stats(startTime: "2026-02-02T00:00:00Z", endTime: "2026-02-09T00:00:00Z") {
        engagement { clicks }
      } } } } }`,
    )
    expect(service.requests.map(({ path }) => path)).not.toContain('/12/accounts/b')
    expect(service.statsCalls()[0]).toMatchObject({ start_time: '2026-02-02T00:00:00+00:00' })
  })
})

/** The headers of a rate limit that is spent for ten minutes. */
const spentLimit = () => ({
  'x-rate-limit-limit': '250',
  'x-rate-limit-remaining': '0',
  'x-rate-limit-reset': String(Math.ceil(Date.now() / 1000) + 600),
})

describe('the answers', () => {
  it('are matched by ID in any order; an entity that is left out is null without an error (R-STAT-15)', async () => {
    await open({
      rows: { campaigns: rowsOf(4, 'c', { deleted: true }) },
      answer: ({ query }) => {
        const ids = query['entity_ids']!.split(',').filter((id) => id !== 'c1')
        const rows = ids.map((id) => ({
          id,
          id_data: [{ segment: null, metrics: { impressions: [Number(id.slice(1))] } }],
        }))
        return { body: { data: rows.toReversed() } }
      },
    })
    const { data, errors } = await graph.query<Campaigns>(campaigns(STATS))

    expect(errors).toBeUndefined()
    expect(data.account.campaigns.nodes.map(({ stats }) => stats && stats.engagement.impressions)).toEqual([
      ['0'],
      null,
      ['2'],
      ['3'],
    ])
  })

  it('have null where nothing was counted, text where the service sends it, and unknown keys in raw (R-STAT-12, R-STAT-13)', async () => {
    await open({
      rows: { campaigns: rowsOf(1) },
      metrics: () => ({
        impressions: ['9007199254740993'],
        likes: null,
        conversion_purchases: { metric: [2], post_view: null, of_another_kind: [1] },
        hologram_views: [7],
      }),
    })
    const { data, errors } = await graph.query<Campaigns>(
      campaigns(`stats(${WEEK}) {
        engagement { impressions likes clicks }
        webConversion { purchases { metric postView saleAmount } signUps { metric } }
        raw
      }`),
    )

    expect(errors).toBeUndefined()
    expect(data.account.campaigns.nodes[0]?.['stats']).toEqual({
      engagement: { impressions: ['9007199254740993'], likes: null, clicks: null },
      webConversion: { purchases: { metric: ['2'], postView: null, saleAmount: null }, signUps: null },
      raw: {
        impressions: ['9007199254740993'],
        likes: null,
        conversion_purchases: { metric: [2], post_view: null, of_another_kind: [1] },
        hologram_views: [7],
      },
    })
  })

  it('of groups that do not apply to the entity are null, without an error (R-STAT-14)', async () => {
    await open({ metrics: () => ({ impressions: [10], billed_engagements: null, conversion_purchases: null }) })
    const { data, errors } = await graph.query(
      `{ account(id: "a") { stats(${WEEK}) {
        engagement { impressions } billing { billedEngagements } video { videoTotalViews }
        webConversion { purchases { metric } } mobileConversion { installs { postView } }
      } } }`,
    )

    expect(errors).toBeUndefined()
    expect(data).toEqual({
      account: {
        stats: {
          engagement: { impressions: ['10'] },
          billing: { billedEngagements: null },
          video: { videoTotalViews: null },
          webConversion: { purchases: null },
          mobileConversion: { installs: null },
        },
      },
    })
    expect(service.statsCalls().map(({ metric_groups }) => metric_groups)).toEqualInSteps(
      ['ENGAGEMENT,BILLING,VIDEO'],
      ['WEB_CONVERSION', 'MOBILE_CONVERSION'],
    )
  })

  it.each([
    [
      'conversion_purchases',
      [1, 2, 3, 4, 5, 6, 7],
      'webConversion { purchases { metric } }',
      'webConversion.purchases',
    ],
    ['conversion_purchases', 'x', 'webConversion { purchases { metric } }', 'webConversion.purchases'],
    ['conversion_purchases', { metric: 5 }, 'webConversion { purchases { metric } }', 'webConversion.purchases.metric'],
    ['impressions', 5, 'engagement { impressions }', 'engagement.impressions'],
    ['impressions', { of: 1 }, 'engagement { impressions }', 'engagement.impressions'],
  ])('with another form of %s, %j, have an error there and all else', async (name, value, selected, path) => {
    // In one of two weeks, so that the values of the other would be at the wrong intervals.
    await open({
      rows: { campaigns: rowsOf(1) },
      metrics: (_id, { start_time }) =>
        start_time!.startsWith('2026-02-02') ? { [name]: value, clicks: [1, 2, 3, 4, 5, 6, 7] } : {},
    })
    const { data, errors } = await graph.query<Campaigns>(
      campaigns(`stats(startTime: "2026-02-02", endTime: "2026-02-16", granularity: DAY) {
        ${selected} clicks: engagement { clicks } }`),
    )

    expect(data.account.campaigns.nodes[0]?.['stats']).toMatchObject({
      clicks: { clicks: ['1', '2', '3', '4', '5', '6', '7', ...Array<null>(7).fill(null)] },
    })
    expect(errors).toMatchObject([
      {
        path: ['account', 'campaigns', 'nodes', 0, 'stats', ...path.split('.')],
        extensions: { code: 'UPSTREAM_UNAVAILABLE' },
      },
    ])
  })

  const asked = {
    entity: 'CAMPAIGN',
    entity_ids: ['c0', 'c1'],
    start_time: '2026-02-01T23:00:00Z',
    end_time: '2026-02-08T23:00:00Z',
    granularity: 'TOTAL',
    placement: 'ALL_ON_SVC',
    metric_groups: ['ENGAGEMENT'],
  }

  it.each([
    [{ start_time: '2026-02-01T22:00:00Z' }],
    [{ end_time: '2026-02-08T00:00:00Z' }],
    [{ entity: 'LINE_ITEM' }],
    [{ entity_ids: ['c0', 'c2'] }],
    [{ granularity: 'DAY' }],
    [{ placement: 'TREND' }],
    [{ metric_groups: ['BILLING'] }],
  ])('that say that they are about %j are no answers, and are not kept', async (other) => {
    const request = { params: { ...asked, ...other } }
    await open({
      rows: { campaigns: rowsOf(2) },
      answer: (_request, nth) => (nth === 1 ? { body: { request, data: [{ id: 'c0' }, { id: 'c1' }] } } : undefined),
    })
    const { data, errors } = await graph.query<Campaigns>(campaigns(STATS))

    expect(data.account.campaigns.nodes.map(({ stats }) => stats)).toEqual([null, null])
    expect(errors).toMatchObject([
      { extensions: { code: 'UPSTREAM_UNAVAILABLE' } },
      { extensions: { code: 'UPSTREAM_UNAVAILABLE' } },
    ])
    expect((await graph.query(campaigns(STATS))).errors).toBeUndefined()
    expect(sizes()).toEqual([2, 2])
  })

  it.each([
    [{}],
    [{ entity_ids: 'C1,C0', metric_groups: 'ENGAGEMENT', segmentation_type: null }],
    [{ entity_ids: ['c1'], start_time: '2026-02-02T00:00:00+0100' }],
    [{ start_time: null, placement: undefined, granularity: 'total' }],
  ])('can repeat what was asked for as %j', async (other) => {
    const request = { params: { ...asked, ...other } }
    await open({ rows: { campaigns: rowsOf(2) }, answer: () => ({ body: { request, data: [{ id: 'c1' }] } }) })
    const { data, errors } = await graph.query<Campaigns>(campaigns(STATS))

    expect(errors).toBeUndefined()
    expect(data.account.campaigns.nodes.map(({ stats }) => stats === null)).toEqual([true, false])
  })

  it('that fail in the middle leave what arrived', async () => {
    await open({
      rows: { campaigns: rowsOf(60) },
      answer: (_request, nth) =>
        nth === 2
          ? {
              status: 429,
              headers: spentLimit(),
              body: { errors: [{ code: 'TOO_MANY_REQUESTS', message: 'Too many' }] },
            }
          : undefined,
    })
    const { data, errors = [] } = await graph.query<Campaigns>(campaigns(STATS))
    const found = data.account.campaigns.nodes.filter(({ stats }) => stats !== null)

    expect(found.length).toBe(40)
    expect(errors).toHaveLength(20)
    expect(errors[0]).toMatchObject({ extensions: { code: 'RATE_LIMITED' }, path: expect.arrayContaining(['stats']) })
  })

  it('that do not have a value for each interval are no answers (R-STAT-11)', async () => {
    await open({ rows: { campaigns: rowsOf(1) }, metrics: () => ({ impressions: [1, 2] }) })
    const { data, errors } = await graph.query<Campaigns>(campaigns(STATS))

    expect(data.account.campaigns.nodes[0]?.['stats']).toBeNull()
    expect(errors).toMatchObject([{ extensions: { code: 'UPSTREAM_UNAVAILABLE' } }])
  })
})

const hoursIn = ({ start_time = '', end_time = '' }) => (Date.parse(end_time) - Date.parse(start_time)) / 3_600_000

const daysIn = ({ start_time = '', end_time = '' }) =>
  Math.round((Date.parse(end_time) - Date.parse(start_time)) / 86_400_000)

describe('a period of more than seven days (R-STAT-3)', () => {
  const MONTH = 'startTime: "2026-03-16", endTime: "2026-04-06", granularity: DAY'

  it('is read in parts of seven local days, which are joined (R-STAT-9)', async () => {
    await open({
      rows: { campaigns: rowsOf(1) },
      metrics: (_id, query) => ({
        impressions: Array.from({ length: daysIn(query) }, (_, day) => day),
        likes: query['start_time']!.startsWith('2026-03-23') ? [1, 2, 3, 4, 5, 6, 7] : null,
        replies: null,
      }),
    })
    const { data } = await graph.query<Campaigns>(
      campaigns(`stats(${MONTH}) { intervals { startTime } engagement { impressions likes replies follows } }`),
    )
    const week = ['0', '1', '2', '3', '4', '5', '6']
    const nulls = Array<null>(7).fill(null)

    expect(service.statsCalls().map(({ start_time, end_time }) => `${start_time} ${end_time}`)).toEqualInSteps(
      ['2026-03-16T00:00:00+01:00 2026-03-23T00:00:00+01:00'],
      [
        // The clocks are put forward on March 29.
        '2026-03-23T00:00:00+01:00 2026-03-30T00:00:00+02:00',
        '2026-03-30T00:00:00+02:00 2026-04-06T00:00:00+02:00',
      ],
    )
    expect(data.account.campaigns.nodes[0]?.['stats']).toMatchObject({
      intervals: expect.objectContaining({ length: 21 }),
      engagement: {
        impressions: [...week, ...week, ...week],
        likes: [...nulls, '1', '2', '3', '4', '5', '6', '7', ...nulls],
        replies: null,
        follows: null,
      },
    })
  })

  // The clock skips the midnights of April 24 and of September 6. On April 5, the last hour of a part has 30 minutes.
  it.each([
    [
      'DAY',
      'Africa/Cairo',
      '2026-04-24',
      '2026-05-10',
      16,
      ['04-24T01:00:00+03:00', '05-01T00:00:00+03:00', '05-08T00:00:00+03:00'],
    ],
    [
      'DAY',
      'America/Santiago',
      '2026-08-30',
      '2026-09-20',
      21,
      ['08-30T00:00:00-04:00', '09-06T01:00:00-03:00', '09-13T00:00:00-03:00'],
    ],
    [
      'HOUR',
      'America/Santiago',
      '2026-08-30',
      '2026-09-20',
      503,
      ['08-30T00:00:00-04:00', '09-06T01:00:00-03:00', '09-13T00:00:00-03:00'],
    ],
    ['HOUR', 'Australia/Lord_Howe', '2026-04-01', '2026-04-15', 337, ['04-01T00:00:00+11:00', '04-08T00:00:00+10:30']],
  ])(
    'by %s is read in parts that begin with days in %s: from %s to %s (R-STAT-5)',
    async (granularity, timezone, from, to, length, starts) => {
      const lengthOf = granularity === 'DAY' ? daysIn : (query: object) => Math.ceil(hoursIn(query))
      await open({ account: { timezone }, length: lengthOf })
      const { data, errors } = await graph.query<{ account: { stats: { intervals: { startTime: string }[] } } }>(
        `{ account(id: "a") { stats(startTime: "${from}", endTime: "${to}", granularity: ${granularity}) {
        intervals { startTime } engagement { impressions } } } }`,
      )
      const startTimes = starts.map((start) => `2026-${start}`)

      expect(errors).toBeUndefined()
      expect(service.statsCalls().map(({ start_time }) => start_time)).toEqualInSteps(
        [startTimes[0]],
        startTimes.slice(1),
      )
      expect(data.account.stats.intervals).toHaveLength(length)
      expect(data.account.stats.intervals).toEqual(
        expect.arrayContaining(startTimes.map((startTime) => ({ startTime }))),
      )
    },
  )

  it('can have an hour more, where a clock is put back (R-STAT-3)', async () => {
    await open({ rows: { campaigns: rowsOf(1) } })
    const { data, errors } = await graph.query<Campaigns>(
      campaigns(`stats(startTime: "2026-10-19", endTime: "2026-10-26") { engagement { impressions } }`),
    )

    expect(errors).toBeUndefined()
    expect(data.account.campaigns.nodes[0]?.['stats']).toEqual({ engagement: { impressions: ['10'] } })
    expect(service.statsCalls().map(hoursIn)).toEqual([7 * 24 + 1])
  })

  it('is null with its error if a part fails', async () => {
    await open({
      rows: { campaigns: rowsOf(1) },
      length: daysIn,
      answer: (_request, nth) =>
        nth === 2 ? { status: 400, body: { errors: [{ code: 'INVALID_TIME_WINDOW', message: 'no' }] } } : undefined,
    })
    const { data, errors } = await graph.query<Campaigns>(campaigns(`stats(${MONTH}) { engagement { clicks } }`))

    expect(data.account.campaigns.nodes[0]?.['stats']).toBeNull()
    expect(errors).toMatchObject([{ extensions: { code: 'UPSTREAM_ERROR', upstream: { status: 400 } } }])
  })

  it.each([
    ['startTime: "2026-03-01", endTime: "2026-03-09"', {}, 'R-STAT-3', 'Use `granularity: DAY`, and add the values'],
    ['startTime: "2026-03-01", endTime: "2026-03-01"', {}, 'R-STAT-2', '`endTime` must be after `startTime`'],
    ['startTime: "2026-03-01T00:30:00Z", endTime: "2026-03-02"', {}, 'R-STAT-2', 'not a whole hour'],
    [
      'startTime: "2026-03-01T00:00:00Z", endTime: "2026-03-02", granularity: DAY',
      {},
      'R-STAT-5',
      "a midnight of the account's time zone, not 2026-03-01T01:00:00+01:00",
    ],
    [
      'startTime: "2026-03-01", endTime: "2026-03-02"',
      { timezone: null },
      'R-STAT-7',
      'the time zone of the account is not known',
    ],
    [
      'startTime: "2026-03-01", endTime: "2026-03-20", granularity: DAY',
      { timezone_switch_at: '2026-03-10T00:00:00Z' },
      'R-STAT-9',
      'Request the periods before and after that time',
    ],
    [
      'startTime: "2025-03-01", endTime: "2026-03-20", granularity: DAY',
      {},
      undefined,
      'must not be longer than 366 days',
    ],
  ])('%s is refused over %j, by rule %s (R-STAT-5, R-STAT-9)', async (args, columns, rule, message) => {
    await open({ account: { timezone: 'Europe/Berlin', ...columns }, rows: { campaigns: rowsOf(2) } })
    const { data, errors = [] } = await graph.query<Campaigns>(campaigns(`stats(${args}) { engagement { clicks } }`))

    expect(service.statsCalls()).toEqual([])
    expect(data.account.campaigns.nodes.map(({ stats }) => stats)).toEqual([null, null])
    expect(errors.map(({ extensions }) => extensions)).toEqual([
      expect.objectContaining({ code: 'BAD_USER_INPUT' }),
      expect.objectContaining({ code: 'BAD_USER_INPUT' }),
    ])
    expect(errors[0]!.extensions['rule']).toBe(rule)
    expect(errors[0]!.message).toContain(message)
  })
})

describe('a refusal of the service stands, as the service says it', () => {
  it.each([
    ['R-STAT-2', 'INVALID_PARAMETER', 'start_time'],
    ['R-STAT-3', 'INVALID_TIME_WINDOW', ''],
    ['R-STAT-5', 'INVALID_TIME_WINDOW', ''],
    ['R-STAT-8', 'INVALID_TIME_WINDOW', ''],
  ])('%s: %s of %j, with all of its errors', async (_rule, code, parameter) => {
    const problem = { code, parameter, message: 'Not this end' }
    await open({
      rows: { campaigns: rowsOf(21) },
      answer: ({ query }) =>
        query['granularity'] === 'DAY' ? { status: 400, body: { errors: [problem, problem] } } : undefined,
    })
    const { data, errors = [] } = await graph.query<Campaigns>(
      campaigns(`stats(${WEEK}, granularity: DAY) { engagement { clicks } } total: ${STATS}`),
    )

    expect(data.account.campaigns.nodes.map(({ stats, total }) => [stats, total])).toEqual(
      rowsOf(21).map(() => [null, { engagement: { impressions: ['10'] } }]),
    )
    expect(errors).toMatchObject(
      rowsOf(21).map(() => ({
        message: 'Not this end',
        extensions: { code: 'UPSTREAM_ERROR', upstream: { status: 400, errors: [{ code }, { code }] } },
      })),
    )
  })
})

describe('with hours and a total, the ends', () => {
  it.each(['HOUR', 'TOTAL'])('can be any whole hours: %s (R-STAT-6)', async (granularity) => {
    await open({ rows: { campaigns: rowsOf(1) }, length: (query) => (granularity === 'HOUR' ? hoursIn(query) : 1) })
    const { errors } = await graph.query(
      campaigns(`stats(startTime: "2026-02-02T05:00:00+01:00", endTime: "2026-02-03T17:00:00+01:00",
        granularity: ${granularity}) { engagement { clicks } }`),
    )

    expect(errors).toBeUndefined()
    expect(service.statsCalls()).toMatchObject([
      { start_time: '2026-02-02T05:00:00+01:00', end_time: '2026-02-03T17:00:00+01:00' },
    ])
  })
})

describe('the highest plan of a document', () => {
  const most = (args: string) => {
    const document = parse(`query ($from: DateOrTime!, $to: DateOrTime!, $by: StatsGranularity!) {
      account(id: "a") { stats(${args}) { engagement { clicks } } } }`)
    return highestPlan(schema, { document, operation: getOperationAST(document)!, variables: {} }).plan?.calls.max
  }

  // The time zone takes a call of its own.
  it.each([
    ['startTime: $from, endTime: $to', 2],
    ['startTime: $from, endTime: $to, granularity: DAY', 54],
    ['startTime: $from, endTime: $to, granularity: $by', 54],
    ['startTime: "2026-02-01", endTime: $to, granularity: HOUR', 54],
    ['startTime: "2026-02-01", endTime: "2026-02-15", granularity: $by', 3],
  ])('has as many calls for %s as any values can take', (args, calls) => {
    expect(most(args)).toBe(calls)
  })
})

describe('a period of a year', () => {
  const YEAR = 'startTime: "2025-02-01", endTime: "2026-02-01", granularity: HOUR'

  it('has a limited number of bytes, without a call, however often its hours are requested', async () => {
    await open({ rows: { campaigns: rowsOf(1000) } })
    const aliases = Array.from({ length: 30 }, (_, nth) => `a${nth}: stats(${YEAR}) { intervals { startTime } }`)
    const { data, errors } = await graph.query(campaigns(aliases.join(' ')))

    expect(data).toBeNull()
    expect(errors).toMatchObject([{ extensions: { code: 'BUDGET_SPENT', limit: 'bytes' } }])
    expect(service.statsCalls()).toEqual([])
  })

  it('is read once for all aliases, whose metrics are joined when they are selected', async () => {
    await open({ rows: { campaigns: rowsOf(21) }, length: hoursIn })
    const aliases = Array.from({ length: 30 }, (_, nth) => `a${nth}: stats(${YEAR}) { engagement { impressions } }`)
    const { data, errors } = await graph.query(campaigns(aliases.join(' ')))

    expect(data).toBeNull()
    expect(errors).toMatchObject([
      {
        path: expect.arrayContaining(['engagement', 'impressions']),
        extensions: { code: 'BUDGET_SPENT', limit: 'bytes' },
      },
    ])
    expect(service.statsCalls()).toHaveLength(2 * 53)
  })

  it('has all metrics of all hours in raw', async () => {
    await open({
      rows: { campaigns: rowsOf(1) },
      metrics: (_id, query) =>
        query['start_time']!.startsWith('2025-02-08')
          ? {
              likes: Array(168).fill('9007199254740993'),
              conversion_purchases: { metric: Array(168).fill(2) },
              hologram: 1,
            }
          : { impressions: Array(hoursIn(query)).fill(1), likes: null },
    })
    const { data, errors } = await graph.query<Campaigns>(
      campaigns(`stats(${YEAR.replace('2026-02-01', '2025-02-17')}) { engagement { likes } raw }`),
    )
    const week = Array(168).fill(null)

    expect(errors).toBeUndefined()
    expect(data.account.campaigns.nodes[0]?.['stats']).toEqual({
      engagement: { likes: [...week, ...Array(168).fill('9007199254740993'), ...week.slice(0, 48)] },
      raw: {
        impressions: [...Array(168).fill(1), ...week, ...Array(48).fill(1)],
        likes: [...week, ...Array(168).fill('9007199254740993'), ...week.slice(0, 48)],
        conversion_purchases: { metric: [...week, ...Array(168).fill(2), ...week.slice(0, 48)] },
        hologram: 1,
      },
    })
  })

  it('begins no more look-ups once the calls that are allowed are used up', async () => {
    service = await startStatsService({ rows: { campaigns: rowsOf(100) }, metrics: () => ({}) })
    graph = await openGraph(service.url, { limits: { calls: 7 }, checksPlan: false })
    const { data, errors = [] } = await graph.query<Campaigns>(campaigns(`stats(${YEAR}) { engagement { clicks } }`))

    expect(data.account.campaigns.nodes.every(({ stats }) => stats === null)).toBe(true)
    expect(errors).toHaveLength(100)
    expect(errors[0]).toMatchObject({ extensions: { code: 'BUDGET_SPENT', limit: 'calls' } })
    expect(service.requests).toHaveLength(7)
  })

  it.each([
    ['more than a year', 'startTime: "2098-01-01", endTime: "2099-12-31"'],
    ['a year', 'startTime: "2098-01-01", endTime: "2099-01-01"'],
  ])('has bounds in the plan: %s', async (_name, period) => {
    await open()
    const { plan } = await graph.query(
      `{ account(id: "a") { stats(${period}, granularity: HOUR) { raw engagement { clicks } } } }`,
    )

    // The time zone, and seven days a call.
    expect(plan?.calls).toMatchObject({ min: 0, max: 1 + 53 })
  })

  it.each(['9999-12-31', '0000-01-01', '2026-02-01T00:00:00+15:00', '2026-02-30', '2026-02-01t00:00:00z'])(
    '%s is no end of it',
    async (time) => {
      await open()
      const { errors } = await graph.query(
        `{ account(id: "a") { stats(startTime: "2026-02-01", endTime: "${time}") { startTime } } }`,
      )
      expect(errors?.[0]?.message).toContain('A DateOrTime must be a date')
    },
  )
})

describe('the days around a change of clocks', () => {
  it.each([
    ['Europe/Berlin', '2026-03-29', 23, '2026-03-29T00:00:00+01:00', '2026-03-30T00:00:00+02:00'],
    ['Europe/Berlin', '2026-10-25', 25, '2026-10-25T00:00:00+02:00', '2026-10-26T00:00:00+01:00'],
    // Midnight is skipped: the day begins at one o'clock.
    ['America/Sao_Paulo', '2018-11-04', 23, '2018-11-04T01:00:00-02:00', '2018-11-05T00:00:00-02:00'],
    ['America/Sao_Paulo', '2018-02-17', 25, '2018-02-17T00:00:00-02:00', '2018-02-18T00:00:00-03:00'],
    ['Australia/Lord_Howe', '2026-10-04', 23.5, '2026-10-04T00:00:00+10:30', '2026-10-05T00:00:00+11:00'],
    ['Australia/Lord_Howe', '2026-04-05', 24.5, '2026-04-05T00:00:00+11:00', '2026-04-06T00:00:00+10:30'],
    ['Asia/Kolkata', '2026-04-05', 24, '2026-04-05T00:00:00+05:30', '2026-04-06T00:00:00+05:30'],
  ])('in %s, %s has %d hours (R-STAT-5, R-STAT-8)', async (timezone, day, hours, start_time, end_time) => {
    await open({ account: { timezone }, length: () => 1 })
    const next = new Date(Date.parse(day) + 86_400_000).toISOString().slice(0, 10)
    const { data, errors } = await graph.query<{ account: { stats: unknown } }>(
      `{ account(id: "a") { stats(startTime: "${day}", endTime: "${next}", granularity: DAY) {
        startTime endTime intervals { startTime endTime } engagement { impressions }
      } } }`,
    )

    expect(errors).toBeUndefined()
    expect(service.statsCalls()).toMatchObject([{ entity: 'ACCOUNT', start_time, end_time }])
    expect((Date.parse(end_time) - Date.parse(start_time)) / 3_600_000).toBe(hours)
    expect(data.account.stats).toEqual({
      startTime: start_time,
      endTime: end_time,
      intervals: [{ startTime: start_time, endTime: end_time }],
      engagement: { impressions: ['10'] },
    })
  })
})

describe('the hours around a change of clocks', () => {
  it.each([
    ['Europe/Berlin', '2026-03-29', 23],
    ['Europe/Berlin', '2026-10-25', 25],
    // The last interval has half an hour.
    ['Australia/Lord_Howe', '2026-04-05', 25],
    ['Asia/Kolkata', '2026-04-05', 24],
  ])('are those that pass: in %s, %s has %i (R-STAT-11)', async (timezone, day, hours) => {
    let length = hours
    await open({ account: { timezone }, length: () => length })
    const next = new Date(Date.parse(day) + 86_400_000).toISOString().slice(0, 10)
    const read = (group: string) =>
      graph.query<{ account: { stats: { intervals: unknown[] } | null } }>(
        `{ account(id: "a") { stats(startTime: "${day}", endTime: "${next}", granularity: HOUR) {
          intervals { startTime } ${group} } } }`,
      )
    const { data, errors } = await read('engagement { impressions }')
    expect(errors).toBeUndefined()
    expect(data.account.stats).toEqual({
      intervals: Array.from({ length: hours }, () => ({ startTime: expect.any(String) as string })),
      engagement: { impressions: Array(hours).fill('10') },
    })

    // Nobody knows which hour such values are of.
    length = hours + 1
    const other = await read('billing { billedEngagements }')
    expect(other.data.account.stats).toBeNull()
    expect(other.errors).toMatchObject([{ extensions: { code: 'UPSTREAM_UNAVAILABLE' } }])
  })
})

describe('days in a time zone that is not known', () => {
  it.each([
    ['2026-02-02T08:00:00Z', '2026-02-04T08:00:00Z', ['2026-02-02T08:00:00+00:00', '2026-02-03T08:00:00+00:00']],
    [
      '2026-10-24T00:00:00+02:00',
      '2026-10-26T00:00:00+01:00',
      ['2026-10-24T00:00:00+02:00', '2026-10-25T00:00:00+02:00'],
    ],
  ])('from %s to %s begin at %j', async (from, to, expected) => {
    await open({ account: { timezone: null }, length: () => 2 })
    const { data, errors } = await graph.query(
      `{ account(id: "a") { stats(startTime: "${from}", endTime: "${to}", granularity: DAY) {
        intervals { startTime } engagement { impressions }
      } } }`,
    )

    expect(errors).toBeUndefined()
    expect(data).toEqual({
      account: {
        stats: {
          intervals: expected.map((startTime) => ({ startTime })),
          engagement: { impressions: ['10', '10'] },
        },
      },
    })
  })
})

describe('the currency', () => {
  it("is the row's, or comes from the nearest entity above it that has one", async () => {
    await open({
      rows: {
        promoted_posts: [
          { id: 'p1', line_item_id: 'l1' },
          { id: 'p2', line_item_id: 'l2' },
        ],
        line_items: [
          { id: 'l1', currency: 'EUR' },
          { id: 'l2', campaign_id: 'c1' },
        ],
        campaigns: [{ id: 'c1', funding_instrument_id: 'f1' }],
        funding_instruments: [{ id: 'f1', currency: 'JPY' }],
      },
    })
    const { data, errors, calls } = await graph.query<{ account: { promotedPosts: { nodes: unknown[] } } }>(
      `{ account(id: "a") { promotedPosts { nodes { stats(${WEEK}) { currency billing { billedChargeLocalMicro } } } } } }`,
    )

    expect(errors).toBeUndefined()
    expect(data.account.promotedPosts.nodes).toEqual([
      { stats: { currency: 'EUR', billing: { billedChargeLocalMicro: null } } },
      { stats: { currency: 'JPY', billing: { billedChargeLocalMicro: null } } },
    ])
    expect(calls.map(({ path }) => path)).toEqual([
      'accounts/:account_id/promoted_posts',
      'accounts/:account_id',
      'stats/accounts/:account_id',
      'accounts/:account_id/line_items',
      'accounts/:account_id/campaigns',
      'accounts/:account_id/funding_instruments',
    ])
  })
})
