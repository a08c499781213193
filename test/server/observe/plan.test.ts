import { describe, expect, it } from 'vitest'
import type { PlanReport } from '../../../src/schema/plan/expectation.ts'
import { useGraphOver } from '../../support/graph.ts'

/** When the rate limits of the service reset, in seconds since the epoch. */
const RESET_AT = Math.floor(Date.now() / 1000) + 600
const resetAt = new Date(RESET_AT * 1000).toISOString()

const { upstream, graph } = useGraphOver(
  ({ path }) => ({
    headers: {
      'x-account-rate-limit-limit': '100',
      'x-account-rate-limit-remaining': path.includes('/b/') ? '7' : '42',
      'x-account-rate-limit-reset': String(RESET_AT),
    },
    body: { data: [{ id: 'c1', name: 'n', line_item_id: 'l1', campaign_id: 'c1' }], next_cursor: null, total_count: 1 },
  }),
  {
    traceAlways: false,
    settings: { MAX_CALLS: '3', MAX_ROWS: '5000', CORS_ORIGINS: 'https://tools.example' },
  },
)

interface Response {
  status: number
  body: {
    data?: unknown
    errors?: { extensions: { code: string } }[]
    extensions?: { plan?: PlanReport; upstream?: object }
  }
}

async function send(
  query: string,
  headers: Record<string, string> = {},
  variables: Record<string, unknown> = {},
): Promise<Response> {
  const response = await fetch(graph.url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify({ query, variables }),
  })
  return { status: response.status, body: (await response.json()) as Response['body'] }
}

const DRY_RUN = { 'x-upstream-plan': 'dry-run' }

const inAccount = (account: string) => `query ($first: Int) { account(id: "${account}") {
  campaigns(first: $first) { nodes { name lineItems(first: 2) { nodes { name } } } }
} }`

/** An operation that needs four calls at least. */
const FOUR_LISTS = `{ account(id: "a") {
  campaigns { nodes { name } } lineItems { nodes { name } } cards { nodes { id } } pollCards { nodes { id } }
} }`

describe('the plan', () => {
  it('is in the response exactly if it is requested', async () => {
    expect((await send(inAccount('a'))).body).not.toHaveProperty('extensions')
    expect((await send(inAccount('a'), { 'x-upstream-plan': '0' })).body).not.toHaveProperty('extensions')
    const { body } = await send(inAccount('a'), { 'x-upstream-plan': '1' }, { first: 9 })
    expect(body.data).toMatchObject({ account: { campaigns: { nodes: [{ name: 'n' }] } } })
    expect(body.extensions).toEqual({
      plan: {
        calls: { min: 1, expected: 2, max: 2 },
        rows: { expected: 2, max: 9 + 1000 },
        allowed: { calls: 3, rows: 5000 },
        steps: [
          {
            id: 0,
            field: 'account.campaigns',
            method: 'GET',
            endpoint: 'accounts/:account_id/campaigns',
            parents: { max: 1 },
            keysPerCall: 1,
            calls: { min: 1, expected: 1, max: 1 },
            rows: { expected: 1, max: 9 },
            after: [],
            rateLimit: { limit: 100, remaining: 42, resetAt },
          },
          {
            id: 1,
            field: 'account.campaigns.lineItems',
            method: 'GET',
            endpoint: 'accounts/:account_id/line_items',
            parents: { max: 9 },
            keysPerCall: 200,
            calls: { min: 0, expected: 1, max: 1 },
            rows: { expected: 1, max: 1000 },
            after: [0],
            rateLimit: { limit: 100, remaining: 42, resetAt },
          },
        ],
      },
    })
  })

  it('expects one call of equal reads, as they are made', async () => {
    const { body } = await send(
      `{ x: account(id: "a") { campaigns { nodes { name } } } y: account(id: "a") { campaigns { nodes { id } } } }`,
      { 'x-upstream-plan': '1', 'x-upstream-trace': '1' },
    )

    expect(body.extensions).toMatchObject({
      plan: { calls: { min: 1, expected: 1, max: 2 }, steps: [{ calls: { expected: 1 } }, { calls: { expected: 1 } }] },
      upstream: { requests: 1 },
    })
  })

  const SORTED = 'sortBy: [{ field: CREATED_AT, direction: DESC }]'

  it.each([
    ['sorted alike', `(${SORTED}) { nodes { name } }`, `(${SORTED}) { nodes { name } }`, 1],
    ['sorted differently', `(${SORTED}) { nodes { name } }`, '{ nodes { name } }', 2],
    ['one of them counted', '{ totalCount nodes { name } }', '{ nodes { name } }', 2],
  ])('expects as many calls of two reads as are made: %s', async (_, first, second, requests) => {
    const { body } = await send(
      `{ x: account(id: "a") { campaigns${first} } y: account(id: "a") { campaigns${second} } }`,
      { 'x-upstream-plan': '1', 'x-upstream-trace': '1' },
    )

    expect(body.errors).toBeUndefined()
    expect(body.extensions).toMatchObject({ plan: { calls: { expected: requests } }, upstream: { requests } })
  })

  it('is the only result of a dry run, which sends nothing', async () => {
    const sent = upstream.requests.length
    for (const accept of ['application/json', 'application/graphql-response+json']) {
      const { status, body } = await send(inAccount('a'), { ...DRY_RUN, accept })
      expect(status).toBe(200)
      expect(Object.keys(body).sort()).toEqual(['data', 'extensions'])
      expect(body).toMatchObject({ data: null, extensions: { plan: { calls: { min: 1, max: 42 } } } })
    }
    const write = 'mutation { deleteCampaign(input: { campaignId: "Campaign:a:c1" }) { deletedId } }'
    expect((await send(write, DRY_RUN)).body).toMatchObject({
      data: null,
      extensions: { plan: { calls: { min: 0, max: 1 }, steps: [{ field: 'deleteCampaign' }] } },
    })
    expect(upstream.requests).toHaveLength(sent)
  })

  it('is with the refusal of an operation that needs too much, and a dry run of it is not refused', async () => {
    const refused = await send(FOUR_LISTS, { 'x-upstream-plan': '1' })
    expect(refused.body).toMatchObject({
      errors: [{ extensions: { code: 'QUERY_TOO_COMPLEX', limit: 'calls', planned: 4, allowed: 3 } }],
      extensions: { plan: { calls: { min: 4, max: 4 }, allowed: { calls: 3, rows: 5000 } } },
    })
    expect(refused.body).not.toHaveProperty('data')
    expect((await send(FOUR_LISTS)).body).not.toHaveProperty('extensions')
    const dry = await send(FOUR_LISTS, { ...DRY_RUN, accept: 'application/graphql-response+json' })
    expect(dry).toMatchObject({ status: 200, body: { data: null, extensions: { plan: { calls: { min: 4 } } } } })
    expect(dry.body.errors).toBeUndefined()
  })

  it('leaves the errors of invalid documents and variables as they are', async () => {
    expect((await send('{ nothing }', DRY_RUN)).body.errors).toMatchObject([
      { extensions: { code: 'GRAPHQL_VALIDATION_FAILED' } },
    ])
    expect((await send(inAccount('a'), DRY_RUN, { first: 'x' })).body.errors).toMatchObject([
      { extensions: { code: 'BAD_USER_INPUT' } },
    ])
  })

  it.each(['DRY-RUN', 'dryrun', 'dry run', 'true', '', '1, dry-run'])(
    'is not requested by %j, which is refused before anything is sent',
    async (value) => {
      const sent = upstream.requests.length
      const write =
        'mutation { updateCampaign(input: { campaignId: "Campaign:a:c1", name: "n" }) { campaign { name } } }'
      for (const accept of ['application/json', 'application/graphql-response+json']) {
        const { status, body } = await send(write, { 'x-upstream-plan': value, accept })
        expect([status, body]).toEqual([
          400,
          {
            errors: [
              {
                message: 'The header x-upstream-plan must be 0, 1 or dry-run. Nothing was executed',
                extensions: { code: 'BAD_USER_INPUT' },
              },
            ],
          },
        ])
      }
      expect(upstream.requests).toHaveLength(sent)
    },
  )

  it('has the rate limit of the account in the operation, and null if none is known', async () => {
    await send(inAccount('b'))
    const limits = async (query: string) =>
      (await send(query, DRY_RUN)).body.extensions?.plan?.steps.map(({ rateLimit }) => rateLimit?.remaining ?? null)
    expect(await limits(inAccount('b'))).toEqual([7, 7])
    expect(await limits(inAccount('c'))).toEqual([null, null])
    expect(await limits('{ node(id: "Campaign:b:c1") { id } }')).toEqual([7])
    expect(await limits('{ nodes(ids: ["Campaign:a:c1", "Campaign:b:c1"]) { id } }')).toEqual([null])
  })

  it('depends on its own variables, whatever was planned for others before', async () => {
    const query = `query ($id: ID!, $first: Int = 7, $skip: Boolean!, $ids: [ID!]) { account(id: $id) {
      campaigns(first: $first, ids: $ids) { nodes { name lineItems(first: 2) @skip(if: $skip) { nodes { name } } } }
    } }`
    const all: Record<string, unknown>[] = [
      { id: 'a', skip: true },
      { id: 'a', skip: false },
      { id: 'a', skip: true, first: 3 },
      { id: 'a', skip: true, first: null },
      { id: 'Campaign:a:c', skip: true },
      { id: 'a', skip: true, ids: ['c'] },
      { id: 'a', skip: true, ids: ['c', 'd'] },
    ]
    const planned = async (variables: Record<string, unknown>, text = query) => {
      const { calls, rows, steps } = (await send(text, DRY_RUN, variables)).body.extensions!.plan!
      return { calls, rows, steps }
    }
    // A comment makes it another document, which has been planned for nothing else.
    const alone = await Promise.all(all.map((variables, nth) => planned(variables, `# ${nth}\n${query}`)))
    expect(new Set(alone.map((plan) => JSON.stringify(plan))).size).toBe(all.length)
    for (const variables of [all, all.toReversed()].flat())
      expect(await planned(variables)).toEqual(alone[all.indexOf(variables)])
  })

  it('can be requested by pages of allowed origins', async () => {
    const { status, headers } = await fetch(graph.url, {
      method: 'OPTIONS',
      headers: {
        origin: 'https://tools.example',
        'access-control-request-method': 'POST',
        'access-control-request-headers': 'content-type,x-upstream-plan,x-upstream-trace',
      },
    })
    expect(status).toBe(204)
    expect(headers.get('access-control-allow-headers')).toContain('x-upstream-plan')
    expect(headers.get('access-control-allow-headers')).toContain('x-upstream-trace')
  })
})
