import { describe, expect, test } from 'vitest'
import { openSandbox } from '../../../test/support/sandbox.ts'
import { userPermissions } from '../../account/authenticated-user-access.ts'
import { promotableUsers } from '../../account/promotable-user.ts'
import { cards } from '../../creative/card.ts'
import { draftPosts } from '../../creative/draft-post.ts'
import { mediaLibrary } from '../../creative/media.ts'
import { DEMO_ACCOUNT_ID } from '../../index.ts'
import type { Data } from '../client.ts'

const root = `accounts/${DEMO_ACCOUNT_ID}`

const { sandbox, client, demoRows } = await openSandbox()

const author = () => demoRows(promotableUsers).find((row) => row.promotable_user_type === 'FULL')!.user_id
const media = (type: string, count: number) =>
  demoRows(mediaLibrary)
    .filter((row) => row.media_type === type && !row.deleted)
    .slice(0, count)
    .map((row) => row.media_key)
    .join(',')
const usual = () => ({ as_user_id: author(), text: 'Ünï, 100% #new' })
const card = () => demoRows(cards).find(({ deleted }) => !deleted)!.card_uri
const CALLER = '1000000001'

describe.each([
  ['draft_posts', 'draft_posts', {}],
  ['scheduled_posts', 'scheduled_posts', { scheduled_at: '2096-07-01T10:00:59+02' }],
])('%s', (name, path, more) => {
  test('are created, updated and deleted, and later reads reflect it', async () => {
    const made = await client.post(`${root}/${path}`, { ...usual(), ...more, media_keys: media('IMAGE', 4) })
    expect(made.status).toBe(201)
    expect(made.body.data).toMatchObject({
      id: expect.stringMatching(/^\d{19}$/),
      text: 'Ünï, 100% #new',
      user_id: author(),
      nullcast: true,
      name: null,
      card_uri: null,
      media_keys: media('IMAGE', 4).split(','),
    })
    const { id } = made.body.data
    expect((await client.walk(`${root}/${path}`)).map((row) => row.id)).toContain(id)
    const changed = await client.put(`${root}/${path}/${id}`, { media_keys: '', card_uri: card(), name: 'Idea' })
    expect(changed.body.data).toMatchObject({ media_keys: [], card_uri: card(), name: 'Idea', text: usual().text })
    const read = (await client.get<Data>(`${root}/${path}/${id}`)).body.data
    expect(read).toMatchObject({ media_keys: [], name: 'Idea' })
    const removed = await client.delete(`${root}/${path}/${id}`)
    expect(removed.body.data).toMatchObject(
      name === 'draft_posts' ? { status: 'DELETED', deleted: true } : { scheduled_status: 'DELETED', deleted: true },
    )
    for (const again of [
      await client.delete(`${root}/${path}/${id}`),
      await client.put(`${root}/${path}/${id}`, { name: 'x' }),
      await client.get<Data>(`${root}/${path}/${id}`),
    ])
      expect([again.status, again.body.errors?.[0]?.code]).toEqual([404, 'NOT_FOUND'])
    expect((await client.walk(`${root}/${path}`)).map((row) => row.id)).not.toContain(id)
  })

  test('cannot lose both text and media', async () => {
    const { data } = (await client.post(`${root}/${path}`, { ...usual(), ...more })).body
    const { status, body } = await client.put(`${root}/${path}/${data.id}`, { text: '' })
    expect([status, body.errors?.[0]]).toMatchObject([400, { code: 'MISSING_PARAMETER', parameter: 'text' }])
  })
})

test('all other fields of an organic draft of another user can be changed', async () => {
  const { data } = (await client.post(`${root}/draft_posts`, usual())).body
  sandbox.store.table(draftPosts).update(DEMO_ACCOUNT_ID, data.id, { nullcast: false })
  const changed = await client.put(`${root}/draft_posts/${data.id}`, { text: 'New' })
  const refused = await client.put(`${root}/draft_posts/${data.id}`, { nullcast: false })
  expect(changed.body.data).toMatchObject({ text: 'New', nullcast: false })
  expect(refused.body.errors).toMatchObject([{ code: 'INVALID', attribute: 'nullcast' }])
})

test('a post is not scheduled for a time that has passed', async () => {
  const { body } = await client.post(`${root}/scheduled_posts`, { ...usual(), scheduled_at: '2020-01-01T00:00:00Z' })
  expect(body.errors).toMatchObject([{ code: 'INVALID', attribute: 'scheduled_at' }])
})

test('scheduled posts ignore seconds', async () => {
  const due = { scheduled_at: '2096-07-01T10:00:59+02' }
  const { body } = await client.post(`${root}/scheduled_posts`, { ...usual(), ...due })
  expect(body.data).toMatchObject({
    scheduled_at: '2096-07-01T08:00:00Z',
    scheduled_status: 'SCHEDULED',
    post_id: null,
  })
})

test('the response to the preview of a draft has no data, and is 404 if there is no draft', async () => {
  const { data } = (await client.post(`${root}/draft_posts`, usual())).body
  const sent = await client.post(`${root}/draft_posts/preview/${data.id}`)
  expect(sent.status).toBe(200)
  expect(Object.keys(sent.body)).toEqual(['request', 'message'])
  expect((await client.post(`${root}/draft_posts/preview/1`)).status).toBe(404)
})

describe('a post', () => {
  test('is published, and only reads return who can reply to it', async () => {
    const made = await client.post(`${root}/post`, {
      ...usual(),
      media_keys: media('IMAGE', 2),
      conversation_settings: 'FOLLOWING',
      trim_user: true,
    })
    expect(made.status).toBe(201)
    expect(made.body.data).toMatchObject({ full_text: usual().text, nullcast: true, post_type: 'PUBLISHED' })
    expect(made.body.data).not.toHaveProperty('conversation_settings')
    const post_ids = String(made.body.data['id_str'])
    const [read] = (await client.get(`${root}/posts`, { post_type: 'PUBLISHED', post_ids })).body.data
    expect(read).toMatchObject({
      id_str: post_ids,
      updated_at: expect.stringMatching(/Z$/),
      deleted: false,
      media_keys: media('IMAGE', 2).split(','),
      conversation_settings: 'FOLLOWING',
    })
  })

  test('is renamed, and its name is removed', async () => {
    const id = String((await client.post(`${root}/post`, usual())).body.data['id_str'])
    expect((await client.put(`${root}/posts/${id}/name`, { name: 'Launch' })).body.data).toMatchObject({
      name: 'Launch',
    })
    const listed = await client.get(`${root}/posts`, { post_type: 'PUBLISHED', name: 'laun', post_ids: id })
    expect(listed.body.data).toHaveLength(1)
    expect((await client.put(`${root}/posts/${id}/name`, { name: '' })).body.data).toMatchObject({ name: null })
    expect((await client.put(`${root}/posts/${id}/name`)).status).toBe(400)
    expect((await client.put(`${root}/posts/1/name`, { name: 'x' })).status).toBe(404)
  })

  test.each<[string, () => Record<string, string | boolean>, object]>([
    ['without text and media', () => ({ text: '' }), { code: 'MISSING_PARAMETER', parameter: 'text' }],
    [
      'of media that the library lacks',
      () => ({ media_keys: '3_1' }),
      { code: 'INVALID_PARAMETER', parameter: 'media_keys' },
    ],
    ['of five images', () => ({ media_keys: media('IMAGE', 5) }), { code: 'INVALID', attribute: 'media_keys' }],
    [
      'of an image and a video',
      () => ({ media_keys: `${media('IMAGE', 1)},${media('VIDEO', 1)}` }),
      { code: 'INVALID', attribute: 'media_keys' },
    ],
    ['of two animated images', () => ({ media_keys: media('GIF', 2) }), { code: 'INVALID', attribute: 'media_keys' }],
    ['that is organic, for another user', () => ({ nullcast: false }), { code: 'INVALID', attribute: 'nullcast' }],
  ])('%s is 400', async (_, params, error) => {
    const { status, body } = await client.post(`${root}/post`, { ...usual(), ...params() })
    expect([status, body.errors]).toMatchObject([400, [error]])
  })

  test('can be organic for the authenticated user', async () => {
    const { status, body } = await client.post(`${root}/post`, { ...usual(), as_user_id: CALLER, nullcast: false })
    expect([status, body.data]).toMatchObject([201, { nullcast: false }])
  })

  test('for promotion only needs POST_COMPOSER, unless the caller is the FULL promotable user', async () => {
    sandbox.store.table(userPermissions).remove(DEMO_ACCOUNT_ID, 'POST_COMPOSER')
    const refused = await client.post(`${root}/post`, usual())
    expect([refused.status, refused.body.errors?.[0]?.code]).toEqual([403, 'INSUFFICIENT_USER_AUTHORIZED_PERMISSION'])

    const users = sandbox.store.table(promotableUsers)
    const { id } = users.rows(DEMO_ACCOUNT_ID).find((row) => row.promotable_user_type === 'FULL')!
    users.update(DEMO_ACCOUNT_ID, id, { user_id: CALLER })
    expect((await client.post(`${root}/post`, usual())).status).toBe(201)
  })
})

test.each([
  [{ card_uri: 'card://none' }, { parameter: 'card_uri' }],
  [{ as_user_id: '99' }, { attribute: 'as_user_id' }],
])('a post with %j is refused', async (params, error) => {
  const { status, body } = await client.post(`${root}/draft_posts`, { ...usual(), ...params })
  expect([status, body.errors]).toEqual([400, [expect.objectContaining(error)]])
})
