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
  test('is created, updated and deleted, and later reads reflect it', async () => {
    const made = await create({ name: 'Card', components: [media(image), details] })
    expect(made.status).toBe(201)
    const { id } = made.body.data
    expect(id).toMatch(/^\d{19}$/)
    expect(made.body.data).toMatchObject({ name: 'Card', card_uri: `card://${id}`, card_type: 'IMAGE_WEBSITE' })
    expect((await client.walk(path)).map((row) => row.id)).toContain(id)

    const renamed = await update(id, { name: 'Other' })
    expect(renamed.body.data).toMatchObject([{ name: 'Other', components: [media(image), details] }])
    const slides = await update(id, {
      slides: [
        [media(image), details],
        [media(video), details],
      ],
    })
    expect(slides.body.data).toMatchObject([{ name: 'Other', card_type: 'MIXED_MEDIA_MULTI_DEST_CAROUSEL_WEBSITE' }])
    expect(slides.body.data[0]).not.toHaveProperty('components')
    expect((await client.get(`${path}/${id}`)).body.data).toEqual(slides.body.data)

    const removed = await client.delete<Data[]>(`${path}/${id}`)
    expect(removed.body.data).toMatchObject([{ id, deleted: true }])
    const after = [client.get(`${path}/${id}`), update(id, { name: 'x' }), client.delete(`${path}/${id}`)]
    expect((await Promise.all(after)).map(({ status }) => status)).toEqual([404, 404, 404])
    expect((await client.get(`${path}/${id}`, { with_deleted: true })).body.data).toMatchObject([{ id }])
  })

  test.each<[string, () => object[]]>([
    ['IMAGE_APP', () => [media(image), button()]],
    ['VIDEO_WEBSITE', () => [media(video), details]],
    ['MIXED_MEDIA_SINGLE_DEST_CAROUSEL_APP', () => [swipe(image, video), button()]],
  ])('is a %s by its media and where it leads', async (type, components) => {
    expect((await create({ name: 'Card', components: components() })).body.data).toMatchObject({ card_type: type })
  })

  test.each<[string, () => unknown, string]>([
    ['no name', () => ({ components: [media(image), details] }), 'name'],
    ['a name too long', () => ({ name: 'x'.repeat(81), components: [media(image), details] }), 'name'],
    ['no parts', () => ({ name: 'Card' }), 'components'],
    ['both kinds of parts', () => ({ name: 'C', components: [details], slides: [[details]] }), 'slides'],
    ['slides that are no lists', () => ({ name: 'C', slides: [details] }), 'slides'],
    ['two media in a part', () => ({ name: 'C', components: [swipe(image), details] }), 'components'],
    ['a part of no type', () => ({ name: 'C', components: [media(image), { type: 'TEXT' }] }), 'components'],
    [
      'details that lead to an app',
      () => ({ name: 'C', components: [media(image), { ...details, destination: app }] }),
      'components',
    ],
    [
      'a button that leads to a website',
      () => ({ name: 'C', components: [media(image), button(details.destination)] }),
      'components',
    ],
    [
      'a label of another kind',
      () => ({ name: 'C', components: [media(image), button(app, { type: 'ENUM', value: 'GO' })] }),
      'components',
    ],
    [
      'an app in no store',
      () => ({ name: 'C', components: [media(image), button({ type: 'APP', country_code: 'US' })] }),
      'components',
    ],
    [
      'a link into an app that is not named',
      () => ({ name: 'C', components: [media(image), button({ ...app, ios_deep_link: 'i://' })] }),
      'components',
    ],
    ['media alone', () => ({ name: 'C', components: [media(image)] }), 'components'],
    ['media that are not in the library', () => ({ name: 'C', components: [media('3_1'), details] }), 'components'],
    ['anything else', () => ({ name: 'C', components: [media(image), details], title: 'x' }), 'title'],
  ])('is refused with %s, and none is made', async (_, card, parameter) => {
    const before = await client.walk(path)
    const { status, body } = await create(card())

    expect(status).toBe(400)
    expect(body.errors?.map((error) => error.parameter ?? error.attribute)).toEqual([parameter])
    expect(await client.walk(path)).toEqual(before)
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
