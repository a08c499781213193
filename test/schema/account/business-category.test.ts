import { describe, expect, it } from 'vitest'
import { DEMO_ACCOUNT_ID } from '../../../sandbox/index.ts'
import { readRow } from '../../support/entity.ts'
import { callCounts, useSandboxGraph } from '../../support/graph.ts'
import { graphql } from '../../support/graphql/index.ts'

const CATEGORIES = graphql(`query CategoriesOfLineItems($account: ID!) {
  account(id: $account) { lineItems(first: 500) { nodes {
    objective categories advertiserBusinessCategories { nodes { restId name } } iabCategories { totalCount nodes { restId name } }
  } } }
}`)

const ROW = { id: 'retl', name: 'Retail', iab_categories: ['IAB18', 'IAB22'] }

const graph = useSandboxGraph()

describe('an advertiser business category', () => {
  it('has the fields of its row, and reads the IDs of its IAB categories without another call', async () => {
    const { data, errors, sent } = await readRow(
      [ROW],
      '{ advertiserBusinessCategories { nodes { restId name iabCategories { nodes { restId } } raw } } }',
    )

    expect(errors).toBeUndefined()
    expect(data).toEqual({
      advertiserBusinessCategories: {
        nodes: [
          {
            restId: 'retl',
            name: 'Retail',
            iabCategories: { nodes: [{ restId: 'IAB18' }, { restId: 'IAB22' }] },
            raw: ROW,
          },
        ],
      },
    })
    expect(sent).toEqual([['/12/advertiser_business_categories', {}]])
  })

  it('is separated from IAB categories in line items, with one call for each list (R-ACC-14)', async () => {
    const { data, errors, calls } = await graph.query(CATEGORIES, { account: DEMO_ACCOUNT_ID })

    expect(errors).toBeUndefined()
    const items = data!.account!.lineItems!.nodes
    for (const { categories, advertiserBusinessCategories, iabCategories } of items)
      expect([...advertiserBusinessCategories!.nodes, ...iabCategories!.nodes].map(({ restId }) => restId)).toEqual(
        categories,
      )
    const preroll = items.filter(({ objective }) => objective === 'PREROLL_VIEWS')
    expect(preroll.length).toBeGreaterThan(0)
    expect(
      new Set(preroll.flatMap((item) => item.advertiserBusinessCategories!.nodes.map(({ name }) => name))),
    ).toEqual(new Set(['Retail']))
    expect(
      items.some(({ iabCategories }) => iabCategories!.nodes.length === 2 && iabCategories!.totalCount === 2),
    ).toBe(true)
    expect(callCounts(calls)).toEqual({
      'GET accounts/:account_id/line_items': 1,
      'GET advertiser_business_categories': 1,
      'GET iab_categories': 1,
    })
  })

  it('is in no page of the IAB categories of a line item', async () => {
    const page = (first: string) => `{ account(id: "${DEMO_ACCOUNT_ID}") { lineItems(first: 500) { nodes {
      objective categories iabCategories${first} { totalCount nodes { restId } pageInfo { hasNextPage endCursor } }
    } } } }`
    interface Answer {
      account: {
        lineItems: {
          nodes: {
            objective: string
            categories: string[]
            iabCategories: {
              totalCount: number
              nodes: { restId: string }[]
              pageInfo: { hasNextPage: boolean; endCursor: string }
            } | null
          }[]
        }
      }
    }
    const items = (await graph.query<Answer>(page('(first: 1)'))).data.account.lineItems.nodes
    const preroll = items.find(({ objective, categories }) => objective === 'PREROLL_VIEWS' && categories.length > 0)!
    const other = items.find(({ iabCategories }) => iabCategories!.totalCount === 2)!
    const { endCursor } = other.iabCategories!.pageInfo
    const { data, errors } = await graph.query<Answer>(page(`(first: 1, after: "${endCursor}")`))

    expect(preroll.iabCategories).toEqual({
      totalCount: 0,
      nodes: [],
      pageInfo: { hasNextPage: false, endCursor: null },
    })
    expect(other.iabCategories).toMatchObject({
      nodes: [{ restId: other.categories[0] }],
      pageInfo: { hasNextPage: true },
    })
    const read = data.account.lineItems.nodes.flatMap(({ iabCategories }) => iabCategories ?? [])
    expect(read).toMatchObject([{ nodes: [{ restId: other.categories[1] }], pageInfo: { hasNextPage: false } }])
    // The cursor belongs to one line item.
    expect(errors).toHaveLength(items.length - 1)
  })
})
