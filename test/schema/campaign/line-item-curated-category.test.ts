import { beforeAll, describe, expect, it } from 'vitest'
import { curatedCategories } from '../../../sandbox/account/curated-category.ts'
import { lineItemCuratedCategories } from '../../../sandbox/campaign/line-item-curated-category.ts'
import { lineItems } from '../../../sandbox/campaign/line-item.ts'
import { DEMO_ACCOUNT_ID, NO_ACCOUNT } from '../../../sandbox/index.ts'
import { readRow } from '../../support/entity.ts'
import { callCounts, useSandboxGraph } from '../../support/graph.ts'

const ROW = { id: 'k1', line_item_id: 'l1' }

const graph = useSandboxGraph()
beforeAll(() => {
  const { store } = graph.sandbox
  const [one, two] = store.table(curatedCategories).rows(NO_ACCOUNT)
  const table = store.table(lineItemCuratedCategories)
  store
    .table(lineItems)
    .rows(DEMO_ACCOUNT_ID)
    .slice(0, 6)
    .forEach(({ id, created_at, updated_at }, index) => {
      const curated_category_id = (index % 2 === 0 ? one : two)!.id
      table.insert(DEMO_ACCOUNT_ID, {
        line_item_id: id,
        curated_category_id,
        id: table.newId(),
        created_at,
        updated_at,
        deleted: false,
      })
    })
})

describe("a line item's curated category", () => {
  it('is found through node, and in its account', async () => {
    const { data, errors, sent } = await readRow(
      ROW,
      `{
        node(id: "LineItemCuratedCategory:a1:k1") { ... on LineItemCuratedCategory { lineItemId } }
        lineItemCuratedCategory(id: "k1", accountId: "a1", withDeleted: true) { lineItemId }
      }`,
    )

    expect(errors).toBeUndefined()
    expect(data).toEqual({ node: { lineItemId: 'l1' }, lineItemCuratedCategory: { lineItemId: 'l1' } })
    expect(sent).toEqualInSteps([
      ['/12/accounts/a1/line_item_curated_categories/k1', {}],
      ['/12/accounts/a1/line_item_curated_categories/k1', { with_deleted: 'true' }],
    ])
  })

  it('reads all line items in one call, each curated category in one, and neither if only the IDs are selected', async () => {
    const list = (selection: string) =>
      graph.query(
        `{ account(id: "${DEMO_ACCOUNT_ID}") { lineItemCuratedCategories(first: 6) { nodes { ${selection} } } } }`,
      )
    const named = await list('lineItem { name } curatedCategory { name }')
    const keyed = await list('lineItem { id } curatedCategory { id }')

    expect([named.errors, keyed.errors]).toEqual([undefined, undefined])
    expect(callCounts(named.calls)).toEqual({
      'GET accounts/:account_id/line_item_curated_categories': 1,
      'GET accounts/:account_id/line_items': 1,
      'GET accounts/:account_id/curated_categories/:curated_category_id': 2,
    })
    expect(callCounts(keyed.calls)).toEqual({ 'GET accounts/:account_id/line_item_curated_categories': 1 })
  })
})
