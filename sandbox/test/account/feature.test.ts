import { expect, test } from 'vitest'
import { openSandbox } from '../../../test/support/sandbox.ts'
import { DEMO_ACCOUNT_ID } from '../../index.ts'

const path = `accounts/${DEMO_ACCOUNT_ID}/features`
const SEEDED = [
  'AGE_TARGETING',
  'CONVERSATION_CARD',
  'PROMOTED_MEDIA_POLLS',
  'REACH_FREQUENCY_CAP',
  'WEBSITE_CLICKS_CPM_BILLING',
]

const { client } = await openSandbox()

test('features that are added are read later, together with earlier ones', async () => {
  const feature_keys = 'REACH_FREQUENCY_CAP,BRAND_TPN,DR_TAP'
  const { status, body } = await client.post<string[]>(path, { feature_keys })
  expect(status).toBe(201)
  expect(body).toEqual({
    request: { params: { account_id: DEMO_ACCOUNT_ID, feature_keys: feature_keys.split(',') } },
    data: [...SEEDED, 'BRAND_TPN', 'DR_TAP'].sort(),
  })
  expect((await client.get<string[]>(path)).body.data).toEqual(body.data)
})

test('features that are removed are no longer read, and need not have been added before', async () => {
  const { status, body } = await client.delete<string[]>(path, { feature_keys: 'AGE_TARGETING,DR_TAP' })
  expect([status, body.data]).toEqual([200, SEEDED.slice(1)])
  expect((await client.get<string[]>(path)).body.data).toEqual(SEEDED.slice(1))
})

test.each(['WEBSITE_CLICKS_CPM_BILLING', 'PROMOTED_MEDIA_POLLS', 'DR_TAP,', ''])(
  'the sandbox neither adds nor removes "%s"',
  async (feature_keys) => {
    for (const answer of [await client.post(path, { feature_keys }), await client.delete(path, { feature_keys })])
      expect([answer.status, answer.body.errors]).toMatchObject([
        400,
        [{ code: 'INVALID_PARAMETER', parameter: 'feature_keys' }],
      ])
    expect((await client.get<string[]>(path)).body.data).toEqual(SEEDED)
  },
)
