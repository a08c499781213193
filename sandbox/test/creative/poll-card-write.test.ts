import { expect, test } from 'vitest'
import { openSandbox } from '../../../test/support/sandbox.ts'
import { mediaLibrary } from '../../creative/media.ts'
import { DEMO_ACCOUNT_ID, EURO_ACCOUNT_ID } from '../../index.ts'

const path = `accounts/${DEMO_ACCOUNT_ID}/cards/poll`

const { sandbox, client, demoRows } = await openSandbox()

const POLL = { name: 'Poll', duration_in_minutes: '5', first_choice: 'Sea', second_choice: 'Hills' }

test.each([
  ['IMAGE', 'IMAGE_POLLS'],
  ['VIDEO', 'VIDEO_POLLS'],
])('a poll with media of the type %s is one of the %s', async (type, cardType) => {
  const media = demoRows(mediaLibrary)
  const { media_key } = media.find((row) => row.media_type === type && !row.deleted)!
  expect((await client.post(path, { ...POLL, media_key })).body.data).toMatchObject({ card_type: cardType })
})

test('a poll with media is refused if the account does not have the feature (R-CARD-17)', async () => {
  const media = sandbox.store.table(mediaLibrary).rows(EURO_ACCOUNT_ID)
  const { media_key } = media.find((row) => row.media_type === 'IMAGE' && !row.deleted)!
  const { status, body } = await client.post(path.replace(DEMO_ACCOUNT_ID, EURO_ACCOUNT_ID), { ...POLL, media_key })

  expect(status).toBe(400)
  expect(body.errors).toMatchObject([{ code: 'FEATURE_NOT_AVAILABLE', parameter: 'media_key' }])
})
