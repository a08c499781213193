import { describe, expect, test } from 'vitest'
import { openSandbox } from '../../../test/support/sandbox.ts'
import { promotableUsers } from '../../account/promotable-user.ts'
import { promotedPosts } from '../../campaign/promoted-post.ts'
import { scheduledPromotedPosts } from '../../campaign/scheduled-promoted-post.ts'
import { cards } from '../../creative/card.ts'
import { draftPosts } from '../../creative/draft-post.ts'
import { posts, postDate } from '../../creative/post.ts'
import { scheduledPosts } from '../../creative/scheduled-post.ts'
import { DEMO_ACCOUNT_ID, SMALL_ACCOUNT_ID } from '../../index.ts'

const path = `accounts/${DEMO_ACCOUNT_ID}`

const { sandbox, client, demoRows } = await openSandbox()

test('the promoted posts, scheduled posts and their cards exist', () => {
  for (const account of [DEMO_ACCOUNT_ID, SMALL_ACCOUNT_ID]) {
    const { store } = sandbox
    for (const row of store.table(promotedPosts).rows(account))
      expect(store.table(posts).find(account, String(row.post_id))).toBeDefined()
    for (const row of store.table(scheduledPromotedPosts).rows(account))
      expect(store.table(scheduledPosts).find(account, String(row.scheduled_post_id))).toBeDefined()
    const written = [...store.table(posts).rows(account), ...store.table(draftPosts).rows(account)]
    for (const { card_uri } of written.filter((row) => row.card_uri !== null))
      expect(store.table(cards).find(account, card_uri!.slice(7))?.deleted).toBe(false)
  }
})

describe('a post', () => {
  test('has its ID as a number beyond 2^53, and a date in its own format', async () => {
    const { text, body } = await client.get(`${path}/posts`, { post_type: 'PUBLISHED', count: 1 })
    const [row] = body.data
    expect(text).toContain(`"id":${String(row!['id_str'])},`)
    expect(row!['created_at']).toMatch(/^[A-Z][a-z]{2} [A-Z][a-z]{2} \d\d \d\d:\d\d:\d\d \+0000 \d{4}$/)
    expect(postDate('2019-08-27T22:22:12Z')).toBe('Tue Aug 27 22:22:12 +0000 2019')
  })
})

describe('the list of posts', () => {
  const list = async (query: Record<string, string | boolean>) =>
    client.walk(`${path}/posts`, { post_type: 'PUBLISHED', count: 1000, ...query })

  test('leaves out organic posts, mentions and replies by default', async () => {
    expect(new Set((await list({})).map((row) => row['nullcast']))).toEqual(new Set([true]))
    expect(new Set((await list({ timeline_type: 'ORGANIC' })).map((row) => row['nullcast']))).toEqual(new Set([false]))
    const every = await list({ timeline_type: 'ALL', include_mentions_and_replies: true })
    const [author] = demoRows(promotableUsers)
    const written = demoRows(posts).filter((row) => row.user_id === author!.user_id)
    expect(every).toHaveLength(written.length)
    expect((await list({ timeline_type: 'ALL' })).length).toBeLessThan(every.length)
  })

  test('is filtered by ID, name and author', async () => {
    const [row] = demoRows(posts)
    const found = await list({ post_ids: `${row!.id},1`, timeline_type: 'ALL', include_mentions_and_replies: true })
    expect(found.map(({ id_str }) => id_str)).toEqual([row!.id])
    const named = await list({ name: 'T', timeline_type: 'ALL' })
    expect(named.every((post) => /^t/i.test(String(post['name'])))).toBe(true)
    expect(await list({ user_id: '1' })).toEqual([])
  })

  test('has posts of one type, which is a required parameter', async () => {
    const { store } = sandbox
    const there = {
      DRAFT: store.table(draftPosts).rows(DEMO_ACCOUNT_ID),
      SCHEDULED: store.table(scheduledPosts).rows(DEMO_ACCOUNT_ID),
    }
    for (const [post_type, held] of Object.entries(there)) {
      const rows = await list({ post_type, timeline_type: 'ALL' })
      expect(rows.map(({ id_str }) => id_str)).toEqual(held.filter((row) => !row.deleted).map((row) => row.id))
      expect(new Set(rows.map((row) => row['post_type']))).toEqual(new Set([post_type]))
    }
    expect((await client.get(`${path}/posts`)).body.errors?.[0]).toMatchObject({ code: 'MISSING_PARAMETER' })
    expect((await client.get(`${path}/posts`, { post_type: 'LOST' })).status).toBe(400)
  })
})

describe('drafts and scheduled posts', () => {
  test('have a number as ID if a scheduled post is read alone', async () => {
    const [row] = demoRows(scheduledPosts)
    const { text } = await client.get(`${path}/scheduled_posts/${row!.id}`)
    expect(text).toContain(`"id":${row!.id},`)
    expect(text).toContain(`"id_str":"${row!.id}"`)
  })
})

describe('previews', () => {
  test('have an iframe for each post of the type', async () => {
    const [draft] = demoRows(draftPosts)
    const [post] = demoRows(posts)
    const { body } = await client.get(`${path}/post_previews`, {
      post_type: 'DRAFT',
      post_ids: `${draft!.id},${post!.id}`,
    })
    expect(body.data).toEqual([
      { post_id: draft!.id, preview: expect.stringMatching(/^<iframe .*<\/iframe>$/) as unknown },
    ])
    expect(body).not.toHaveProperty('next_cursor')
  })
})
