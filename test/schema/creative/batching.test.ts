import { describe, expect, it } from 'vitest'
import { DEMO_ACCOUNT_ID } from '../../../sandbox/index.ts'
import { callCounts, openSandboxGraph, useGraphOver } from '../../support/graph.ts'
import { graphql } from '../../support/graphql/index.ts'

const WALK = graphql(`query CreativesOfPromotedPosts($account: ID!) {
  account(id: $account) { promotedPosts(first: 500) { nodes { post { cardUri text card {
    __typename name raw
    ... on ComposableCard { components { ...MediaOfComponent } slides { ...MediaOfComponent } }
    ... on ConversationCard { media { mediaUrl } }
  } } } } }
}
fragment MediaOfComponent on Component {
  ... on MediaComponent { media { mediaUrl } } ... on SwipeableMediaComponent { swipeableMedia { nodes { mediaUrl } } }
}`)

/** The rows of each list by ID, for any requested IDs. */
const rowsOf: Record<string, { filter: string; row: (id: string) => object }> = {
  posts: { filter: 'post_ids', row: (id) => ({ id, text: `post ${id}`, card_uri: `card://${id}` }) },
  all: { filter: 'card_uris', row: (uri) => ({ id: uri.slice(7), card_uri: uri, components: [] }) },
  cards: { filter: 'card_id', row: (id) => ({ id, components: [] }) },
  image_conversation: { filter: 'card_ids', row: (id) => ({ id, card_type: 'IMAGE_CONVERSATION' }) },
  video_conversation: { filter: 'card_ids', row: (id) => ({ id, card_type: 'VIDEO_CONVERSATION' }) },
  poll: { filter: 'card_ids', row: (id) => ({ id, card_type: 'TEXT_POLLS' }) },
  account_media: { filter: 'account_media_ids', row: (id) => ({ id, creative_type: 'BANNER' }) },
  post_previews: { filter: 'post_ids', row: (id) => ({ post_id: id, preview: `<iframe ${id}>` }) },
}

/** Parents that each refer to another child. A list of them returns as many as are requested. */
const parents: Record<string, (index: number) => object> = {
  promoted_posts: (index) => ({ id: `pp${index}`, post_id: String(1000 + index) }),
  media_creatives: (index) => ({ id: `mc${index}`, account_media_id: `am${index}` }),
  scheduled_promoted_posts: (index) => ({ id: `sp${index}`, scheduled_post_id: String(2000 + index) }),
  posts: (index) => ({ id: String(3000 + index), card_uri: `card://${index}` }),
  draft_posts: (index) => ({ id: String(4000 + index), card_uri: `card://${index}` }),
  scheduled_posts: (index) => ({ id: String(5000 + index), card_uri: `card://${index}` }),
}

const { graph } = useGraphOver(({ path, query }) => {
  const table = path.split('/').at(-1)!
  const ids = query[rowsOf[table]?.filter ?? '']?.split(',')
  if (ids) return { body: { data: ids.map((id) => rowsOf[table]!.row(id)), next_cursor: null } }
  const start = Number(query['cursor'] ?? 0)
  const count = Number(query['count'])
  const rows = Array.from({ length: count }, (_, index) => parents[table]!(start + index))
  return { body: { data: rows, next_cursor: String(start + count) } }
})

describe.each([1, 50, 201])('below %i parents', (first) => {
  const calls = Math.ceil(first / 200)

  it.each([
    ['the posts of promoted posts', 'promotedPosts', 'post { text }', 'posts'],
    ['the account media of media creatives', 'mediaCreatives', 'accountMedia { creativeType }', 'account_media'],
    ['the posts of scheduled promoted posts', 'scheduledPromotedPosts', 'scheduledPost { text }', 'posts'],
    ['the cards of drafts', 'draftPosts', 'card { name }', 'cards/all'],
    ['the cards of scheduled posts', 'scheduledPosts', 'card { name }', 'cards/all'],
    ['the previews of drafts', 'draftPosts', 'preview { preview }', 'post_previews'],
    ['the previews of scheduled posts', 'scheduledPosts', 'preview { preview }', 'post_previews'],
  ])('%s are read 200 per call', async (_, list, selection, child) => {
    const {
      data,
      errors,
      calls: made,
    } = await graph.query(`{ account(id: "a1") { list: ${list}(first: ${first}) { nodes { ${selection} } } } }`)

    expect(errors).toBeUndefined()
    const { nodes } = (data as { account: { list: { nodes: Record<string, object | null>[] } } }).account.list
    const children = nodes.map((node) => Object.values(node)[0])
    expect(children).toHaveLength(first)
    expect(children).not.toContain(null)
    expect(callCounts(made)[`GET accounts/:account_id/${child}`]).toBe(calls)
  })

  it('cards and previews of posts are read 200 per call', async () => {
    const { errors, calls: made } = await graph.query(
      `{ account(id: "a1") { posts(postType: PUBLISHED, first: ${first}) { nodes { card { name } preview { preview } } } } }`,
    )

    expect(errors).toBeUndefined()
    expect(callCounts(made)).toEqual({
      'GET accounts/:account_id/posts': 1,
      'GET accounts/:account_id/cards/all': calls,
      'GET accounts/:account_id/post_previews': calls,
    })
  })

  it.each([
    ['ComposableCard', 'cards'],
    ['LegacyCard', 'cards/all'],
    ['ImageConversationCard', 'cards/image_conversation'],
    ['VideoConversationCard', 'cards/video_conversation'],
    ['PollCard', 'cards/poll'],
    ['AccountMedia', 'account_media'],
    ['PublishedPost', 'posts'],
    ['ScheduledPost', 'posts'],
  ])('nodes of type %s are read 200 per call', async (type, list) => {
    const ids = Array.from({ length: first }, (_, index) => `${type}:a1:${index}`)
    const { errors, calls: made } = await graph.query(
      `query ($ids: [ID!]!) { nodes(ids: $ids) { id ... on ${type} { ${type === 'AccountMedia' ? 'mediaUrl' : 'name'} } } }`,
      { ids },
    )

    expect(errors).toBeUndefined()
    expect(callCounts(made)).toEqual({ [`GET accounts/:account_id/${list}`]: calls })
  })
})

describe('500 promoted posts', () => {
  it('load their posts and cards in at most 3 calls per level, and each media item once', async () => {
    const sandboxGraph = await openSandboxGraph()
    const { data, errors, calls } = await sandboxGraph.query(WALK, { account: DEMO_ACCOUNT_ID })

    expect(errors).toBeUndefined()
    const posts = data!.account!.promotedPosts!.nodes.map(({ post }) => post!)
    expect(posts).toHaveLength(500)
    const carded = posts.filter(({ cardUri }) => cardUri !== null)
    expect(carded.length).toBeGreaterThan(300)
    expect(posts.filter(({ cardUri, card }) => (card === null) !== (cardUri === null))).toEqual([])
    const keys = JSON.stringify(carded.map(({ card }) => card!.raw)).matchAll(/"((?:3|13|16)_\d{19})"/g)
    expect(callCounts(calls)).toEqual({
      'GET accounts/:account_id/promoted_posts': 1,
      'GET accounts/:account_id/posts': 3,
      'GET accounts/:account_id/cards/all': 1,
      'GET accounts/:account_id/media_library/:media_key': new Set(Array.from(keys, ([, key]) => key)).size,
    })
    await sandboxGraph.close()
  })
})
