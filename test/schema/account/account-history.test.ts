import { describe, expect, it } from 'vitest'
import { campaigns } from '../../../sandbox/campaign/campaign.ts'
import { DEMO_ACCOUNT_ID, YEN_ACCOUNT_ID } from '../../../sandbox/index.ts'
import { callCounts, openGraph, useGraphOver, useSandboxGraph } from '../../support/graph.ts'
import { graphql } from '../../support/graphql/index.ts'
import { closedAfterTest } from '../../support/open.ts'
import { startUpstream } from '../../support/upstream.ts'

const EVER = { start: '2020-01-01T00:00:00Z', end: '2026-06-02T00:00:00Z' }
const EVER_ARGS = `startTime: "${EVER.start}", endTime: "${EVER.end}"`

const graph = useSandboxGraph()

/** A campaign of the demo account that was changed after its creation. */
const changed = () =>
  graph.sandbox.store
    .table(campaigns)
    .rows(DEMO_ACCOUNT_ID)
    .find((row) => !row.deleted && row.updated_at !== row.created_at)!

const HISTORY = graphql(`query CampaignHistory($account: ID!, $entity: ID!, $start: DateTime!, $end: DateTime!) {
  account(id: $account) {
    history(entityType: CAMPAIGN, entityId: $entity, startTime: $start, endTime: $end) {
      nodes { entity entityId changeType changeTime changeBy { userId platform } changes { field from to } entityData raw }
    }
  }
}`)
const PAGE =
  graphql(`query HistoryPage($account: ID!, $entity: ID!, $start: DateTime!, $end: DateTime!, $after: String) {
  account(id: $account) {
    history(entityType: CAMPAIGN, entityId: $entity, startTime: $start, endTime: $end, first: 1, after: $after) {
      edges { cursor } nodes { changeType } pageInfo { hasNextPage }
    }
  }
}`)
const HISTORIES = graphql(`query Histories($account: ID!, $first: Int, $start: DateTime!, $end: DateTime!) {
  account(id: $account) { campaigns(first: $first) { nodes {
    restId
    history(startTime: $start, endTime: $end) { nodes { entityId } }
    again: history(startTime: $start, endTime: $end) { nodes { entityId } }
  } } }
}`)

describe('the history of an entity', () => {
  it('has all fields that the service sends, and sends the filters by their wire names', async () => {
    const { id, created_at, updated_at, name } = changed()
    const { data, errors } = await graph.query(HISTORY, {
      account: DEMO_ACCOUNT_ID,
      entity: `Campaign:${DEMO_ACCOUNT_ID}:${id}`,
      ...EVER,
    })

    expect(errors).toBeUndefined()
    expect(data!.account!.history!.nodes).toMatchObject([
      {
        entity: 'CAMPAIGN',
        entityId: id,
        changeType: 'UPDATE',
        changeTime: updated_at,
        changeBy: { userId: expect.stringMatching(/^\d{10}$/) as string, platform: 'ADS_INTERFACE' },
        changes: [{ field: 'updated_at', from: created_at, to: updated_at }],
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
    const page = async (after?: string) => {
      const { data } = await graph.query(PAGE, { account: DEMO_ACCOUNT_ID, entity: id, ...EVER, after })
      return data!.account!.history!
    }
    const first = await page()
    expect([first.nodes, first.pageInfo]).toEqual([[{ changeType: 'UPDATE' }], { hasNextPage: true }])
    const second = await page(first.edges[0]!.cursor)
    expect([second.nodes, second.pageInfo]).toEqual([[{ changeType: 'CREATE' }], { hasNextPage: false }])
  })

  it('is a field of campaigns, line items, promoted posts, criteria and promoted accounts', async () => {
    const { errors } = await graph.query(
      `{ account(id: "${DEMO_ACCOUNT_ID}") {
        campaigns(first: 1) { nodes { history(${EVER_ARGS}) { nodes { entity } } } }
        lineItems(first: 1) { nodes {
          history(${EVER_ARGS}) { nodes { entity } }
          promotedPosts(first: 1) { nodes { history(${EVER_ARGS}) { nodes { entity } } } }
          targetingCriteria(first: 1) { nodes { history(${EVER_ARGS}) { nodes { entity } } } }
        } }
        promotedAccounts(first: 1) { nodes { history(${EVER_ARGS}, userId: "9007199254740993") { nodes { entity } } } }
      } }`,
    )

    expect(errors).toBeUndefined()
    const asked = graph.sandbox.requests.filter(({ path }) => path.endsWith('/account_history'))
    expect(asked.map(({ query }) => new Map(query).get('entity_type'))).toEqualInSteps([
      'CAMPAIGN',
      'LINE_ITEM',
      'PROMOTED_ACCOUNT',
      'PROMOTED_POST',
      'TARGETING_CRITERIA',
    ])
    expect(asked.flatMap(({ query }) => query.filter(([name]) => name === 'user_id'))).toEqual([
      ['user_id', '9007199254740993'],
    ])
  })

  it('is empty for an entity that does not exist', async () => {
    const { data, errors } = await graph.query(
      `{ account(id: "${DEMO_ACCOUNT_ID}") { history(entityType: LINE_ITEM, entityId: "nobody", ${EVER_ARGS}) { nodes { entity } } } }`,
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
      `{ account(id: "${DEMO_ACCOUNT_ID}") { history(entityType: CAMPAIGN, entityId: "LineItem:${DEMO_ACCOUNT_ID}:abc", ${EVER_ARGS}) { nodes { entity } } } }`,
    )
    expect(errors?.map(({ extensions }) => extensions)).toEqual([{ code: 'BAD_USER_INPUT', field: 'entityId' }])
    expect(graph.sandbox.requests).toEqual([])
  })

  it('reports the refusal for an account without the feature (R-ACC-6)', async () => {
    const { errors } = await graph.query(
      `{ account(id: "${YEN_ACCOUNT_ID}") { history(entityType: CAMPAIGN, entityId: "abc", ${EVER_ARGS}) { nodes { entity } } } }`,
    )
    expect(errors?.map(({ extensions }) => extensions)).toMatchObject([
      { code: 'UPSTREAM_ERROR', upstream: { status: 400, errors: [{ code: 'FEATURE_NOT_AVAILABLE' }] } },
    ])
  })
})

/** Histories of one operation that are read side by side. */
const AT_ONCE = 16

describe('histories of many entities', () => {
  /** The histories that are asked for and not answered yet, and how many there were at the most. */
  let held: (() => void)[] = []
  let mostHeld = 0
  /** The histories that are not asked for yet. */
  let left = 0
  const { graph: counted } = useGraphOver(async ({ path, query }) => {
    if (path.endsWith('/campaigns')) {
      left = Number(query['count'])
      const data = Array.from({ length: left }, (_, index) => ({ id: `c${index}` }))
      return { body: { data, next_cursor: null } }
    }
    left -= 1
    // Answers are held until as many calls are open as may be, or the last of them is.
    await new Promise<void>((resolve) => {
      held.push(resolve)
      mostHeld = Math.max(mostHeld, held.length)
      if (held.length < AT_ONCE && left > 0) return
      for (const answer of held) answer()
      held = []
    })
    return { body: { data: [{ entity_id: query['entity_id'] }], next_cursor: null } }
  })

  it.each([1, 50, 201])('of %i campaigns are read side by side, 16 calls at a time, as planned', async (parents) => {
    mostHeld = 0
    const { data, errors, calls, plan } = await counted.query(HISTORIES, { account: 'a1', first: parents, ...EVER })

    expect(errors).toBeUndefined()
    for (const { restId, history } of data!.account!.campaigns!.nodes)
      expect(history!.nodes).toEqual([{ entityId: restId }])
    expect(callCounts(calls)).toEqual({
      'GET accounts/:account_id/campaigns': 1,
      'GET accounts/:account_id/account_history': parents,
    })
    expect(mostHeld).toBe(Math.min(parents, AT_ONCE))
    const ofHistory = (field: string) => ({ field, keysPerCall: 1, calls: { min: 0, max: parents } })
    expect(plan).toMatchObject({
      // The list under another name takes no calls of its own, which the plan does not foresee.
      calls: { min: 1, max: 1 + 2 * parents },
      steps: [
        { field: 'account.campaigns', calls: { min: 1, max: 1 } },
        ofHistory('account.campaigns.history'),
        ofHistory('account.campaigns.again'),
      ],
    })
  })
})

describe('the cursor of a change', () => {
  const change = (second: number, change_type: string) => ({
    entity: 'CAMPAIGN',
    entity_id: 'c1',
    change_type,
    change_time: `2026-01-01T00:00:0${second}Z`,
  })
  const EARLIER = [change(4, 'four'), change(2, 'a'), change(2, 'b'), change(2, 'c'), change(1, 'one')]
  /** Each change of that list, and those that follow it. */
  const FOLLOWING = EARLIER.map(({ change_type }, index) => ({
    change_type,
    following: EARLIER.slice(index + 1).map((each) => each.change_type),
  }))

  /** A history with these changes, in pages of the service as long as it is asked for. */
  async function open(changes: object[]) {
    const service = { changes }
    const upstream = await startUpstream(({ query }) => {
      const start = Number(query['cursor'] ?? 0)
      const end = start + Number(query['count'])
      return {
        body: {
          data: service.changes.slice(start, end),
          next_cursor: end < service.changes.length ? String(end) : null,
        },
      }
    })
    closedAfterTest(upstream)
    const graph = closedAfterTest(await openGraph(upstream.url))
    const read = async (first: number, after?: string) => {
      const { data, errors } = await graph.query(CHANGES, { account: 'a1', ...EVER, first, after })
      expect(errors).toBeUndefined()
      return data!.account!.history!.edges
    }
    return { service, read }
  }

  const CHANGES = graphql(
    `query Changes($account: ID!, $start: DateTime!, $end: DateTime!, $first: Int, $after: String) {
      account(id: $account) {
        history(entityType: CAMPAIGN, entityId: "c1", startTime: $start, endTime: $end, first: $first, after: $after) {
          edges { cursor node { changeType } }
        }
      }
    }`,
  )

  it.each<[string, (changes: object[]) => object[], (following: string[]) => string[]]>([
    ['nothing has changed', (changes) => changes, (following) => following],
    ['a change was added in front', (changes) => [change(5, 'five'), ...changes], (following) => following],
    [
      'three changes of its second were added in front',
      (changes) => [change(2, 'x'), change(2, 'y'), change(2, 'z'), ...changes],
      (following) => following,
    ],
    [
      'the first change of its second is gone',
      (changes) => changes.filter((each) => each !== EARLIER[1]),
      (following) => following.filter((type) => type !== 'a'),
    ],
    [
      'two changes of its second are gone',
      (changes) => changes.filter((each) => each !== EARLIER[1] && each !== EARLIER[2]),
      (following) => following.filter((type) => type !== 'a' && type !== 'b'),
    ],
  ])('is followed by the same changes if others are of the same second: %s', async (_, now, left) => {
    const { service, read } = await open(EARLIER)
    const edges = await read(10)
    service.changes = now(EARLIER)

    for (const [index, { change_type, following }] of FOLLOWING.entries())
      for (const first of [1, 10]) {
        const rest = await read(first, edges[index]!.cursor)
        const types = rest.map(({ node }) => node.changeType)
        expect([change_type, first, types]).toEqual([change_type, first, left(following).slice(0, first)])
      }
  })

  it('that an earlier version issued is understood', async () => {
    const { service, read } = await open(EARLIER)
    const edges = await read(10)
    const cursors = edges.map(({ cursor }) => {
      const [list, count, page, index, row, after, before] = JSON.parse(
        Buffer.from(cursor, 'base64url').toString(),
      ) as [string, null, null, number, string, string[], string[]]
      const keys = (identities: string[]) =>
        identities.map((identity) => identity.slice(0, '2026-01-01T00:00:00Z'.length))
      const parts = [list, count, page, index, keys([row])[0], keys(after), keys(before)]
      return Buffer.from(JSON.stringify(parts)).toString('base64url')
    })
    const typesAfter = async (index: number) => (await read(10, cursors[index])).map(({ node }) => node.changeType)

    for (const [index, { following }] of FOLLOWING.entries()) expect(await typesAfter(index)).toEqual(following)
    service.changes = [change(5, 'five'), ...EARLIER]
    expect(await typesAfter(0)).toEqual(FOLLOWING[0]!.following)
  })
})
