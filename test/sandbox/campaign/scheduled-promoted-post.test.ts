import { afterAll, beforeAll, expect, test } from 'vitest'
import { DEMO_ACCOUNT_ID, startSandbox, type Sandbox } from '../../../src/sandbox/index.ts'
import { Client } from '../client.ts'
import { columnFaults } from '../columns.ts'

const path = `accounts/${DEMO_ACCOUNT_ID}/scheduled_promoted_posts`

let sandbox: Sandbox
let client: Client

beforeAll(async () => {
  sandbox = await startSandbox()
  client = new Client(sandbox)
})
afterAll(() => sandbox.close())

test('has its documented columns', async () => {
  const rows = await client.walk(path)
  expect(columnFaults(rows, 'line_item_id id created_at updated_at scheduled_post_id post_id deleted')).toEqual([])
  expect(new Set(rows.map((row) => typeof row.post_id))).toEqual(new Set(['string', 'object']))
})

test('is found by its line items and by its own id, oldest first', async () => {
  const all = await client.walk(path)
  const [first, second] = all
  const line_item_ids = `${String(second!.line_item_id)},${String(first!.line_item_id)}`
  expect((await client.get(path, { line_item_ids })).body.data).toEqual([first, second])
  const scheduled_promoted_post_ids = `${second!.id},nobody`
  expect((await client.get(path, { scheduled_promoted_post_ids })).body.data).toEqual([second])
})
