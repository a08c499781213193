import { describe, expect, it } from 'vitest'
import { readRow } from '../../support/entity.ts'

describe('a scheduled promoted post', () => {
  it('returns every digit of its post IDs if they are sent as numbers, and null before the post is published', async () => {
    const { data, errors } = await readRow(
      '{"id":"s1","scheduled_post_id":9007199254740993,"post_id":null}',
      '{ scheduledPromotedPost(id: "ScheduledPromotedPost:a1:s1") { scheduledPostId postId } }',
    )

    expect(errors).toBeUndefined()
    expect(data).toEqual({ scheduledPromotedPost: { scheduledPostId: '9007199254740993', postId: null } })
  })
})
