import { describe, expect, it } from 'vitest'
import { DEMO_ACCOUNT_ID, LIMIT_ACCOUNT_ID } from '../../../sandbox/index.ts'
import { readRow } from '../../support/entity.ts'
import { callCounts, useSandboxGraph } from '../../support/graph.ts'
import { graphql } from '../../support/graphql/index.ts'

const SCHEDULED = graphql(`query ScheduledPostsWithCreatives($account: ID!) {
  account(id: $account) { scheduledPosts { nodes {
    cardUri mediaKeys card { name } mediaItems { nodes { mediaType } } post { text } scheduledStatus
  } } }
}`)
const PROMOTED = graphql(`query ScheduledPostsOfPromoted($account: ID!, $first: Int) {
  account(id: $account) { list: scheduledPromotedPosts(first: $first) {
    nodes { scheduledPostId scheduledPost { restId scheduledAt createdAt text } }
  } }
}`)

/** A row in the format of the service: its ID is a number beyond 2^53. */
const ROW = `{
  "completed_at": "2026-05-03T10:00:00Z", "id_str": "917438609065623552", "text": "Soon",
  "user_id": "756201191646691328", "scheduled_status": "SUCCESS", "id": 917438609065623552, "nullcast": true,
  "created_at": "2026-05-01T08:00:00Z", "scheduled_at": "2026-05-03T10:00:00Z", "card_uri": null,
  "updated_at": "2026-05-02T09:30:15Z", "post_id": "1166476031668015104", "media_keys": ["3_1"], "name": "Teaser"
}`

const graph = useSandboxGraph()

describe('a scheduled post', () => {
  it('has the columns of its row, and every digit of its ID', async () => {
    const { data, errors, sent } = await readRow(
      ROW,
      `{ scheduledPost(id: "ScheduledPost:a1:917438609065623552") {
        id restId name text userId nullcast cardUri mediaKeys scheduledAt scheduledStatus completedAt postId
        post { id } createdAt updatedAt
      } }`,
    )

    expect(errors).toBeUndefined()
    expect(data).toEqual({
      scheduledPost: {
        id: 'ScheduledPost:a1:917438609065623552',
        restId: '917438609065623552',
        name: 'Teaser',
        text: 'Soon',
        userId: '756201191646691328',
        nullcast: true,
        cardUri: null,
        mediaKeys: ['3_1'],
        scheduledAt: '2026-05-03T10:00:00Z',
        scheduledStatus: 'SUCCESS',
        completedAt: '2026-05-03T10:00:00Z',
        postId: '1166476031668015104',
        post: { id: 'PublishedPost:a1:1166476031668015104' },
        createdAt: '2026-05-01T08:00:00Z',
        updatedAt: '2026-05-02T09:30:15Z',
      },
    })
    expect(sent).toEqual([['/12/accounts/a1/scheduled_posts/917438609065623552', {}]])
  })

  it('can be listed by author, in pages of up to 200', async () => {
    const { sent } = await readRow(
      ROW,
      '{ account(id: "a1") { scheduledPosts(userId: "756201191646691328", first: 1000) { nodes { id } } } }',
    )

    expect(sent).toEqual([['/12/accounts/a1/scheduled_posts', { user_id: '756201191646691328', count: '200' }]])
  })

  it('loads the cards of all posts in one call, each media item once, and the published post', async () => {
    const { data, errors, calls } = await graph.query(SCHEDULED, { account: DEMO_ACCOUNT_ID })

    expect(errors).toBeUndefined()
    const { nodes } = data!.account!.scheduledPosts!
    expect(nodes.filter(({ cardUri, card }) => (card === null) !== (cardUri === null))).toEqual([])
    expect(nodes.filter(({ post }) => post !== null).length).toBeGreaterThan(10)
    expect(callCounts(calls)).toEqual({
      'GET accounts/:account_id/scheduled_posts': 1,
      'GET accounts/:account_id/cards/all': 1,
      'GET accounts/:account_id/posts': 1,
      'GET accounts/:account_id/media_library/:media_key': new Set(nodes.flatMap(({ mediaKeys }) => mediaKeys!)).size,
    })
  })
})

describe('the scheduled post of a scheduled promoted post', () => {
  it.each([1, 50, 201])('is read through the list of posts, 200 per call, for %i of them', async (first) => {
    graph.sandbox.clearRequests()
    const { data, errors, calls } = await graph.query(PROMOTED, { account: LIMIT_ACCOUNT_ID, first })

    expect(errors).toBeUndefined()
    const { nodes } = data!.account!.list!
    expect(nodes).toHaveLength(first)
    expect(nodes.map(({ scheduledPost }) => scheduledPost!.restId)).toEqual(
      nodes.map(({ scheduledPostId }) => scheduledPostId),
    )
    expect(nodes.every(({ scheduledPost }) => scheduledPost!.scheduledAt!.endsWith('Z'))).toBe(true)
    expect(callCounts(calls)).toEqual({
      'GET accounts/:account_id/scheduled_promoted_posts': 1,
      'GET accounts/:account_id/posts': Math.ceil(first / 200),
    })
    expect(Object.fromEntries(graph.sandbox.requests[1]!.query)).toMatchObject({
      post_type: 'SCHEDULED',
      timeline_type: 'ALL',
    })
  })
})
