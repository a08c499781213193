import { describe, expect, it } from 'vitest'
import { readRow } from '../../support/entity.ts'

const ROW = {
  id: 's1',
  line_item_id: 'l1',
  scheduled_post_id: '917438348871983104',
  post_id: '1166476031668015104',
  created_at: '2026-05-01T08:00:00Z',
  updated_at: '2026-05-02T09:30:15Z',
  deleted: false,
}

const FIELDS = 'id restId lineItemId scheduledPostId postId createdAt updatedAt deleted raw'

describe('a scheduled promoted post', () => {
  it('exposes the columns of its row in camelCase', async () => {
    const { data, errors, sent } = await readRow(
      ROW,
      `{ scheduledPromotedPost(id: "ScheduledPromotedPost:a1:s1") { ${FIELDS} } }`,
    )

    expect(errors).toBeUndefined()
    expect(data).toEqual({
      scheduledPromotedPost: {
        id: 'ScheduledPromotedPost:a1:s1',
        restId: 's1',
        lineItemId: 'l1',
        scheduledPostId: '917438348871983104',
        postId: '1166476031668015104',
        createdAt: '2026-05-01T08:00:00Z',
        updatedAt: '2026-05-02T09:30:15Z',
        deleted: false,
        raw: ROW,
      },
    })
    expect(sent).toEqual([['/12/accounts/a1/scheduled_promoted_posts/s1', {}]])
  })

  it('is null in columns that the service omits', async () => {
    const { data, errors } = await readRow(
      { id: 's1' },
      `{ scheduledPromotedPost(accountId: "a1", id: "s1") { ${FIELDS} } }`,
    )

    expect(errors).toBeUndefined()
    expect(data).toEqual({
      scheduledPromotedPost: {
        id: 'ScheduledPromotedPost:a1:s1',
        restId: 's1',
        lineItemId: null,
        scheduledPostId: null,
        postId: null,
        createdAt: null,
        updatedAt: null,
        deleted: null,
        raw: { id: 's1' },
      },
    })
  })

  it('sends every filter of the interface', async () => {
    const { errors, sent } = await readRow(
      ROW,
      `{ account(id: "a1") { scheduledPromotedPosts(
        ids: ["x1", "ScheduledPromotedPost:a1:x2"], lineItemIds: ["LineItem:a1:l1", "l2"]
        first: 3, withDeleted: true, sortBy: [{ field: "createdAt", direction: DESC }]
      ) { nodes { id } } } }`,
    )

    expect(errors).toBeUndefined()
    expect(sent).toEqual([
      [
        '/12/accounts/a1/scheduled_promoted_posts',
        {
          scheduled_promoted_post_ids: 'x1,x2',
          line_item_ids: 'l1,l2',
          sort_by: 'created_at-desc',
          with_deleted: 'true',
          count: '3',
        },
      ],
    ])
  })

  it('returns every digit of its post IDs if they are sent as numbers, and null before the post is published', async () => {
    const { data, errors } = await readRow(
      '{"id":"s1","scheduled_post_id":9007199254740993,"post_id":null}',
      '{ scheduledPromotedPost(id: "ScheduledPromotedPost:a1:s1") { scheduledPostId postId } }',
    )

    expect(errors).toBeUndefined()
    expect(data).toEqual({ scheduledPromotedPost: { scheduledPostId: '9007199254740993', postId: null } })
  })
})
