import { expect, test } from 'vitest'
import { openSandbox } from '../../../test/support/sandbox.ts'
import { accountMedia } from '../../creative/account-media.ts'
import { DEMO_ACCOUNT_ID } from '../../index.ts'

const path = `accounts/${DEMO_ACCOUNT_ID}/media_library`

const { client, demoRows } = await openSandbox()

test('is of every type, and has no ID except its key', async () => {
  const rows = await client.walk(path)
  expect(new Set(rows.map((row) => row['media_type']))).toEqual(new Set(['GIF', 'IMAGE', 'VIDEO']))
  expect(rows.filter((row) => 'id' in row)).toEqual([])
})

test('comes in pages of 20, up to 50, and is neither sorted nor counted', async () => {
  expect((await client.get(path)).body.data).toHaveLength(20)
  expect((await client.get(path, { count: 50 })).body.data).toHaveLength(50)
  const refused = { count: 51, sort_by: 'name-asc', with_deleted: true, with_total_count: true }
  for (const [name, value] of Object.entries(refused))
    expect((await client.get(path, { [name]: value })).status).toBe(400)
})

test('is found by whole words of its texts, ignoring case, and by its type', async () => {
  const rows = await client.walk(path, { count: 50 })
  const film = rows.find((row) => row['media_type'] === 'VIDEO' && row['title'])!
  const word = String(film['title']).split(' ')[0]!.toUpperCase()
  const found = await client.walk(path, { q: word, media_type: 'VIDEO', count: 50 })
  expect(found.map((row) => row['media_key'])).toContain(film['media_key'])
  expect(new Set(found.map((row) => row['media_type']))).toEqual(new Set(['VIDEO']))
  expect(await client.walk(path, { q: word.slice(0, 2) })).toEqual([])
})

test('is also account media of type PREROLL if it is an AMPLIFY_VIDEO (R-CARD-19)', async () => {
  const rows = await client.walk(path, { count: 50 })
  const urls = rows.filter((row) => row['media_category'] === 'AMPLIFY_VIDEO').map((row) => row['media_url'])
  const prerolls = demoRows(accountMedia).filter((row) => row.creative_type === 'PREROLL')
  expect(urls.length).toBeGreaterThan(3)
  expect(prerolls.map((row) => row.media_url)).toEqual(expect.arrayContaining(urls))
})
