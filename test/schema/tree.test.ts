import { describe, expect, it } from 'vitest'
import { DEMO_ACCOUNT_ID, LIMIT_ACCOUNT_ID } from '../../sandbox/index.ts'
import { depthOf } from '../support/client.ts'
import { callCounts, useSandboxGraph } from '../support/graph.ts'
import { graphql } from '../support/graphql/index.ts'

const TREE = graphql(`query Tree($id: ID!) {
  account(id: $id) { campaigns(first: 50) { nodes { name lineItems(first: 100) { nodes { name
    promotedPosts(first: 10) { nodes { postId } }
    targetingCriteria(first: 50) { nodes { targetingType targetingValue } }
    mediaCreatives(first: 10) { nodes { id } }
    trackingTags(first: 10) { nodes { id } }
  } } } } }
}`)
const MANY = graphql(`query ManyLineItems($id: ID!) {
  account(id: $id) { campaigns(first: 200) { nodes {
    lineItems(first: 100) { nodes { id } pageInfo { hasNextPage } }
  } } }
}`)

const graph = useSandboxGraph()

describe('a tree of one account', () => {
  it('reads 50 campaigns with 500 line items and four lists below each in 14 calls, and the account in none', async () => {
    const { data, errors, calls } = await graph.query(TREE, { id: DEMO_ACCOUNT_ID })

    expect(errors).toBeUndefined()
    expect(data!.account!.campaigns!.nodes).toHaveLength(50)
    expect(data!.account!.campaigns!.nodes.flatMap(({ lineItems }) => lineItems!.nodes)).toHaveLength(500)
    expect(callCounts(calls)).toEqual({
      'GET accounts/:account_id/campaigns': 1,
      'GET accounts/:account_id/line_items': 1,
      'GET accounts/:account_id/promoted_posts': 3,
      'GET accounts/:account_id/targeting_criteria': 3,
      'GET accounts/:account_id/media_creatives': 3,
      'GET accounts/:account_id/tracking_tags': 3,
    })
    expect(calls.map(({ keys }) => keys)).toEqualInSteps(
      [0],
      [50],
      Array.from({ length: 4 }, () => [200, 200, 100]).flat(),
    )
  })

  it('reads 200 campaigns × 100 line items in 22 calls, three deep', async () => {
    const { data, errors, calls } = await graph.query(MANY, { id: LIMIT_ACCOUNT_ID })

    expect(errors).toBeUndefined()
    const lists = data!.account!.campaigns!.nodes.map(({ lineItems }) => lineItems!)
    expect(lists.map(({ nodes }) => nodes.length)).toEqual(Array.from({ length: 200 }, () => 100))
    expect(new Set(lists.flatMap(({ nodes }) => nodes.map(({ id }) => id))).size).toBe(20_000)
    expect(lists.filter(({ pageInfo }) => pageInfo.hasNextPage)).toEqual([])
    expect(callCounts(calls)).toEqual({
      'GET accounts/:account_id/campaigns': 1,
      'GET accounts/:account_id/line_items': 21,
    })
    expect(depthOf(calls)).toBe(3)
  })
  it('takes 21 calls if it is not selected whether more line items follow', async () => {
    const { errors, calls } = await graph.query(
      `query ($id: ID!) {
        account(id: $id) { campaigns(first: 200) { nodes { lineItems(first: 100) { nodes { id } } } } }
      }`,
      { id: LIMIT_ACCOUNT_ID },
    )

    expect(errors).toBeUndefined()
    expect(callCounts(calls)).toEqual({
      'GET accounts/:account_id/campaigns': 1,
      'GET accounts/:account_id/line_items': 20,
    })
    expect(depthOf(calls)).toBe(3)
  })
})
