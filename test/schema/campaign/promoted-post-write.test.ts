import { describe, expect, it } from 'vitest'
import { promotableUsers } from '../../../sandbox/account/promotable-user.ts'
import { lineItems } from '../../../sandbox/campaign/line-item.ts'
import { promotedPosts } from '../../../sandbox/campaign/promoted-post.ts'
import { posts as postTable } from '../../../sandbox/creative/post.ts'
import { DEMO_ACCOUNT_ID } from '../../../sandbox/index.ts'
import { graphql } from '../../support/graphql/index.ts'
import { openSandboxWrites, useWriteGraph } from '../../support/write.ts'

const ROW = [
  { id: 'p1', line_item_id: 'l1', post_id: '9007199254740999', deleted: false },
  { id: 'p2', line_item_id: 'l1', post_id: '9007199254740995', deleted: false },
]

const graph = useWriteGraph(ROW)

const CREATE =
  graphql(`mutation CreatePromotedPosts($input: CreatePromotedPostsInput!, $split: Boolean = false, $validateOnly: Boolean = false) {
  outcome: createPromotedPosts(input: $input, split: $split, validateOnly: $validateOnly) {
    promotedPosts { id postId } chunks { start count status } userErrors { code message field rule }
  }
}`)
const DELETE = `mutation ($input: DeletePromotedPostInput!) {
  outcome: deletePromotedPost(input: $input) { promotedPost { id deleted postId } userErrors { field message } }
}`

const posts = (count: number) => Array.from({ length: count }, (_, index) => `9007199254740${993 + index}`)

/** Responds to each call with one row per post. */
function promoteAll(): void {
  graph.answer(({ body }) => {
    const ids = new URLSearchParams(body).get('post_ids')?.split(',') ?? []
    return {
      body: { data: ids.map((id) => ({ id: `p${id}`, line_item_id: 'l1', post_id: id })), total_count: ids.length },
    }
  })
}

describe('createPromotedPosts', () => {
  it('sends the line item and the posts with their wire names, and returns the promoted posts', async () => {
    const { data, errors } = await graph.write(CREATE, {
      accountId: 'a1',
      lineItemId: 'LineItem:a1:l1',
      postIds: ['9007199254740993', 'PublishedPost:a1:9007199254740995'],
    })

    expect(errors).toBeUndefined()
    expect(graph.sent()).toEqual([
      ['POST accounts/a1/promoted_posts', { line_item_id: 'l1', post_ids: '9007199254740993,9007199254740995' }],
    ])
    expect(data).toEqual({
      outcome: {
        promotedPosts: [
          { id: 'PromotedPost:a1:p1', postId: '9007199254740999' },
          { id: 'PromotedPost:a1:p2', postId: '9007199254740995' },
        ],
        chunks: [{ start: 0, count: 2, status: 'DONE' }],
        userErrors: [],
      },
    })
  })

  it('accepts 50 posts in a call, and refuses 51 (R-PROMO-7) and none', async () => {
    promoteAll()
    const input = { accountId: 'a1', lineItemId: 'l1' }
    const fits = await graph.write(CREATE, { ...input, postIds: posts(50) })
    const calls = graph.sent().length
    const tooMany = await graph.write(CREATE, { ...input, postIds: posts(51) })
    const none = await graph.write(CREATE, { ...input, postIds: [] })

    expect(fits.data).toMatchObject({ outcome: { userErrors: [] } })
    expect([calls, graph.sent().length]).toEqual([1, 1])
    expect(tooMany.data).toMatchObject({
      outcome: {
        promotedPosts: null,
        userErrors: [
          {
            message: '`postIds` has 51 items; the limit for one call is 50. Set `split` to use several calls',
            field: ['input', 'postIds'],
            rule: 'R-PROMO-7',
          },
        ],
      },
    })
    expect(none.data).toMatchObject({ outcome: { userErrors: [{ field: ['input', 'postIds'], rule: 'R-PROMO-7' }] } })
  })

  it('splits on request, and reports what was done before a call was refused', async () => {
    graph.answer(({ body }, nth) => {
      if (nth === 2)
        return { status: 400, body: { errors: [{ code: 'INVALID', message: 'No', parameter: 'post_ids' }] } }
      const ids = new URLSearchParams(body).get('post_ids')?.split(',') ?? []
      return { body: { data: ids.map((id) => ({ id: `p${id}`, line_item_id: 'l1', post_id: id })) } }
    })
    const input = { accountId: 'a1', lineItemId: 'l1', postIds: posts(120) }
    const { data } = await graph.write(CREATE, input, { split: true })

    expect(graph.sent()).toHaveLength(2)
    expect(data!.outcome!.promotedPosts).toHaveLength(120)
    expect(data!.outcome!.promotedPosts!.filter((post) => post !== null)).toHaveLength(50)
    expect(data).toMatchObject({
      outcome: {
        chunks: [
          { start: 0, count: 50, status: 'DONE' },
          { start: 50, count: 50, status: 'FAILED' },
          { start: 100, count: 20, status: 'NOT_TRIED' },
        ],
        // Nothing was changed for these alone.
        userErrors: Array.from({ length: 50 }, (_, index) => ({
          code: 'INVALID',
          field: ['input', 'postIds', String(50 + index)],
          rule: null,
        })),
      },
    })
  })

  it.each<[what: string, postIds: string[], value: unknown, field: string[]]>([
    ['whose value it returns', ['7', 'PublishedPost:a1:8', '9'], '8', ['1']],
    ['whose value it returns as a number', ['7', '8'], 8, ['1']],
    ['that was the only one', ['7'], undefined, ['0']],
    ['that was the only one of its call', posts(51), undefined, ['50']],
    ['without its value', ['7', '8'], undefined, []],
    ['with another value', ['7', '8'], '7,8', []],
  ])('reports the index of a post that the service refuses: one %s', async (_what, postIds, value, field) => {
    graph.answer(({ body }) => {
      const ids = new URLSearchParams(body).get('post_ids')?.split(',') ?? []
      if (ids.length === 50)
        return { body: { data: ids.map((id) => ({ id: `p${id}`, line_item_id: 'l1', post_id: id })) } }
      return { status: 400, body: { errors: [{ code: 'INVALID', message: 'No', parameter: 'post_ids', value }] } }
    })
    const { data } = await graph.write(CREATE, { accountId: 'a1', lineItemId: 'l1', postIds }, { split: true })

    expect(data!.outcome!.userErrors).toMatchObject([{ code: 'INVALID', field: ['input', 'postIds', ...field] }])
  })

  it('refuses invalid post IDs by their index, and sends nothing', async () => {
    const input = { accountId: 'a1', lineItemId: 'l1', postIds: ['1', 'PromotedPost:a1:p1', 'x'] }
    const { data } = await graph.write(CREATE, input)

    expect(graph.sent()).toEqual([])
    expect(data).toMatchObject({
      outcome: {
        userErrors: [
          { field: ['input', 'postIds', '1'], rule: null },
          { field: ['input', 'postIds', '2'], rule: 'R-CONV-22' },
        ],
      },
    })
  })

  it('reports a refusal of the line item at `lineItemId`', async () => {
    const errors = [{ code: 'INVALID_PARAMETER', message: 'None', parameter: 'line_item_id' }]
    graph.answer(() => ({ status: 400, body: { errors } }))
    const { data } = await graph.write(CREATE, { accountId: 'a1', lineItemId: 'l9', postIds: ['1'] })

    expect(data).toMatchObject({
      outcome: { userErrors: [{ code: 'INVALID_PARAMETER', field: ['input', 'lineItemId'] }] },
    })
  })
})

describe('deletePromotedPost', () => {
  it('uses the ID of the promoted post, and returns the columns that the service still sends', async () => {
    graph.answer(() => ({ body: { data: { id: 'p1', deleted: true } } }))
    const { data } = await graph.write(DELETE, { promotedPostId: 'PromotedPost:a1:p1' })

    expect(graph.sent()).toEqual([['DELETE accounts/a1/promoted_posts/p1', null]])
    expect(data).toEqual({
      outcome: { promotedPost: { id: 'PromotedPost:a1:p1', deleted: true, postId: null }, userErrors: [] },
    })
  })

  it('refuses the ID of the post (R-PROMO-8), and sends nothing', async () => {
    const { data } = await graph.write(DELETE, { promotedPostId: 'PublishedPost:a1:9007199254740993' })

    expect(graph.sent()).toEqual([])
    expect(data).toMatchObject({
      outcome: {
        userErrors: [
          {
            field: ['input', 'promotedPostId'],
            message:
              '`promotedPostId` takes the ID of a PromotedPost; "PublishedPost:a1:9007199254740993" is the ID of a PublishedPost',
          },
        ],
      },
    })
  })
})

describe('in the sandbox', () => {
  it('reports a post that does not exist at its index, as with validateOnly', async () => {
    const { ask, sandbox, close } = await openSandboxWrites()
    const { id: lineItemId } = sandbox.store
      .table(lineItems)
      .rows(DEMO_ACCOUNT_ID)
      .find((row) => !row.deleted)!
    const [own] = sandbox.store.table(postTable).rows(DEMO_ACCOUNT_ID)
    const input = { accountId: DEMO_ACCOUNT_ID, lineItemId, postIds: [own!.id, '1'] }
    const answers = [await ask(CREATE, { input, validateOnly: true }), await ask(CREATE, { input })]
    await close()

    for (const { outcome } of answers)
      expect(outcome!.userErrors).toMatchObject([{ field: ['input', 'postIds', '1'], rule: null }])
  })

  it('finds, deletes and then no longer finds the promoted posts of a deleted line item (R-PROMO-5)', async () => {
    const { ask, sandbox, close } = await openSandboxWrites()
    const rows = sandbox.store.table(promotedPosts).rows(DEMO_ACCOUNT_ID)
    const [first, second] = rows.filter((row) => !row.deleted && row.line_item_id === rows[0]!.line_item_id)
    const [promotedPostId, other] = [first!, second!].map(({ id }) => `PromotedPost:${DEMO_ACCOUNT_ID}:${id}`)
    const remove = 'mutation ($input: DeleteLineItemInput!) { outcome: deleteLineItem(input: $input) { deletedId } }'
    const validate = `mutation ($input: DeletePromotedPostInput!) {
      outcome: deletePromotedPost(input: $input, validateOnly: true) { userErrors { field } }
    }`
    const read =
      'query ($ids: [ID!]!, $id: ID!) { node(id: $id) { id } nodes(ids: $ids) { ... on PromotedPost { deleted } } }'
    const variables = { ids: [promotedPostId, other], id: promotedPostId }
    await ask(remove, { input: { lineItemId: `LineItem:${DEMO_ACCOUNT_ID}:${first!.line_item_id}` } })

    expect(await ask(read, variables)).toEqual({
      node: { id: promotedPostId },
      nodes: [{ deleted: false }, { deleted: false }],
    })
    expect(await ask(validate, { input: { promotedPostId } })).toEqual({ outcome: { userErrors: [] } })
    expect(await ask(DELETE, { input: { promotedPostId } })).toMatchObject({ outcome: { userErrors: [] } })
    expect(await ask(read, variables)).toEqual({ node: null, nodes: [null, { deleted: false }] })
    expect(await ask(validate, { input: { promotedPostId } })).toEqual({
      outcome: { userErrors: [{ field: ['input', 'promotedPostId'] }] },
    })
    await close()
  })

  it('promotes an own post unchanged, and a post that can only be reposted as a copy (R-PROMO-6)', async () => {
    const { ask, sandbox, close } = await openSandboxWrites()
    const lineItem = sandbox.store
      .table(lineItems)
      .rows(DEMO_ACCOUNT_ID)
      .find((row) => row.product_type === 'PROMOTED_POSTS' && !row.deleted)!
    const users = sandbox.store.table(promotableUsers).rows(DEMO_ACCOUNT_ID)
    const postOf = (type: string) => {
      const authors = users.filter((user) => user.promotable_user_type === type && !user.deleted)
      const rows = sandbox.store.table(postTable).rows(DEMO_ACCOUNT_ID)
      return rows.find((post) => authors.some((user) => user.user_id === post.user_id))!.id
    }
    const [own, others] = [postOf('FULL'), postOf('REPOSTS_ONLY')]

    const { outcome } = await ask(CREATE, {
      input: { accountId: DEMO_ACCOUNT_ID, lineItemId: lineItem.id, postIds: [own, others] },
    })
    const [first, copy] = outcome!.promotedPosts!
    expect(first?.postId).toBe(own)
    expect(copy?.postId).not.toBe(others)

    const read = 'query ($ids: [ID!]!) { nodes(ids: $ids) { ... on PromotedPost { postId lineItemId } } }'
    const ids = [first?.id, copy?.id]
    expect(await ask(read, { ids })).toEqual({
      nodes: [first, copy].map((row) => ({ postId: row?.postId, lineItemId: lineItem.id })),
    })
    await ask(DELETE, { input: { promotedPostId: copy?.id } })
    expect(await ask(read, { ids })).toEqual({ nodes: [{ postId: own, lineItemId: lineItem.id }, null] })
    await close()
  })
})
