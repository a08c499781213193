import { describe, expect, it } from 'vitest'
import { DEMO_ACCOUNT_ID } from '../../../sandbox/index.ts'
import { readRow } from '../../support/entity.ts'
import { callCounts, useSandboxGraph } from '../../support/graph.ts'
import { graphql } from '../../support/graphql/index.ts'

const PREVIEWS = graphql(`query PreviewsOfPosts($account: ID!) { account(id: $account) {
  published: posts(postType: PUBLISHED, first: 50) { nodes { restId preview { postId preview } } }
  drafts: draftPosts { nodes { restId preview { postId preview } } }
  scheduled: scheduledPosts(first: 50) { nodes { restId preview { postId preview } } }
} }`)

const graph = useSandboxGraph()

describe('post previews', () => {
  it('come in the requested order in one call, without posts that do not exist', async () => {
    const rows = '[{"post_id":9223372036854775807,"preview":"<iframe a>"},{"post_id":"1","preview":"<iframe b>"}]'
    const { data, errors, sent } = await readRow(
      rows,
      `{ account(id: "a1") { postPreviews(postType: DRAFT, postIds: ["1", "DraftPost:a1:9223372036854775807", "2"]) {
        postId preview raw
      } } }`,
    )

    expect(errors).toBeUndefined()
    expect(data).toEqual({
      account: {
        postPreviews: [
          { postId: '1', preview: '<iframe b>', raw: { post_id: '1', preview: '<iframe b>' } },
          {
            postId: '9223372036854775807',
            preview: '<iframe a>',
            raw: { post_id: '9223372036854775807', preview: '<iframe a>' },
          },
        ],
      },
    })
    expect(sent).toEqual([
      ['/12/accounts/a1/post_previews', { post_type: 'DRAFT', post_ids: '1,9223372036854775807,2' }],
    ])
  })

  const many = JSON.stringify(Array.from({ length: 201 }, (_, index) => `${index}`))
  it.each([
    ['none', '[]', { rule: 'R-CARD-25' }],
    ['201 posts', many, { rule: 'R-CARD-25' }],
    ['an ID that is not a number', '["1", "8wku2"]', { rule: 'R-CONV-22' }],
    ['a post of another type', '["PublishedPost:a1:1"]', {}],
    ['a post of another account', '["DraftPost:a2:1"]', {}],
  ])('are refused for %s before anything is sent (R-CARD-25)', async (_, postIds, rule) => {
    const { errors, sent } = await readRow(
      [],
      `{ account(id: "a1") { postPreviews(postType: DRAFT, postIds: ${postIds}) { preview } } }`,
    )

    expect(errors?.map(({ extensions }) => extensions)).toEqual([{ code: 'BAD_USER_INPUT', field: 'postIds', ...rule }])
    expect(sent).toEqual([])
  })

  it('of posts of all types are read in one call per type', async () => {
    const { data, errors, calls } = await graph.query(PREVIEWS, { account: DEMO_ACCOUNT_ID })

    expect(errors).toBeUndefined()
    const { published, drafts, scheduled } = data!.account!
    for (const { nodes } of [published!, drafts!, scheduled!]) {
      expect(nodes.length).toBeGreaterThan(10)
      expect(nodes.map(({ preview }) => preview!.postId)).toEqual(nodes.map(({ restId }) => restId))
      expect(nodes[0]!.preview!.preview).toMatch(/^<iframe /)
    }
    expect(callCounts(calls)).toEqual({
      'GET accounts/:account_id/posts': 1,
      'GET accounts/:account_id/draft_posts': 1,
      'GET accounts/:account_id/scheduled_posts': 1,
      'GET accounts/:account_id/post_previews': 3,
    })
    const sent = graph.sandbox.requests.filter(({ endpoint }) => endpoint?.endsWith('post_previews'))
    expect(sent.map(({ query }) => Object.fromEntries(query)['post_type'])).toEqualInSteps([
      'DRAFT',
      'PUBLISHED',
      'SCHEDULED',
    ])
  })
})
