import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { SMALL_ACCOUNT_ID } from '../../../src/sandbox/index.ts'
import { openSandboxGraph } from '../../support/graph.ts'

// Every operation that the tests send with `graph.query` is compared with its plan (test/support/bounds.ts). Here are the
// kinds of operations whose plans are not plain.

let graph: Awaited<ReturnType<typeof openSandboxGraph>>
beforeAll(async () => {
  graph = await openSandboxGraph()
})
afterAll(() => graph.close())

async function compared(document: string, variables: object = {}) {
  const { plan, trace, errors } = await graph.query(document, variables, { 'x-upstream-plan': '1' })
  expect(errors).toBeUndefined()
  const steps = plan!.steps.map(({ field, endpoint, calls }) => ({ field, endpoint, ...calls }))
  return { steps, made: trace!.calls.map(({ path, fields }) => ({ field: fields[0], endpoint: path })) }
}

async function campaignIds(count: number): Promise<string[]> {
  const { data } = await graph.query<{ account: { campaigns: { nodes: { id: string }[] } } }>(
    `{ account(id: "${SMALL_ACCOUNT_ID}") { campaigns(first: ${count}) { nodes { id } } } }`,
  )
  return data.account.campaigns.nodes.map(({ id }) => id)
}

describe('the plan and the calls', () => {
  it('agree for a mutation with `validateOnly`, which reads what its rules depend on and writes nothing', async () => {
    const [campaignId] = await campaignIds(1)
    const { steps, made } = await compared(
      `mutation ($input: CreateLineItemInput!) { createLineItem(input: $input, validateOnly: true) { userErrors { code } } }`,
      {
        input: {
          accountId: SMALL_ACCOUNT_ID,
          campaignId,
          objective: 'ENGAGEMENTS',
          productType: 'PROMOTED_POSTS',
          placements: ['ALL_ON_SVC'],
          startTime: '2030-01-01T00:00:00Z',
          endTime: '2030-02-01T00:00:00Z',
          bidStrategy: 'AUTO',
        },
      },
    )
    const inAccount = 'accounts/:account_id'
    const read = [
      { field: 'createLineItem', endpoint: `${inAccount}/authenticated_user_access`, min: 1, max: 1 },
      { field: 'createLineItem', endpoint: `${inAccount}/campaigns`, min: 1, max: 1 },
      { field: 'createLineItem', endpoint: `${inAccount}/line_items`, min: 0, max: 1 },
      { field: 'createLineItem', endpoint: 'line_items/placements', min: 0, max: 1 },
    ]
    expect(steps).toEqual(expect.arrayContaining(read))
    expect(made).toEqual(expect.arrayContaining(read.map(({ field, endpoint }) => ({ field, endpoint }))))
    expect(made).toHaveLength(4)
  })

  it('agree for a batch that is split: one call for each 40 campaigns', async () => {
    const operations = Array.from({ length: 41 }, (_, index) => ({
      operationType: 'Create',
      fundingInstrumentId: 'x',
      name: `Split ${index}`,
      dailyBudgetAmountLocalMicro: '1000000',
    }))
    const { steps, made } = await compared(
      `mutation ($input: BatchCampaignsInput!) { batchCampaigns(input: $input, split: true) { userErrors { code } } }`,
      { input: { accountId: SMALL_ACCOUNT_ID, operations } },
    )
    const write = { field: 'batchCampaigns', endpoint: 'batch/accounts/:account_id/campaigns' }
    expect(steps.at(-1)).toEqual({ ...write, min: 0, max: 2 })
    // The service refuses the first call, and then no other is sent.
    expect(made).toEqual([write])
  })

  it('agree for the entities of a federation gateway', async () => {
    const representations = (await campaignIds(3)).map((id) => ({ __typename: 'Campaign', id }))
    const { steps, made } = await compared(
      `query ($representations: [_Any!]!) {
        _entities(representations: $representations) { ... on Campaign { name lineItems(first: 2) { nodes { name } } } }
      }`,
      { representations },
    )
    expect(steps).toEqual([
      { field: '_entities', endpoint: 'accounts/:account_id/campaigns', min: 1, max: 1 },
      { field: '_entities.lineItems', endpoint: 'accounts/:account_id/line_items', min: 0, max: 1 },
    ])
    expect(made).toEqual(steps.map(({ field, endpoint }) => ({ field, endpoint })))
  })

  it('agree for a response in parts', async () => {
    const response = await fetch(graph.url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'multipart/mixed', 'x-upstream-plan': '1' },
      body: JSON.stringify({
        query: `{ account(id: "${SMALL_ACCOUNT_ID}") { campaigns(first: 2) { nodes {
          restId ... @defer { lineItems(first: 2) { nodes { restId } } }
        } } } }`,
      }),
    })
    type Part = { extensions?: { plan?: { steps: { field: string }[] }; upstream?: { calls: { fields: string[] }[] } } }
    const parts = [...(await response.text()).matchAll(/\r\n\r\n(\{.*\})\r\n/g)].map(
      ([, json]) => JSON.parse(json!) as Part,
    )
    const fields = ['account.campaigns', 'account.campaigns.lineItems']
    expect(parts[0]?.extensions?.plan?.steps.map(({ field }) => field)).toEqual(fields)
    expect(parts.at(-1)?.extensions?.upstream?.calls.map(({ fields: [field] }) => field)).toEqual(fields)
  })
})
