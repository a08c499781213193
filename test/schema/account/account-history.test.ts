import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { campaigns } from '../../../src/sandbox/campaign/campaign.ts'
import { DEMO_ACCOUNT_ID, YEN_ACCOUNT_ID } from '../../../src/sandbox/index.ts'
import { callCounts, openGraph, openSandboxGraph, type Graph } from '../../support/graph.ts'
import { startUpstream, type Upstream } from '../../support/upstream.ts'

const EVER = 'startTime: "2020-01-01T00:00:00Z", endTime: "2026-06-02T00:00:00Z"'

let graph: Awaited<ReturnType<typeof openSandboxGraph>>
beforeAll(async () => {
  graph = await openSandboxGraph()
})
afterAll(() => graph.close())
afterEach(() => graph.sandbox.clearRequests())

/** A campaign of the demo account that was changed after its creation. */
const changed = () =>
  graph.sandbox.store
    .table(campaigns)
    .rows(DEMO_ACCOUNT_ID)
    .find((row) => !row.deleted && row.updated_at !== row.created_at)!

interface History {
  account: { history: { nodes: object[]; edges: { cursor: string }[]; pageInfo: { hasNextPage: boolean } } }
}

describe('the history of an entity', () => {
  it('has all fields that the service sends, and sends the filters by their wire names', async () => {
    const { id, created_at, updated_at, name } = changed()
    const { data, errors } = await graph.query<History>(
      `query ($entity: ID!) { account(id: "${DEMO_ACCOUNT_ID}") {
        history(entityType: CAMPAIGN, entityId: $entity, ${EVER}) {
          nodes { entity entityId changeType changeTime changeBy { userId platform } changes entityData raw }
        } } }`,
      { entity: `Campaign:${DEMO_ACCOUNT_ID}:${id}` },
    )

    expect(errors).toBeUndefined()
    expect(data.account.history.nodes).toMatchObject([
      {
        entity: 'CAMPAIGN',
        entityId: id,
        changeType: 'UPDATE',
        changeTime: updated_at,
        changeBy: { userId: expect.stringMatching(/^\d{10}$/) as string, platform: 'ADS_INTERFACE' },
        changes: { updated_at: { old: created_at, new: updated_at } },
        entityData: { name },
        raw: { change_time: updated_at },
      },
      { changeType: 'CREATE', changeTime: created_at },
    ])
    expect(graph.sandbox.requests.map(({ path, query }) => [path, Object.fromEntries(query)])).toEqual([
      [
        `/12/accounts/${DEMO_ACCOUNT_ID}/account_history`,
        {
          entity_type: 'CAMPAIGN',
          entity_id: id,
          start_time: '2020-01-01T00:00:00Z',
          end_time: '2026-06-02T00:00:00Z',
          count: '200',
        },
      ],
    ])
  })

  it('resumes after any of its changes, which have no IDs', async () => {
    const { id } = changed()
    const page = (args: string) =>
      graph.query<History>(
        `{ account(id: "${DEMO_ACCOUNT_ID}") { history(entityType: CAMPAIGN, entityId: "${id}", ${EVER}, ${args}) {
          edges { cursor } nodes { changeType } pageInfo { hasNextPage } } } }`,
      )
    const first = (await page('first: 1')).data.account.history
    expect([first.nodes, first.pageInfo]).toEqual([[{ changeType: 'UPDATE' }], { hasNextPage: true }])
    const second = (await page(`first: 1, after: "${first.edges[0]!.cursor}"`)).data.account.history
    expect([second.nodes, second.pageInfo]).toEqual([[{ changeType: 'CREATE' }], { hasNextPage: false }])
  })

  it('is a field of campaigns, line items, promoted posts, criteria and promoted accounts', async () => {
    const { errors } = await graph.query(
      `{ account(id: "${DEMO_ACCOUNT_ID}") {
        campaigns(first: 1) { nodes { history(${EVER}) { nodes { entity } } } }
        lineItems(first: 1) { nodes {
          history(${EVER}) { nodes { entity } }
          promotedPosts(first: 1) { nodes { history(${EVER}) { nodes { entity } } } }
          targetingCriteria(first: 1) { nodes { history(${EVER}) { nodes { entity } } } }
        } }
        promotedAccounts(first: 1) { nodes { history(${EVER}, userId: "9007199254740993") { nodes { entity } } } }
      } }`,
    )

    expect(errors).toBeUndefined()
    const asked = graph.sandbox.requests.filter(({ path }) => path.endsWith('/account_history'))
    expect(
      asked.map(({ query }) => new Map(query).get('entity_type')).toSorted((a, b) => a!.localeCompare(b!)),
    ).toEqual(['CAMPAIGN', 'LINE_ITEM', 'PROMOTED_ACCOUNT', 'PROMOTED_POST', 'TARGETING_CRITERIA'])
    expect(asked.flatMap(({ query }) => query.filter(([name]) => name === 'user_id'))).toEqual([
      ['user_id', '9007199254740993'],
    ])
  })

  it('is empty for an entity that does not exist', async () => {
    const { data, errors } = await graph.query(
      `{ account(id: "${DEMO_ACCOUNT_ID}") { history(entityType: LINE_ITEM, entityId: "nobody", ${EVER}) { nodes { entity } } } }`,
    )
    expect(errors).toBeUndefined()
    expect(data).toEqual({ account: { history: { nodes: [] } } })
  })

  it('refuses times that are not whole hours (R-ACC-5), and sends nothing', async () => {
    for (const [args, field] of [
      ['startTime: "2026-01-01T08:30:00Z", endTime: "2026-01-02T00:00:00Z"', 'startTime'],
      ['startTime: "2026-01-01T08:00:00Z", endTime: "2026-01-02T00:00:01Z"', 'endTime'],
      ['startTime: "2026-01-01T08:00:00+05:30", endTime: "2026-01-02T00:00:00Z"', 'startTime'],
    ] as const) {
      const { errors } = await graph.query(
        `{ account(id: "${DEMO_ACCOUNT_ID}") { history(entityType: CAMPAIGN, entityId: "abc", ${args}) { nodes { entity } } } }`,
      )
      expect(errors?.map(({ extensions }) => extensions)).toEqual([{ code: 'BAD_USER_INPUT', field, rule: 'R-ACC-5' }])
    }
    expect(graph.sandbox.requests).toEqual([])
  })

  it('refuses an entity of a type other than `entityType` (R-ACC-5)', async () => {
    const { errors } = await graph.query(
      `{ account(id: "${DEMO_ACCOUNT_ID}") { history(entityType: CAMPAIGN, entityId: "LineItem:${DEMO_ACCOUNT_ID}:abc", ${EVER}) { nodes { entity } } } }`,
    )
    expect(errors?.map(({ extensions }) => extensions)).toEqual([{ code: 'BAD_USER_INPUT', field: 'entityId' }])
    expect(graph.sandbox.requests).toEqual([])
  })

  it('reports the refusal for an account without the feature (R-ACC-6)', async () => {
    const { errors } = await graph.query(
      `{ account(id: "${YEN_ACCOUNT_ID}") { history(entityType: CAMPAIGN, entityId: "abc", ${EVER}) { nodes { entity } } } }`,
    )
    expect(errors?.map(({ extensions }) => extensions)).toMatchObject([
      { code: 'UPSTREAM_ERROR', upstream: { status: 400, errors: [{ code: 'FEATURE_NOT_AVAILABLE' }] } },
    ])
  })
})

describe('histories of many entities', () => {
  let upstream: Upstream
  let counted: Graph
  let atOnce = 0
  let mostAtOnce = 0
  beforeAll(async () => {
    upstream = await startUpstream(async ({ path, query }) => {
      if (path.endsWith('/campaigns')) {
        const data = Array.from({ length: Number(query['count']) }, (_, index) => ({ id: `c${index}` }))
        return { body: { data, next_cursor: null } }
      }
      atOnce += 1
      mostAtOnce = Math.max(mostAtOnce, atOnce)
      await new Promise((resolve) => setTimeout(resolve, 2))
      atOnce -= 1
      return { body: { data: [{ entity_id: query['entity_id'] }], next_cursor: null } }
    })
    counted = await openGraph(upstream.url)
  })
  afterAll(async () => {
    await counted.close()
    await upstream.close()
  })

  it.each([1, 50, 201])('of %i campaigns take one call each, at most 16 at a time', async (parents) => {
    const { data, errors, calls } = await counted.query<{
      account: { campaigns: { nodes: { restId: string; history: { nodes: { entityId: string }[] } }[] } }
    }>(
      `{ account(id: "a1") { campaigns(first: ${parents}) { nodes { restId
        history(${EVER}) { nodes { entityId } } again: history(${EVER}) { nodes { entityId } } } } } }`,
    )

    expect(errors).toBeUndefined()
    for (const { restId, history } of data.account.campaigns.nodes)
      expect(history.nodes).toEqual([{ entityId: restId }])
    expect(callCounts(calls)).toEqual({
      'GET accounts/:account_id/campaigns': 1,
      'GET accounts/:account_id/account_history': parents,
    })
    expect(mostAtOnce).toBeLessThanOrEqual(16)
  })
})
