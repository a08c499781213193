import { isEnumType, isObjectType, type GraphQLField } from 'graphql'
import { describe, expect, it } from 'vitest'
import { DEMO_ACCOUNT_ID } from '../../sandbox/index.ts'
import { schema } from '../../src/graph.ts'
import * as targetingOptions from '../../src/rest/campaign/targeting-option.ts'
import { openSandboxGraph, useGraphOver } from '../support/graph.ts'
import { graphql } from '../support/graphql/index.ts'
import type { UpstreamAnswer, UpstreamRequest } from '../support/upstream.ts'

const PAGE = graphql(`query CountedPageOfOne($after: String) {
  account(id: "a1") { campaigns(first: 1, after: $after) { totalCount nodes { restId } pageInfo { endCursor } } }
}`)
const LISTS = graphql(`query WithAndWithoutDeleted($account: ID!) { account(id: $account) {
  shown: campaigns(first: 1000) { nodes { restId deleted } }
  all: campaigns(first: 1000, withDeleted: true) { nodes { restId deleted } }
} }`)

/** The fields of the graph that have an argument of this name, as `Type.field`. */
function fieldsWith(argument: string): string[] {
  return Object.values(schema.getTypeMap())
    .filter(isObjectType)
    .flatMap((type) =>
      Object.values(type.getFields())
        .filter(({ args }) => args.some(({ name }) => name === argument))
        .map(({ name }) => `${type.name}.${name}`),
    )
}

function field(type: string, name: string): GraphQLField<unknown, unknown> {
  const owner = schema.getType(type)
  if (!isObjectType(owner)) throw new Error(`${type} is no object`)
  return owner.getFields()[name]!
}

function enumValues(name: string): string[] {
  const type = schema.getType(name)
  return isEnumType(type) ? type.getValues().map(({ name }) => name) : []
}

describe('the rules of reads that only the schema can break', () => {
  it('R-CONV-17: reads without parameters in the reference have no withDeleted', () => {
    const lookUps = ['curatedCategory', 'recommendation', 'media', 'draftPost', 'scheduledPost']
    const fields = [field('Account', 'userSettings'), ...lookUps.map((name) => field('Query', name))]
    expect(fields.filter(({ args }) => args.some(({ name }) => name === 'withDeleted'))).toEqual([])
  })

  it('R-CONV-18: only lists of campaigns and line items take withDraft', () => {
    expect(new Set(fieldsWith('withDraft'))).toEqual(
      new Set([
        'Account.campaigns',
        'Account.lineItems',
        'Campaign.lineItems',
        'FundingInstrument.campaigns',
        'FundingInstrument.lineItems',
      ]),
    )
  })

  it('R-PROMO-12: media creatives are filtered by one campaign, not by a list', () => {
    const { args } = field('Account', 'mediaCreatives')

    expect(String(args.find(({ name }) => name === 'campaignId')?.type)).toBe('ID')
  })

  it('R-PROMO-14: a promotable user is FULL or REPOSTS_ONLY', () => {
    expect(enumValues('PromotableUserType')).toEqual(['FULL', 'REPOSTS_ONLY', 'UNRECOGNIZED'])
  })

  it('R-TGT-1: targeting criteria are listed only for given line items', () => {
    const { args } = field('Account', 'targetingCriteria')

    expect(String(args.find(({ name }) => name === 'lineItemIds')?.type)).toBe('[ID!]!')
  })

  it('R-TGT-3: there are 32 targeting types', () => {
    expect(enumValues('TargetingType').filter((value) => value !== 'UNRECOGNIZED')).toHaveLength(32)
  })

  it('R-TGT-12: targeting values are refreshed weekly at the latest', () => {
    const ages = Object.values(targetingOptions).flatMap((value) =>
      typeof value === 'object' && 'cache' in value ? [value.cache?.maxAgeMs] : [],
    )

    expect(ages).toHaveLength(12)
    for (const age of ages) expect(age).toBeLessThanOrEqual(7 * 24 * 3_600_000)
  })
})

describe('the rules of reads on the wire', () => {
  let answer: (request: UpstreamRequest, nth: number) => UpstreamAnswer
  // Its pages are as short as a test needs them.
  const { upstream, graph } = useGraphOver((request, nth) => answer(request, nth), { checksPlan: false })

  const campaigns = (args: string, selection: string) => `{ account(id: "a1") { campaigns(${args}) { ${selection} } } }`

  it('R-CONV-1, R-CONV-2: the version is the first segment, 5 for recommendations, 12 for the rest', async () => {
    answer = () => ({ body: { data: [] } })
    await graph.query('{ account(id: "a1") { recommendations { nodes { restId } } campaigns { nodes { restId } } } }')

    expect(new Set(upstream.requests.map(({ path }) => path))).toEqual(
      new Set(['/5/accounts/a1/recommendations', '/12/accounts/a1/campaigns']),
    )
  })

  it('R-CONV-3: a list ends where next_cursor is null or absent, and total_count is requested if it is selected', async () => {
    answer = (_request, nth) =>
      nth === 1
        ? { body: { request: { params: {} }, data: [{ id: 'c1' }], next_cursor: 'more', total_count: 2 } }
        : { body: { data: { id: 'c2' } } }
    const { data } = await graph.query(campaigns('first: 2', 'totalCount nodes { restId } pageInfo { hasNextPage }'))

    expect(data).toEqual({
      account: {
        campaigns: { totalCount: 2, nodes: [{ restId: 'c1' }, { restId: 'c2' }], pageInfo: { hasNextPage: false } },
      },
    })
    expect(upstream.requests.map(({ query }) => query)).toEqual([
      { count: '2', with_total_count: 'true' },
      { count: '1', cursor: 'more' },
    ])
  })

  it('R-CONV-4, R-CONV-21, R-CONV-22: ids are texts, moments pass unchanged, and longs keep every digit', async () => {
    answer = () => ({
      body: `{"data":[{"id":"c1","created_at":"2026-06-01T08:00:00Z","updated_at":"2026-06-01T08:00:01Z","deleted":false,
        "daily_budget_amount_local_micro":5500000,"total_budget_amount_local_micro":9223372036854775807}]}`,
    })
    const { data } = await graph.query(
      campaigns(
        'first: 1',
        'nodes { restId createdAt updatedAt deleted dailyBudgetAmountLocalMicro totalBudgetAmountLocalMicro }',
      ),
    )

    expect(data).toEqual({
      account: {
        campaigns: {
          nodes: [
            {
              restId: 'c1',
              createdAt: '2026-06-01T08:00:00Z',
              updatedAt: '2026-06-01T08:00:01Z',
              deleted: false,
              dailyBudgetAmountLocalMicro: '5500000',
              totalBudgetAmountLocalMicro: '9223372036854775807',
            },
          ],
        },
      },
    })
  })

  it('R-CONV-11, R-CONV-12, R-CONV-13: a cursor is sent back unchanged, and never together with with_total_count', async () => {
    const opaque = 'a+b/c==, &?#😀'
    answer = ({ query }) => ({
      body: { data: [{ id: 'c1' }], next_cursor: query['cursor'] ? null : opaque, total_count: 9 },
    })
    const first = await graph.query(PAGE, {})
    const after = first.data!.account!.campaigns!.pageInfo.endCursor
    const next = await graph.query(PAGE, { after })

    expect(next.data!.account!.campaigns!.totalCount).toBe(9)
    expect(upstream.requests.map(({ query }) => query)).toEqual([
      { count: '1', with_total_count: 'true' },
      { count: '1', cursor: opaque },
    ])
  })

  it('R-CONV-23: a rate limit in headers is respected before it is reached', async () => {
    const reset = Math.ceil(Date.now() / 1000) + 600
    const headers = { 'x-rate-limit-limit': '1', 'x-rate-limit-remaining': '0', 'x-rate-limit-reset': `${reset}` }
    answer = () => ({ headers, body: { data: [] } })
    const list = '{ account(id: "a1") { trackingTags { nodes { restId } } } }'
    const first = await graph.query(list)
    const second = await graph.query(list)

    expect(first.errors).toBeUndefined()
    expect(second.errors).toMatchObject([
      { extensions: { code: 'RATE_LIMITED', retryAt: new Date(reset * 1000).toISOString() } },
    ])
    expect(upstream.requests).toHaveLength(1)
  })

  it('R-TGT-14: the times of events are returned unchanged, in UTC', async () => {
    answer = () => ({
      body: { data: [{ name: 'Cup', start_time: '2026-07-01T20:00:00Z', end_time: '2026-07-02T00:00:00Z' }] },
    })
    const { data } = await graph.query('{ targetingOptions { events(first: 1) { nodes { startTime endTime } } } }')

    expect(data).toEqual({
      targetingOptions: {
        events: { nodes: [{ startTime: '2026-07-01T20:00:00Z', endTime: '2026-07-02T00:00:00Z' }] },
      },
    })
  })
})

describe('deleted rows', () => {
  it('R-CONV-5: are returned only with withDeleted', async () => {
    const graph = await openSandboxGraph()
    const { data } = await graph.query(LISTS, { account: DEMO_ACCOUNT_ID })
    await graph.close()

    const { shown, all } = data!.account!
    expect(shown!.nodes.filter(({ deleted }) => deleted)).toEqual([])
    expect(all!.nodes.filter(({ deleted }) => !deleted)).toEqual(shown!.nodes)
    expect(all!.nodes.length).toBeGreaterThan(shown!.nodes.length)
  })
})
