import { describe, expect, test } from 'vitest'
import { openSandbox } from '../../../test/support/sandbox.ts'
import { lineItems } from '../../campaign/line-item.ts'
import { scheduledPosts } from '../../creative/scheduled-post.ts'
import { DEMO_ACCOUNT_ID } from '../../index.ts'

const path = `accounts/${DEMO_ACCOUNT_ID}/scheduled_promoted_posts`

const { sandbox, client, demoRows } = await openSandbox()

describe('a scheduled promoted post', () => {
  const lineItem = () => demoRows(lineItems).find((row) => !row.deleted)!.id
  const schedule = (scheduled_at: string) => {
    const table = sandbox.store.table(scheduledPosts)
    const waiting = table.rows(DEMO_ACCOUNT_ID).find((row) => row.post_id === null)!
    return table.update(DEMO_ACCOUNT_ID, waiting.id, { scheduled_at }).id
  }

  test('can be deleted before the scheduled time of its post, and not after', async () => {
    const params = { line_item_id: lineItem(), scheduled_post_id: schedule('2099-01-01T00:00:00Z') }
    const { id } = (await client.post(path, params)).body.data
    schedule('2026-01-01T00:00:00Z')
    const late = await client.delete(`${path}/${id}`)
    expect([late.status, late.body.errors]).toEqual([
      400,
      [
        {
          code: 'INVALID',
          message: `Scheduled post ${params.scheduled_post_id} was due at 2026-01-01T00:00:00Z`,
          attribute: 'scheduled_at',
        },
      ],
    ])
    schedule('2099-01-01T00:00:00Z')
    const { status, body } = await client.delete(`${path}/${id}`)
    expect([status, body.data]).toMatchObject([200, { id, deleted: true }])
    expect(await client.walk(path, { scheduled_promoted_post_ids: id })).toEqual([])
    expect((await client.delete(`${path}/${id}`)).status).toBe(404)
  })
})
