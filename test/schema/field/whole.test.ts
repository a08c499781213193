import { beforeEach, describe, expect, it } from 'vitest'
import { openSandboxGraph, useGraphOver } from '../../support/graph.ts'

/** The rows of a list of the account that refer to a parent: `count` to the first parent, one to the second. */
const rowsOf = (column: string, count: number, gone: ReadonlySet<number>) =>
  Array.from({ length: count + 1 }, (_, index) => ({ id: `r${index}`, [column]: index < count ? '1' : '2' })).filter(
    (_, index) => !gone.has(index),
  )

const PARENTS = ['1', '2', '3'].map((id) => ({ id }))

/** Each list without a filter by parent: its table, the column of the parent, and the fields that read it. */
const LISTS = [
  ['promoted_posts', 'post_id', 'posts(postType: PUBLISHED) { nodes { ... on PublishedPost { list: promotedPosts'],
  ['scheduled_promoted_posts', 'scheduled_post_id', 'scheduledPosts { nodes { ... { list: scheduledPromotedPosts'],
  ['line_item_curated_categories', 'line_item_id', 'lineItems { nodes { ... { list: lineItemCuratedCategories'],
  ['recommendations', 'funding_instrument_id', 'fundingInstruments { nodes { ... { list: recommendations'],
] as const

interface Page {
  nodes: { id: string; restId: string }[]
  edges: { cursor: string; node: { restId: string } }[]
  totalCount: number
  pageInfo: { hasNextPage: boolean; hasPreviousPage: boolean; endCursor: string | null }
}

const PAGE =
  'nodes { id restId } edges { cursor node { restId } } totalCount pageInfo { hasNextPage hasPreviousPage endCursor }'

let count: number
let gone: Set<number>
const { upstream, graph } = useGraphOver(
  ({ path, query }) => {
    const table = path.split('/').at(-1)!
    const list = LISTS.find(([name]) => name === table)
    const rows: object[] = list ? rowsOf(list[1], count, gone) : PARENTS
    const start = Number(query['cursor'] ?? 0)
    const end = start + (table === 'recommendations' ? rows.length : Number(query['count'] ?? 200))
    return { body: { data: rows.slice(start, end), next_cursor: end < rows.length ? String(end) : null } }
  },
  { settings: { MAX_ROWS: '4000' } },
)
beforeEach(() => {
  count = 250
  gone = new Set()
})

async function read(field: string, args = '') {
  const { data, errors, calls, plan } = await graph.query<{
    account: { parents: { nodes: { list: Page | null }[] } }
  }>(`{ account(id: "a1") { parents: ${field}${args} { ${PAGE} } } } } } }`)
  return { lists: data.account.parents.nodes.map(({ list }) => list), errors, calls, plan }
}

describe.each(LISTS)('the list %s, which the service cannot filter by parent', (table, _column, field) => {
  const ofTable = () => upstream.requests.filter(({ path }) => path.endsWith(table))

  it('is read to its end once for all parents, and a page of it does not hide rows', async () => {
    const { lists, errors } = await read(field, '(first: 200)')

    expect(errors).toBeUndefined()
    expect(lists.map((list) => list!.totalCount)).toEqual([250, 1, 0])
    expect(lists.map((list) => list!.nodes.length)).toEqual([200, 1, 0])
    expect(lists.map((list) => list!.pageInfo.hasNextPage)).toEqual([true, false, false])
    expect(ofTable()).toHaveLength(1)
  })

  it('goes on after any cursor, also if rows before it were deleted meanwhile', async () => {
    const [first] = (await read(field, '(first: 100)')).lists
    const [second] = (await read(field, `(first: 100, after: "${first!.edges[41]!.cursor}")`)).lists
    gone = new Set([3, 41])
    const { lists, errors } = await read(field, `(first: 1000, after: "${first!.edges[41]!.cursor}")`)

    expect(second!.nodes[0]!.restId).toBe('r42')
    expect(second!.pageInfo.hasPreviousPage).toBe(true)
    expect(lists[0]!.nodes.map(({ restId }) => restId)).toEqual(Array.from({ length: 208 }, (_, at) => `r${at + 42}`))
    expect(lists[0]!.totalCount).toBe(248)
    // The cursor belongs to the first parent's list.
    expect(errors).toMatchObject([
      { path: ['account', 'parents', 'nodes', 1, 'list'], extensions: { code: 'BAD_USER_INPUT', field: 'after' } },
      { path: ['account', 'parents', 'nodes', 2, 'list'], extensions: { code: 'BAD_USER_INPUT', field: 'after' } },
    ])
  })

  // The list of recommendations has no pages.
  if (table !== 'recommendations')
    it('is null with BUDGET_SPENT if it has more rows than an operation may read', async () => {
      count = 6000
      const { lists, errors } = await read(field)

      expect(lists).toEqual([null, null, null])
      expect(errors).toMatchObject(
        PARENTS.map((_, at) => ({
          path: ['account', 'parents', 'nodes', at, 'list'],
          extensions: { code: 'BUDGET_SPENT', limit: 'rows' },
        })),
      )
    })

  it('has no maximum of calls in the plan, unless it has no pages, and needs none if nothing of it is selected', async () => {
    const { plan } = await read(field)
    const step = plan!.steps.at(-1)!

    expect([step.calls.min, step.calls.max]).toEqual([0, table === 'recommendations' ? 1 : null])
    upstream.requests.splice(0)
    await graph.query(`{ account(id: "a1") { parents: ${field} { __typename } } } } } }`)
    expect(ofTable()).toEqual([])
  })
})

describe('a catalog without a cursor', () => {
  it('is a connection whose next page makes no call', async () => {
    const sandboxed = await openSandboxGraph()
    const page = (args: string) =>
      sandboxed.query<{ targetingOptions: { list: Omit<Page, 'nodes'> & { nodes: { name: string }[] } } }>(
        `{ targetingOptions { list: platformVersions${args} {
          totalCount nodes { name } pageInfo { hasNextPage endCursor }
        } } }`,
      )
    const whole = await page('')
    const first = await page('(first: 2)')
    const { endCursor } = first.data.targetingOptions.list.pageInfo
    const next = await page(`(first: 1000, after: "${endCursor}")`)
    await sandboxed.close()

    const names = whole.data.targetingOptions.list.nodes
    expect(names).toHaveLength(whole.data.targetingOptions.list.totalCount)
    expect([...first.data.targetingOptions.list.nodes, ...next.data.targetingOptions.list.nodes]).toEqual(names)
    expect(first.data.targetingOptions.list.pageInfo.hasNextPage).toBe(true)
    expect([whole, first, next].map(({ calls }) => calls.length)).toEqual([1, 0, 0])
  })
})
