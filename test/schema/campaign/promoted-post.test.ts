import { describe, expect, it } from 'vitest'
import { readRow } from '../../support/entity.ts'

const ROW = {
  id: 'p1',
  line_item_id: 'l1',
  post_id: '1166476031668015104',
  entity_status: 'PAUSED',
  approval_status: 'UNDER_REVIEW',
  created_at: '2026-05-01T08:00:00Z',
  updated_at: '2026-05-02T09:30:15Z',
  deleted: false,
}

const FIELDS = 'id restId lineItemId postId entityStatus approvalStatus createdAt updatedAt deleted raw'

describe('a promoted post', () => {
  it('exposes the columns of its row in camelCase', async () => {
    const { data, errors, sent } = await readRow(ROW, `{ promotedPost(id: "PromotedPost:a1:p1") { ${FIELDS} } }`)

    expect(errors).toBeUndefined()
    expect(data).toEqual({
      promotedPost: {
        id: 'PromotedPost:a1:p1',
        restId: 'p1',
        lineItemId: 'l1',
        postId: '1166476031668015104',
        entityStatus: 'PAUSED',
        approvalStatus: 'UNDER_REVIEW',
        createdAt: '2026-05-01T08:00:00Z',
        updatedAt: '2026-05-02T09:30:15Z',
        deleted: false,
        raw: ROW,
      },
    })
    expect(sent).toEqual([['/12/accounts/a1/promoted_posts/p1', {}]])
  })

  it('is null in columns that the service omits', async () => {
    const { data, errors } = await readRow({ id: 'p1' }, `{ promotedPost(accountId: "a1", id: "p1") { ${FIELDS} } }`)

    expect(errors).toBeUndefined()
    expect(data).toEqual({
      promotedPost: {
        id: 'PromotedPost:a1:p1',
        restId: 'p1',
        lineItemId: null,
        postId: null,
        entityStatus: null,
        approvalStatus: null,
        createdAt: null,
        updatedAt: null,
        deleted: null,
        raw: { id: 'p1' },
      },
    })
  })

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

  it('sends every filter of the interface', async () => {
    const { errors, sent } = await readRow(
      ROW,
      `{ account(id: "a1") { promotedPosts(
        ids: ["x1", "PromotedPost:a1:x2"], lineItemIds: ["LineItem:a1:l1", "l2"]
        first: 3, withDeleted: true, sortBy: [{ field: CREATED_AT, direction: DESC }]
      ) { nodes { id } } } }`,
    )

    expect(errors).toBeUndefined()
    expect(sent).toEqual([
      [
        '/12/accounts/a1/promoted_posts',
        {
          promoted_post_ids: 'x1,x2',
          line_item_ids: 'l1,l2',
          sort_by: 'created_at-desc',
          with_deleted: 'true',
          count: '3',
        },
      ],
    ])
  })

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
