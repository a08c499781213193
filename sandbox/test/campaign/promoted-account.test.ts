import { describe, expect, test } from 'vitest'
import { openSandbox } from '../../../test/support/sandbox.ts'
import { lineItems } from '../../campaign/line-item.ts'
import { promotedAccounts } from '../../campaign/promoted-account.ts'
import { DEMO_ACCOUNT_ID } from '../../index.ts'

const path = `accounts/${DEMO_ACCOUNT_ID}/promoted_accounts`

const { sandbox, client, demoRows } = await openSandbox()

describe('listed by line items', () => {
  const refused = {
    code: 'INCOMPATIBLE_LINE_ITEM',
    message: 'None of the line items has promoted accounts',
    parameter: 'line_item_ids',
  }
  const lineItem = (productType: string) =>
    demoRows(lineItems).find((row) => row.product_type === productType && !row.deleted)!.id

  test('is found if one of them has any', async () => {
    const [holder, other] = [lineItem('PROMOTED_ACCOUNT'), lineItem('PROMOTED_POSTS')]
    const { status, body } = await client.get(path, { line_item_ids: `${other},${holder},nobody` })
    expect(status).toBe(200)
    expect(new Set(body.data.map((row) => row.line_item_id))).toEqual(new Set([holder]))
  })

  test('is 400 if none of them has any', async () => {
    const { status, body } = await client.get(path, { line_item_ids: `nobody,${lineItem('PROMOTED_POSTS')}` })
    expect(status).toBe(400)
    expect(body.errors).toEqual([refused])
  })

  test('is 400 if theirs are all deleted, unless `with_deleted` is set', async () => {
    const table = sandbox.store.table(promotedAccounts)
    const holder = lineItem('PROMOTED_ACCOUNT')
    const held = table.rows(DEMO_ACCOUNT_ID).filter((row) => row.line_item_id === holder)
    for (const row of held) table.update(DEMO_ACCOUNT_ID, row.id, { deleted: true })
    expect((await client.get(path, { line_item_ids: holder })).body.errors).toEqual([refused])
    const asked = await client.get(path, { line_item_ids: holder, with_deleted: true })
    expect(asked.body.data).toHaveLength(held.length)
  })

  test('is an empty list if other filters keep nothing', async () => {
    const holder = demoRows(promotedAccounts).findLast((row) => !row.deleted)!.line_item_id
    const { status, body } = await client.get(path, { line_item_ids: holder, promoted_account_ids: 'nobody' })
    expect([status, body.data]).toEqual([200, []])
  })
})
