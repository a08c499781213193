import { describe, expect, it } from 'vitest'
import { promotableUsers } from '../../../sandbox/account/promotable-user.ts'
import { lineItems } from '../../../sandbox/campaign/line-item.ts'
import { promotedAccounts } from '../../../sandbox/campaign/promoted-account.ts'
import { DEMO_ACCOUNT_ID } from '../../../sandbox/index.ts'
import { graphql } from '../../support/graphql/index.ts'
import { openSandboxWrites, useWriteGraph } from '../../support/write.ts'

const ROW = { id: 'p1', line_item_id: 'l1', user_id: '9007199254740993', deleted: false }

const graph = useWriteGraph(ROW)

const CREATE =
  graphql(`mutation CreatePromotedAccount($input: CreatePromotedAccountInput!, $validateOnly: Boolean = false) {
  outcome: createPromotedAccount(input: $input, validateOnly: $validateOnly) {
    promotedAccount { id userId } userErrors { code message field rule } validation { checked unchecked }
  }
}`)
const DELETE = `mutation ($input: DeletePromotedAccountInput!) {
  outcome: deletePromotedAccount(input: $input) { promotedAccount { id deleted userId } userErrors { field } }
}`

const USER = { accountId: 'a1', lineItemId: 'l1', userId: '9007199254740993' }

describe('createPromotedAccount', () => {
  it.each(['18ce54', '9223372036854775808'])('refuses the user ID %s, and sends nothing', async (userId) => {
    const { data } = await graph.write(CREATE, { ...USER, userId })

    expect(graph.sent()).toEqual([])
    expect(data).toMatchObject({
      outcome: { promotedAccount: null, userErrors: [{ field: ['input', 'userId'], rule: 'R-CONV-22' }] },
    })
  })

  it.each([
    ['INCOMPATIBLE_LINE_ITEM', 'lineItemId'],
    ['INVALID_USER', 'userId'],
  ])('reports the refusal %s, which has no parameter, at %s', async (code, field) => {
    graph.answer(() => ({ status: 400, body: { errors: [{ code, message: 'No' }] } }))
    const { data } = await graph.write(CREATE, USER)

    expect(data).toMatchObject({
      outcome: { promotedAccount: null, userErrors: [{ code, message: 'No', field: ['input', field], rule: null }] },
    })
  })

  it('is null for a user who is already promoted, if the service returns no data', async () => {
    graph.answer(() => ({ body: { data: [] } }))
    const { data, errors } = await graph.write(CREATE, USER)

    expect(errors).toBeUndefined()
    expect(data).toMatchObject({ outcome: { promotedAccount: null, userErrors: [] } })
  })

  it('reads the line item with validateOnly, and refuses other product types (R-PROMO-2)', async () => {
    graph.answer(() => ({ body: { data: { id: 'l1', product_type: 'PROMOTED_ACCOUNT' } } }))
    const right = await graph.write(CREATE, USER, { validateOnly: true })
    graph.answer(() => ({ body: { data: { id: 'l1', product_type: 'MEDIA' } } }))
    const wrong = await graph.write(CREATE, USER, { validateOnly: true })
    graph.answer(() => ({ status: 404, body: '' }))
    const missing = await graph.write(CREATE, USER, { validateOnly: true })

    expect(graph.sent()).toEqual(
      [1, 2, 3].map(() => ['GET accounts/a1/line_items', { line_item_ids: 'l1', with_draft: 'true' }]),
    )
    expect(right.data).toMatchObject({
      outcome: {
        userErrors: [],
        validation: { checked: ['R-CONV-22', 'R-PERM-1', 'R-PROMO-2'], unchecked: ['R-AUTH-5', 'R-PROMO-3'] },
      },
    })
    expect(wrong.data).toMatchObject({
      outcome: { userErrors: [{ field: ['input', 'lineItemId'], rule: 'R-PROMO-2' }] },
    })
    expect(missing.data).toMatchObject({ outcome: { userErrors: [{ field: ['input', 'lineItemId'], rule: null }] } })
  })
})

it('is not checked against the product type of a line item whose row lacks it (R-PROMO-2)', async () => {
  graph.answer(() => ({ body: { data: { id: 'l1' } } }))
  const { data } = await graph.write(CREATE, USER, { validateOnly: true })

  const unchecked = ['R-PROMO-2', 'R-PROMO-3']
  expect(data).toMatchObject({ outcome: { userErrors: [], validation: { unchecked: ['R-AUTH-5', ...unchecked] } } })
})

describe('in the sandbox', () => {
  it('promotes an eligible user once, only with line items for accounts, until it is deleted (T12)', async () => {
    const { ask, sandbox, close } = await openSandboxWrites()
    const rows = sandbox.store.table(lineItems).rows(DEMO_ACCOUNT_ID)
    const lineItem = rows.find((row) => row.product_type === 'PROMOTED_ACCOUNT' && !row.deleted)!
    const other = rows.find((row) => row.product_type !== 'PROMOTED_ACCOUNT' && !row.deleted)!
    const user = sandbox.store.table(promotableUsers).rows(DEMO_ACCOUNT_ID)[0]!
    const count = () =>
      sandbox.store
        .table(promotedAccounts)
        .rows(DEMO_ACCOUNT_ID)
        .filter((row) => !row.deleted).length
    for (const row of sandbox.store.table(promotedAccounts).rows(DEMO_ACCOUNT_ID))
      if (row.line_item_id === lineItem.id) sandbox.store.table(promotedAccounts).remove(DEMO_ACCOUNT_ID, row.id)
    const before = count()
    const promote = async (lineItemId: string, userId: string) => {
      const { outcome } = await ask(CREATE, { input: { accountId: DEMO_ACCOUNT_ID, lineItemId, userId } })
      return outcome!
    }

    const first = await promote(lineItem.id, user.user_id)
    const again = await promote(lineItem.id, user.user_id)
    expect(first).toMatchObject({ promotedAccount: { userId: user.user_id }, userErrors: [] })
    expect(again).toEqual(first)
    expect(count()).toBe(before + 1)

    expect((await promote(other.id, user.user_id)).userErrors).toMatchObject([
      { code: 'INCOMPATIBLE_LINE_ITEM', field: ['input', 'lineItemId'] },
    ])
    expect((await promote(lineItem.id, '1')).userErrors).toMatchObject([{ field: ['input', 'userId'] }])
    expect(count()).toBe(before + 1)

    const { id } = first.promotedAccount!
    await ask(DELETE, { input: { promotedAccountId: id } })
    expect(count()).toBe(before)
    expect(await ask('query ($id: ID!) { node(id: $id) { id ... on PromotedAccount { userId } } }', { id })).toEqual({
      node: null,
    })
    await close()
  })
})
