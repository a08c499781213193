import { describe, expect, it } from 'vitest'
import { SMALL_ACCOUNT_ID } from '../../../sandbox/index.ts'
import type { PlanReport } from '../../../src/schema/plan/expectation.ts'
import type { TraceReport } from '../../../src/server/observe/trace.ts'
import { useSandboxGraph } from '../../support/graph.ts'

// Every operation that the tests send with `graph.query` is compared with its plan (test/support/bounds.ts). Here are the
// kinds of operations whose plans are not plain.

// Creating 81 campaigns takes some seconds on a busy machine.
const graph = useSandboxGraph({ graph: { operationTimeoutMs: 30_000 } })

interface Compared {
  /** The field, endpoint, parents, calls and rows of each step. */
  steps: object[]
  made: { field: string | undefined; endpoint: string; keys: number; rows: number }[]
}

function comparedParts({ steps }: PlanReport, { calls }: TraceReport): Compared {
  return {
    steps: steps.map(({ field, endpoint, parents, calls, rows, after }) => ({
      field,
      endpoint,
      parents: parents.max,
      min: calls.min,
      max: calls.max,
      rows: rows.max,
      after,
    })),
    made: calls.map(({ path, fields, keys, rows }) => ({ field: fields[0], endpoint: path, keys, rows })),
  }
}

async function compared(document: string, variables: object = {}): Promise<Compared> {
  const { plan, trace, errors, data } = await graph.query(document, variables)
  expect(errors).toBeUndefined()
  expect(JSON.stringify(data)).not.toContain('"userErrors":[{')
  return comparedParts(plan!, trace!)
}

async function campaignIds(count: number): Promise<string[]> {
  const { data } = await graph.query<{ account: { campaigns: { nodes: { id: string }[] } } }>(
    `{ account(id: "${SMALL_ACCOUNT_ID}") { campaigns(first: ${count}) { nodes { id } } } }`,
  )
  return data.account.campaigns.nodes.map(({ id }) => id)
}

const IN_ACCOUNT = 'accounts/:account_id'

describe('the plan and the calls', () => {
  it('agree for a mutation with `validateOnly`, which reads what its rules depend on and writes nothing', async () => {
    const [campaignId] = await campaignIds(1)
    const { steps, made } = await compared(
      `mutation ($input: CreateLineItemInput!) { createLineItem(input: $input, validateOnly: true) { userErrors { code } } }`,
      {
        input: {
          accountId: SMALL_ACCOUNT_ID,
          campaignId,
          objective: 'VIDEO_VIEWS',
          productType: 'PROMOTED_POSTS',
          placements: ['ALL_ON_SVC'],
          startTime: '2030-01-01T00:00:00Z',
          endTime: '2030-02-01T00:00:00Z',
          bidStrategy: 'AUTO',
        },
      },
    )
    const step = { field: 'createLineItem', parents: 1, min: 0, max: 1 }
    expect(steps).toEqual([
      { ...step, endpoint: `${IN_ACCOUNT}/authenticated_user_access`, min: 1, rows: 1, after: [] },
      { ...step, endpoint: `${IN_ACCOUNT}/campaigns`, min: 1, rows: 1, after: [] },
      { ...step, endpoint: `${IN_ACCOUNT}/line_items`, rows: 100, after: [0, 1] },
      { ...step, endpoint: 'line_items/placements', rows: 1000, after: [0, 1, 2] },
    ])
    expect(new Set(made.map(({ field, endpoint }) => `${field} ${endpoint}`))).toEqual(
      new Set(
        ['authenticated_user_access', 'campaigns', 'line_items']
          .map((path) => `createLineItem ${IN_ACCOUNT}/${path}`)
          .concat('createLineItem line_items/placements'),
      ),
    )
    expect(made).toHaveLength(4)
  })

  it('agree for a batch that is split: one call for each 40 campaigns, and then for what their payload selects', async () => {
    const { data } = await graph.query<{ account: { fundingInstruments: { nodes: { id: string }[] } } }>(
      `{ account(id: "${SMALL_ACCOUNT_ID}") { fundingInstruments { nodes { id } } } }`,
    )
    const [{ id: fundingInstrumentId }] = data.account.fundingInstruments.nodes as [{ id: string }]
    const operations = Array.from({ length: 81 }, (_, index) => ({
      create: {
        fundingInstrumentId,
        name: `Split ${index}`,
        entityStatus: 'PAUSED',
        dailyBudgetAmountLocalMicro: '1000000',
      },
    }))
    const { steps, made } = await compared(
      `mutation ($input: BatchCampaignsInput!) { batchCampaigns(input: $input, split: true) {
        campaigns { fundingInstrument { description } } userErrors { code }
      } }`,
      { input: { accountId: SMALL_ACCOUNT_ID, operations } },
    )
    const [write, funding] = ['batchCampaigns', 'batchCampaigns.campaigns.fundingInstrument']
    const batch = `batch/${IN_ACCOUNT}/campaigns`
    expect(steps).toEqual([
      { field: write, endpoint: batch, parents: 1, min: 0, max: 3, rows: 81, after: [] },
      {
        field: funding,
        endpoint: `${IN_ACCOUNT}/funding_instruments`,
        parents: 81,
        min: 0,
        max: 1,
        rows: 81,
        after: [0],
      },
    ])
    expect(made).toEqual([
      ...[40, 40, 1].map((rows) => ({ field: write, endpoint: batch, keys: 0, rows })),
      { field: funding, endpoint: `${IN_ACCOUNT}/funding_instruments`, keys: 1, rows: 1 },
    ])
  })

  it('agree for the entities of a federation gateway, of several types', async () => {
    const { data } = await graph.query<{ account: { lineItems: { nodes: { id: string }[] } } }>(
      `{ account(id: "${SMALL_ACCOUNT_ID}") { lineItems(first: 6) { nodes { id } } } }`,
    )
    const representations = [
      ...(await campaignIds(3)).map((id) => ({ __typename: 'Campaign', id })),
      ...data.account.lineItems.nodes.map(({ id }) => ({ __typename: 'LineItem', id })),
    ]
    const { steps, made } = await compared(
      `query ($representations: [_Any!]!) { _entities(representations: $representations) {
        ... on Campaign { name lineItems(first: 2) { nodes { name } } } ... on LineItem { name }
      } }`,
      { representations },
    )
    const [campaigns, lineItems] = [`${IN_ACCOUNT}/campaigns`, `${IN_ACCOUNT}/line_items`]
    expect(steps).toEqual([
      { field: '_entities', endpoint: campaigns, parents: 1, min: 1, max: 1, rows: 3, after: [] },
      { field: '_entities.lineItems', endpoint: lineItems, parents: 3, min: 0, max: 1, rows: 1000, after: [0] },
      { field: '_entities', endpoint: lineItems, parents: 1, min: 1, max: 1, rows: 6, after: [] },
    ])
    expect(made.map(({ field, endpoint, keys }) => [field, endpoint, keys])).toEqualInSteps(
      [
        ['_entities', campaigns, 3],
        ['_entities', lineItems, 6],
      ],
      [['_entities.lineItems', lineItems, 3]],
    )
  })
})
