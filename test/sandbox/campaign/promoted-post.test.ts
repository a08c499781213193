import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { lineItems } from '../../../src/sandbox/campaign/line-item.ts'
import { promotedPosts } from '../../../src/sandbox/campaign/promoted-post.ts'
import { DEMO_ACCOUNT_ID, startSandbox, type Sandbox } from '../../../src/sandbox/index.ts'
import { Client } from '../client.ts'
import { columnFaults } from '../columns.ts'

const path = `accounts/${DEMO_ACCOUNT_ID}/promoted_posts`

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
      await client.walk(path, { with_deleted: true, count: 1000 }),
      'line_item_id id entity_status created_at updated_at approval_status post_id deleted',
    ),
  ).toEqual([])
})

test('is found by its line items and by its own id, oldest first', async () => {
  const all = await client.walk(path, { count: 1000 })
  const parents = new Set(all.slice(100, 103).map((row) => String(row.line_item_id)))
  const found = await client.walk(path, { line_item_ids: [...parents].reverse().join(','), count: 2 })
  expect(found).toEqual(all.filter((row) => parents.has(String(row.line_item_id))))
  expect((await client.get(path, { promoted_post_ids: `${all[1]!.id},${all[0]!.id}` })).body.data).toEqual(
    all.slice(0, 2),
  )
})

describe('of a deleted line item', () => {
  test('is hidden in lists unless asked for, and is still not deleted itself', async () => {
    const parents = sandbox.store.table(lineItems)
    const orphan = sandbox.store
      .table(promotedPosts)
      .rows(DEMO_ACCOUNT_ID)
      .find((row) => !row.deleted && parents.find(DEMO_ACCOUNT_ID, row.line_item_id)!.deleted)!
    const byId = { promoted_post_ids: orphan.id }
    expect((await client.get(path, byId)).body.data).toEqual([])
    expect((await client.get(path, { ...byId, with_deleted: true })).body.data).toEqual([orphan])
    expect((await client.get(path, { line_item_ids: orphan.line_item_id })).body.data).toEqual([])
    expect(orphan.deleted).toBe(false)
  })
})

test('is sorted by whether it is paused', async () => {
  const paused = (await client.walk(path, { sort_by: 'paused-desc', count: 300 })).map(
    (row) => row.entity_status === 'PAUSED',
  )
  expect(paused[0]).toBe(true)
  expect(paused.lastIndexOf(true)).toBe(paused.indexOf(false) - 1)
})

test('has the id of its post as text, or as a number beyond 2^53 where a test makes it one', async () => {
  const table = sandbox.store.table(promotedPosts)
  const [row] = (await client.get(path, { count: 1 })).body.data
  expect(row!.post_id).toMatch(/^\d{19}$/)
  table.update(DEMO_ACCOUNT_ID, row!.id, { post_id: 9_007_199_254_740_993n })
  expect((await client.get(path, { count: 1 })).text).toContain('"post_id":9007199254740993,')
})
