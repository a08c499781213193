import { describe, expect, test } from 'vitest'
import { openSandbox } from '../../../test/support/sandbox.ts'
import { promotableUsers } from '../../account/promotable-user.ts'
import { lineItems } from '../../campaign/line-item.ts'
import { promotedPosts } from '../../campaign/promoted-post.ts'
import { posts } from '../../creative/post.ts'
import { DEMO_ACCOUNT_ID } from '../../index.ts'
import type { Data } from '../client.ts'

const path = `accounts/${DEMO_ACCOUNT_ID}/promoted_posts`

const { sandbox, client, demoRows } = await openSandbox()

test('is sorted by whether it is paused', async () => {
  const paused = (await client.walk(path, { sort_by: 'paused-desc', count: 300 })).map(
    (row) => row.entity_status === 'PAUSED',
  )
  expect(paused[0]).toBe(true)
  expect(paused.lastIndexOf(true)).toBe(paused.indexOf(false) - 1)
})

describe('promoted posts', () => {
  const lineItem = (productType = 'PROMOTED_POSTS') =>
    demoRows(lineItems).find((row) => row.product_type === productType && !row.deleted)!
  const users = () => demoRows(promotableUsers)
  const postsOf = (type: string) => {
    const authors = users().filter((user) => user.promotable_user_type === type && !user.deleted)
    const ids = new Set(authors.map((user) => user.user_id))
    return demoRows(posts).filter((row) => ids.has(row.user_id))
  }
  const rows = () => demoRows(promotedPosts)

  test('are returned in order, counted, and returned by reads afterwards', async () => {
    const post_ids = postsOf('FULL')
      .slice(0, 3)
      .map((post) => post.id)
    const { status, body } = await client.post<Data[]>(path, {
      line_item_id: lineItem().id,
      post_ids: post_ids.join(','),
    })
    expect(status).toBe(201)
    expect(body.total_count).toBe(3)
    expect(body.data.map((row) => row.post_id)).toEqual(post_ids)
    expect(body.data[0]).toEqual({
      line_item_id: lineItem().id,
      id: expect.stringMatching(/^[0-9a-z]{6}$/),
      entity_status: 'ACTIVE',
      created_at: expect.any(String),
      updated_at: body.data[0]!.created_at,
      approval_status: 'PENDING',
      post_id: post_ids[0],
      deleted: false,
    })
    const read = await client.walk(path, { promoted_post_ids: body.data.map((row) => row.id).join(',') })
    expect(read).toEqual(expect.arrayContaining(body.data))
    expect(read).toHaveLength(3)
  })

  test('are refused altogether if one of them cannot be promoted', async () => {
    const stranger = { ...postsOf('FULL')[0]!, id: '777', user_id: '777' }
    sandbox.store.table(posts).insert(DEMO_ACCOUNT_ID, stranger)
    const before = [rows(), demoRows(posts)]
    for (const bad of ['1234567890123456789', '777']) {
      const post_ids = `${postsOf('REPOSTS_ONLY')[0]!.id},${bad}`
      const { status, body } = await client.post(path, { line_item_id: lineItem().id, post_ids })
      expect([status, body.errors]).toMatchObject([400, [{ code: 'INVALID_PARAMETER', parameter: 'post_ids' }]])
    }
    expect([rows(), demoRows(posts)]).toEqual(before)
  })

  test('add the timeline placement to a line item for accounts', async () => {
    const { id } = lineItem('PROMOTED_ACCOUNT')
    const table = sandbox.store.table(lineItems)
    const params = { line_item_id: id, post_ids: postsOf('FULL')[0]!.id }
    table.update(DEMO_ACCOUNT_ID, id, { placements: ['SVC_SEARCH'] })
    await client.post(path, params)
    expect(table.find(DEMO_ACCOUNT_ID, id)!.placements).toEqual(['SVC_SEARCH', 'SVC_TIMELINE'])
    await client.post(path, params)
    expect(table.find(DEMO_ACCOUNT_ID, id)!.placements).toEqual(['SVC_SEARCH', 'SVC_TIMELINE'])
    table.update(DEMO_ACCOUNT_ID, id, { placements: ['ALL_ON_SVC'] })
    await client.post(path, params)
    expect(table.find(DEMO_ACCOUNT_ID, id)!.placements).toEqual(['ALL_ON_SVC'])
  })
})

test('a promoted post of a deleted line item is listed only with `with_deleted`, and is not deleted itself', async () => {
  const parents = sandbox.store.table(lineItems)
  const orphan = demoRows(promotedPosts).find(
    (row) => !row.deleted && parents.find(DEMO_ACCOUNT_ID, row.line_item_id)!.deleted,
  )!
  const byId = { promoted_post_ids: orphan.id }
  expect((await client.get(path, byId)).body.data).toEqual([])
  expect((await client.get(path, { ...byId, with_deleted: true })).body.data).toEqual([orphan])
})
