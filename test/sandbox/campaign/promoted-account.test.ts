import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { lineItems } from '../../../src/sandbox/campaign/line-item.ts'
import { promotedAccounts } from '../../../src/sandbox/campaign/promoted-account.ts'
import { DEMO_ACCOUNT_ID, EMPTY_ACCOUNT_ID, startSandbox, type Sandbox } from '../../../src/sandbox/index.ts'
import { Client } from '../client.ts'
import { columnFaults } from '../columns.ts'

const path = `accounts/${DEMO_ACCOUNT_ID}/promoted_accounts`

let sandbox: Sandbox
let client: Client

beforeAll(async () => {
  sandbox = await startSandbox()
  client = new Client(sandbox)
})
afterAll(() => sandbox.close())

test('has its documented columns', async () => {
  expect(
    columnFaults(
      await client.walk(path),
      'line_item_id user_id id entity_status created_at updated_at approval_status deleted',
    ),
  ).toEqual([])
})

describe('asked for by line items', () => {
  const refused = {
    code: 'INCOMPATIBLE_LINE_ITEM',
    message: 'None of the line items holds promoted accounts',
    parameter: 'line_item_ids',
  }
  const lineItem = (productType: string) =>
    sandbox.store
      .table(lineItems)
      .rows(DEMO_ACCOUNT_ID)
      .find((row) => row.product_type === productType && !row.deleted)!.id

  test('is found where one of them holds any', async () => {
    const [holder, other] = [lineItem('PROMOTED_ACCOUNT'), lineItem('PROMOTED_POSTS')]
    const { status, body } = await client.get(path, { line_item_ids: `${other},${holder},nobody` })
    expect(status).toBe(200)
    expect(new Set(body.data.map((row) => row.line_item_id))).toEqual(new Set([holder]))
  })

  test('is 400 where none of them holds any', async () => {
    const { status, body } = await client.get(path, { line_item_ids: `nobody,${lineItem('PROMOTED_POSTS')}` })
    expect(status).toBe(400)
    expect(body.errors).toEqual([refused])
  })

  test('is 400 where those they held are deleted, unless these are asked for', async () => {
    const table = sandbox.store.table(promotedAccounts)
    const holder = lineItem('PROMOTED_ACCOUNT')
    const held = table.rows(DEMO_ACCOUNT_ID).filter((row) => row.line_item_id === holder)
    for (const row of held) table.update(DEMO_ACCOUNT_ID, row.id, { deleted: true })
    expect((await client.get(path, { line_item_ids: holder })).body.errors).toEqual([refused])
    const asked = await client.get(path, { line_item_ids: holder, with_deleted: true })
    expect(asked.body.data).toHaveLength(held.length)
  })

  test('is an empty list where other filters leave nothing', async () => {
    const holder = sandbox.store
      .table(promotedAccounts)
      .rows(DEMO_ACCOUNT_ID)
      .findLast((row) => !row.deleted)!.line_item_id
    const { status, body } = await client.get(path, { line_item_ids: holder, promoted_account_ids: 'nobody' })
    expect([status, body.data]).toEqual([200, []])
  })
})

test('is an empty list where an account has none and no line items were named', async () => {
  const { status, body } = await client.get(`accounts/${EMPTY_ACCOUNT_ID}/promoted_accounts`)
  expect([status, body.data]).toEqual([200, []])
})
