import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { DEMO_ACCOUNT_ID } from '../../../src/sandbox/index.ts'
import { readRow, readTwoPages } from '../../support/entity.ts'
import { callCounts, openSandboxGraph } from '../../support/graph.ts'

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

let graph: Awaited<ReturnType<typeof openSandboxGraph>>
beforeAll(async () => {
  graph = await openSandboxGraph()
})
afterAll(() => graph.close())

describe('a promoted post', () => {
  it('has the fields of its row by their names in camelCase', async () => {
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

  it('is null in whatever the service leaves out', async () => {
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

  it('comes in pages, in the order of the service', async () => {
    const { pages, sent, listed } = await readTwoPages(graph, DEMO_ACCOUNT_ID, 'promotedPosts', 'promoted_posts')

    expect(pages).toEqual([listed.slice(0, 2), listed.slice(2)])
    expect(sent).toEqual([{ count: '2' }, { count: '2', cursor: expect.any(String) as unknown }])
  })

  it('is listed by every filter of the interface', async () => {
    const { errors, sent } = await readRow(
      ROW,
      `{ account(id: "a1") { promotedPosts(
        ids: ["x1", "PromotedPost:a1:x2"], lineItemIds: ["LineItem:a1:l1", "l2"]
        first: 3, withDeleted: true, sortBy: [{ field: "createdAt", direction: DESC }]
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

  it('is found through node', async () => {
    const { data, errors, sent } = await readRow(
      ROW,
      '{ node(id: "PromotedPost:a1:p1") { __typename id ... on PromotedPost { restId } } }',
    )

    expect(errors).toBeUndefined()
    expect(data).toEqual({ node: { __typename: 'PromotedPost', id: 'PromotedPost:a1:p1', restId: 'p1' } })
    expect(sent).toHaveLength(1)
  })

  it('comes in one call below one line item and below 50', async () => {
    for (const first of [1, 50]) {
      const { errors, calls } = await graph.query(
        `{ account(id: "${DEMO_ACCOUNT_ID}") { lineItems(first: ${first}) { nodes { promotedPosts { nodes { id } } } } } }`,
      )
      expect(errors).toBeUndefined()
      expect(callCounts(calls)).toEqual({
        'GET accounts/:account_id/line_items': 1,
        'GET accounts/:account_id/promoted_posts': 1,
      })
      expect(calls.map(({ keys }) => keys)).toEqual([0, first])
    }
  })

  it('names its line item in one call for all, and in none where only its id is wanted', async () => {
    const list = (selection: string) =>
      graph.query(
        `{ account(id: "${DEMO_ACCOUNT_ID}") { promotedPosts(first: 50) { nodes { lineItem { ${selection} } } } } }`,
      )
    const named = await list('name campaign { id }')
    const keyed = await list('id restId __typename')

    expect([named.errors, keyed.errors]).toEqual([undefined, undefined])
    expect(callCounts(named.calls)).toEqual({
      'GET accounts/:account_id/promoted_posts': 1,
      'GET accounts/:account_id/line_items': 1,
    })
    expect(callCounts(keyed.calls)).toEqual({ 'GET accounts/:account_id/promoted_posts': 1 })
  })

  it('tells the id of its post to the digit where it comes as a number', async () => {
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

  it('is refused by the id of another type, by one of another account, and without an account', async () => {
    const { errors, sent } = await readRow(
      ROW,
      `{
        type: promotedPost(id: "Nobody:a1:p1") { createdAt }
        account(id: "a1") { promotedPost(id: "PromotedPost:a2:p1") { createdAt } }
        raw: promotedPost(id: "p1") { createdAt }
      }`,
    )

    expect(errors?.map(({ message, extensions }) => [message, extensions])).toEqual([
      [
        '`id` takes the id of a PromotedPost; "Nobody:a1:p1" is the id of a Nobody',
        { code: 'BAD_USER_INPUT', field: 'id' },
      ],
      ['`id`: "PromotedPost:a2:p1" belongs to another account than a1', { code: 'BAD_USER_INPUT', field: 'id' }],
      [
        '`accountId` is required beside "p1", which does not name its account',
        { code: 'BAD_USER_INPUT', field: 'accountId', rule: 'R-CONV-7' },
      ],
    ])
    expect(sent).toEqual([])
  })
})
