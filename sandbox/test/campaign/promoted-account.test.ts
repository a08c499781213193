import { describe, expect, test } from 'vitest'
import { openSandbox } from '../../../test/support/sandbox.ts'
import { promotableUsers } from '../../account/promotable-user.ts'
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

describe('a promoted account', () => {
  const lineItem = (productType: string) =>
    demoRows(lineItems).find((row) => row.product_type === productType && !row.deleted)!.id
  const held = (id: string) => client.walk(path, { line_item_ids: id })
  /** A promotable user whom the line item does not promote. */
  const newcomer = async () => {
    const promoted = (await held(lineItem('PROMOTED_ACCOUNT'))).map((row) => row.user_id)
    return demoRows(promotableUsers).find((user) => !user.deleted && !promoted.includes(user.user_id))!.user_id
  }

  test('that already exists is returned unchanged, and stays the only one', async () => {
    const [before, ...others] = await held(lineItem('PROMOTED_ACCOUNT'))
    const { status, body } = await client.post(path, {
      line_item_id: lineItem('PROMOTED_ACCOUNT'),
      user_id: String(before!.user_id),
    })
    expect([status, body.data]).toEqual([201, before])
    expect(await held(lineItem('PROMOTED_ACCOUNT'))).toHaveLength(1 + others.length)
  })

  test('cannot belong to a line item for posts', async () => {
    const line_item_id = lineItem('PROMOTED_POSTS')
    const { status, body } = await client.post(path, { line_item_id, user_id: await newcomer() })
    expect([status, body.errors]).toEqual([
      400,
      [
        {
          code: 'INCOMPATIBLE_LINE_ITEM',
          message: `Line item ${line_item_id} is not set up for promoted accounts`,
          parameter: 'line_item_id',
        },
      ],
    ])
  })

  test('cannot be a user who is not promotable, and nothing is created', async () => {
    const line_item_id = lineItem('PROMOTED_ACCOUNT')
    const before = await held(line_item_id)
    const [gone] = demoRows(promotableUsers).filter((user) => user.deleted)
    for (const user_id of ['1234567890', gone!.user_id]) {
      const { status, body } = await client.post(path, { line_item_id, user_id })
      expect([status, body.errors]).toEqual([
        400,
        [
          {
            code: 'INVALID_PARAMETER',
            message: `User ${user_id} is not eligible to be promoted`,
            parameter: 'user_id',
          },
        ],
      ])
    }
    expect(await held(line_item_id)).toEqual(before)
  })

  test('that is deleted can be promoted again', async () => {
    const [before] = await held(lineItem('PROMOTED_ACCOUNT'))
    await client.delete(`${path}/${before!.id}`)
    const { line_item_id, user_id } = before as unknown as Record<string, string>
    const again = await client.post(path, { line_item_id: line_item_id!, user_id: user_id! })
    expect(again.body.data.id).not.toBe(before!.id)
  })
})
