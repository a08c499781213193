import { describe, expect, test } from 'vitest'
import { openSandbox } from '../../../test/support/sandbox.ts'
import { dimensionsOf, mediaLibrary } from '../../creative/media.ts'
import { DEMO_ACCOUNT_ID } from '../../index.ts'
import type { Data } from '../client.ts'

const { client, demoRows } = await openSandbox()

/** The dimensions of an unlocked image, 5:2. */
const WIDE: [number, number] = [1500, 600]

/** A media item of the library by its dimensions, 1.91:1 for images and 16:9 for videos by default. */
function media(type: string, [width, height]: number[] = type === 'IMAGE' ? [1200, 628] : [1280, 720]) {
  const rows = demoRows(mediaLibrary)
  return rows.find((row) => {
    const found = dimensionsOf(row)
    return row.media_type === type && !row.deleted && found.width === width && found.height === height
  })!
}

describe.each([
  ['image_conversation', 'IMAGE', 'VIDEO'],
  ['video_conversation', 'VIDEO', 'IMAGE'],
])('%s cards', (kind, type, otherType) => {
  const path = `accounts/${DEMO_ACCOUNT_ID}/cards/${kind}`
  const usual = () => ({
    name: 'Card',
    media_key: media(type).media_key,
    first_cta: `#${'é'.repeat(20)}`,
    first_cta_post: 'I run',
    title: 'x'.repeat(23),
    thank_you_text: 'y'.repeat(23),
  })
  const make = async (more: object = {}) => (await client.post(path, { ...usual(), ...more })).body.data

  test('are created, updated and deleted, and later reads reflect it', async () => {
    const made = await client.post(path, { ...usual(), unlocked_image_media_key: media('IMAGE', WIDE).media_key })
    expect(made.status).toBe(201)
    const { id } = made.body.data
    expect(made.body.data).toMatchObject({
      ...usual(),
      card_uri: `card://${id}`,
      card_type: kind.toUpperCase(),
      media_url: media(type).media_url,
    })
    expect(made.body.data).not.toHaveProperty('unlocked_image_media_key')
    expect(made.body.data).toMatchObject({ unlocked_image_media_url: media('IMAGE', WIDE).media_url })
    expect((await client.walk(path)).map((row) => row.id)).toContain(id)

    const changes = { title: '', second_cta: 'Night', second_cta_post: 'At night' }
    const retitled = (await client.put(`${path}/${id}`, changes)).body.data
    expect(retitled).toMatchObject({
      second_cta: 'Night',
      first_cta: usual().first_cta,
      unlocked_image_media_url: media('IMAGE', WIDE).media_url,
      deleted: false,
    })
    expect(retitled).not.toHaveProperty('title')
    const changed = (await client.put(`${path}/${id}`, { unlocked_image_media_key: '' })).body.data
    expect(changed).not.toHaveProperty('unlocked_image_media_url')
    expect((await client.get<Data>(`${path}/${id}`)).body.data).toEqual(changed)

    const removed = await client.delete(`${path}/${id}`)
    expect(Object.keys(removed.body.data).sort()).toEqual([
      'card_type',
      'created_at',
      'deleted',
      'id',
      'name',
      'updated_at',
    ])
    expect((await client.get(`${path}/${id}`)).status).toBe(404)
    expect((await client.delete(`${path}/${id}`)).status).toBe(404)
    const shown = await client.get<Data>(`${path}/${id}`, { with_deleted: true })
    expect(shown.body.data).toMatchObject({ id, deleted: true })
  })

  test.each<[Record<string, string>, string]>([
    [{ title: '' }, 'title'],

    [{ first_cta: 'Morning' }, 'first_cta'],

    [{ second_cta: '#Night' }, 'second_cta_post'],
    [{ fourth_cta: '#Never' }, 'fourth_cta_post'],
    [{ media_key: '3_1' }, 'media_key'],
    [{ unlocked_image_media_key: '3_1' }, 'unlocked_image_media_key'],
  ])('are refused with %j', async (more, name) => {
    const before = (await client.walk(path)).length
    const { status, body } = await client.post(path, { ...usual(), ...more })

    expect(status).toBe(400)
    expect(body.errors?.map(({ parameter, attribute }) => parameter ?? attribute)).toEqual([name])
    expect(await client.walk(path)).toHaveLength(before)
  })

  test('accept only media of the right type', async () => {
    const ofVideos = type === 'VIDEO' && { unlocked_video_media_key: 'IMAGE', poster_media_key: 'VIDEO' }
    const wrong = { media_key: otherType, unlocked_image_media_key: 'VIDEO', ...ofVideos }
    for (const [name, kind] of Object.entries(wrong)) {
      const { body } = await client.post(path, { ...usual(), [name]: media(kind).media_key })
      expect(body.errors).toMatchObject([{ code: 'INVALID', attribute: name }])
    }
  })

  test('are not found among cards of the other kind', async () => {
    const { id } = await make()
    const others = path.replace(kind, `${otherType.toLowerCase()}_conversation`)

    expect((await client.put(`${others}/${id}`, { name: 'x' })).status).toBe(404)
    expect((await client.delete(`${others}/${id}`)).status).toBe(404)
  })
})

test.each<[kind: string, parameter: string, type: string, dimensions: number[]]>([
  ['image_conversation', 'media_key', 'IMAGE', WIDE],
  ['image_conversation', 'media_key', 'IMAGE', [600, 314]],
  ['image_conversation', 'unlocked_image_media_key', 'IMAGE', [1200, 628]],
  ['video_conversation', 'media_key', 'VIDEO', [720, 720]],
])('%s cards refuse a %s with other dimensions (%#)', async (kind, parameter, type, dimensions) => {
  const path = `accounts/${DEMO_ACCOUNT_ID}/cards/${kind}`
  const [kindOfUpload, last] = type === 'IMAGE' ? [3, { 1500: 5, 600: 0, 1200: 1 }[dimensions[0]!]] : [13, 0]
  const media_key = `${kindOfUpload}_100${last}`
  await client.post(`accounts/${DEMO_ACCOUNT_ID}/media_library`, { media_key })
  const card = {
    name: 'Card',
    media_key: media(type).media_key,
    first_cta: '#Run',
    first_cta_post: 'I run',
    title: 'Run?',
    thank_you_text: 'Thanks',
  }
  const refused = await client.post(path, { ...card, [parameter]: media_key })
  expect(refused.status).toBe(400)
  expect(refused.body.errors).toMatchObject([{ code: 'INVALID', attribute: parameter }])

  const { id } = (await client.post(path, card)).body.data
  expect((await client.put(`${path}/${id}`, { [parameter]: media_key })).status).toBe(400)
  expect((await client.put(`${path}/${id}`, { name: 'Other' })).status).toBe(200)
})

test('a video has its poster, or by default its first frame', async () => {
  const path = `accounts/${DEMO_ACCOUNT_ID}/cards/video_conversation`
  const poster = media('IMAGE')
  const made = await client.post(path, {
    name: 'Card',
    media_key: media('VIDEO').media_key,
    first_cta: '#Run',
    first_cta_post: 'I run',
    title: 'Run?',
    thank_you_text: 'Thanks',
    poster_media_key: poster.media_key,
    unlocked_video_media_key: media('VIDEO').media_key,
  })
  expect(made.body.data).toMatchObject({
    poster_media_key: poster.media_key,
    poster_media_url: poster.media_url,
    unlocked_video_media_key: media('VIDEO').media_key,
  })
  const { id } = made.body.data
  expect((await client.put(`${path}/${id}`, { name: 'x' })).body.data).toMatchObject({
    poster_media_url: poster.media_url,
  })
  const without = await client.put(`${path}/${id}`, { poster_media_key: '' })
  expect(without.body.data).toMatchObject({ poster_media_url: `${media('VIDEO').media_url}/first-frame` })
})
