import { afterEach, describe, expect, it } from 'vitest'
import { DEMO_ACCOUNT_ID, EURO_ACCOUNT_ID, SMALL_ACCOUNT_ID, type FaultRule } from '../../../sandbox/index.ts'
import { openGraph, useSandboxGraph, type Graph, type GraphQLProblem } from '../../support/graph.ts'
import { graphql } from '../../support/graphql/index.ts'
import {
  startListUpstream,
  startUpstream,
  type Upstream,
  type UpstreamAnswer,
  type UpstreamRequest,
} from '../../support/upstream.ts'

const BELOW = graphql(`query ListsBelowCampaigns($account: ID!) {
  account(id: $account) { campaigns(first: 3) { nodes { name lineItems { edges { cursor node { id } } nodes { id } pageInfo { hasNextPage startCursor endCursor } totalCount } } } }
}`)
const THREE = graphql(`query CampaignsOfThree($a0: ID!, $a1: ID!, $a2: ID!) {
  a0: account(id: $a0) { campaigns(first: 2) { nodes { name } } }
  a1: account(id: $a1) { campaigns(first: 2) { nodes { name } } }
  a2: account(id: $a2) { campaigns(first: 2) { nodes { name } } }
}`)
const KNOWN = graphql(`query KnownCampaign($account: ID!) {
  account(id: $account) { campaigns(first: 1) { nodes { id } } }
}`)
const ENTITIES = graphql(`query CampaignEntities($representations: [_Any!]!) {
  _entities(representations: $representations) {
    ... on Campaign { id lineItems(first: 1) { nodes { __typename } } }
  }
}`)

const CONNECTION =
  '{ edges { cursor node { id } } nodes { id } pageInfo { hasNextPage startCursor endCursor } totalCount }'

/** Path and code of each error. */
const reported = (errors: GraphQLProblem[] = []) => errors.map(({ path, extensions }) => [path, extensions.code])

describe('a list that cannot be read', () => {
  const graph = useSandboxGraph({ graph: { operationTimeoutMs: 5_000 } })

  const fail = (path: string, status = 403) =>
    graph.sandbox.faults.add({
      match: { path },
      fault: { kind: 'status', status, body: { json: { errors: [{ code: 'NO_WAY', message: 'No way' }] } } },
    } satisfies FaultRule)

  it('is null with one error at the connection, whatever is selected below it, and nothing else fails', async () => {
    fail('accounts/:account_id/campaigns')
    const { data, errors, calls } = await graph.query(
      `{ account(id: "${SMALL_ACCOUNT_ID}") { name campaigns(first: 2) ${CONNECTION} fundingInstruments(first: 1) { nodes { __typename } } } }`,
    )

    expect(data).toEqual({
      account: {
        name: 'Kōji & Rye Bakery ☕️',
        campaigns: null,
        fundingInstruments: { nodes: [{ __typename: 'FundingInstrument' }] },
      },
    })
    expect(reported(errors)).toEqual([[['account', 'campaigns'], 'FORBIDDEN']])
    // The campaigns are requested once more without their count.
    expect(calls).toHaveLength(4)
  })

  it('is null below each parent, with an error for each', async () => {
    fail('accounts/:account_id/line_items')
    const { data, errors } = await graph.query(BELOW, { account: SMALL_ACCOUNT_ID })

    expect(data!.account!.campaigns!.nodes.map(({ lineItems }) => lineItems)).toEqual([null, null, null])
    expect(data!.account!.campaigns!.nodes.every(({ name }) => name!.length > 0)).toBe(true)
    expect(reported(errors)).toEqual(
      [0, 1, 2].map((index) => [['account', 'campaigns', 'nodes', index, 'lineItems'], 'FORBIDDEN']),
    )
  })

  it('keeps two of three accounts if the list of the third fails', async () => {
    graph.sandbox.faults.add({
      match: { path: 'accounts/:account_id/campaigns' },
      fault: { kind: 'status', status: 403, body: { json: { errors: [{ code: 'NO_WAY', message: 'No way' }] } } },
      times: 1,
    })
    const { data, errors } = await graph.query(THREE, {
      a0: SMALL_ACCOUNT_ID,
      a1: DEMO_ACCOUNT_ID,
      a2: EURO_ACCOUNT_ID,
    })

    const rows = Object.values(data!).map((account) => account?.campaigns?.nodes.length ?? null)
    expect(rows.filter((count) => count === 2)).toHaveLength(2)
    expect(reported(errors)).toEqual([[[`a${rows.indexOf(null)}`, 'campaigns'], 'FORBIDDEN']])
  })

  it.each([
    ['a cursor that was never handed out', 'after: "nonsense"'],
    ['a `first` that is too large', 'first: 5000'],
  ])('is null alone where its arguments are refused: %s', async (_, args) => {
    const { data, errors, calls } = await graph.query(`{ account(id: "${SMALL_ACCOUNT_ID}") {
      campaigns(${args}) ${CONNECTION}
      lineItems(first: 1) { nodes { __typename lineItems: campaign { lineItems(${args}) ${CONNECTION} } } }
    } }`)

    expect(data).toEqual({
      account: { campaigns: null, lineItems: { nodes: [{ __typename: 'LineItem', lineItems: { lineItems: null } }] } },
    })
    expect(reported(errors)).toEqual([
      [['account', 'campaigns'], 'BAD_USER_INPUT'],
      [['account', 'lineItems', 'nodes', 0, 'lineItems', 'lineItems'], 'BAD_USER_INPUT'],
    ])
    expect(calls).toHaveLength(1)
  })

  it('keeps the entity of a gateway whose reference cannot be found, and all others', async () => {
    const { data: list } = await graph.query(KNOWN, { account: SMALL_ACCOUNT_ID })
    const known = list!.account!.campaigns!.nodes[0]!.id
    const ids = [`Campaign:somebodyelse:abc`, `Campaign:${SMALL_ACCOUNT_ID}:zzzzz`, known]
    const { data, errors } = await graph.query(ENTITIES, {
      representations: ids.map((id) => ({ __typename: 'Campaign', id })),
    })

    expect(data!._entities[1] ?? null).toBeNull()
    expect(data!._entities[2]).toEqual({ id: known, lineItems: { nodes: [{ __typename: 'LineItem' }] } })
    expect(errors?.map(({ path, extensions: { code } }) => [path?.[1], code])).toEqual([
      [0, 'FORBIDDEN'],
      [1, 'NOT_FOUND'],
    ])
  })
})

describe('a connection is whole or null', () => {
  let lists: Upstream
  let upstream: Upstream
  let graph: Graph
  afterEach(async () => {
    await graph.close()
    await upstream.close()
    await lists.close()
  })

  const campaigns = Array.from({ length: 3 }, (_, index) => ({ id: `c${index}` }))
  const lineItems = Array.from({ length: 3 * 700 }, (_, index) => ({
    id: `l${index}`,
    campaign_id: `c${Math.floor(index / 700)}`,
  }))
  const drafts = Array.from({ length: 300 }, (_, index) => ({ id: `${index}` }))

  const REFUSAL = { status: 403, body: { errors: [{ code: 'NO_WAY', message: 'No way' }] } }

  /**
   * Opens the graph with a service that has these lists, and sends this response to the requests that `fails` selects.
   */
  async function open(
    fails: (request: UpstreamRequest, nth: number) => boolean,
    answer: UpstreamAnswer = REFUSAL,
  ): Promise<void> {
    lists = await startListUpstream({ campaigns, line_items: lineItems, draft_posts: drafts })
    upstream = await startUpstream(async (request, nth) =>
      fails(request, nth) ? answer : { body: await (await fetch(`${lists.url}${request.target}`)).json() },
    )
    graph = await openGraph(upstream.url)
  }

  it('is null if the second page within `first` is missing', async () => {
    await open(({ query }) => query['cursor'] !== undefined)
    const { data, errors, calls } = await graph.query(
      '{ account(id: "a1") { id draftPosts(first: 300) { nodes { restId } pageInfo { endCursor } } } }',
    )

    expect(data).toEqual({ account: { id: 'Account:a1', draftPosts: null } })
    expect(reported(errors)).toEqual([[['account', 'draftPosts'], 'FORBIDDEN']])
    expect(calls.map(({ status }) => status)).toEqual([200, 403])
  })

  it('is returned if only the page after `first` is missing', async () => {
    await open(({ query }) => query['cursor'] !== undefined)
    const { data, errors } = await graph.query(
      '{ account(id: "a1") { draftPosts(first: 200) { nodes { restId } pageInfo { hasNextPage } } } }',
    )

    expect(errors).toBeUndefined()
    expect(data).toMatchObject({ account: { draftPosts: { nodes: { length: 200 }, pageInfo: { hasNextPage: true } } } })
  })

  it('keeps the lists of other parents that arrived whole', async () => {
    // The first call returns the whole list of the first campaign, and a part of the second campaign's list.
    await open(({ path }, nth) => path.endsWith('line_items') && nth > 2)
    const { data, errors } = await graph.query(
      graphql(`query WholeAndPartLists {
        account(id: "a1") { campaigns { nodes { lineItems(first: 700) { nodes { id } } } } }
      }`),
    )

    const counts = data!.account!.campaigns!.nodes.map(({ lineItems }) => lineItems?.nodes.length ?? null)
    expect(counts).toEqual([700, null, null])
    expect(reported(errors)).toEqual(
      [1, 2].map((index) => [['account', 'campaigns', 'nodes', index, 'lineItems'], 'FORBIDDEN']),
    )
  })

  describe('and a count that fails makes only `totalCount` null', () => {
    const isCount = ({ query }: UpstreamRequest) => query['with_total_count'] === 'true'
    const openUncounted = () => open(isCount, { status: 503, body: { errors: [] } })
    const counted = '{ totalCount nodes { id } pageInfo { hasNextPage } }'

    it('of a list of an account', async () => {
      await openUncounted()
      const { data, errors } = await graph.query(`{ account(id: "a1") { campaigns(first: 2) ${counted} } }`)

      expect(data).toMatchObject({
        account: { campaigns: { totalCount: null, nodes: [{}, {}], pageInfo: { hasNextPage: true } } },
      })
      expect(reported(errors)).toEqual([[['account', 'campaigns', 'totalCount'], 'UPSTREAM_UNAVAILABLE']])
      expect(upstream.requests.filter((request) => !isCount(request)).map(({ query }) => query)).toEqual([
        { count: '2' },
      ])
    })

    it.each([400, 403])('of a list whose count is refused with %i', async (status) => {
      const refusal = { code: 'INVALID_PARAMETER', message: 'No count', parameter: 'with_total_count' }
      await open(isCount, { status, body: { errors: [refusal] } })
      const { data, errors } = await graph.query(`{
        account(id: "a1") { campaigns(first: 2) ${counted} }
        campaign(accountId: "a1", id: "c1") { lineItems(first: 2) ${counted} }
      }`)

      const uncounted = { totalCount: null, nodes: [{}, {}], pageInfo: { hasNextPage: true } }
      expect(data).toMatchObject({ account: { campaigns: uncounted }, campaign: { lineItems: uncounted } })
      const code = status === 403 ? 'FORBIDDEN' : 'UPSTREAM_ERROR'
      expect(reported(errors)).toEqual([
        [['account', 'campaigns', 'totalCount'], code],
        [['campaign', 'lineItems', 'totalCount'], code],
      ])
    })

    it('but not of a list whose other parameter is refused, which is not read again', async () => {
      await open(isCount, { status: 400, body: { errors: [{ code: 'INVALID', message: 'No', parameter: 'sort_by' }] } })
      const { data, errors } = await graph.query(`{ account(id: "a1") { campaigns(first: 2) ${counted} } }`)

      expect(data).toEqual({ account: { campaigns: null } })
      expect(reported(errors)).toEqual([[['account', 'campaigns'], 'UPSTREAM_ERROR']])
      expect(upstream.requests).toHaveLength(1)
    })

    it.each(['5', null, -1, 1.5, undefined])('of a list whose count is sent as %s', async (total_count) => {
      await open(isCount, { body: { data: [{ id: 'c1' }, { id: 'c2' }], next_cursor: 'more', total_count } })
      const { data, errors } = await graph.query(`{
        account(id: "a1") { campaigns(first: 2) ${counted} alone: lineItems { totalCount } }
        campaign(accountId: "a1", id: "c1") { lineItems(first: 2) ${counted} }
      }`)

      const uncounted = { totalCount: null, nodes: [{}, {}], pageInfo: { hasNextPage: true } }
      expect(data).toMatchObject({
        account: { campaigns: uncounted, alone: { totalCount: null } },
        campaign: { lineItems: uncounted },
      })
      expect(reported(errors)).toEqual([
        [['account', 'campaigns', 'totalCount'], 'UPSTREAM_UNAVAILABLE'],
        [['account', 'alone', 'totalCount'], 'UPSTREAM_UNAVAILABLE'],
        [['campaign', 'lineItems', 'totalCount'], 'UPSTREAM_UNAVAILABLE'],
      ])
    })

    it('of the list of a single parent', async () => {
      await openUncounted()
      const { data, errors } = await graph.query(
        `{ campaign(accountId: "a1", id: "c1") { lineItems(first: 2) ${counted} } }`,
      )

      expect(data).toMatchObject({
        campaign: { lineItems: { totalCount: null, nodes: [{}, {}], pageInfo: { hasNextPage: true } } },
      })
      expect(reported(errors)).toEqual([[['campaign', 'lineItems', 'totalCount'], 'UPSTREAM_UNAVAILABLE']])
    })

    it('but not of a list that was read whole', async () => {
      await openUncounted()
      const { data, errors } = await graph.query(`{
        account(id: "a1") { campaigns(first: 1000) { totalCount nodes { id } } }
        campaign(accountId: "a1", id: "c1") { lineItems(first: 1000) { totalCount nodes { id } } }
      }`)

      expect(errors).toBeUndefined()
      expect(data).toMatchObject({
        account: { campaigns: { totalCount: 3 } },
        campaign: { lineItems: { totalCount: 700 } },
      })
    })

    it('of lists that are counted by reading them', async () => {
      await open(({ path }, nth) => path.endsWith('line_items') && nth > 2)
      const { data, errors } = await graph.query(
        graphql(`query CountsByReading {
          account(id: "a1") { campaigns(first: 2) { nodes { lineItems(first: 100) { nodes { id } totalCount } } } }
        }`),
      )

      const lists = data!.account!.campaigns!.nodes.map(({ lineItems }) => lineItems)
      expect(lists.map((list) => [list?.nodes.length, list?.totalCount])).toEqual([
        [100, null],
        [100, null],
      ])
      expect(reported(errors)).toEqual(
        [0, 1].map((index) => [['account', 'campaigns', 'nodes', index, 'lineItems', 'totalCount'], 'FORBIDDEN']),
      )
    })

    it('alone, where nothing else is selected, without reading any row', async () => {
      await openUncounted()
      const { data, errors } = await graph.query(
        '{ account(id: "a1") { campaigns { totalCount } } campaign(accountId: "a1", id: "c1") { lineItems { totalCount } } }',
      )

      expect(data).toEqual({
        account: { campaigns: { totalCount: null } },
        campaign: { lineItems: { totalCount: null } },
      })
      expect(reported(errors)).toEqual([
        [['account', 'campaigns', 'totalCount'], 'UPSTREAM_UNAVAILABLE'],
        [['campaign', 'lineItems', 'totalCount'], 'UPSTREAM_UNAVAILABLE'],
      ])
      expect(upstream.requests.map(({ query }) => [query['count'], query['with_total_count']])).toEqual(
        upstream.requests.map(() => ['1', 'true']),
      )
    })
  })

  it('makes no call if the selection needs no rows', async () => {
    await open(() => true)
    const { data, errors } = await graph.query(`{ account(id: "a1") {
      campaigns { __typename pageInfo { hasPreviousPage } nodes @skip(if: true) { id } }
    } campaign(id: "c1", accountId: "a1") { lineItems { __typename pageInfo { __typename hasPreviousPage } } } }`)

    expect(errors).toBeUndefined()
    expect(data).toEqual({
      account: {
        campaigns: { __typename: 'CampaignConnection', pageInfo: { hasPreviousPage: false } },
      },
      campaign: {
        lineItems: {
          __typename: 'LineItemConnection',
          pageInfo: { __typename: 'PageInfo', hasPreviousPage: false },
        },
      },
    })
    expect(upstream.requests).toEqual([])
  })

  it('reads what the variables of each request select, even with the same document', async () => {
    await open(() => false)
    const document = `query ($isShort: Boolean!) { account(id: "a1") { campaigns(first: 2) {
      totalCount @skip(if: $isShort) nodes { id } pageInfo { hasNextPage @skip(if: $isShort) __typename }
    } } }`
    const sent: unknown[] = []
    for (const isShort of [true, false, true]) {
      const { errors } = await graph.query(document, { isShort })
      expect(errors).toBeUndefined()
      sent.push(upstream.requests.at(-1)?.query)
    }

    expect(sent).toEqual([{ count: '2' }, { count: '2', with_total_count: 'true' }, { count: '2' }])
  })
})
