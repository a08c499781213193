import { describe, expect, it } from 'vitest'
import { DEMO_ACCOUNT_ID } from '../../../sandbox/index.ts'
import { readRow } from '../../support/entity.ts'
import { callCounts, openGraph, useSandboxGraph } from '../../support/graph.ts'
import { graphql } from '../../support/graphql/index.ts'
import { startUpstream } from '../../support/upstream.ts'

const PAGE = graphql(`query PostPage($account: ID!, $postType: PostType!, $first: Int, $after: String) {
  account(id: $account) {
    posts(postType: $postType, first: $first, after: $after) { nodes { restId } pageInfo { endCursor } }
  }
}`)
const OF_TYPE = graphql(`query PostsOfType($account: ID!, $postType: PostType!) {
  account(id: $account) {
    posts(postType: $postType, first: 3) {
      nodes { __typename id text userId nullcast createdAt updatedAt deleted mediaKeys }
    }
  }
}`)
const AGAIN = graphql(`query PostNodes($ids: [ID!]!) {
  nodes(ids: $ids) { __typename id ... on Post { text userId nullcast createdAt updatedAt deleted mediaKeys } }
}`)
const TRIMMED = graphql(`query PostWithTrimmedUser($account: ID!) {
  account(id: $account) {
    posts(postType: PUBLISHED, first: 1) { edges { cursor } nodes { userId name } }
  }
}`)
const PROMOTED = graphql(`query PostsOfPromotedPosts($account: ID!, $first: Int) {
  account(id: $account) { promotedPosts(first: $first) { nodes { postId post { restId text } } } }
}`)
const KEYED = graphql(`query PreviewsOfPromotedPosts($account: ID!) {
  account(id: $account) { promotedPosts(first: 60) { nodes { postId post { id restId preview { preview } } } } }
}`)
const NULLCAST = graphql(`query NullcastOfPromotedPosts($account: ID!) {
  account(id: $account) { promotedPosts(first: 200) { nodes { post { nullcast } } } }
}`)

/** A row in the format of the service: IDs are numbers beyond 2^53. */
const ROW = `{
  "created_at": "Tue Aug 27 22:22:12 +0000 2019", "updated_at": "2019-08-28T08:00:00Z", "deleted": false,
  "media_keys": ["3_1", "3_2"], "id": 1166476031668015104, "id_str": "1166476031668015104",
  "full_text": "just ☕", "truncated": false, "entities": {"hashtags": []}, "source": "<a>Ads</a>",
  "in_reply_to_status_id": 1166476031668015000, "in_reply_to_status_id_str": "1166476031668015103",
  "in_reply_to_user_id": 9223372036854775807, "in_reply_to_screen_name": "someone",
  "user": {"id": 2417045708, "id_str": "2417045708", "big": 9223372036854775807},
  "geo": null, "coordinates": null, "place": {"name": "Wien"}, "contributors": [9223372036854775807, 12],
  "repost_count": 3, "favorite_count": 0, "favorited": false, "reposted": true, "possibly_sensitive": false,
  "scopes": {"followers": false}, "lang": "en", "display_text_range": [0, 6], "nullcast": true,
  "post_type": "PUBLISHED", "card_uri": "card://958225772740714496", "post_id": "1166476031668015104",
  "name": "no 2", "conversation_settings": "EVERYONE"
}`

const LOOK_UP = { post_type: 'PUBLISHED', timeline_type: 'ALL', include_mentions_and_replies: 'true' }

const graph = useSandboxGraph()

describe('a post', () => {
  it('has the columns of its row, every digit of its IDs, and its date in ISO 8601 format', async () => {
    const { data, errors, sent } = await readRow(
      ROW,
      `{ publishedPost(id: "PublishedPost:a1:1166476031668015104") {
        id restId postId postType name createdAt updatedAt deleted mediaKeys text fullText truncated displayTextRange lang source userId user
        entities nullcast cardUri conversationSettings inReplyToStatusId inReplyToUserId inReplyToScreenName
        repostCount favoriteCount favorited reposted possiblySensitive contributors scopes geo coordinates place
      } }`,
    )

    expect(errors).toBeUndefined()
    expect(data).toEqual({
      publishedPost: {
        id: 'PublishedPost:a1:1166476031668015104',
        restId: '1166476031668015104',
        postId: '1166476031668015104',
        postType: 'PUBLISHED',
        name: 'no 2',
        createdAt: '2019-08-27T22:22:12Z',
        updatedAt: '2019-08-28T08:00:00Z',
        deleted: false,
        mediaKeys: ['3_1', '3_2'],
        text: 'just ☕',
        fullText: 'just ☕',
        truncated: false,
        displayTextRange: [0, 6],
        lang: 'en',
        source: '<a>Ads</a>',
        userId: '2417045708',
        user: { id: 2417045708, id_str: '2417045708', big: '9223372036854775807' },
        entities: { hashtags: [] },
        nullcast: true,
        cardUri: 'card://958225772740714496',
        conversationSettings: 'EVERYONE',
        inReplyToStatusId: '1166476031668015103',
        inReplyToUserId: '9223372036854775807',
        inReplyToScreenName: 'someone',
        repostCount: 3,
        favoriteCount: 0,
        favorited: false,
        reposted: true,
        possiblySensitive: false,
        contributors: ['9223372036854775807', '12'],
        scopes: { followers: false },
        geo: null,
        coordinates: null,
        place: { name: 'Wien' },
      },
    })
    expect(sent).toEqual([['/12/accounts/a1/posts', { ...LOOK_UP, post_ids: '1166476031668015104' }]])
  })

  it.each([
    ['text beside a rounded number', '{"id":1166476031668015000,"id_str":"1166476031668015104"}'],
    ['a number', '{"id":1166476031668015104}'],
    ['text', '{"id":"1166476031668015104"}'],
  ])('is recognized by an ID that is %s', async (_, row) => {
    const { data } = await readRow(
      row,
      '{ publishedPost(accountId: "a1", id: "1166476031668015104") { id createdAt raw } }',
    )

    expect(data).toMatchObject({ publishedPost: { id: 'PublishedPost:a1:1166476031668015104', createdAt: null } })
  })

  it('can have a small ID', async () => {
    const { data } = await readRow(
      '{"id":20}',
      '{ publishedPost(accountId: "a1", id: "20") { id text user userId card { id } } }',
    )

    expect(data).toEqual({
      publishedPost: { id: 'PublishedPost:a1:20', text: null, user: null, userId: null, card: null },
    })
  })

  it.each([
    ['Tue Aug 27 22:22:12 +0000 2019', '2019-08-27T22:22:12Z'],
    ['Wed Jan 01 00:30:00 +0100 2020', '2019-12-31T23:30:00Z'],
    ['Sat Feb 29 12:00:00 -0330 2020', '2020-02-29T15:30:00Z'],
    ['2019-08-27T22:22:12Z', '2019-08-27T22:22:12Z'],
    ['Tue Foo 27 22:22:12 +0000 2019', 'Tue Foo 27 22:22:12 +0000 2019'],
    [null, null],
  ])('that was created at %s has %s', async (sent, createdAt) => {
    const row = { id: '1', created_at: sent }
    const { data, errors } = await readRow(row, '{ publishedPost(accountId: "a1", id: "1") { createdAt } }')

    expect([data, errors]).toEqual([{ publishedPost: { createdAt } }, undefined])
  })

  it('has its full text if the service sends it, otherwise the text that it sends', async () => {
    for (const [row, text] of [
      [{ id: '1', text: 'sho…', full_text: 'short or long' }, 'short or long'],
      [{ id: '1', text: 'short' }, 'short'],
    ]) {
      const { data } = await readRow(row as object, '{ publishedPost(accountId: "a1", id: "1") { text } }')
      expect(data).toEqual({ publishedPost: { text } })
    }
  })

  it('is found through node and by its ID, in one call', async () => {
    const { data, sent } = await readRow(
      ROW,
      `{
        node(id: "PublishedPost:a1:1166476031668015104") { __typename ... on Post { name } }
        publishedPost(id: "1166476031668015104", accountId: "a1") { name }
      }`,
    )

    expect(data).toEqual({ node: { __typename: 'PublishedPost', name: 'no 2' }, publishedPost: { name: 'no 2' } })
    expect(sent).toEqual([['/12/accounts/a1/posts', { ...LOOK_UP, post_ids: '1166476031668015104' }]])
  })
})

describe('posts', () => {
  it('come in pages, in the order of the service', async () => {
    const page = async (first: number, after?: string | null) =>
      (await graph.query(PAGE, { account: DEMO_ACCOUNT_ID, postType: 'PUBLISHED', first, after })).data!.account!.posts!
    const whole = await page(4)
    const first = await page(2)
    const second = await page(2, first.pageInfo.endCursor)

    expect([...first.nodes, ...second.nodes]).toEqual(whole.nodes)
    expect(whole.nodes.every(({ restId }) => /^\d{19}$/.test(restId))).toBe(true)
  })

  it.each([
    ['DRAFT', 'DraftPost'],
    ['SCHEDULED', 'ScheduledPost'],
  ])('can be listed by the global IDs of their type: %s', async (postType, type) => {
    const list = (id: string) =>
      readRow(ROW, `{ account(id: "a1") { posts(postType: ${postType}, ids: ["${id}"]) { nodes { userId } } } }`)
    const { errors, sent } = await list(`${type}:a1:1`)

    expect(errors).toBeUndefined()
    expect(sent).toMatchObject([['/12/accounts/a1/posts', { post_type: postType, post_ids: '1' }]])
    expect((await list('PublishedPost:a1:1')).errors).toMatchObject([{ extensions: { field: 'ids' } }])
  })

  it('can be listed with every filter of the service (R-CARD-26)', async () => {
    const { errors, sent } = await readRow(
      ROW,
      `{ account(id: "a1") { posts(
        postType: PUBLISHED, ids: ["1", "PublishedPost:a1:2"], userId: "9223372036854775807", namePrefix: "no", timelineType: ORGANIC
        includeMentionsAndReplies: true, first: 3
      ) { nodes { userId } } } }`,
    )

    expect(errors).toBeUndefined()
    expect(sent).toEqual([
      [
        '/12/accounts/a1/posts',
        {
          post_type: 'PUBLISHED',
          post_ids: '1,2',
          user_id: '9223372036854775807',
          name: 'no',
          timeline_type: 'ORGANIC',
          include_mentions_and_replies: 'true',
          trim_user: 'true',
          count: '3',
        },
      ],
    ])
  })

  it('of each post type have their own GraphQL type, and are found by their IDs', async () => {
    const types = { PUBLISHED: 'PublishedPost', DRAFT: 'DraftPost', SCHEDULED: 'ScheduledPost' } as const
    for (const postType of ['PUBLISHED', 'DRAFT', 'SCHEDULED'] as const) {
      const typeName = types[postType]
      const { data, errors } = await graph.query(OF_TYPE, { account: DEMO_ACCOUNT_ID, postType })
      expect(errors).toBeUndefined()
      const { nodes } = data!.account!.posts!
      expect(nodes.map(({ __typename, id }) => [__typename, id.split(':')[0]])).toEqual(
        Array.from({ length: 3 }, () => [typeName, typeName]),
      )
      expect(nodes.every(({ createdAt }) => /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/.test(createdAt!))).toBe(true)

      const again = await graph.query(AGAIN, { ids: nodes.map(({ id }) => id) })
      expect(again.data!.nodes).toEqual(nodes)
    }
  })

  it('are read without their authors if only the IDs of these are selected', async () => {
    const trimmed = () => graph.sandbox.requests.map(({ query }) => new Map(query).get('trim_user'))
    graph.sandbox.requests.splice(0)
    const { data } = await graph.query(TRIMMED, { account: DEMO_ACCOUNT_ID })
    const { edges, nodes } = data!.account!.posts!

    expect([nodes[0]!.userId, trimmed()]).toEqual([expect.stringMatching(/^\d+$/), ['true']])
    const lists = [
      'posts(postType: PUBLISHED, first: 1) { nodes { userId ... on PublishedPost { user } } }',
      'posts(postType: PUBLISHED, first: 1) { nodes { userId raw } }',
      'posts(postType: PUBLISHED, first: 1) { nodes { name } }',
      'a: posts(postType: PUBLISHED, first: 1) { nodes { userId } } b: posts(postType: PUBLISHED, first: 1) { nodes { raw } }',
      `posts(postType: PUBLISHED, first: 1, after: "${edges[0]!.cursor}") { nodes { raw } }`,
    ]
    for (const list of lists) {
      graph.sandbox.requests.splice(0)
      const { errors } = await graph.query(`{ account(id: "${DEMO_ACCOUNT_ID}") { ${list} } }`)
      expect([list, errors, trimmed()]).toEqual([list, undefined, [undefined]])
    }
  })

  const many = JSON.stringify(Array.from({ length: 201 }, (_, index) => `${index}`))
  it.each([
    ['201 ids', `postType: PUBLISHED, ids: ${many}`, { field: 'ids', rule: 'R-CONV-16' }],
    ['an ID that is not a number', 'postType: PUBLISHED, ids: ["8wku2"]', { field: 'ids', rule: 'R-CONV-22' }],
    [
      'an ID of more than 64 bits',
      'postType: PUBLISHED, ids: ["9223372036854775808"]',
      { field: 'ids', rule: 'R-CONV-22' },
    ],
    ['IDs of another post type', 'postType: PUBLISHED, ids: ["DraftPost:a1:1"]', { field: 'ids' }],
    [
      'a name of 81 characters',
      `postType: DRAFT, namePrefix: "${'x'.repeat(81)}"`,
      { field: 'namePrefix', rule: 'R-CARD-26' },
    ],
    ['an empty name', 'postType: DRAFT, namePrefix: ""', { field: 'namePrefix', rule: 'R-CARD-26' }],
    ['1001 rows', 'postType: PUBLISHED, first: 1001', { field: 'first', rule: 'R-CONV-10' }],
  ])('refuse %s before anything is sent', async (_, args, extensions) => {
    const { errors, sent } = await readRow(ROW, `{ account(id: "a1") { posts(${args}) { nodes { id } } } }`)

    expect(errors?.map((error) => error.extensions)).toEqual([{ code: 'BAD_USER_INPUT', ...extensions }])
    expect(sent).toEqual([])
  })

  it('refuse a name with half a character before anything is sent', async () => {
    const document = `query ($account: ID!, $name: String) {
      account(id: $account) { posts(postType: DRAFT, namePrefix: $name) { nodes { id } } }
    }`
    const { errors, calls } = await graph.query(document, { account: DEMO_ACCOUNT_ID, name: 'Winter \ud800' })

    expect(errors).toMatchObject([{ extensions: { code: 'BAD_USER_INPUT', field: 'namePrefix' } }])
    expect(calls).toEqual([])
  })

  it('cannot be listed without a type (R-CARD-26)', async () => {
    const { errors, sent } = await readRow(ROW, '{ account(id: "a1") { posts { nodes { id } } } }')

    expect(errors?.[0]?.message).toMatch(/argument "postType" of type "PostType!" is required/)
    expect(sent).toEqual([])
  })
})

describe('the post of a promoted post', () => {
  it('is the post with its ID, and is not read if only its ID or its preview is selected', async () => {
    const read = await graph.query(PROMOTED, { account: DEMO_ACCOUNT_ID, first: 60 })
    expect(read.errors).toBeUndefined()
    const { nodes } = read.data!.account!.promotedPosts!
    expect(nodes.map(({ post }) => post!.restId)).toEqual(nodes.map(({ postId }) => postId))
    expect(callCounts(read.calls)).toEqual({
      'GET accounts/:account_id/promoted_posts': 1,
      'GET accounts/:account_id/posts': 1,
    })

    const keyed = await graph.query(KEYED, { account: DEMO_ACCOUNT_ID })
    expect(keyed.errors).toBeUndefined()
    expect(callCounts(keyed.calls)).toEqual({
      'GET accounts/:account_id/promoted_posts': 1,
      'GET accounts/:account_id/post_previews': 1,
    })
  })

  it('is found if it is organic or a reply', async () => {
    const { data } = await graph.query(NULLCAST, { account: DEMO_ACCOUNT_ID })
    const nullcast = data!.account!.promotedPosts!.nodes.map(({ post }) => post!.nullcast)
    expect(new Set(nullcast)).toEqual(new Set([true, false]))
  })

  it('is null if the service does not return it', async () => {
    const row = { id: 'p1', post_id: '77' }
    const upstream = await startUpstream(({ path }) => ({
      body: { data: path.endsWith('/posts') ? [] : [row] },
    }))
    const nobodys = await openGraph(upstream.url)
    const { data, errors } = await nobodys.query('{ promotedPost(id: "PromotedPost:a1:p1") { postId post { text } } }')
    await Promise.all([nobodys.close(), upstream.close()])

    expect([data, errors]).toEqual([{ promotedPost: { postId: '77', post: null } }, undefined])
  })
})

it.each(['PublishedPost:a1:1', 'DraftPost:a1:1', 'ScheduledPost:a1:1'])(
  '%s has the fields of an entity',
  async (id) => {
    const { data, errors } = await readRow(
      [{ id: 1, created_at: 'Tue Aug 27 22:22:12 +0000 2019', deleted: false }],
      `{ node(id: "${id}") { ... on Entity { restId createdAt deleted raw } } }`,
    )

    expect(errors).toBeUndefined()
    expect(data).toMatchObject({
      node: { restId: '1', createdAt: '2019-08-27T22:22:12Z', deleted: false, raw: { id: 1 } },
    })
  },
)
