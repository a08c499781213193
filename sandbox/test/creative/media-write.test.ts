import { describe, expect, test } from 'vitest'
import { openSandbox } from '../../../test/support/sandbox.ts'
import { mediaLibrary } from '../../creative/media.ts'
import { DEMO_ACCOUNT_ID } from '../../index.ts'
import type { Data } from '../client.ts'

const path = `accounts/${DEMO_ACCOUNT_ID}/media_library`
const prerolls = `accounts/${DEMO_ACCOUNT_ID}/account_media`

const { client, demoRows } = await openSandbox()
const film = demoRows(mediaLibrary).find((row) => row.media_type === 'VIDEO' && !row.deleted)!.media_key

describe('a media item of the library', () => {
  test('is added, updated and removed, and later reads reflect it', async () => {
    const made = await client.post(path, { media_key: '7_123', title: 'Film' })
    expect([made.status, made.body.data]).toMatchObject([
      201,
      { media_key: '7_123', name: null, title: 'Film', media_type: 'VIDEO', media_category: 'POST_VIDEO' },
    ])
    const [image] = (await client.get(path, { media_type: 'IMAGE', count: 1 })).body.data
    const poster = { poster_media_key: String(image!['media_key']) }
    const changed = await client.put(`${path}/7_123`, { name: 'Ünï', title: '', ...poster })
    expect(changed.body.data).toMatchObject({ name: 'Ünï', title: null, ...poster })
    expect((await client.get<Data>(`${path}/7_123`)).body.data).toEqual(changed.body.data)
    expect((await client.put(`${path}/7_123`, { poster_media_key: '' })).body.data).not.toHaveProperty(
      'poster_media_key',
    )
    expect((await client.delete(`${path}/7_123`)).body.data).toMatchObject({ media_key: '7_123', deleted: true })
    for (const again of [
      await client.delete(`${path}/7_123`),
      await client.put(`${path}/7_123`, { name: 'x' }),
      await client.get<Data>(`${path}/7_123`),
    ])
      expect([again.status, again.body.errors?.[0]?.code]).toEqual([404, 'NOT_FOUND'])
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

  test.each<[Record<string, string>, object]>([
    [{ media_key: 'abc' }, { parameter: 'media_key' }],

    [{ title: 'x' }, { code: 'INVALID', attribute: 'title' }],
    [{ description: 'x' }, { code: 'INVALID', attribute: 'description' }],
    [{ poster_media_key: '3_1' }, { code: 'INVALID', attribute: 'poster_media_key' }],
    [
      { media_key: '13_1', poster_media_key: '3_1' },
      { code: 'INVALID_PARAMETER', parameter: 'poster_media_key' },
    ],
    [
      { media_key: '13_1', poster_media_key: film },
      { code: 'INVALID', attribute: 'poster_media_key' },
    ],
  ])('is refused with %j', async (params, error) => {
    const { status, body } = await client.post(path, { media_key: '3_123', ...params })
    expect([status, body.errors]).toMatchObject([400, [error]])
  })
})
