import { describe, expect, it } from 'vitest'
import { callCounts, openGraph, openSandboxGraph, type Graph } from '../../support/graph.ts'
import { graphql } from '../../support/graphql/index.ts'
import { closedAfterTest } from '../../support/open.ts'
import { startListUpstream, startUpstream, type Upstream } from '../../support/upstream.ts'

/** Adgraph over an upstream whose pages are empty or endless, which no plan can know. */
async function graphOver(upstream: Upstream, settings: Record<string, string> = {}): Promise<Graph> {
  closedAfterTest(upstream)
  return closedAfterTest(await openGraph(upstream.url, { settings, checksPlan: false }))
}

const rowsOf = (prefix: string, count: number, columns: (index: number) => object = () => ({})) =>
  Array.from({ length: count }, (_, index) => ({ id: `${prefix}${index}`, ...columns(index) }))

/** Nine campaigns, each with a line item. Media creatives of a campaign are read by a call for each. */
const tables = {
  campaigns: rowsOf('c', 9),
  line_items: rowsOf('l', 9, (index) => ({ campaign_id: `c${index}` })),
  media_creatives: [],
}

const spent = (limit: 'calls' | 'rows', allowed: number, used = allowed) => ({
  code: 'BUDGET_SPENT',
  limit,
  allowed,
  used,
})

describe('the calls of one operation', () => {
  const document = graphql(`query CallsOfManyLists {
    account(id: "a") { campaigns { nodes { restId mediaCreatives { nodes { id } } } } }
  }`)

  it('are counted while it runs: an operation that could need more than allowed, but does not, succeeds', async () => {
    const upstream = await startListUpstream(tables)
    const graph = await graphOver(upstream, { MAX_CALLS: '10' })
    const { errors, calls } = await graph.query(document)
    expect(errors).toBeUndefined()
    expect(calls).toHaveLength(10)
  })

  it('end with the budget: rows that arrived stay, and each list that was not read is null with an error', async () => {
    const upstream = await startListUpstream(tables)
    const graph = await graphOver(upstream, { MAX_CALLS: '7' })
    const { status, data, errors } = await graph.query(document)
    expect(status).toBe(200)
    expect(upstream.requests).toHaveLength(7)
    const { nodes } = data!.account!.campaigns!
    expect(nodes.map(({ restId }) => restId)).toEqual(tables.campaigns.map(({ id }) => id))
    expect(nodes.map(({ mediaCreatives }) => mediaCreatives)).toEqual([
      ...Array.from({ length: 6 }, () => ({ nodes: [] })),
      null,
      null,
      null,
    ])
    expect(errors?.map(({ path, extensions }) => ({ path, extensions }))).toEqual(
      [6, 7, 8].map((index) => ({
        path: ['account', 'campaigns', 'nodes', index, 'mediaCreatives'],
        extensions: spent('calls', 7),
      })),
    )
  })

  it('are the budget of the writes too: one that was not sent says so', async () => {
    const upstream = await startUpstream(() => ({ body: { data: { id: 'c1' } } }))
    const graph = await graphOver(upstream, { MAX_CALLS: '3' })
    const update =
      'updateCampaign(input: { campaignId: "Campaign:a:c1", spreadBudgetEvenly: true }) { userErrors { code } }'
    const { data, errors } = await graph.query(
      `mutation { ${[1, 2, 3, 4, 5].map((nth) => `m${nth}: ${update}`).join(' ')} }`,
    )
    const done = { userErrors: [] }
    expect(data).toEqual({ m1: done, m2: done, m3: done, m4: null, m5: null })
    expect(errors).toMatchObject(
      ['m4', 'm5'].map((path) => ({
        message:
          'The operation has used 3 of its 3 allowed calls; PUT accounts/:account_id/campaigns/:campaign_id was not ' +
          'sent. Request fewer mutations in one operation',
        path: [path],
        extensions: spent('calls', 3),
      })),
    )
    expect(upstream.requests).toHaveLength(3)
  })

  it('are the budget of the reads before a write too: nothing is sent after them', async () => {
    const campaign = { id: 'c1', daily_budget_amount_local_micro: 1_000_000 }
    const upstream = await startUpstream(() => ({ body: { data: campaign } }))
    const graph = await graphOver(upstream, { MAX_CALLS: '2' })
    const update = 'updateCampaign(input: { campaignId: "Campaign:a:c1", name: "x" }) { userErrors { code } }'
    const { data, errors } = await graph.query(`mutation { m1: ${update} m2: ${update} }`)
    expect(data).toEqual({ m1: { userErrors: [] }, m2: null })
    expect(errors).toMatchObject([
      { message: expect.stringContaining('nothing more was sent for this') as string, path: ['m2'] },
    ])
    expect(upstream.requests.map(({ method }) => method)).toEqual(['GET', 'PUT'])
  })

  it('are the budget of each operation by itself', async () => {
    const upstream = await startListUpstream(tables)
    const graph = await graphOver(upstream, { MAX_CALLS: '10' })
    const answers = await Promise.all([graph.query(document), graph.query(document), graph.query(document)])
    expect(answers.map(({ errors }) => errors)).toEqual([undefined, undefined, undefined])
  })

  it('leave out attempts: a call that is repeated is counted once', async () => {
    const upstream = await startUpstream((_request, nth) =>
      nth === 1 ? { status: 503 } : { body: { data: [], next_cursor: null } },
    )
    const graph = await graphOver(upstream, { MAX_CALLS: '1' })
    const { errors, calls } = await graph.query('{ account(id: "a") { campaigns { nodes { id } } } }')
    expect(errors).toBeUndefined()
    expect(calls.map(({ attempt }) => attempt)).toEqual([1, 2])
  })

  it('do not include reads that are answered from memory', async () => {
    const graph = closedAfterTest(await openSandboxGraph({ graph: { settings: { MAX_CALLS: '1' } } }))
    const lists = '{ iabCategories { nodes { name } } accounts { nodes { id } } }'
    const first = await graph.query(lists)
    expect(first.errors?.map(({ extensions }) => extensions)).toEqual([spent('calls', 1)])
    const second = await graph.query(lists)
    expect(second.errors).toBeUndefined()
    expect(callCounts([...first.calls, ...second.calls])).toEqual({ 'GET iab_categories': 1, 'GET accounts': 1 })
  })

  it('are refused in advance if the operation certainly needs more', async () => {
    const upstream = await startListUpstream(tables)
    const graph = await graphOver(upstream, { MAX_CALLS: '2' })
    const nodes = 'query ($ids: [ID!]!) { nodes(ids: $ids) { id } }'
    const ids = (count: number, account = 'a') =>
      Array.from({ length: count }, (_, index) => `Campaign:${account}:${index}`)
    const { data, errors } = await graph.query(nodes, { ids: ids(401) })
    expect(data).toBeUndefined()
    expect(errors?.map(({ extensions }) => extensions)).toEqual([
      { code: 'QUERY_TOO_COMPLEX', limit: 'calls', planned: 3, allowed: 2 },
    ])
    expect(upstream.requests).toHaveLength(0)
    expect((await graph.query(nodes, { ids: ids(400) })).errors).toBeUndefined()
    expect((await graph.query(nodes, { ids: [...ids(250), ...ids(250)] })).errors).toBeUndefined()
    expect((await graph.query(nodes, { ids: [...ids(1, 'a'), ...ids(1, 'b'), ...ids(1, 'c')] })).errors).toMatchObject([
      { extensions: { code: 'QUERY_TOO_COMPLEX', planned: 3 } },
    ])
  })
})

describe('the rows of one operation', () => {
  const document = graphql(`query RowsOfTwoLevels($first: Int) {
    account(id: "a") { campaigns { nodes { restId lineItems(first: $first) { nodes { restId } } } } }
  }`)

  it('end with the budget, and the page that reaches it is kept whole', async () => {
    const upstream = await startListUpstream(tables)
    const graph = await graphOver(upstream, { MAX_ROWS: '8' })
    const { data, errors } = await graph.query(document, {})
    expect(upstream.requests.map(({ path }) => path)).toEqual(['/12/accounts/a/campaigns'])
    expect(data!.account!.campaigns!.nodes.map(({ lineItems }) => lineItems)).toEqual(
      Array.from({ length: 9 }, () => null),
    )
    expect(errors?.map(({ extensions }) => extensions)).toEqual(Array.from({ length: 9 }, () => spent('rows', 8, 9)))
  })

  it('can be as many as allowed', async () => {
    const upstream = await startListUpstream(tables)
    const graph = await graphOver(upstream, { MAX_ROWS: '18' })
    expect((await graph.query(document, {})).errors).toBeUndefined()
    expect((await graph.query(document, { first: 1 })).errors).toBeUndefined()
  })

  it('do not include what writes return', async () => {
    const upstream = await startUpstream(() => ({ body: { data: { id: 'c1' } } }))
    const graph = await graphOver(upstream, { MAX_ROWS: '1' })
    const update =
      'updateCampaign(input: { campaignId: "Campaign:a:c1", spreadBudgetEvenly: true }) { userErrors { code } }'
    const { data, errors } = await graph.query(`mutation { m1: ${update} m2: ${update} m3: ${update} }`)
    expect([errors, data]).toEqual([
      undefined,
      { m1: { userErrors: [] }, m2: { userErrors: [] }, m3: { userErrors: [] } },
    ])
  })

  it('exceed the limit by at most one page, even if pages are read in parallel', async () => {
    const upstream = await startUpstream(async () => {
      await new Promise((resolve) => setTimeout(resolve, 20))
      return { body: { data: rowsOf('m', 10), next_cursor: null } }
    })
    const graph = await graphOver(upstream, { MAX_ROWS: '15' })
    const { data, errors } = await graph.query(
      graphql(`query ListsSideBySide { account(id: "a") {
        campaigns { nodes { id } } fundingInstruments { nodes { id } } pollCards { nodes { id } }
        lineItems { nodes { id } } mediaCreatives { nodes { id } }
      } }`),
    )
    expect(Object.values(data!.account!).filter((list) => list !== null)).toHaveLength(2)
    expect(errors?.map(({ extensions }) => extensions)).toEqual(Array.from({ length: 3 }, () => spent('rows', 15, 20)))
  })
})

describe('empty pages that lead on', () => {
  const emptyPages = () => startUpstream((_request, nth) => ({ body: { data: [], next_cursor: `page${nth}` } }))
  const gaveUp = {
    message: 'The service sent more than 10 pages in a row without a new row, each with a cursor to the next',
    extensions: { code: 'UPSTREAM_UNAVAILABLE' },
  }

  it.each([
    ['a list', '{ account(id: "a") { list: campaigns { nodes { id } } } }'],
    ['children', '{ campaign(id: "Campaign:a:c") { id list: lineItems { nodes { id } } } }'],
    ['look-ups by id', '{ list: node(id: "Campaign:a:c") { id } }'],
  ])('end %s after ten of them', async (_what, document) => {
    const upstream = await emptyPages()
    const graph = await graphOver(upstream)
    const { errors } = await graph.query(document)
    expect(errors).toMatchObject([gaveUp])
    expect(upstream.requests).toHaveLength(11)
  })

  it('are followed if rows come after a few of them', async () => {
    const upstream = await startUpstream(({ query }) => {
      const page = Number(query['cursor'] ?? 0)
      return { body: { data: page === 10 ? [{ id: 'c' }] : [], next_cursor: page < 10 ? String(page + 1) : null } }
    })
    const graph = await graphOver(upstream)
    const { data, errors } = await graph.query('{ account(id: "a") { campaigns { nodes { restId } } } }')
    expect(errors).toBeUndefined()
    expect(data).toEqual({ account: { campaigns: { nodes: [{ restId: 'c' }] } } })
  })

  it('do not fail the children of other parents', async () => {
    const upstream = await startUpstream(({ path, query }) => {
      if (path.endsWith('/campaigns')) return { body: { data: rowsOf('c', 201), next_cursor: null } }
      const parents = query['campaign_ids']!.split(',')
      if (!parents.includes('c200')) return { body: { data: [{ id: 'l', campaign_id: 'c0' }], next_cursor: null } }
      return { body: { data: [], next_cursor: `${query['cursor'] ?? ''}x` } }
    })
    const graph = await graphOver(upstream)
    const { data, errors } = await graph.query(
      graphql(`query ChildrenOfMany {
        account(id: "a") { campaigns(first: 201) { nodes { lineItems(first: 1) { nodes { restId } } } } }
      }`),
    )
    expect(errors).toMatchObject([{ ...gaveUp, path: ['account', 'campaigns', 'nodes', 200, 'lineItems'] }])
    expect(data!.account!.campaigns!.nodes[0]).toEqual({ lineItems: { nodes: [{ restId: 'l' }] } })
  })
})

describe('a tree without any `first`', () => {
  const TREE = `name campaigns { nodes { name
    lineItems { nodes { name
      promotedPosts { nodes { postId } }
      targetingCriteria { nodes { name } }
    } }
  } }`

  it('runs within the default limits, for one account and for all of them', async () => {
    const graph = closedAfterTest(
      await openSandboxGraph({ graph: { operationTimeoutMs: 60_000, attemptTimeoutMs: 60_000 } }),
    )
    const all = await graph.query<{ accounts: { nodes: { restId: string }[] } }>(
      `{ accounts { nodes { restId ${TREE} } } }`,
    )
    expect(all.errors).toBeUndefined()
    expect(callCounts(all.calls)).toEqual({
      'GET accounts': 1,
      'GET accounts/:account_id/campaigns': 6,
      'GET accounts/:account_id/line_items': 25,
      'GET accounts/:account_id/promoted_posts': 106,
      'GET accounts/:account_id/targeting_criteria': 106,
    })
    const one = await graph.query(`query ($id: ID!) { account(id: $id) { ${TREE} } }`, {
      id: all.data.accounts.nodes[0]!.restId,
    })
    expect(one.errors).toBeUndefined()
    expect(callCounts(one.calls)).toEqual({
      'GET accounts/:account_id': 1,
      'GET accounts/:account_id/campaigns': 1,
      'GET accounts/:account_id/line_items': 1,
      'GET accounts/:account_id/promoted_posts': 1,
      'GET accounts/:account_id/targeting_criteria': 1,
    })
  })
})
