import { getOperationAST, parse } from 'graphql'
import { afterEach, describe, expect, it } from 'vitest'
import { schema } from '../../../src/graph.ts'
import { planOf, type Plan } from '../../../src/schema/plan/plan.ts'
import { openGraph, type Graph } from '../../support/graph.ts'
import { startListUpstream, type Upstream } from '../../support/upstream.ts'

// Random operations over the sandbox are compared with their plans in test/execute/random-document.test.ts. Here the rows
// are distributed over their parents as unevenly as possible.

let upstream: Upstream
let graph: Graph
afterEach(async () => {
  await graph.close()
  await upstream.close()
})

/** A fixed sequence of pseudorandom numbers between 0 and 1. */
function randomFrom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return state / 2_147_483_648
  }
}

function planned(text: string): Plan {
  const document = parse(text)
  return planOf(schema, { document, operation: getOperationAST(document)!, variables: {} })
}

/** Distributions of rows over parents: the number of rows of the parent at an index. */
const SPREADS: Record<string, (index: number, random: () => number, most: number) => number> = {
  'the same for all': (_index, _random, most) => most,
  'at random': (_index, random, most) => Math.floor(random() * (most + 1)),
  'few, then many': (index, _random, most) => (index < 150 ? 1 : most),
  'many, then few': (index, _random, most) => (index < 20 ? most : 1),
  'nearly none, some full': (_index, random, most) => (random() < 0.1 ? most : 0),
}

/** Lists below several parents, with and without a documented limit of rows per parent. */
const LISTS = [
  {
    parents: 'campaigns',
    children: 'lineItems',
    table: 'line_items',
    parent: 'campaign_id',
    most: 100,
    counts: [60, 201],
    args: '',
  },
  // The limit does not count deleted ones.
  {
    parents: 'campaigns',
    children: 'lineItems',
    table: 'line_items',
    parent: 'campaign_id',
    most: 700,
    counts: [2, 40],
    args: ', withDeleted: true',
  },
  {
    parents: 'lineItems',
    children: 'promotedPosts',
    table: 'promoted_posts',
    parent: 'line_item_id',
    most: 1500,
    counts: [40],
    args: '',
  },
]

const TABLES: Record<string, string> = { campaigns: 'campaigns', lineItems: 'line_items' }

const CASES = LISTS.flatMap((list) =>
  Object.entries(SPREADS).flatMap(([name, rowsOf]) =>
    list.counts.flatMap((count) => [1, 100].map((first) => ({ ...list, name, rowsOf, count, first }))),
  ),
)

describe('the calls and rows are within the plan', () => {
  it('of an audience estimate of more criteria than a page has', async () => {
    const criteria = Array.from({ length: 2_500 }, (_, row) => ({
      id: `c${row}`,
      line_item_id: 'l',
      targeting_type: 'BROAD_KEYWORD',
      targeting_value: 'bread',
    }))
    upstream = await startListUpstream({ targeting_criteria: criteria })
    graph = await openGraph(upstream.url)
    const document = '{ lineItem(id: "LineItem:a:l") { audienceEstimate { raw } } }'
    const { calls } = await graph.query(document)

    expect(calls.filter(({ path }) => path.endsWith('/targeting_criteria'))).toHaveLength(3)
    expect(planned(document).calls.max).toBe(Infinity)
  })

  it.each(CASES)('of $children, $name: $count parents, first $first $args', async (each) => {
    const { parents, children, table, parent, most, rowsOf, count, first, args } = each
    const random = randomFrom(count * 1000 + first)
    const parentRows = Array.from({ length: count }, (_, index) => ({ id: `p${index}` }))
    const childRows = parentRows.flatMap(({ id }, index) =>
      Array.from({ length: rowsOf(index, random, most) }, (_, row) => ({ id: `${id}r${row}`, [parent]: id, row })),
    )
    // The service can have another order than the parents.
    if (random() < 0.5) childRows.sort((a, b) => a.row - b.row)
    upstream = await startListUpstream({ [TABLES[parents]!]: parentRows, [table]: childRows })
    graph = await openGraph(upstream.url, { settings: { MAX_ROWS: '1000000' } })
    const document = `{ account(id: "a") { ${parents}(first: ${count}) { nodes {
      ${children}(first: ${first}${args}) { nodes { restId } pageInfo { hasNextPage } } } } } }`
    const { calls, rows } = planned(document)
    const { errors, calls: sent } = await graph.query(document)
    expect(errors).toBeUndefined()
    expect(sent.length).toBeGreaterThanOrEqual(calls.min)
    expect(sent.length).toBeLessThanOrEqual(calls.max)
    expect(sent.reduce((total, call) => total + call.rows, 0)).toBeLessThanOrEqual(rows.max)
  })

  describe('of lists that are read together because only their parents differ', () => {
    const rowsBelow = (parent: string, count: number) =>
      Array.from({ length: count }, (_, row) => ({ id: `${parent}${row}`, line_item_id: parent, campaign_id: parent }))

    /** The list of two line items, in two fields. */
    const twice = (list: string) =>
      `{ a: lineItem(id: "LineItem:x:a") { ${list} } b: lineItem(id: "LineItem:x:b") { ${list} } }`

    async function measured(document: string, tables: Parameters<typeof startListUpstream>[0]) {
      upstream = await startListUpstream(tables)
      graph = await openGraph(upstream.url, { settings: { MAX_ROWS: '1000000' } })
      const { calls, errors } = await graph.query(document)
      expect(errors).toBeUndefined()
      return { calls: calls.length, rows: calls.reduce((total, call) => total + call.rows, 0) }
    }

    it('and read whole, because they are counted', async () => {
      const document = twice('promotedPosts(first: 1) { totalCount }')
      const posts = [...rowsBelow('a', 3_000), ...rowsBelow('b', 3_000)]
      const { calls, rows } = planned(document)
      expect([calls, rows]).toEqual([{ min: 1, max: Infinity }, { max: Infinity }])
      expect(await measured(document, { promoted_posts: posts })).toEqual({ calls: 7, rows: 7_000 })
    })

    it('and read again, because one of them fills a page', async () => {
      const document = twice('promotedPosts(first: 900) { nodes { restId } }')
      const posts = [...rowsBelow('a', 700), ...rowsBelow('b', 300), ...rowsBelow('a', 900).slice(700)]
      const { calls, rows } = planned(document)
      expect([calls.max, rows.max]).toEqual([4, 4_000])
      expect(await measured(document, { promoted_posts: posts })).toEqual({ calls: 3, rows: 2_200 })
    })

    it('and read in full pages', async () => {
      const document = twice('promotedPosts(first: 1) { nodes { restId } }')
      const { calls, rows } = planned(document)
      expect([calls.max, rows.max]).toEqual([3, 3_000])
      const posts = [...rowsBelow('a', 100), ...rowsBelow('b', 100)]
      expect(await measured(document, { promoted_posts: posts })).toEqual({ calls: 1, rows: 200 })
    })

    it('unless an argument differs, or the account', () => {
      const maxCalls = (a: string, b: string) => planned(`{ a: ${a} b: ${b} }`).calls.max
      const list = (id: string, args: string) =>
        `lineItem(id: "${id}") { promotedPosts(first: 1${args}) { nodes { id } } }`
      expect(maxCalls(list('LineItem:x:a', ''), list('LineItem:x:b', ', withDeleted: true'))).toBe(2)
      expect(maxCalls(list('LineItem:x:a', ''), list('LineItem:y:b', ''))).toBe(2)
      expect(maxCalls(list('LineItem:x:a', ''), list('LineItem:x:b', ', withDeleted: false, sortBy: []'))).toBe(3)
    })

    it('and counted below the parents of one field', () => {
      const below = (args: string) =>
        `{ account(id: "x") { lineItems(${args}) { nodes { promotedPosts { totalCount } } } } }`
      expect(planned(below('first: 2')).calls.max).toBe(Infinity)
      expect(planned(below('first: 1')).calls.max).toBe(2)
    })
  })
})
