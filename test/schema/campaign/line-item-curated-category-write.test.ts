import { describe, expect, it } from 'vitest'
import { curatedCategories } from '../../../sandbox/account/curated-category.ts'
import { lineItems } from '../../../sandbox/campaign/line-item.ts'
import { DEMO_ACCOUNT_ID, NO_ACCOUNT } from '../../../sandbox/index.ts'
import { graphql } from '../../support/graphql/index.ts'
import { openSandboxWrites, useWriteGraph } from '../../support/write.ts'

const ROW = { id: 'k1', line_item_id: 'l1', curated_category_id: 'cc1', deleted: false }

const graph = useWriteGraph(ROW)

const CREATE =
  graphql(`mutation CreateLineItemCuratedCategory($input: CreateLineItemCuratedCategoryInput!, $validateOnly: Boolean = false) {
  outcome: createLineItemCuratedCategory(input: $input, validateOnly: $validateOnly) {
    lineItemCuratedCategory { id lineItem { id } curatedCategory { id } curatedCategoryId } userErrors { code field rule }
  }
}`)
const UPDATE = `mutation ($input: UpdateLineItemCuratedCategoryInput!) {
  outcome: updateLineItemCuratedCategory(input: $input) {
    lineItemCuratedCategory { id } userErrors { message field rule }
  }
}`
const DELETE = `mutation ($input: DeleteLineItemCuratedCategoryInput!) {
  outcome: deleteLineItemCuratedCategory(input: $input) {
    lineItemCuratedCategory { id deleted lineItemId } userErrors { field }
  }
}`

const TIE = 'LineItemCuratedCategory:a1:k1'

describe('createLineItemCuratedCategory', () => {
  it('reads nothing for the IDs of both ends', async () => {
    const { data } = await graph.write(CREATE, { accountId: 'a1', lineItemId: 'l1', curatedCategoryId: 'cc1' })

    expect(graph.sent()).toHaveLength(1)
    expect(data!.outcome!.lineItemCuratedCategory).toMatchObject({
      lineItem: { id: 'LineItem:a1:l1' },
      curatedCategory: { id: 'CuratedCategory:a1:cc1' },
    })
  })
})

describe('updateLineItemCuratedCategory', () => {
  it('sends only the changed fields', async () => {
    const input = { lineItemCuratedCategoryId: TIE }
    await graph.write(UPDATE, { ...input, curatedCategoryId: 'cc2' })
    await graph.write(UPDATE, { ...input, lineItemId: 'l2' })
    const { data } = await graph.write(UPDATE, { ...input, lineItemId: 'LineItem:a1:l2', curatedCategoryId: 'cc2' })

    expect(graph.sent()).toEqual([
      ['PUT accounts/a1/line_item_curated_categories/k1', { curated_category_id: 'cc2' }],
      ['PUT accounts/a1/line_item_curated_categories/k1', { line_item_id: 'l2' }],
      ['PUT accounts/a1/line_item_curated_categories/k1', { line_item_id: 'l2', curated_category_id: 'cc2' }],
    ])
    expect(data).toEqual({ outcome: { lineItemCuratedCategory: { id: TIE }, userErrors: [] } })
  })

  it('refuses an update without changes, and sends nothing', async () => {
    const { data } = await graph.write(UPDATE, { lineItemCuratedCategoryId: TIE })

    expect(graph.sent()).toEqual([])
    expect(data).toMatchObject({
      outcome: {
        userErrors: [
          { message: '`curatedCategoryId` or `lineItemId` is required', field: ['input', 'curatedCategoryId'] },
        ],
      },
    })
  })

  it.each([
    ['lineItemId', { curatedCategoryId: 'cc2' }],
    ['lineItemId', {}],
    ['curatedCategoryId', { lineItemId: 'l2' }],
    ['curatedCategoryId', {}],
  ])('refuses null as `%s` together with %j, and sends nothing', async (field, others) => {
    const { data } = await graph.write(UPDATE, { lineItemCuratedCategoryId: TIE, [field]: null, ...others })

    expect(graph.sent()).toEqual([])
    const userErrors = [{ message: `\`${field}\` cannot be removed`, field: ['input', field], rule: null }]
    expect(data).toEqual({ outcome: { lineItemCuratedCategory: null, userErrors } })
  })
})

describe('in the sandbox', () => {
  it('is returned by later reads as it was created, updated and deleted', async () => {
    const { ask, sandbox, close } = await openSandboxWrites()
    const lineItem = sandbox.store.table(lineItems).rows(DEMO_ACCOUNT_ID)[0]!
    const [one, two] = sandbox.store.table(curatedCategories).rows(NO_ACCOUNT)
    const read =
      'query ($id: ID!) { node(id: $id) { ... on LineItemCuratedCategory { lineItemId curatedCategoryId } } }'

    const input = { accountId: DEMO_ACCOUNT_ID, lineItemId: lineItem.id, curatedCategoryId: one!.id }
    const { outcome } = await ask(CREATE, { input })
    const { id } = outcome!.lineItemCuratedCategory!
    expect(await ask(read, { id })).toEqual({ node: { lineItemId: lineItem.id, curatedCategoryId: one!.id } })

    await ask(UPDATE, { input: { lineItemCuratedCategoryId: id, curatedCategoryId: two!.id } })
    expect(await ask(read, { id })).toEqual({ node: { lineItemId: lineItem.id, curatedCategoryId: two!.id } })

    await ask(DELETE, { input: { lineItemCuratedCategoryId: id } })
    expect(await ask(read, { id })).toEqual({ node: null })
    await close()
  })
})
