import { describe, expect, test } from 'vitest'
import { openSandbox } from '../../../test/support/sandbox.ts'
import { userPermissions } from '../../account/authenticated-user-access.ts'
import { promotableUsers } from '../../account/promotable-user.ts'
import { draftPosts } from '../../creative/draft-post.ts'
import { mediaLibrary } from '../../creative/media.ts'
import { DEMO_ACCOUNT_ID } from '../../index.ts'

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
const CALLER = '1000000001'

test('all other fields of an organic draft of another user can be changed', async () => {
  const { data } = (await client.post(`${root}/draft_posts`, usual())).body
  sandbox.store.table(draftPosts).update(DEMO_ACCOUNT_ID, data.id, { nullcast: false })
  const changed = await client.put(`${root}/draft_posts/${data.id}`, { text: 'New' })
  const refused = await client.put(`${root}/draft_posts/${data.id}`, { nullcast: false })
  expect(changed.body.data).toMatchObject({ text: 'New', nullcast: false })
  expect(refused.body.errors).toMatchObject([{ code: 'INVALID', attribute: 'nullcast' }])
})

test('scheduled posts ignore seconds', async () => {
  const due = { scheduled_at: '2026-07-01T10:00:59+02' }
  const { body } = await client.post(`${root}/scheduled_posts`, { ...usual(), ...due })
  expect(body.data).toMatchObject({
    scheduled_at: '2026-07-01T08:00:00Z',
    scheduled_status: 'SCHEDULED',
    post_id: null,
  })
})

test('a deleted draft has the status DELETED', async () => {
  const { data } = (await client.post(`${root}/draft_posts`, usual())).body
  expect((await client.delete(`${root}/draft_posts/${data.id}`)).body.data).toMatchObject({ status: 'DELETED' })
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

  test('can be organic for the authenticated user', async () => {
    const { status, body } = await client.post(`${root}/post`, { ...usual(), as_user_id: CALLER, nullcast: false })
    expect([status, body.data]).toMatchObject([201, { nullcast: false }])
  })

  test('for promotion only needs POST_COMPOSER, unless the caller is the FULL promotable user (R-PERM-3)', async () => {
    sandbox.store.table(userPermissions).remove(DEMO_ACCOUNT_ID, 'POST_COMPOSER')
    const refused = await client.post(`${root}/post`, usual())
    expect([refused.status, refused.body.errors?.[0]?.code]).toEqual([403, 'INSUFFICIENT_USER_AUTHORIZED_PERMISSION'])

    const users = sandbox.store.table(promotableUsers)
    const { id } = users.rows(DEMO_ACCOUNT_ID).find((row) => row.promotable_user_type === 'FULL')!
    users.update(DEMO_ACCOUNT_ID, id, { user_id: CALLER })
    expect((await client.post(`${root}/post`, usual())).status).toBe(201)
  })
})
