import { describe, expect, it } from 'vitest'
import { DEMO_ACCOUNT_ID } from '../../../sandbox/index.ts'
import { readRow } from '../../support/entity.ts'
import { callCounts, useSandboxGraph } from '../../support/graph.ts'
import { graphql } from '../../support/graphql/index.ts'

const DRAFTS = graphql(`query DraftsWithCreatives($account: ID!) {
  account(id: $account) {
    draftPosts { nodes { cardUri mediaKeys card { __typename name } mediaItems { nodes { mediaKey mediaType } } } }
  }
}`)
const IDS = graphql(`query DraftIds($account: ID!) { account(id: $account) { draftPosts { nodes { id } } } }`)
const NODES = graphql(`query DraftNodes($ids: [ID!]!) {
  nodes(ids: $ids) { __typename id ... on DraftPost { text } }
}`)

const ROW = { id: '1' }

const graph = useSandboxGraph()

describe('a draft', () => {
  it('has neither media nor card if it has no keys of them', async () => {
    for (const columns of [{}, { media_keys: null, card_uri: null }, { media_keys: [] }]) {
      const { data, errors, sent } = await readRow(
        { id: '1', ...columns },
        '{ draftPost(accountId: "a1", id: "1") { mediaKeys mediaItems { nodes { id } } card { id } } }',
      )
      const mediaKeys = columns.media_keys ?? null
      expect(errors).toBeUndefined()
      expect(data).toEqual({ draftPost: { mediaKeys, mediaItems: { nodes: [] }, card: null } })
      expect(sent).toHaveLength(1)
    }
  })

  it('can be listed by author, in pages of up to 200 (R-CONV-10)', async () => {
    const { errors, sent } = await readRow(
      ROW,
      `{ account(id: "a1") {
        all: draftPosts { nodes { id } }
        one: draftPosts(userId: "756201191646691328", first: 1000) { nodes { id } }
      } }`,
    )

    expect(errors).toBeUndefined()
    expect(sent).toEqualInSteps([
      ['/12/accounts/a1/draft_posts', { count: '100' }],
      ['/12/accounts/a1/draft_posts', { user_id: '756201191646691328', count: '200' }],
    ])
  })

  it('loads the cards of all drafts in one call, and each media item once', async () => {
    const { data, errors, calls } = await graph.query(DRAFTS, { account: DEMO_ACCOUNT_ID })

    expect(errors).toBeUndefined()
    const { nodes } = data!.account!.draftPosts!
    expect(nodes).toHaveLength(13)
    for (const { cardUri, card, mediaKeys, mediaItems } of nodes) {
      expect(card === null).toBe(cardUri === null)
      expect(mediaItems!.nodes).toEqual(mediaKeys!.map((mediaKey) => ({ mediaKey, mediaType: 'IMAGE' })))
    }
    expect(callCounts(calls)).toEqual({
      'GET accounts/:account_id/draft_posts': 1,
      'GET accounts/:account_id/cards/all': 1,
      'GET accounts/:account_id/media_library/:media_key': new Set(nodes.flatMap(({ mediaKeys }) => mediaKeys!)).size,
    })
  })

  it('is found through node, each once', async () => {
    const { data: listed } = await graph.query(IDS, { account: DEMO_ACCOUNT_ID })
    const ids = listed!.account!.draftPosts!.nodes.map(({ id }) => id)
    const { data, calls } = await graph.query(NODES, { ids: [...ids, ...ids] })

    expect(data!.nodes.map((node) => node?.id)).toEqual([...ids, ...ids])
    expect(callCounts(calls)).toEqual({ 'GET accounts/:account_id/draft_posts/:draft_post_id': ids.length })
  })
})
