import { describe, expect, test } from 'vitest'
import { openSandbox } from '../../../test/support/sandbox.ts'
import { mediaLibrary } from '../../creative/media.ts'
import { DEMO_ACCOUNT_ID } from '../../index.ts'
import type { Data } from '../client.ts'

const path = `accounts/${DEMO_ACCOUNT_ID}/cards`

const { client, demoRows } = await openSandbox()
const library = demoRows(mediaLibrary)
const keyOf = (type: string) => library.find((row) => row.media_type === type && !row.deleted)!.media_key
const image = keyOf('IMAGE')
const video = keyOf('VIDEO')

const create = (json: unknown) => client.send<Data>('POST', `/12/${path}`, { json })
const update = (id: string, json: unknown) => client.send('PUT', `/12/${path}/${id}`, { json })

const media = (key: string) => ({ type: 'MEDIA', media_key: key })
const swipe = (...keys: string[]) => ({ type: 'SWIPEABLE_MEDIA', media_keys: keys })
const details = { type: 'DETAILS', title: 'New', destination: { type: 'WEBSITE', url: 'https://shop.example' } }
const app = { type: 'APP', country_code: 'US', googleplay_app_id: 'com.example' }
const button = (destination: object = app, label: object = { type: 'ENUM', value: 'SHOP' }) => ({
  type: 'BUTTON',
  label,
  destination,
})

describe('a composable card', () => {
  test.each<[string, () => object[]]>([
    ['IMAGE_APP', () => [media(image), button()]],
    ['VIDEO_WEBSITE', () => [media(video), details]],
    ['MIXED_MEDIA_SINGLE_DEST_CAROUSEL_APP', () => [swipe(image, video), button()]],
  ])('is a %s by its media and where it leads', async (type, components) => {
    expect((await create({ name: 'Card', components: components() })).body.data).toMatchObject({ card_type: type })
  })

  test('is accepted only as JSON', async () => {
    expect((await client.post(path, { name: 'Card' })).status).toBe(415)
  })

  test('does not include cards of another kind', async () => {
    const [poll] = (await client.get(`${path}/poll`)).body.data
    expect((await update(poll!.id, { name: 'x' })).status).toBe(404)
    expect((await client.delete(`${path}/${poll!.id}`)).status).toBe(404)
  })
})
