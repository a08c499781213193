import { beforeAll, describe, expect, it } from 'vitest'
import { DEMO_ACCOUNT_ID } from '../../../sandbox/index.ts'
import { schema } from '../../../src/graph.ts'
import { parseGlobalId } from '../../../src/schema/node/global-id.ts'
import { nodeTypes } from '../../../src/schema/node/node-type.ts'
import { callCounts, useGraphOver, useSandboxGraph } from '../../support/graph.ts'
import { graphql } from '../../support/graphql/index.ts'

const CAMPAIGNS = graphql(`query CampaignsWithDeleted($account: ID!) {
  account(id: $account) { campaigns(withDeleted: true, first: 1000) { nodes { restId deleted } } }
}`)
const KEYS = graphql(`query CampaignByKeys($account: ID!, $id: ID!) {
  campaign(id: $id, accountId: $account) { __typename id restId lineItems(first: 1) { nodes { id } } }
}`)
const COLUMN = graphql(`query CampaignByColumn($account: ID!, $id: ID!, $withDeleted: Boolean) {
  campaign(id: $id, accountId: $account, withDeleted: $withDeleted) { restId name lineItems { nodes { id } } }
}`)
const REFERENCE = graphql(`query CampaignByReference($account: ID!, $id: ID!) {
  campaign(id: $id, accountId: $account) { restId fundingInstrument { id } }
}`)

const graph = useSandboxGraph()
let deleted: string
beforeAll(async () => {
  const { data } = await graph.query(CAMPAIGNS, { account: DEMO_ACCOUNT_ID })
  deleted = data!.account!.campaigns!.nodes.find((campaign) => campaign.deleted)!.restId
})

const LIST = 'GET accounts/:account_id/campaigns'
const GET = 'GET accounts/:account_id/campaigns/:campaign_id'

describe('a look-up by ID', () => {
  it.each([
    ['does not exist', () => 'nonsense'],
    ['is deleted', () => deleted],
  ])('is null for an entity that %s if a column is selected, or a reference that needs the row', async (_, idOf) => {
    const variables = { account: DEMO_ACCOUNT_ID, id: idOf() }
    const column = await graph.query(COLUMN, variables)
    const reference = await graph.query(REFERENCE, variables)

    expect([column.errors, reference.errors]).toEqual([undefined, undefined])
    expect([column.data, reference.data]).toEqual([{ campaign: null }, { campaign: null }])
    expect([column, reference].map(({ calls }) => callCounts(calls))).toEqual([{ [GET]: 1 }, { [GET]: 1 }])
  })

  it('has a deleted entity with `withDeleted`', async () => {
    const { data } = await graph.query(COLUMN, { account: DEMO_ACCOUNT_ID, id: deleted, withDeleted: true })

    expect(data!.campaign).toMatchObject({ restId: deleted })
  })

  it('does not read the row for IDs and lists, and does not check whether the entity exists', async () => {
    const { data, errors, calls } = await graph.query(KEYS, { account: DEMO_ACCOUNT_ID, id: 'nonsense' })

    expect(errors).toBeUndefined()
    expect(data!.campaign).toEqual({
      __typename: 'Campaign',
      id: `Campaign:${DEMO_ACCOUNT_ID}:nonsense`,
      restId: 'nonsense',
      lineItems: { nodes: [] },
    })
    expect(callCounts(calls)).toEqual({ 'GET accounts/:account_id/line_items': 1 })
  })

  it('says in its description that existence is not checked, unless the row is always read', () => {
    const lookUps = Object.values(schema.getQueryType()!.getFields()).filter(
      ({ name, args }) => name !== 'node' && args.some((argument) => argument.name === 'id'),
    )
    const silent = lookUps.filter(({ description }) => !description?.includes('whether it exists or is deleted'))

    expect(lookUps.length).toBeGreaterThan(20)
    expect(silent.map(({ name }) => name).toSorted()).toEqual(['bulkOperation', 'card'])
  })
})

describe('a look-up by ID in an account that the service answers with 404', () => {
  const { graph: missing } = useGraphOver(() => ({
    status: 404,
    body: { errors: [{ code: 'NOT_FOUND', message: 'none' }] },
  }))

  it.each([
    ['alone', '{ a: campaign(id: "Campaign:gone:c1") { name } }', { a: null }, GET],
    [
      'beside another',
      '{ a: campaign(id: "Campaign:gone:c1") { name } b: campaign(id: "Campaign:gone:c2") { name } }',
      { a: null, b: null },
      LIST,
    ],
    ['as a node', '{ node(id: "Campaign:gone:c1") { ... on Campaign { name } } }', { node: null }, LIST],
    [
      'among nodes',
      '{ nodes(ids: ["Campaign:gone:c1", "Campaign:gone:c2"]) { ... on Campaign { name } } }',
      { nodes: [null, null] },
      LIST,
    ],
  ])('is null without an error, after one call: %s', async (_, document, expected, call) => {
    const { data, errors, calls } = await missing.query(document)

    expect([data, errors]).toEqual([expected, undefined])
    expect(callCounts(calls)).toEqual({ [call]: 1 })
  })

  it('is null without an error for every type of node', async () => {
    const forms = ['gone:1', '1', 'gone:2:1']
    const ids = nodeTypes().map(({ name }) => forms.map((form) => `${name}:${form}`).find(parseGlobalId)!)
    const { data, errors } = await missing.query('query ($ids: [ID!]!) { nodes(ids: $ids) { id } }', { ids })

    expect([data, errors]).toEqual([{ nodes: ids.map(() => null) }, undefined])
  })

  it('is NOT_FOUND for a federated gateway', async () => {
    const { data, errors, calls } = await missing.query(`{
      _entities(representations: [{ __typename: "Campaign", id: "Campaign:gone:c1" }]) { ... on Campaign { name } }
    }`)

    expect(data).toEqual({ _entities: [null] })
    expect(errors).toMatchObject([{ path: ['_entities', 0], extensions: { code: 'NOT_FOUND' } }])
    expect(callCounts(calls)).toEqual({ [LIST]: 1 })
  })
})
