import type { Client } from '@urql/core'
import { getIntrospectionQuery, type IntrospectionQuery } from 'graphql'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { errorAt } from '../src/field-error.ts'
import { createUrql } from '../src/urql.ts'
import { DELETE_LINE_ITEM, LINE_ITEMS, RENAME, TREE, type LineItems, type Tree } from './document.ts'
import { ACCOUNT, CAMPAIGN, startGraph, type TestGraph } from './graph.ts'

let graph: TestGraph
let schema: IntrospectionQuery
let client: Client
beforeAll(async () => {
  graph = await startGraph()
  const response = await fetch(graph.url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ query: getIntrospectionQuery() }),
  })
  schema = ((await response.json()) as { data: IntrospectionQuery }).data
})
afterAll(() => graph.close())

// Graphcache reports what does not fit the schema, and objects without a key, in the console.
const warnings = vi.spyOn(console, 'warn').mockImplementation(() => undefined)
beforeEach(async () => {
  await graph.reset()
  client = createUrql(graph.url, schema)
})

const readTree = () => client.readQuery<Tree>(TREE, { account: ACCOUNT })!.data!.account.campaigns.nodes

describe('urql with Graphcache and the introspected schema', () => {
  it('joins the pages of a nested list, in edges and in nodes', async () => {
    const first = await client.query<LineItems>(LINE_ITEMS, { campaign: CAMPAIGN, first: 1 }).toPromise()
    const { endCursor } = first.data!.campaign.lineItems!.pageInfo
    const second = await client
      .query<LineItems>(LINE_ITEMS, { campaign: CAMPAIGN, first: 2, after: endCursor })
      .toPromise()

    const { edges, nodes, pageInfo } = second.data!.campaign.lineItems!
    expect(new Set(nodes.map(({ id }) => id)).size).toBe(3)
    expect(edges.map(({ node }) => node)).toEqual(nodes)
    expect(pageInfo.endCursor).not.toBe(endCursor)
  })

  it('shows the answer of a mutation wherever the entity is shown', async () => {
    await client.query(TREE, { account: ACCOUNT }).toPromise()
    await client.mutation(RENAME, { input: { campaignId: CAMPAIGN, name: 'Renamed' } }).toPromise()

    expect(readTree()[0]!.name).toBe('Renamed')
  })

  it('forgets a deleted entity', async () => {
    await client.query(TREE, { account: ACCOUNT }).toPromise()
    const { id } = readTree()[0]!.lineItems!.nodes[0]!
    await client.mutation(DELETE_LINE_ITEM, { input: { lineItemId: id } }).toPromise()
    const { data } = await client.query<Tree>(TREE, { account: ACCOUNT }).toPromise()

    expect(data!.account.campaigns.nodes[0]!.lineItems!.nodes.map((lineItem) => lineItem.id)).not.toContain(id)
  })

  it('keeps what arrived if a nested list fails, with the error of the list', async () => {
    await graph.refuse('accounts/:account_id/line_items')
    const { data, error } = await client.query<Tree>(TREE, { account: ACCOUNT }).toPromise()

    expect(data!.account.campaigns.nodes.map(({ name, lineItems }) => [typeof name, lineItems])).toEqual([
      ['string', null],
      ['string', null],
    ])
    expect(error!.graphQLErrors.map(({ path }) => path?.join('.'))).toEqual([
      'account.campaigns.nodes.0.lineItems',
      'account.campaigns.nodes.1.lineItems',
    ])
  })

  it('finds the error of one field', async () => {
    await graph.refuse('accounts/:account_id/line_items')
    const { error } = await client.query<Tree>(TREE, { account: ACCOUNT }).toPromise()

    const errors = error?.graphQLErrors ?? []
    const path = ['account', 'campaigns', 'nodes', 1, 'lineItems']
    expect(errorAt(errors, path)?.extensions).toMatchObject({ code: 'FORBIDDEN' })
    expect(errorAt(errors, ['account', 'campaigns', 'nodes', 1, 'name'])).toBeUndefined()
  })

  it('has reported nothing in the console', () => {
    expect(warnings.mock.calls).toEqual([])
  })
})
