import { afterAll, beforeAll, expect, test } from 'vitest'
import { DEMO_ACCOUNT_ID, startSandbox, type Sandbox } from '../../../src/sandbox/index.ts'
import { Client } from '../client.ts'
import { columnFaults } from '../columns.ts'

const path = `accounts/${DEMO_ACCOUNT_ID}/tracking_tags`

let sandbox: Sandbox
let client: Client

beforeAll(async () => {
  sandbox = await startSandbox()
  client = new Client(sandbox)
})
afterAll(() => sandbox.close())

test('has its documented columns', async () => {
  const rows = await client.walk(path)
  expect(
    columnFaults(rows, 'line_item_id tracking_tag_url tracking_tag_type id created_at updated_at deleted'),
  ).toEqual([])
  expect(new Set(rows.map((row) => row.tracking_tag_type))).toEqual(new Set(['IMPRESSION_TAG', 'CLICK_TRACKER']))
})

test('is found by its line items and by its own id, oldest first', async () => {
  const all = await client.walk(path)
  const parents = new Set(all.slice(0, 3).map((row) => String(row.line_item_id)))
  const found = await client.walk(path, { line_item_ids: [...parents].reverse().join(','), count: 1 })
  expect(found).toEqual(all.filter((row) => parents.has(String(row.line_item_id))))
  expect((await client.get(path, { tracking_tag_ids: `${all[1]!.id},${all[0]!.id}` })).body.data).toEqual(
    all.slice(0, 2),
  )
})
