import { expect, test } from 'vitest'
import { openSandbox } from '../../../test/support/sandbox.ts'
import { mediaLibrary } from '../../creative/media.ts'
import { DEMO_ACCOUNT_ID, EURO_ACCOUNT_ID } from '../../index.ts'
import type { Data } from '../client.ts'

const path = `accounts/${DEMO_ACCOUNT_ID}/cards/poll`

const { sandbox, client, demoRows } = await openSandbox()

const POLL = { name: 'Poll', duration_in_minutes: '5', first_choice: 'Sea', second_choice: 'Hills' }

test('a poll opens when it is created and closes after its duration, and later reads return it', async () => {
  const { status, body } = await client.post(path, { ...POLL, third_choice: 'x'.repeat(25) })
  expect(status).toBe(201)
  const poll = body.data
  expect(poll).toMatchObject({ ...POLL, third_choice: 'x'.repeat(25), card_type: 'TEXT_POLLS', deleted: false })
  expect(poll).not.toHaveProperty('fourth_choice')
  const { created_at, start_time, end_time } = poll as unknown as Record<string, string>
  expect(start_time).toBe(created_at)
  expect(Date.parse(end_time!) - Date.parse(start_time!)).toBe(5 * 60_000)
  expect((await client.get<Data>(`${path}/${poll.id}`)).body.data).toEqual(poll)
  expect((await client.walk(path)).map((row) => row.id)).toContain(poll.id)
})

test.each([
  ['IMAGE', 'IMAGE_POLLS'],
  ['VIDEO', 'VIDEO_POLLS'],
])('a poll with media of the type %s is one of the %s', async (type, cardType) => {
  const media = demoRows(mediaLibrary)
  const { media_key } = media.find((row) => row.media_type === type && !row.deleted)!
  expect((await client.post(path, { ...POLL, media_key })).body.data).toMatchObject({ card_type: cardType })
})

test.each<[Record<string, string>, string]>([
  [{ first_choice: '' }, 'first_choice'],

  [{ media_key: '3_1' }, 'media_key'],
])('a poll with %j is refused, and none is made', async (more, parameter) => {
  const before = await client.walk(path)
  const { status, body } = await client.post(path, { ...POLL, ...more })

  expect(status).toBe(400)
  expect(body.errors).toMatchObject([{ parameter }])
  expect(await client.walk(path)).toEqual(before)
})

test('a poll with a GIF is refused', async () => {
  const media_key = '16_1'
  await client.post(`accounts/${DEMO_ACCOUNT_ID}/media_library`, { media_key })
  const { status, body } = await client.post(path, { ...POLL, media_key })

  expect([status, body.errors]).toMatchObject([400, [{ code: 'INVALID', attribute: 'media_key' }]])
})

test('a poll with media is refused if the account does not have the feature', async () => {
  const media = sandbox.store.table(mediaLibrary).rows(EURO_ACCOUNT_ID)
  const { media_key } = media.find((row) => row.media_type === 'IMAGE' && !row.deleted)!
  const { status, body } = await client.post(path.replace(DEMO_ACCOUNT_ID, EURO_ACCOUNT_ID), { ...POLL, media_key })

  expect(status).toBe(400)
  expect(body.errors).toMatchObject([{ code: 'FEATURE_NOT_AVAILABLE', parameter: 'media_key' }])
})

test('a poll cannot be updated or deleted', async () => {
  const { id } = (await client.post(path, POLL)).body.data
  expect((await client.put(`${path}/${id}`, { name: 'Other' })).status).toBe(405)
  expect((await client.delete(`${path}/${id}`)).status).toBe(405)
})
