import { describe, expect, it } from 'vitest'
import { readRow } from '../../support/entity.ts'

const ROW = { id: 'p1' }

describe('a promoted post', () => {
  it.each([
    [false, { id: 'PromotedPost:a1:p1', deleted: false }],
    [true, null],
  ])(
    'is looked up by its global ID also if its line item is deleted, unless it is deleted itself: %s',
    async (...given) => {
      const [deleted, node] = given
      const document = '{ node(id: "PromotedPost:a1:p1") { id ... on PromotedPost { deleted } } }'
      const { data, errors, sent } = await readRow([{ ...ROW, deleted }], document)

      expect([data, errors]).toEqual([{ node }, undefined])
      expect(sent).toEqual([['/12/accounts/a1/promoted_posts', { promoted_post_ids: 'p1', with_deleted: 'true' }]])
    },
  )

  it('returns every digit of the post ID if it is sent as a number', async () => {
    const { data, errors } = await readRow(
      '{"id":"p1","line_item_id":"l1","post_id":9007199254740993}',
      '{ promotedPost(id: "PromotedPost:a1:p1") { postId raw } }',
    )

    expect(errors).toBeUndefined()
    expect(data).toEqual({
      promotedPost: {
        postId: '9007199254740993',
        raw: { id: 'p1', line_item_id: 'l1', post_id: '9007199254740993' },
      },
    })
  })
})
