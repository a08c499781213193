import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { DEMO_ACCOUNT_ID } from '../../../sandbox/index.ts'
import { readRow } from '../../support/entity.ts'
import { callCounts, openSandboxGraph } from '../../support/graph.ts'
import { graphql } from '../../support/graphql/index.ts'

const CATEGORIES = graphql(`query CategoriesOfLineItems($account: ID!) {
  account(id: $account) { lineItems(first: 500) { nodes {
    objective categories advertiserBusinessCategories { restId name } iabCategories { restId name }
  } } }
}`)

const ROW = { id: 'retl', name: 'Retail', iab_categories: ['IAB18', 'IAB22'] }

let graph: Awaited<ReturnType<typeof openSandboxGraph>>
beforeAll(async () => {
  graph = await openSandboxGraph()
})
afterAll(() => graph.close())

describe('an advertiser business category', () => {
  it('has the fields of its row, and reads the IDs of its IAB categories without another call', async () => {
    const { data, errors, sent } = await readRow(
      [ROW],
      '{ advertiserBusinessCategories { nodes { restId name iabCategories { restId } raw } } }',
    )

    expect(errors).toBeUndefined()
    expect(data).toEqual({
      advertiserBusinessCategories: {
        nodes: [
          { restId: 'retl', name: 'Retail', iabCategories: [{ restId: 'IAB18' }, { restId: 'IAB22' }], raw: ROW },
        ],
      },
    })
    expect(sent).toEqual([['/12/advertiser_business_categories', {}]])
  })

  it('has null for columns that the service omits', async () => {
    const { data, errors } = await readRow(
      [{ id: 'retl' }],
      '{ advertiserBusinessCategories { nodes { restId name iabCategories { restId name } } } }',
    )

    expect(errors).toBeUndefined()
    expect(data).toEqual({
      advertiserBusinessCategories: { nodes: [{ restId: 'retl', name: null, iabCategories: null }] },
    })
  })

  it('is separated from IAB categories in line items, with one call for each list (R-ACC-14)', async () => {
    const { data, errors, calls } = await graph.query(CATEGORIES, { account: DEMO_ACCOUNT_ID })

    expect(errors).toBeUndefined()
    const items = data!.account!.lineItems!.nodes
    for (const { categories, advertiserBusinessCategories, iabCategories } of items)
      expect([...advertiserBusinessCategories!, ...iabCategories!].map(({ restId }) => restId)).toEqual(categories)
    const preroll = items.filter(({ objective }) => objective === 'PREROLL_VIEWS')
    expect(preroll.length).toBeGreaterThan(0)
    expect(new Set(preroll.flatMap((item) => item.advertiserBusinessCategories!.map(({ name }) => name)))).toEqual(
      new Set(['Retail']),
    )
    expect(items.some(({ iabCategories }) => iabCategories!.length === 2)).toBe(true)
    expect(callCounts(calls)).toEqual({
      'GET accounts/:account_id/line_items': 1,
      'GET advertiser_business_categories': 1,
      'GET iab_categories': 1,
    })
  })
})
