import { describe, expect, it } from 'vitest'
import { DEMO_ACCOUNT_ID, type Sandbox } from '../../../sandbox/index.ts'
import { connectAgent, startAgent, type Agent } from '../../support/agent.ts'
import { AGENT_COMMAND, tenantSettings } from '../../support/command.ts'
import { useSandboxGraph } from '../../support/graph.ts'
import { openForTests } from '../../support/open.ts'

const graph = useSandboxGraph({ graph: { agents: 'write' } })

/** The client, by how it is connected. */
const CLIENTS: [string, () => Promise<Agent>][] = [
  ['over HTTP, pinned to the newest revision', () => connectAgent(graph.url)],
  ['over HTTP, with its default', () => connectAgent(graph.url, { pinned: false })],
  [
    'over standard input and output',
    () => {
      return startAgent(AGENT_COMMAND, {
        ...tenantSettings(graph.sandbox.url, graph.sandbox.credentials),
        ADS_ENVIRONMENT: 'sandbox',
        MCP: 'write',
      })
    },
  ],
]

interface Campaigns {
  account: {
    campaigns: {
      nodes: { id: string; dailyBudgetAmountLocalMicro: string; totalBudgetAmountLocalMicro: string | null }[]
    }
  }
}

/** Confirms what a mutation prepares, and returns the data. */
async function write<Data>(agent: Agent, document: string, variables: object = {}): Promise<Data> {
  const prepared = await agent.call<{ confirmation: string }>('prepare_write', { document, variables })
  expect([document, prepared.isError, prepared.value]).toEqual([document, false, expect.anything()])
  const { isError, value } = await agent.call<{ data: Data }>('confirm_write', {
    confirmation: prepared.value.confirmation,
  })
  expect([isError, value]).toEqual([false, expect.objectContaining({ user_errors: [] })])
  return value.data
}

async function read<Data>(agent: Agent, document: string): Promise<Data> {
  const { value, isError } = await agent.call<{ data: Data }>('run_query', { document })
  expect([document, isError]).toEqual([document, false])
  return value.data
}

const ACCESS = 'GET authenticated_user_access'

/** What prepare_write reads for an update, and confirm_write again: who may write, the data of the rules, and the values that are shown. */
const VALIDATED_UPDATE = [ACCESS, 'GET campaigns', 'GET campaigns']

/** The same for each write of a launch, with the write itself. */
const LAUNCH: readonly (readonly [reads: readonly string[], write: string])[] = [
  [['GET funding_instruments'], 'POST campaigns'],
  [['GET campaigns', 'GET line_items'], 'POST line_items'],
  [['GET line_items'], 'POST targeting_criteria'],
  [['GET promotable_users'], 'POST post'],
  [['GET line_items', 'GET posts', 'GET line_items'], 'POST promoted_posts'],
]

/** The calls below an account, in order. Reference data is read once for all clients of a graph. */
function callsOf({ requests }: Sandbox): string[] {
  return requests.flatMap(({ method, endpoint }) => {
    const [, path] = /^accounts\/:account_id\/([a-z_]+)/.exec(endpoint ?? '') ?? []
    return path === undefined ? [] : [`${method} ${path}`]
  })
}

/** Expects these calls, and the writes among them in their order. The reads that a validation needs are made at once. */
function expectCalls(expected: readonly string[]): void {
  const isWrite = (call: string) => !call.startsWith('GET')
  const calls = callsOf(graph.sandbox)
  expect(calls.toSorted()).toEqual(expected.toSorted())
  expect(calls.filter(isWrite)).toEqual(expected.filter(isWrite))
}

describe.each(CLIENTS)('an agent %s', (_name, connect) => {
  const agent = openForTests(connect)

  it('finds what cannot serve, and why', async () => {
    const { value } = await agent.call<{ sdl: string }>('search_schema', { query: 'Why can a line item not serve?' })
    expect(value.sdl).toMatch(/reasonsNotServable: /)
    const { account } = await read<{
      account: { lineItems: { nodes: { servable: boolean; reasonsNotServable: string[] }[] } }
    }>(
      agent,
      `{ account(id: "${DEMO_ACCOUNT_ID}") { lineItems(first: 200) { nodes { id servable reasonsNotServable } } } }`,
    )
    const stopped = account.lineItems.nodes.filter(({ servable }) => !servable)
    expect(stopped.length).toBeGreaterThan(0)
    expect(stopped.filter(({ reasonsNotServable }) => reasonsNotServable.length === 0)).toEqual([])
    expect(callsOf(graph.sandbox)).toEqual(['GET line_items'])
  })

  it('lowers a daily budget: refused by R-CAMP-3, prepared again, confirmed, and seen in the graph', async () => {
    const campaigns = `{ account(id: "${DEMO_ACCOUNT_ID}") { campaigns(first: 20) { nodes { id dailyBudgetAmountLocalMicro totalBudgetAmountLocalMicro } } } }`
    const { account } = await read<Campaigns>(agent, campaigns)
    const campaign = account.campaigns.nodes.find(({ totalBudgetAmountLocalMicro: total }) => total !== null)!
    const document =
      'mutation ($id: ID!, $micros: Long!) { updateCampaign(input: { campaignId: $id, dailyBudgetAmountLocalMicro: $micros }) { campaign { id } } }'
    const above = String(BigInt(campaign.totalBudgetAmountLocalMicro!) + 1_000_000n)
    const refused = await agent.call('prepare_write', { document, variables: { id: campaign.id, micros: above } })
    expect(refused).toMatchObject({ isError: true, text: expect.stringContaining('R-CAMP-3') as string })
    const micros = String(BigInt(campaign.dailyBudgetAmountLocalMicro) - 1_000_000n)
    await write(agent, document, { id: campaign.id, micros })

    const after = await read<Campaigns>(agent, campaigns)
    expect(after.account.campaigns.nodes.find(({ id }) => id === campaign.id)).toMatchObject({
      dailyBudgetAmountLocalMicro: micros,
    })
    expectCalls([
      'GET campaigns',
      // The budget that R-CAMP-3 refuses.
      ACCESS,
      'GET campaigns',
      ...VALIDATED_UPDATE,
      ...VALIDATED_UPDATE,
      'PUT campaigns',
      'GET campaigns',
    ])
  })

  it('launches a paused campaign with a line item, a criterion and a promoted post', async () => {
    const { account, targetingOptions } = await read<{
      account: {
        fundingInstruments: { nodes: { id: string; ableToFund: boolean }[] }
        promotableUsers: { nodes: { userId: string; type: string }[] }
      }
      targetingOptions: { locations: { nodes: { targetingValue: string }[] } }
    }>(
      agent,
      `{ account(id: "${DEMO_ACCOUNT_ID}") { fundingInstruments { nodes { id ableToFund } } promotableUsers { nodes { userId type } } }
         targetingOptions { locations(first: 1, countryCode: "DE", locationType: COUNTRIES) { nodes { targetingValue } } } }`,
    )
    const funding = account.fundingInstruments.nodes.find(({ ableToFund }) => ableToFund)!.id
    const user = account.promotableUsers.nodes.find(({ type }) => type === 'FULL')!.userId
    const location = targetingOptions.locations.nodes[0]!.targetingValue
    const { createCampaign } = await write<{ createCampaign: { campaign: { id: string } } }>(
      agent,
      'mutation ($f: ID!) { createCampaign(input: { fundingInstrumentId: $f, name: "Of an agent", dailyBudgetAmountLocalMicro: 10000000, entityStatus: PAUSED }) { campaign { id } } }',
      { f: funding },
    )
    const { createLineItem } = await write<{ createLineItem: { lineItem: { id: string } } }>(
      agent,
      `mutation ($c: ID!) { createLineItem(input: { campaignId: $c, name: "Reach", objective: ENGAGEMENTS, productType: PROMOTED_POSTS,
         placements: [ALL_ON_SVC], bidStrategy: AUTO, entityStatus: PAUSED, startTime: "2030-03-01T00:00:00Z", endTime: "2030-04-01T00:00:00Z" }) { lineItem { id } } }`,
      { c: createCampaign.campaign.id },
    )
    const lineItem = createLineItem.lineItem.id
    await write(
      agent,
      'mutation ($l: ID!, $v: String!) { createTargetingCriterion(input: { lineItemId: $l, targetingType: LOCATION, operatorType: EQ, targetingValue: $v }) { targetingCriterion { id } } }',
      { l: lineItem, v: location },
    )
    const { createPost } = await write<{ createPost: { post: { id: string } } }>(
      agent,
      `mutation ($u: ID!) { createPost(input: { accountId: "${DEMO_ACCOUNT_ID}", asUserId: $u, text: "Of an agent" }) { post { id } } }`,
      { u: user },
    )
    await write(
      agent,
      'mutation ($l: ID!, $p: [ID!]!) { createPromotedPosts(input: { lineItemId: $l, postIds: $p }) { promotedPosts { id } } }',
      { l: lineItem, p: [createPost.post.id] },
    )

    const { campaign } = await read<{ campaign: unknown }>(
      agent,
      `{ campaign(id: "${createCampaign.campaign.id}") { entityStatus lineItems { nodes { entityStatus targetingCriteria { nodes { targetingType } } promotedPosts { nodes { post { id } } } } } } }`,
    )
    expect(campaign).toEqual({
      entityStatus: 'PAUSED',
      lineItems: {
        nodes: [
          {
            entityStatus: 'PAUSED',
            targetingCriteria: { nodes: [{ targetingType: 'LOCATION' }] },
            promotedPosts: { nodes: [{ post: { id: createPost.post.id } }] },
          },
        ],
      },
    })
    expectCalls([
      'GET funding_instruments',
      'GET promotable_users',
      ...LAUNCH.flatMap(([reads, write]) => [ACCESS, ...reads, ACCESS, ...reads, write]),
      'GET campaigns',
      'GET line_items',
      'GET targeting_criteria',
      'GET promoted_posts',
    ])
  })
})
