import { beforeAll, describe, expect, it } from 'vitest'
import { campaigns } from '../../sandbox/campaign/campaign.ts'
import { DEMO_ACCOUNT_ID, SMALL_ACCOUNT_ID, type FaultRule } from '../../sandbox/index.ts'
import { readRow } from '../support/entity.ts'
import { openGraph, openSandboxGraph, useSandboxGraph } from '../support/graph.ts'
import type { CreateCampaignInput } from '../support/graphql/graphql.ts'
import { graphql } from '../support/graphql/index.ts'
import { SANDBOX_NOW, startSandbox } from '../support/sandbox.ts'
import { startUpstream } from '../support/upstream.ts'

const graph = useSandboxGraph({ graph: { operationTimeoutMs: 30_000, attemptTimeoutMs: 4_000 } })

const ACCOUNT = 'accounts/:account_id'
const CAMPAIGNS = 'accounts/:account_id/campaigns'
const USERS = 'accounts/:account_id/promotable_users'

/** Two lists and an account of one document. The list of campaigns meets a fault. */
const DOCUMENT = graphql(`query BesideFaults($demo: ID!, $small: ID!) {
  campaigns: account(id: $demo) { campaigns(first: 1) { nodes { id } } }
  users: account(id: $demo) { promotableUsers(first: 1) { nodes { __typename } } }
  account(id: $small) { name }
}`)
const ACCOUNTS = { demo: DEMO_ACCOUNT_ID, small: SMALL_ACCOUNT_ID }
const USER_PAGE = graphql(`query UserPage($account: ID!) {
  account(id: $account) { promotableUsers { pageInfo { hasNextPage } } }
}`)
const REFERENCES = graphql(`query CampaignsOfLineItems($account: ID!) {
  account(id: $account) { lineItems(first: 2) { nodes { campaign { name } } } }
}`)

const SURVIVORS = {
  users: { promotableUsers: { nodes: [{ __typename: 'PromotableUser' }] } },
  account: { name: 'Kōji & Rye Bakery ☕️' },
}

/** What the caller sees of the document, and the statuses of the calls to the list that meets the faults. */
async function underFaults(...faults: FaultRule['fault'][]) {
  for (const fault of faults) graph.sandbox.faults.add({ match: { path: CAMPAIGNS }, fault })
  const { data, errors, calls } = await graph.query(DOCUMENT, ACCOUNTS)
  const { campaigns, ...others } = data!
  return {
    campaigns,
    others,
    errors: errors?.map(({ path, extensions }) => ({ path, extensions })),
    statuses: calls.filter(({ path }) => path === CAMPAIGNS).map(({ status }) => status),
    otherCalls: calls.filter(({ path }) => path !== CAMPAIGNS).map(({ path, status }) => `${path} ${status}`),
  }
}

const once = (fault: FaultRule['fault'], times = 1) =>
  graph.sandbox.faults.add({ match: { path: CAMPAIGNS }, fault, times })

const transactionId = expect.any(String) as unknown

describe('a list that the service refuses or fails leaves the rest of the document whole', () => {
  const path = ['campaigns', 'campaigns']
  const refusals: [string, FaultRule['fault'], object, (number | null)[]][] = [
    [
      'a 400 with three errors',
      {
        kind: 'status',
        status: 400,
        body: {
          json: {
            errors: [
              { code: 'INVALID_PARAMETER', message: 'Expected Integer', parameter: 'count', details: 'no', value: '' },
              { code: 'INVALID', message: 'Wrong', attribute: 'objective' },
              { code: 'EXCLUSIVE_PARAMETERS', message: 'Not both', parameter: '' },
            ],
            request: { params: {} },
          },
        },
      },
      {
        code: 'UPSTREAM_ERROR',
        upstream: {
          status: 400,
          errors: [
            { code: 'INVALID_PARAMETER', message: 'Expected Integer', parameter: 'count', details: 'no', value: '' },
            { code: 'INVALID', message: 'Wrong', attribute: 'objective' },
            { code: 'EXCLUSIVE_PARAMETERS', message: 'Not both', parameter: '' },
          ],
          transactionId,
        },
      },
      [400],
    ],
    [
      'a 401 of the gateway',
      { kind: 'status', status: 401, body: { json: { errors: [{ code: 89, message: 'Invalid or expired token' }] } } },
      {
        code: 'UNAUTHENTICATED',
        upstream: { status: 401, errors: [{ code: 89, message: 'Invalid or expired token' }], transactionId },
      },
      [401],
    ],
    [
      'a 400 of the gateway about credentials',
      { kind: 'status', status: 400, body: { json: { errors: [{ code: 215, message: 'Bad Authentication data' }] } } },
      {
        code: 'UNAUTHENTICATED',
        upstream: { status: 400, errors: [{ code: 215, message: 'Bad Authentication data' }], transactionId },
      },
      [400],
    ],
    [
      'a 403',
      { kind: 'status', status: 403, body: { json: { errors: [{ code: 'UNAUTHORIZED_ACCESS', message: 'no' }] } } },
      {
        code: 'FORBIDDEN',
        upstream: { status: 403, errors: [{ code: 'UNAUTHORIZED_ACCESS', message: 'no' }], transactionId },
      },
      [403],
    ],
    [
      'an HTML 404',
      { kind: 'status', status: 404, body: { html: '<h1>Not Found</h1>' } },
      { code: 'NOT_FOUND', upstream: { status: 404, errors: [], transactionId } },
      [404],
    ],
    [
      'an empty 503',
      { kind: 'unavailable' },
      { code: 'UPSTREAM_UNAVAILABLE', upstream: { status: 503, errors: [], transactionId } },
      [503, 503, 503, 503],
    ],
    [
      'JSON that is cut short',
      { kind: 'malformedJson' },
      { code: 'UPSTREAM_UNAVAILABLE', upstream: { status: 200, errors: [], transactionId } },
      [200],
    ],
    [
      'a connection that always breaks',
      { kind: 'broken', when: 'body' },
      { code: 'UPSTREAM_UNAVAILABLE' },
      [null, null, null, null],
    ],
  ]

  it.each(refusals)('%s', async (_, fault, extensions, statuses) => {
    const seen = await underFaults(fault)

    expect(seen.campaigns).toEqual({ campaigns: null })
    expect(JSON.parse(JSON.stringify(seen.errors))).toEqual([{ path, extensions }])
    expect(seen.statuses).toEqual(statuses)
    expect(seen.others).toEqual(SURVIVORS)
    expect(new Set(seen.otherCalls)).toEqual(new Set([`${ACCOUNT} 200`, `${USERS} 200`]))
  })

  it('a rate limit that resets too late is reported with its reset, and nothing is sent until then', async () => {
    const other = await openSandboxGraph()
    const fault = { kind: 'rateLimited', scope: 'account', resetInMs: 600_000 } as const
    other.sandbox.faults.add({ match: { path: CAMPAIGNS }, fault, times: 1 })
    const [first, second] = [await other.query(DOCUMENT, ACCOUNTS), await other.query(DOCUMENT, ACCOUNTS)]
    await other.close()

    for (const { data, errors } of [first, second]) {
      expect(data).toEqual({ campaigns: { campaigns: null }, ...SURVIVORS })
      expect(errors).toMatchObject([{ path, extensions: { code: 'RATE_LIMITED' } }])
      expect(Date.parse(String(errors![0]!.extensions['retryAt'])) - Date.parse(SANDBOX_NOW)).toBeGreaterThan(500_000)
    }
    expect(first.calls.filter(({ path }) => path === CAMPAIGNS).map(({ status }) => status)).toEqual([429])
    expect(second.calls.filter(({ path }) => path === CAMPAIGNS)).toEqual([])
  })
})

describe('a fault that passes is not seen by the caller', () => {
  const passing: [string, FaultRule['fault'], (number | null)[]][] = [
    ['a 429 with a reset of the account', { kind: 'rateLimited', scope: 'account', resetInMs: 500 }, [429, 200]],
    ['a 429 with a reset of the user', { kind: 'rateLimited', scope: 'user', resetInMs: 500 }, [429, 200]],
    ['a 503 with Retry-After', { kind: 'unavailable', retryAfter: 1 }, [503, 200]],
    ['a 503 without', { kind: 'unavailable' }, [503, 200]],
    ['a connection that breaks before the answer', { kind: 'broken', when: 'before' }, [null, 200]],
    ['a connection that breaks after the headers', { kind: 'broken', when: 'headers' }, [null, 200]],
    ['a connection that breaks in the answer', { kind: 'broken', when: 'body' }, [null, 200]],
    ['an answer that comes too late', { kind: 'latency', ms: 5_000 }, [null, 200]],
    ['an answer that is slow, but in time', { kind: 'slowBody', ms: 300 }, [200]],
  ]

  it.each(passing)('%s', async (_, fault, statuses) => {
    once(fault)
    const { campaigns, errors, statuses: made, others } = await underFaults()

    expect(errors).toBeUndefined()
    expect(campaigns).toMatchObject({ campaigns: { nodes: [{}] } })
    expect(made).toEqual(statuses)
    expect(others).toEqual(SURVIVORS)
  })
})

describe('a write that meets a fault', () => {
  const refusal = (status: number, errors: object[]): FaultRule['fault'] => ({
    kind: 'status',
    status,
    body: { json: { errors, request: { params: {} } } },
  })
  const unknown = (code: string) => ({ errors: [{ code, outcome: 'UNKNOWN' }] })
  const refused = (code: string) => ({ errors: [{ code }], outcomes: [undefined] })
  const problem = (code: string, ...field: string[]) => ({ code, field: ['input', ...field], rule: null })

  /** Its report, the statuses of its calls, and how many campaigns it made. */
  const writes: [string, FaultRule['fault'], told: object, statuses: (number | null)[], made: number][] = [
    [
      'a 400 with three errors',
      refusal(400, [
        { code: 'INVALID_PARAMETER', message: 'Expected Integer', parameter: 'daily_budget_amount_local_micro' },
        { code: 'INVALID', message: 'Wrong', attribute: 'name' },
        { code: 'EXCLUSIVE_PARAMETERS', message: 'Not both', parameter: '' },
      ]),
      {
        userErrors: [
          problem('INVALID_PARAMETER', 'dailyBudgetAmountLocalMicro'),
          problem('INVALID', 'name'),
          problem('EXCLUSIVE_PARAMETERS'),
        ],
      },
      [400],
      0,
    ],
    ['a 401 of the gateway', refusal(401, [{ code: 89, message: 'Expired' }]), refused('UNAUTHENTICATED'), [401], 0],
    ['a 403', refusal(403, [{ code: 'UNAUTHORIZED_ACCESS', message: 'no' }]), refused('FORBIDDEN'), [403], 0],
    [
      'an HTML 404',
      { kind: 'status', status: 404, body: { html: '<h1>?</h1>' } },
      { userErrors: [problem('NOT_FOUND', 'accountId')] },
      [404],
      0,
    ],
    ['a lock', refusal(423, [{ code: 'LOCK_ACQUISITION_TIMEOUT', message: '?' }]), unknown('UPSTREAM_ERROR'), [423], 0],
    ['a spent limit', { kind: 'rateLimited', scope: 'user', resetInMs: 500 }, { userErrors: [] }, [429, 201], 1],
    ['a 503', { kind: 'unavailable', retryAfter: 1 }, unknown('UPSTREAM_UNAVAILABLE'), [503], 0],
    // Without an idempotency key, what was created is not looked for.
    ['a lost answer', { kind: 'broken', when: 'before' }, unknown('UPSTREAM_UNAVAILABLE'), [null], 1],
    ['a broken answer', { kind: 'broken', when: 'body' }, unknown('UPSTREAM_UNAVAILABLE'), [null], 1],
    ['an answer cut short', { kind: 'malformedJson' }, unknown('UPSTREAM_UNAVAILABLE'), [201], 1],
    ['an answer too late', { kind: 'latency', ms: 5_000 }, unknown('UPSTREAM_TIMEOUT'), [null], 1],
  ]
  const CREATE = graphql(`mutation CreateDespiteFaults($input: CreateCampaignInput!) {
    outcome: createCampaign(input: $input) {
      campaign { id name standardDelivery totalBudgetAmountLocalMicro purchaseOrderNumber } userErrors { code field rule }
    }
  }`)
  const table = () => graph.sandbox.store.table(campaigns)
  const campaign = (changes: Partial<CreateCampaignInput> = {}) => ({
    accountId: DEMO_ACCOUNT_ID,
    fundingInstrumentId: table().rows(DEMO_ACCOUNT_ID)[0]!.funding_instrument_id,
    name: 'New',
    dailyBudgetAmountLocalMicro: 1,
    ...changes,
  })

  beforeAll(async () => {
    // The sandbox creates the data that a write needs when it is first needed. On a busy machine, an attempt is too short for that.
    await graph.query(CREATE, { input: campaign() })
  })

  it.each(writes)(
    'is reported, and retried only if it certainly had no effect: %s',
    async (name, fault, told, sent, made) => {
      const before = table().rows(DEMO_ACCOUNT_ID).length
      graph.sandbox.faults.add({ match: { path: CAMPAIGNS, method: 'POST' }, fault, times: 1 })
      const { data, errors, calls } = await graph.query(CREATE, { input: campaign({ name }) })

      expect({
        ...data?.outcome,
        errors: errors?.map(({ extensions }) => extensions),
        outcomes: errors?.map(({ extensions }) => extensions['outcome']),
      }).toMatchObject(told)
      const posts = calls.filter(({ method }) => method === 'POST')
      expect(posts.map(({ status }) => status)).toEqual(sent)
      await expect.poll(() => table().rows(DEMO_ACCOUNT_ID).length - before).toBe(made)
    },
  )

  it('sends every character and digit, false and empty values, and signs them as they are sent', async () => {
    const name = "50% + more & less = ? #1, !*'() さくら 🔥👩‍👩‍👧"
    const { data, errors } = await graph.query(CREATE, {
      input: campaign({
        name,
        standardDelivery: false,
        purchaseOrderNumber: null,
        totalBudgetAmountLocalMicro: '9007199254740993',
      }),
    })

    expect(errors).toBeUndefined()
    expect(data!.outcome).toMatchObject({
      campaign: {
        name,
        standardDelivery: false,
        purchaseOrderNumber: null,
        totalBudgetAmountLocalMicro: '9007199254740993',
      },
      userErrors: [],
    })
  })

  it.each(['../../accounts', 'x/y', '..', '.', 'x?deleted=true', '#', '%2e%2e'])(
    'cannot be led to another path by the id %j',
    async (campaignId) => {
      graph.sandbox.clearRequests()
      const { data, errors } = await graph.query(
        graphql(`mutation DeleteByPath($input: DeleteCampaignInput!) {
          outcome: deleteCampaign(input: $input) { userErrors { field } }
        }`),
        { input: { accountId: DEMO_ACCOUNT_ID, campaignId } },
      )

      expect(errors).toBeUndefined()
      expect(data!.outcome!.userErrors).toEqual([{ field: ['input', 'campaignId'] }])
      expect(graph.sandbox.requests).toEqual([])
    },
  )
})

describe('what the live service does', () => {
  it('leaves out next_cursor at the end of a list', async () => {
    graph.sandbox.faults.add({
      match: { path: USERS },
      fault: { kind: 'mutate', mutate: (answer) => void delete answer['next_cursor'] },
    })
    const { data, errors } = await graph.query(USER_PAGE, { account: DEMO_ACCOUNT_ID })
    expect(errors).toBeUndefined()
    expect(data!.account!.promotableUsers!.pageInfo).toEqual({ hasNextPage: false })
  })

  it('sends an array of one for a single entity', async () => {
    const upstream = await startUpstream(() => ({ body: { data: [{ id: 'c1', name: 'n' }] } }))
    const other = await openGraph(upstream.url)
    const { data } = await other.query('{ campaign(id: "Campaign:a1:c1") { id name } }')
    await other.close()
    await upstream.close()

    expect(data).toEqual({ campaign: { id: 'Campaign:a1:c1', name: 'n' } })
  })

  it('sends fewer rows than requested, in its own order', async () => {
    const upstream = await startUpstream(({ query }) => ({
      body: {
        data: query['line_item_ids']!.split(',')
          .slice(1)
          .reverse()
          .map((id) => ({ id, name: `n-${id}` })),
      },
    }))
    const other = await openGraph(upstream.url)
    const { data, errors } = await other.query(
      `query ($ids: [ID!]!) { nodes(ids: $ids) { ... on LineItem { restId name } } }`,
      { ids: ['LineItem:a1:l1', 'LineItem:a1:l2', 'LineItem:a1:l3'] },
    )
    await other.close()
    await upstream.close()

    expect(errors).toBeUndefined()
    expect(data).toEqual({ nodes: [null, { restId: 'l2', name: 'n-l2' }, { restId: 'l3', name: 'n-l3' }] })
  })

  it('sends a 404 for a reference that is gone, which is null, and another status, which is an error', async () => {
    const gone = await readRow(
      { id: 'l1', campaign_id: null },
      '{ lineItem(id: "LineItem:a1:l1") { campaign { name } } }',
    )
    expect([gone.data, gone.errors]).toEqual([{ lineItem: { campaign: null } }, undefined])

    once({ kind: 'status', status: 403 })
    const refused = await graph.query(REFERENCES, { account: DEMO_ACCOUNT_ID })
    expect(refused.data!.account!.lineItems!.nodes).toEqual([{ campaign: null }, { campaign: null }])
    expect(refused.errors?.map(({ path, extensions }) => [path, extensions.code])).toEqual([
      [['account', 'lineItems', 'nodes', 0, 'campaign'], 'FORBIDDEN'],
      [['account', 'lineItems', 'nodes', 1, 'campaign'], 'FORBIDDEN'],
    ])
  })

  it('refuses a signature with a wrong secret; the error contains no secret', async () => {
    const sandbox = await startSandbox()
    const other = await openGraph(sandbox.url, {
      credentials: { ...sandbox.credentials, consumerSecret: 'a-wrong-secret' },
    })
    const { errors } = await other.query(`{ account(id: "${DEMO_ACCOUNT_ID}") { name } }`)
    await other.close()
    await sandbox.close()

    expect(errors).toMatchObject([{ extensions: { code: 'UNAUTHENTICATED', upstream: { status: 401 } } }])
    expect(JSON.stringify(errors)).not.toContain('a-wrong-secret')
  })

  it.each(['a,b', "!*'()", '50% + more & less = ?', '#1', 'さくら電機', '🔥👩‍👩‍👧'])(
    'accepts a signed search for %j',
    async (name) => {
      graph.sandbox.clearRequests()
      const { errors } = await graph.query(
        `query ($name: String) { account(id: "${DEMO_ACCOUNT_ID}") { campaigns(namePrefix: $name) { nodes { id } } } }`,
        { name },
      )
      expect(errors).toBeUndefined()
      expect(graph.sandbox.requests.map(({ query, status }) => [Object.fromEntries(query)['q'], status])).toEqual([
        [name, 200],
      ])
    },
  )
})
