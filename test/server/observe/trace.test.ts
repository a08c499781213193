import { describe, expect, it } from 'vitest'
import { DEMO_ACCOUNT_ID, SMALL_ACCOUNT_ID } from '../../../sandbox/index.ts'
import { Trace, type TraceReport } from '../../../src/server/observe/trace.ts'
import { openGraph, useSandboxGraph } from '../../support/graph.ts'
import { startUpstream } from '../../support/upstream.ts'

const graph = useSandboxGraph()

async function traceOf(document: string, variables: object = {}): Promise<TraceReport> {
  const { trace, errors } = await graph.query(document, variables)
  expect(errors).toBeUndefined()
  return trace!
}

/** The path and the fields of each call, in the order in which the calls were sent. */
const askers = ({ calls }: TraceReport) =>
  [...calls]
    .sort((a, b) => a.startMs - b.startMs)
    .map(({ method, path, fields }) => [`${method} ${path.replace('accounts/:account_id', '…')}`, fields])

const field = (path: string, calls: number, joined = 0, cached = 0) => ({ path, calls, joined, cached })

const CAMPAIGN_IDS = `{ account(id: "${SMALL_ACCOUNT_ID}") { campaigns(first: 2) { nodes { id restId } } } }`

async function campaigns(): Promise<{ id: string; restId: string }[]> {
  const { data } = await graph.query<{ account: { campaigns: { nodes: { id: string; restId: string }[] } } }>(
    CAMPAIGN_IDS,
  )
  return data.account.campaigns.nodes
}

describe('the fields of a call', () => {
  it('are left out once the paths of all calls are longer than a megabyte together', () => {
    const trace = new Trace()
    const call = {
      method: 'GET' as const,
      path: 'accounts',
      account: undefined,
      status: 200,
      startMs: 0,
      durationMs: 1,
      attempt: 1,
      url: undefined,
      body: undefined,
      keys: 0,
      rows: 0,
    }
    const askers = new Set(Array.from({ length: 100 }, (_, nth) => `a${nth}`.padEnd(4_000, 'x')))
    for (let nth = 0; nth < 5; nth += 1) trace.calls.push({ ...call, waitedMs: 0, askers })
    const { fields, calls } = trace.report(undefined)
    expect(calls.map(({ fields }) => fields.length)).toEqual([100, 100, 0, 0, 0])
    expect(fields).toHaveLength(100)
  })

  it('include the body of a write, as it was sent', async () => {
    const [campaign] = await campaigns()
    const input = { campaignId: campaign!.id, dailyBudgetAmountLocalMicro: '5000000' }
    const update = await traceOf(
      'mutation ($input: UpdateCampaignInput!) { updateCampaign(input: $input) { userErrors { message } } }',
      { input },
    )
    expect(update.calls.map(({ method, body }) => [method, body])).toContainEqual([
      'PUT',
      'daily_budget_amount_local_micro=5000000',
    ])
    expect(update.calls.filter(({ method }) => method === 'GET').every(({ body }) => body === undefined)).toBe(true)
  })

  it('are the response paths without indexes, nodes and edges, also through aliases and fragments', async () => {
    const trace = await traceOf(`{ mine: account(id: "${SMALL_ACCOUNT_ID}") { ...Lists } }
      fragment Lists on Account { some: campaigns(first: 3) { edges { node { name items: lineItems(first: 2) {
        nodes { name } } } } } }`)
    expect(askers(trace)).toEqual([
      ['GET …/campaigns', ['mine.some']],
      ['GET …/line_items', ['mine.some.items']],
    ])
    expect(trace.fields).toEqual([field('mine.some', 1), field('mine.some.items', 1)])
    expect(trace).toMatchObject({ requests: 2, cached: 0, stale: 0, joined: 0, planned: { calls: { min: 1, max: 2 } } })
  })

  it('are all fields that a call of one tick serves: the first makes it, and the others join it', async () => {
    const trace = await traceOf(`{ account(id: "${SMALL_ACCOUNT_ID}") { campaigns(first: 3) { nodes {
      first: lineItems(first: 1) { nodes { name } } second: lineItems(first: 2) { nodes { name } }
    } } } }`)
    expect(askers(trace).at(-1)).toEqual(['GET …/line_items', ['account.campaigns.first', 'account.campaigns.second']])
    expect(trace.fields).toEqual([
      field('account.campaigns', 1),
      field('account.campaigns.first', 1),
      field('account.campaigns.second', 0, 1),
    ])
    expect(trace.joined).toBe(1)
  })

  it('are all fields whose IDs are looked up in one call, and those that a row was known for later', async () => {
    const trace = await traceOf(`{ account(id: "${SMALL_ACCOUNT_ID}") { lineItems(first: 2) { nodes {
      fundingInstrument { currency } again: fundingInstrument { type } campaign { name fundingInstrument { currency } }
    } } } }`)
    const lineItems = 'account.lineItems'
    expect(askers(trace).filter(([path]) => path === 'GET …/funding_instruments')).toEqual([
      [
        'GET …/funding_instruments',
        [`${lineItems}.fundingInstrument`, `${lineItems}.again`, `${lineItems}.campaign.fundingInstrument`],
      ],
    ])
    expect(trace.fields).toEqualInSteps(
      [field(lineItems, 1)],
      [
        field(`${lineItems}.fundingInstrument`, 1),
        field(`${lineItems}.again`, 0, 1),
        field(`${lineItems}.campaign.fundingInstrument`, 0, 1),
        field(`${lineItems}.campaign`, 1),
      ],
    )
  })

  it('include equal lists and equal single reads', async () => {
    const trace = await traceOf(`{ account(id: "${SMALL_ACCOUNT_ID}") {
      one: campaigns(first: 1) { nodes { name } } two: campaigns(first: 1) { nodes { name } }
      features again: features
    } }`)
    expect(new Map(askers(trace) as [string, string[]][])).toEqual(
      new Map([
        ['GET …/campaigns', ['account.one', 'account.two']],
        ['GET …/features', ['account.features', 'account.again']],
      ]),
    )
  })

  it('count answers from the cache at the fields that they served', async () => {
    const document = '{ publishers { nodes { userId } } again: publishers { nodes { username } } }'
    const first = await traceOf(document)
    expect(first.fields).toEqual([field('publishers', 1), field('again', 0, 1)])
    const second = await traceOf(document)
    expect(second).toMatchObject({ requests: 0, cached: 1, calls: [] })
    expect(second.fields).toEqual([field('publishers', 0, 0, 1), field('again', 0, 0, 1)])
  })

  it('name the mutation for its reads and writes, and the fields of its payload for their reads', async () => {
    const [campaign] = await campaigns()
    const update = (
      options = '',
    ) => `mutation { renamed: updateCampaign(input: { campaignId: "${campaign!.id}", name: "N" }${options}) {
      campaign { name lineItems(first: 1) { nodes { name } } } userErrors { code }
    } }`
    expect(askers(await traceOf(update()))).toEqual([
      ['GET …/campaigns/:campaign_id', ['renamed']],
      ['PUT …/campaigns/:campaign_id', ['renamed']],
      ['GET …/line_items', ['renamed.campaign.lineItems']],
    ])
    const validated = askers(await traceOf(update(', validateOnly: true')))
    expect(new Map(validated as [string, string[]][])).toEqual(
      new Map([
        ['GET …/authenticated_user_access', ['renamed']],
        ['GET …/campaigns', ['renamed']],
      ]),
    )
  })

  it('name a batch in each call that it is split into', async () => {
    const operations = Array.from({ length: 41 }, (_, index) => ({
      update: {
        campaignId: `c${index}`,
        name: 'N',
        dailyBudgetAmountLocalMicro: '1000000',
      },
    }))
    const { trace } = await graph.query(
      `mutation ($input: BatchCampaignsInput!) { batchCampaigns(input: $input, split: true) { userErrors { code } } }`,
      { input: { accountId: SMALL_ACCOUNT_ID, operations } },
    )
    expect(new Set(trace!.calls.map(({ fields }) => fields.join()))).toEqual(new Set(['batchCampaigns']))
  })

  it('name _entities for the look-ups of a federation gateway', async () => {
    const representations = (await campaigns()).map(({ id }) => ({ __typename: 'Campaign', id }))
    const trace = await traceOf(
      `query ($representations: [_Any!]!) {
        _entities(representations: $representations) { ... on Campaign { name lineItems(first: 1) { nodes { name } } } }
      }`,
      { representations },
    )
    expect(askers(trace)).toEqual([
      ['GET …/campaigns', ['_entities']],
      ['GET …/line_items', ['_entities.lineItems']],
    ])
  })
})

describe('a call of the trace', () => {
  it('has its path and query as they were sent, unless a parameter can identify a person', async () => {
    const [list] = (await traceOf(CAMPAIGN_IDS)).calls
    expect(list?.url).toBe(`/12/accounts/${SMALL_ACCOUNT_ID}/campaigns?count=2`)
    const [users] = (
      await traceOf(`{ account(id: "${DEMO_ACCOUNT_ID}") { userSettings(userId: 1000000001) { __typename raw } } }`)
    ).calls
    expect(users).toMatchObject({ path: 'accounts/:account_id/user_settings/:user_id', attempt: 1 })
    expect(users).not.toHaveProperty('url')
  })

  it('has its path and query also if it belongs to no field: a request of a token, and the read of a repeated write', async () => {
    const { calls: ofToken } = await traceOf('{ webhookConfigs { __typename } }')
    expect(ofToken.map(({ url, fields }) => [url, fields])).toEqual([
      ['/oauth2/token', []],
      ['/2/webhooks', ['webhookConfigs']],
    ])
    const create = `mutation { createCustomAudience(
      input: { accountId: "${SMALL_ACCOUNT_ID}", name: "Traced" }, idempotencyKey: "traced"
    ) { customAudience { restId } userErrors { message } } }`
    const { data } = await graph.query<{ createCustomAudience: { customAudience: { restId: string } } }>(create)
    const { restId } = data.createCustomAudience.customAudience
    const { calls: ofRepeated } = await traceOf(create)
    expect(ofRepeated.map(({ url, fields }) => [url, fields])).toEqual([
      [`/12/accounts/${SMALL_ACCOUNT_ID}/custom_audiences?custom_audience_ids=${restId}`, []],
    ])
  })

  it('has the time that it waited, attempt by attempt, with the same fields', async () => {
    let sent = 0
    const upstream = await startUpstream(() => {
      sent += 1
      return sent === 1 ? { status: 503 } : { body: { data: [{ id: 'c1' }], next_cursor: null } }
    })
    const flaky = await openGraph(upstream.url)
    const { trace } = await flaky.query('{ account(id: "a") { campaigns { nodes { id } } } }')
    sent = 0
    const joined = await flaky.query(
      '{ account(id: "a") { campaigns { nodes { id } } more: campaigns { nodes { id } } } }',
    )
    await flaky.close()
    await upstream.close()
    expect(trace?.calls).toMatchObject([
      { attempt: 1, status: 503, rows: 0, fields: ['account.campaigns'] },
      { attempt: 2, status: 200, rows: 1, fields: ['account.campaigns'] },
    ])
    const [first, second] = trace!.calls
    expect(first!.waitedMs).toBeGreaterThanOrEqual(0)
    expect(second!.waitedMs).toBeGreaterThan(0)
    expect(second!.startMs - second!.waitedMs).toBeGreaterThanOrEqual(first!.startMs + first!.durationMs - 1)
    expect(trace!.fields).toEqual([field('account.campaigns', 2)])
    // Its call is joined once, however often it is sent.
    expect(joined.trace!.fields).toEqual([field('account.campaigns', 2), field('account.more', 0, 1)])
  })
})
