import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { callCounts, openGraph, type Graph } from '../support/graph.ts'
import { startListUpstream, type Upstream } from '../support/upstream.ts'

const PARENTS = 201
const rowsOf = (name: string, row: (index: number) => object = () => ({})) =>
  Array.from({ length: PARENTS }, (_, index) => ({ id: `${name}${index}`, ...row(index) }))
const ofLineItem = (name: string) => rowsOf(name, (index) => ({ line_item_id: `l${index}` }))

let upstream: Upstream
let graph: Graph
beforeAll(async () => {
  upstream = await startListUpstream({
    funding_instruments: rowsOf('f'),
    campaigns: rowsOf('c', (index) => ({ funding_instrument_id: `f${index}`, name: `campaign ${index}` })),
    line_items: rowsOf('l', (index) => ({
      campaign_id: `c${index}`,
      funding_instrument_id: `f${index}`,
      name: `line item ${index}`,
    })),
    promoted_posts: ofLineItem('p'),
    promoted_accounts: ofLineItem('a'),
    scheduled_promoted_posts: ofLineItem('s'),
    media_creatives: ofLineItem('m'),
    tracking_tags: ofLineItem('t'),
    targeting_criteria: ofLineItem('k'),
  })
  graph = await openGraph(upstream.url)
})
afterAll(async () => {
  await graph.close()
  await upstream.close()
})

/** How the calls of one level grow with its parents: 200 parents a call. */
const LEVELS = [
  [1, 1],
  [50, 1],
  [201, 2],
] as const

describe('a list below', () => {
  it.each([
    ['fundingInstruments', 'campaigns', 'campaigns'],
    ['fundingInstruments', 'lineItems', 'line_items'],
    ['campaigns', 'lineItems', 'line_items'],
    ['lineItems', 'targetingCriteria', 'targeting_criteria'],
    ['lineItems', 'promotedPosts', 'promoted_posts'],
    ['lineItems', 'promotedAccounts', 'promoted_accounts'],
    ['lineItems', 'scheduledPromotedPosts', 'scheduled_promoted_posts'],
    ['lineItems', 'mediaCreatives', 'media_creatives'],
    ['lineItems', 'trackingTags', 'tracking_tags'],
  ])('%s: %s takes 1, 1 and 2 calls for 1, 50 and 201 parents', async (parents, field, table) => {
    for (const [count, lists] of LEVELS) {
      const { data, errors, calls } = await graph.query<{
        account: { parents: { nodes: Record<string, { nodes: object[] }>[] } }
      }>(
        `{ account(id: "a1") { parents: ${parents}(first: ${count}) { nodes { ${field}(first: 5) { nodes { restId } } } } } }`,
      )
      expect(errors).toBeUndefined()
      expect(data.account.parents.nodes.map((parent) => parent[field]!.nodes.length)).toEqual(
        Array.from({ length: count }, () => 1),
      )
      const below = calls.filter(({ keys }) => keys > 0)
      expect(below.map(({ path, keys }) => [path, keys])).toEqual(
        [Math.min(count, 200), count - 200].slice(0, lists).map((keys) => [`accounts/:account_id/${table}`, keys]),
      )
      expect(calls).toHaveLength(1 + lists)
    }
  })
})

describe('media creatives below campaigns', () => {
  it('take a call for each campaign, because their filter takes one id only (R-PROMO-12)', async () => {
    for (const [count] of LEVELS) {
      const { errors, calls } = await graph.query(
        `{ account(id: "a1") { campaigns(first: ${count}) { nodes { mediaCreatives(first: 1) { nodes { restId } } } } } }`,
      )
      expect(errors).toBeUndefined()
      expect(callCounts(calls)).toEqual({
        'GET accounts/:account_id/campaigns': 1,
        'GET accounts/:account_id/media_creatives': count,
      })
    }
  })
})

describe('what rows name', () => {
  it.each([
    ['campaigns', 'fundingInstrument { currency }', 'funding_instruments'],
    ['lineItems', 'fundingInstrument { currency }', 'funding_instruments'],
    ['lineItems', 'campaign { name }', 'campaigns'],
    ['promotedPosts', 'lineItem { name }', 'line_items'],
  ])('%s: %s takes 1, 1 and 2 calls for 1, 50 and 201 rows', async (parents, selection, table) => {
    for (const [count, lists] of LEVELS) {
      const { errors, calls } = await graph.query(
        `{ account(id: "a1") { ${parents}(first: ${count}) { nodes { ${selection} } } } }`,
      )
      expect(errors).toBeUndefined()
      const named = calls.filter(({ keys }) => keys > 0).map(({ path }) => path)
      expect(named).toEqual(Array.from({ length: lists }, () => `accounts/:account_id/${table}`))
      expect(calls).toHaveLength(1 + lists)
    }
  })

  it('is looked up by nodes 200 ids a call for each type', async () => {
    for (const [count, lists] of LEVELS) {
      const ids = Array.from({ length: count }, (_, index) => [`Campaign:a1:c${index}`, `LineItem:a1:l${index}`]).flat()
      const { errors, calls } = await graph.query('query ($ids: [ID!]!) { nodes(ids: $ids) { id } }', { ids })
      expect(errors).toBeUndefined()
      expect(callCounts(calls)).toEqual({
        'GET accounts/:account_id/campaigns': lists,
        'GET accounts/:account_id/line_items': lists,
      })
    }
  })
})
