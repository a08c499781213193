import { beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { promotableUsers } from '../../../sandbox/account/promotable-user.ts'
import { lineItems } from '../../../sandbox/campaign/line-item.ts'
import { DEMO_ACCOUNT_ID } from '../../../sandbox/index.ts'
import { openSandboxGraph, useGraphOver } from '../../support/graph.ts'

/** The user of the sandbox's credentials. */
const CALLER = '1000000001'

/** The author of each post by the first digit of its ID: 1 is the FULL user. */
const authorOf = (id: string) => id[0]

let users: number
/** How many of them are FULL. */
let full: number
/** The user who makes the calls. */
let caller: number | null
/** The user whose posts the caller cannot read. */
let hidden: string | undefined
const { upstream, graph } = useGraphOver(({ path, query }) => {
  const table = path.split('/').at(-1)
  if (table === 'promotable_users')
    return {
      body: {
        data: Array.from({ length: users }, (_, index) => ({
          id: `p${index + 1}`,
          user_id: index + 1,
          promotable_user_type: index < full ? 'FULL' : 'REPOSTS_ONLY',
        })),
      },
    }
  if (table === 'authenticated_user_access') return { body: { data: { user_id: caller, permissions: [] } } }
  if (table === 'promoted_posts') return { body: { data: [{ id: 'pp1', post_id: '3001' }], next_cursor: null } }
  if (table === 'scheduled_posts')
    return { body: { data: [{ id: '300', post_id: '3001', user_id: 3 }], next_cursor: null } }
  if (hidden && query['user_id'] === hidden)
    return { status: 403, body: { errors: [{ code: 'FORBIDDEN', message: 'no' }] } }
  const ids = query['post_ids']!.split(',')
  const own = ids.filter((id) => !id.endsWith('9') && authorOf(id) === (query['user_id'] ?? '1'))
  return { body: { data: own.map((id) => ({ id, name: `post ${id}` })), next_cursor: null } }
})
beforeEach(() => {
  users = 4
  full = 1
  caller = 1
  hidden = undefined
})

/** What was sent: the list, the author, and the IDs of posts. */
const sent = () =>
  upstream.requests.map(({ path, query }) => [path.split('/').at(-1), query['user_id'], query['post_ids']])

const nodesOf = (...ids: string[]) =>
  graph.query('query Posts($ids: [ID!]!) { nodes(ids: $ids) { ... on Post { name } } }', { ids })

describe('a post of another promotable user', () => {
  it('is found by ID, without a further call if the FULL user wrote it', async () => {
    const { data, errors } = await nodesOf('PublishedPost:a1:1001')

    expect([data, errors]).toEqual([{ nodes: [{ name: 'post 1001' }] }, undefined])
    expect(sent()).toEqual([['posts', undefined, '1001']])
  })

  it('is looked up among the posts of one user after the other, until all are found', async () => {
    const { data, errors, plan } = await nodesOf(
      'PublishedPost:a1:1001',
      'PublishedPost:a1:2001',
      'PublishedPost:a1:3001',
    )

    expect(errors).toBeUndefined()
    expect(data).toEqual({ nodes: [{ name: 'post 1001' }, { name: 'post 2001' }, { name: 'post 3001' }] })
    expect(sent()).toEqual([
      ['posts', undefined, '1001,2001,3001'],
      ['promotable_users', undefined, undefined],
      ['posts', '2', '2001,3001'],
      ['posts', '3', '3001'],
    ])
    expect(plan!.calls).toMatchObject({ min: 1, max: 24 })
  })

  it('is looked up among those of all users if several are FULL', async () => {
    full = 2
    const { data, errors } = await nodesOf('PublishedPost:a1:2001')

    expect([data, errors]).toEqual([{ nodes: [{ name: 'post 2001' }] }, undefined])
    expect(sent()).toEqual([
      ['posts', undefined, '2001'],
      ['promotable_users', undefined, undefined],
      ['posts', '1', '2001'],
      ['posts', '2', '2001'],
    ])
  })

  it.each([
    [
      'publishedPost',
      '{ publishedPost(id: "PublishedPost:a1:3001") { name } }',
      { publishedPost: { name: 'post 3001' } },
    ],
    [
      'PromotedPost.post',
      '{ account(id: "a1") { promotedPosts { nodes { post { name } } } } }',
      { account: { promotedPosts: { nodes: [{ post: { name: 'post 3001' } }] } } },
    ],
    [
      'scheduled posts by node',
      '{ node(id: "ScheduledPost:a1:3001") { ... on ScheduledPost { name } } }',
      { node: { name: 'post 3001' } },
    ],
  ])('is found by %s', async (_, document, expected) => {
    const { data, errors } = await graph.query(document)

    expect([data, errors]).toEqual([expected, undefined])
    expect(sent().slice(-4)).toEqual([
      ['posts', undefined, '3001'],
      ['promotable_users', undefined, undefined],
      ['posts', '2', '3001'],
      ['posts', '3', '3001'],
    ])
  })

  it('is looked up once for all fields of an operation that find it by ID', async () => {
    const { data, errors } = await graph.query(`{
      publishedPost(id: "PublishedPost:a1:2001") { name } node(id: "PublishedPost:a1:2001") { ... on Post { name } }
    }`)

    expect([data, errors]).toEqual([{ publishedPost: { name: 'post 2001' }, node: { name: 'post 2001' } }, undefined])
    expect(sent()).toEqual([
      ['posts', undefined, '2001'],
      ['promotable_users', undefined, undefined],
      ['posts', '2', '2001'],
    ])
  })

  it('is looked up first among the posts of the user whose list was read', async () => {
    const { data } = await graph.query(
      '{ account(id: "a1") { scheduledPosts(userId: "3") { nodes { post { name } } } } }',
    )

    expect(data).toMatchObject({ account: { scheduledPosts: { nodes: [{ post: { name: 'post 3001' } }] } } })
    expect(sent()).toEqual([
      ['scheduled_posts', '3', undefined],
      ['posts', undefined, '3001'],
      ['promotable_users', undefined, undefined],
      ['posts', '3', '3001'],
    ])
  })

  it('is looked up 200 IDs a call, for which the plan counts 22 calls each, one of the users and one of the caller', async () => {
    const ids = Array.from({ length: 250 }, (_, nth) => `2${String(10 * nth).padStart(4, '0')}`)
    const { data, errors, plan } = await nodesOf(...ids.map((id) => `PublishedPost:a1:${id}`))

    expect(errors).toBeUndefined()
    expect(data).toEqual({ nodes: ids.map((id) => ({ name: `post ${id}` })) })
    expect(sent().map(([list, user, posts]) => [list, user, posts?.split(',').length])).toEqualInSteps(
      [
        ['posts', undefined, 200],
        ['posts', undefined, 50],
      ],
      [['promotable_users', undefined, undefined]],
      [
        ['posts', '2', 200],
        ['posts', '2', 50],
      ],
    )
    expect(plan!.calls.max).toBe(2 * 22 + 2)
  })

  it('is null if no user has it', async () => {
    const { data, errors } = await nodesOf('PublishedPost:a1:2009')

    expect([data, errors]).toEqual([{ nodes: [null] }, undefined])
    expect(sent().map(([list, user]) => user ?? list)).toEqual([
      'posts',
      'promotable_users',
      '2',
      '3',
      '4',
      'authenticated_user_access',
    ])
  })

  it('is an error if the posts of its author cannot be read; posts that were found stay', async () => {
    users = 5
    hidden = '5'
    const { data, errors } = await nodesOf('PublishedPost:a1:3001', 'PublishedPost:a1:5001')

    expect(data).toEqual({ nodes: [{ name: 'post 3001' }, null] })
    expect(errors).toMatchObject([{ path: ['nodes', 1], extensions: { code: 'FORBIDDEN' } }])
  })

  it('is looked up among 20 users; a post that these have not is an error', async () => {
    users = 22
    const { data, errors, plan } = await nodesOf('PublishedPost:a1:2001', 'PublishedPost:a1:9999')

    expect(data).toEqual({ nodes: [{ name: 'post 2001' }, null] })
    expect(errors).toMatchObject([{ path: ['nodes', 1], extensions: { code: 'UPSTREAM_ERROR' } }])
    expect(sent()).toHaveLength(23)
    expect(plan!.calls.max).toBe(24)
  })
})

describe('a post of a caller who is no promotable user', () => {
  beforeEach(() => {
    caller = 8
  })

  it.each(['PublishedPost', 'ScheduledPost'])('is looked up after the posts of all others: %s', async (type) => {
    const { data, errors, plan } = await nodesOf(`${type}:a1:3001`, `${type}:a1:8001`)

    expect([data, errors]).toEqual([{ nodes: [{ name: 'post 3001' }, { name: 'post 8001' }] }, undefined])
    expect(sent()).toEqual([
      ['posts', undefined, '3001,8001'],
      ['promotable_users', undefined, undefined],
      ['posts', '2', '3001,8001'],
      ['posts', '3', '3001,8001'],
      ['posts', '4', '8001'],
      ['authenticated_user_access', undefined, undefined],
      ['posts', '8', '8001'],
    ])
    expect(plan!.calls).toMatchObject({ min: 1, max: 24 })
  })

  it('is found among more than 20 users too, while other users are an error', async () => {
    users = 22
    caller = 77
    const { data, errors, plan } = await nodesOf('PublishedPost:a1:9999')

    expect(data).toEqual({ nodes: [null] })
    expect(errors).toMatchObject([{ path: ['nodes', 0], extensions: { code: 'UPSTREAM_ERROR' } }])
    expect(sent().slice(-2)).toEqual([
      ['authenticated_user_access', undefined, undefined],
      ['posts', '77', '9999'],
    ])
    expect(sent()).toHaveLength(plan!.calls.max)
  })

  it('is null if the service does not send who the caller is', async () => {
    caller = null
    const { data, errors } = await nodesOf('PublishedPost:a1:8001')

    expect([data, errors]).toEqual([{ nodes: [null] }, undefined])
    expect(sent().at(-1)).toEqual(['authenticated_user_access', undefined, undefined])
  })
})

describe('in the sandbox, a post of a caller who is no promotable user', () => {
  const input = (more: object) => ({
    accountId: DEMO_ACCOUNT_ID,
    asUserId: CALLER,
    text: 'Own',
    nullcast: false,
    ...more,
  })
  const open = async () => {
    const graph = await openSandboxGraph()
    onTestFinished(() => graph.close())
    return graph
  }
  interface Made {
    made: { post: { id: string; text: string } | null; receipt: { outcome: string } }
  }

  it('is found by ID after it was created, and so is an equal use of its key', async () => {
    const graph = await open()
    const create = `mutation ($input: CreatePostInput!) { made: createPost(input: $input, idempotencyKey: "own") {
      post { id text } receipt { outcome }
    } }`
    const first = await graph.query<Made>(create, { input: input({}) })
    const again = await graph.query<Made>(create, { input: input({}) })
    const post = first.data.made.post!
    const read = await graph.query(
      `{ publishedPost(id: "${post.id}") { text } node(id: "${post.id}") { id ... on Post { text } } }`,
    )
    const renamed =
      await graph.query(`mutation { renamePost(input: { postId: "${post.id}", name: "New" }, validateOnly: true) {
      userErrors { message }
    } }`)

    expect(again.data.made).toEqual({ post, receipt: { outcome: 'REPLAYED' } })
    expect(read.data).toEqual({ publishedPost: { text: 'Own' }, node: post })
    expect(renamed.data).toEqual({ renamePost: { userErrors: [] } })
  })

  it('cannot be promoted, which validateOnly reports too', async () => {
    const graph = await open()
    const create = 'mutation ($input: CreatePostInput!) { made: createPost(input: $input) { post { id } } }'
    const { data } = await graph.query<Made>(create, { input: input({}) })
    const lineItem = graph.sandbox.store
      .table(lineItems)
      .rows(DEMO_ACCOUNT_ID)
      .find((row) => !row.deleted)!
    const promote = async (validateOnly: boolean) => {
      const answer = await graph.query<{ createPromotedPosts: { userErrors: { field: string[] }[] } }>(
        `mutation ($input: CreatePromotedPostsInput!) { createPromotedPosts(input: $input, validateOnly: ${validateOnly}) {
          userErrors { field }
        } }`,
        { input: { accountId: DEMO_ACCOUNT_ID, lineItemId: lineItem.id, postIds: [data.made.post!.id] } },
      )
      return answer.data.createPromotedPosts.userErrors.map(({ field }) => field.join('.'))
    }

    expect([await promote(true), await promote(false)]).toEqual([['input.postIds.0'], ['input.postIds.0']])
  })

  it('is found if it is scheduled', async () => {
    const graph = await open()
    const create = `mutation ($input: CreateScheduledPostInput!) { made: createScheduledPost(input: $input, idempotencyKey: "own") {
      post: scheduledPost { id text } receipt { outcome }
    } }`
    const variables = { input: input({ scheduledAt: '2026-09-01T00:00:00Z' }) }
    const first = await graph.query<Made>(create, variables)
    const again = await graph.query<Made>(create, variables)
    const post = first.data.made.post!
    const read = await graph.query(`{ node(id: "${post.id}") { id ... on Post { text } } }`)
    const lineItem = graph.sandbox.store
      .table(lineItems)
      .rows(DEMO_ACCOUNT_ID)
      .find((row) => !row.deleted)!
    const promoted = await graph.query(
      `mutation ($input: CreateScheduledPromotedPostInput!) { made: createScheduledPromotedPost(input: $input) {
        scheduledPromotedPost { scheduledPost { text } }
      } }`,
      { input: { accountId: DEMO_ACCOUNT_ID, lineItemId: lineItem.id, scheduledPostId: post.id } },
    )

    expect(again.data.made).toEqual({ post, receipt: { outcome: 'REPLAYED' } })
    expect(read.data).toEqual({ node: post })
    expect(promoted.data).toEqual({ made: { scheduledPromotedPost: { scheduledPost: { text: 'Own' } } } })
  })
})

it('is found right after it was promoted, in the sandbox', async () => {
  const graph = await openSandboxGraph()
  onTestFinished(() => graph.close())
  const users = graph.sandbox.store.table(promotableUsers).rows(DEMO_ACCOUNT_ID)
  const author = users.find((user) => user.promotable_user_type === 'REPOSTS_ONLY')!.user_id
  const account = `account(id: "${DEMO_ACCOUNT_ID}")`
  const read = await graph.query<{ account: Record<string, { nodes: { restId: string }[] }> }>(
    `{ ${account} { posts(postType: PUBLISHED, userId: "${author}", timelineType: ALL, first: 1) { nodes { ... on PublishedPost { restId: postId } } }
      lineItems(first: 1) { nodes { restId } } } }`,
  )
  const [post, lineItem] = ['posts', 'lineItems'].map((list) => read.data.account[list]!.nodes[0]!.restId)
  const { data, errors } = await graph.query<{
    createPromotedPosts: { userErrors: []; promotedPosts: { post: { userId: string } }[] }
  }>(`mutation { createPromotedPosts(input: {
    accountId: "${DEMO_ACCOUNT_ID}", lineItemId: "${lineItem}", postIds: ["${post}"]
  }) { userErrors { message } promotedPosts { post { userId } } } }`)

  expect(errors).toBeUndefined()
  expect(data.createPromotedPosts).toEqual({ userErrors: [], promotedPosts: [{ post: { userId: author } }] })
})
