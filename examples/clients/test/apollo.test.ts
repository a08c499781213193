import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { CombinedGraphQLErrors, gql, type ApolloClient, type TypedDocumentNode } from '@apollo/client'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { createApollo } from '../src/apollo.ts'
import { errorAt } from '../src/field-error.ts'
import { DELETE_LINE_ITEM, LINE_ITEMS, RENAME, TREE, type LineItems, type Tree } from './document.ts'
import { ACCOUNT, CAMPAIGN, startGraph, type TestGraph } from './graph.ts'

let graph: TestGraph
let client: ApolloClient
beforeAll(async () => {
  graph = await startGraph()
})
afterAll(() => graph.close())
// Apollo Client reports what the cache cannot hold in the console.
const reports = (['warn', 'error'] as const).map((name) => vi.spyOn(console, name).mockImplementation(() => undefined))
beforeEach(async () => {
  await graph.reset()
  client = createApollo(graph.url)
})

const tree: TypedDocumentNode<Tree, { account: string }> = gql(TREE)
const lineItems: TypedDocumentNode<LineItems, { campaign: string; first: number; after?: string | null }> =
  gql(LINE_ITEMS)
const rename: TypedDocumentNode<{ updateCampaign: { userErrors: object[] } }> = gql(RENAME)
const deleteLineItem: TypedDocumentNode<{ deleteLineItem: { deletedId: string | null } }> = gql(DELETE_LINE_ITEM)
const readTree = () => client.readQuery({ query: tree, variables: { account: ACCOUNT } })!.account.campaigns.nodes

interface Connection<Node> {
  nodes: Node[]
  pageInfo: { hasNextPage: boolean; endCursor: string | null }
}

interface Screen {
  account: {
    campaigns: Connection<{ id: string; lineItems: Connection<{ id: string; promotedPosts: Connection<object> }> }>
  }
}

/** Operations and fragments of the screen that docs/frontend.md names. */
function shown(...names: string[]): string {
  const page = readFileSync(join(import.meta.dirname, '../src/screen.graphql'), 'utf8')
  return names.map((name) => new RegExp(`^(?:query|fragment) ${name}\\b[^]*?^}`, 'm').exec(page)![0]).join('\n')
}

describe('Apollo Client', () => {
  it('joins the pages of a nested list, in edges and in nodes', async () => {
    const variables = { campaign: CAMPAIGN, first: 1 }
    const first = await client.query({ query: lineItems, variables })
    const { endCursor } = first.data!.campaign.lineItems!.pageInfo
    const watched = client.watchQuery({ query: lineItems, variables })
    const subscription = watched.subscribe(() => undefined)
    await watched.fetchMore({ variables: { first: 2, after: endCursor } })
    subscription.unsubscribe()

    const { edges, nodes, pageInfo } = client.readQuery({ query: lineItems, variables })!.campaign.lineItems!
    expect(new Set(nodes.map(({ id }) => id)).size).toBe(3)
    expect(edges.map(({ node }) => node)).toEqual(nodes)
    expect(pageInfo.endCursor).not.toBe(endCursor)
  })

  it('shows the pages of a list below every parent that has it', async () => {
    await client.query({ query: tree, variables: { account: ACCOUNT } })
    expect(readTree().map((campaign) => campaign.lineItems!.nodes.length)).toEqual([1, 1])
    const { endCursor } = readTree()[0]!.lineItems!.pageInfo
    await client.query({ query: lineItems, variables: { campaign: CAMPAIGN, first: 1, after: endCursor } })

    expect(readTree().map((campaign) => campaign.lineItems!.nodes.length)).toEqual([2, 1])
  })

  it('pages each level of the screen that docs/frontend.md names', async () => {
    const variables = { account: '18ce54d4x5t', first: 2 }
    const screen: TypedDocumentNode<Screen, typeof variables & { after?: string | null }> = gql(
      shown('Screen', 'LineItemRows', 'PostRows'),
    )
    const watched = client.watchQuery({ query: screen, variables })
    const subscription = watched.subscribe(() => undefined)
    const first = (await client.query({ query: screen, variables })).data!.account.campaigns
    const campaign = first.nodes.find(({ lineItems: { pageInfo } }) => pageInfo.hasNextPage)!
    const lineItem = campaign.lineItems.nodes.find(({ promotedPosts: { pageInfo } }) => pageInfo.hasNextPage)!
    await watched.fetchMore({ variables: { after: first.pageInfo.endCursor } })
    const ofCampaign = { campaign: campaign.id, first: 2, after: campaign.lineItems.pageInfo.endCursor }
    await client.query({ query: gql(shown('MoreLineItems', 'LineItemRows', 'PostRows')), variables: ofCampaign })
    const ofLineItem = { lineItem: lineItem.id, first: 2, after: lineItem.promotedPosts.pageInfo.endCursor }
    await client.query({ query: gql(shown('MorePosts', 'PostRows')), variables: ofLineItem })
    subscription.unsubscribe()

    const { nodes } = client.readQuery({ query: screen, variables })!.account.campaigns
    expect(nodes).toHaveLength(4)
    const { lineItems } = nodes.find(({ id }) => id === campaign.id)!
    expect(lineItems.nodes.slice(0, 2).map(({ id }) => id)).toEqual(campaign.lineItems.nodes.map(({ id }) => id))
    const { promotedPosts } = lineItems.nodes.find(({ id }) => id === lineItem.id)!
    expect(promotedPosts.nodes.length).toBeGreaterThan(2)
    expect(promotedPosts.nodes.slice(0, 2)).toEqual(lineItem.promotedPosts.nodes)
  })

  it('shows the answer of a mutation wherever the entity is shown', async () => {
    await client.query({ query: tree, variables: { account: ACCOUNT } })
    await client.mutate({ mutation: rename, variables: { input: { campaignId: CAMPAIGN, name: 'Renamed' } } })

    expect(readTree()[0]!.name).toBe('Renamed')
  })

  it('rolls an optimistic update back if the input is refused, and tells at which field', async () => {
    await client.query({ query: tree, variables: { account: ACCOUNT } })
    const before = readTree()[0]!.name
    const answer = client.mutate({
      mutation: rename,
      variables: { input: { campaignId: CAMPAIGN, name: 'x'.repeat(300) } },
      optimisticResponse: {
        updateCampaign: {
          __typename: 'UpdateCampaignPayload',
          campaign: { __typename: 'Campaign', id: CAMPAIGN, name: 'Optimistic' },
          userErrors: [],
        },
      } as never,
    })
    const meanwhile = client.readQuery({ query: tree, variables: { account: ACCOUNT } }, true)
    const { data } = await answer

    expect(meanwhile!.account.campaigns.nodes[0]!.name).toBe('Optimistic')
    expect(data!.updateCampaign.userErrors).toMatchObject([{ field: ['input', 'name'] }])
    expect(readTree()[0]!.name).toBe(before)
  })

  it('removes a deleted entity from every list', async () => {
    await client.query({ query: tree, variables: { account: ACCOUNT } })
    const { id } = readTree()[0]!.lineItems!.nodes[0]!
    await client.mutate({
      mutation: deleteLineItem,
      variables: { input: { lineItemId: id } },
      update(cache, { data }) {
        const { deletedId: id } = data!.deleteLineItem
        cache.evict({ id: cache.identify({ __typename: 'LineItem', id: id! })! })
      },
    })

    expect(readTree()[0]!.lineItems!.nodes).toEqual([])
    expect(readTree()[0]!.lineItems!.edges).toEqual([])
  })

  it('keeps what arrived if a nested list fails, with the error of the list', async () => {
    await graph.refuse('accounts/:account_id/line_items')
    const { data, error } = await client.query({ query: tree, variables: { account: ACCOUNT } })

    expect(data!.account.campaigns.nodes.map(({ name, lineItems }) => [typeof name, lineItems])).toEqual([
      ['string', null],
      ['string', null],
    ])
    expect(readTree().map(({ lineItems }) => lineItems)).toEqual([null, null])
    expect(CombinedGraphQLErrors.is(error) && error.errors.map(({ path }) => path?.join('.'))).toEqual([
      'account.campaigns.nodes.0.lineItems',
      'account.campaigns.nodes.1.lineItems',
    ])
  })

  it('finds the error of one field', async () => {
    await graph.refuse('accounts/:account_id/line_items')
    const { error } = await client.query({ query: tree, variables: { account: ACCOUNT } })

    const errors = CombinedGraphQLErrors.is(error) ? error.errors : []
    const path = ['account', 'campaigns', 'nodes', 1, 'lineItems']
    expect(errorAt(errors, path)?.extensions).toMatchObject({ code: 'FORBIDDEN' })
    expect(errorAt(errors, [...path, 'nodes', 0])).toBe(errorAt(errors, path))
    expect(errorAt(errors, ['account', 'campaigns', 'nodes', 1, 'name'])).toBeUndefined()
  })

  it('has reported nothing in the console', () => {
    for (const report of reports) expect(report.mock.calls).toEqual([])
  })
})
