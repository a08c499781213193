import { expect, test } from 'vitest'
import { openSandbox } from '../../../test/support/sandbox.ts'
import { openCreations, pathOf } from '../creation.ts'

const { client } = await openSandbox()
const { creations, idOf, newId } = openCreations(client)

test.each([
  ['image_conversation', 'video_conversation'],
  ['video_conversation', 'image_conversation'],
])('%s cards are not found among %s cards', async (kind, other) => {
  const id = await newId(`cards/${kind}`)

  expect((await client.put(pathOf(`cards/${other}/${id}`), { name: 'x' })).status).toBe(404)
  expect((await client.delete(pathOf(`cards/${other}/${id}`))).status).toBe(404)
})

test('a video has its poster, or by default its first frame', async () => {
  const path = pathOf('cards/video_conversation')
  const poster = await idOf('media_library', ({ media_type }) => media_type === 'IMAGE', 'media_key')
  const posterUrl = await idOf('media_library', ({ media_type }) => media_type === 'IMAGE', 'media_url')
  const card = await creations['cards/video_conversation']!()
  const { media_key } = card
  const made = await client.post(path, { ...card, poster_media_key: poster, unlocked_video_media_key: media_key! })
  const shown = { poster_media_url: posterUrl, unlocked_video_media_key: media_key }
  expect(made.body.data).toMatchObject({ ...shown, poster_media_key: poster })
  const one = `${path}/${made.body.data.id}`
  expect((await client.put(one, { name: 'x' })).body.data).toMatchObject(shown)
  const without = (await client.put(one, { poster_media_key: '' })).body.data
  expect(without).toMatchObject({ poster_media_url: `${String(without['media_url'])}/first-frame` })
})

test('an unlocked image is shown by its URL, and can be removed', async () => {
  const path = pathOf('cards/image_conversation')
  const card = { ...(await creations['cards/image_conversation']!()), unlocked_image_media_key: '3_1005' }
  await client.post(pathOf('media_library'), { media_key: '3_1005' })
  const { data } = (await client.post(path, card)).body
  const unlocked = { unlocked_image_media_url: 'https://media.example.com/image/1005' }
  expect(data).toMatchObject(unlocked)
  expect(data).not.toHaveProperty('unlocked_image_media_key')
  expect((await client.put(`${path}/${data.id}`, { name: 'x' })).body.data).toMatchObject(unlocked)
  const removed = await client.put(`${path}/${data.id}`, { unlocked_image_media_key: '' })
  expect(removed.body.data).not.toHaveProperty('unlocked_image_media_url')
})
