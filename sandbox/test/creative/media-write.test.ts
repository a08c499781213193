import { describe, expect, test } from 'vitest'
import { openSandbox } from '../../../test/support/sandbox.ts'
import { DEMO_ACCOUNT_ID } from '../../index.ts'

const path = `accounts/${DEMO_ACCOUNT_ID}/media_library`
const prerolls = `accounts/${DEMO_ACCOUNT_ID}/account_media`

const { client } = await openSandbox()

describe('a media item of the library', () => {
  test('shows its poster until that is removed', async () => {
    await client.post(path, { media_key: '7_123' })
    const [image] = (await client.get(path, { media_type: 'IMAGE', count: 1 })).body.data
    const poster = { poster_media_key: String(image!['media_key']) }
    expect((await client.put(`${path}/7_123`, poster)).body.data).toMatchObject(poster)
    const removed = await client.put(`${path}/7_123`, { poster_media_key: '' })
    expect(removed.body.data).not.toHaveProperty('poster_media_key')
  })

  test('becomes account media of type PREROLL once if it is an AMPLIFY_VIDEO, and can be deleted (R-CARD-19)', async () => {
    const before = await client.walk(prerolls, { creative_types: 'PREROLL' })
    await client.post(path, { media_key: '7_5' })
    await client.post(path, { media_key: '13_5' })
    await client.post(path, { media_key: '13_5', name: 'Again' })
    const known = new Set(before.map((row) => row.id))
    const made = (await client.walk(prerolls, { creative_types: 'PREROLL' })).filter((row) => !known.has(row.id))
    expect(made).toMatchObject([{ video_id: '5', creative_type: 'PREROLL', deleted: false }])
    const { id } = made[0]!
    expect((await client.delete(`${prerolls}/${id}`)).body.data).toMatchObject({ id, deleted: true })
    expect((await client.delete(`${prerolls}/${id}`)).status).toBe(404)
    expect((await client.get(`${prerolls}/${id}`)).status).toBe(404)
    expect((await client.get(`${prerolls}/${id}`, { with_deleted: true })).status).toBe(200)
  })
})
