import { describe, expect, test } from 'vitest'
import { openSandbox } from '../../../test/support/sandbox.ts'
import { cards, kindOf } from '../../creative/card.ts'
import { mediaLibrary } from '../../creative/media.ts'
import { DEMO_ACCOUNT_ID } from '../../index.ts'
import type { Data } from '../client.ts'

const path = `accounts/${DEMO_ACCOUNT_ID}/cards`

const { sandbox, client, demoRows } = await openSandbox()
const all = demoRows(cards)

const shown = (kinds: string[]) => all.filter((row) => !row.deleted && kinds.includes(kindOf(row))).map((row) => row.id)
const ids = (rows: readonly { id: string }[]) => rows.map((row) => row.id)

test('are of every kind, with composable cards of all thirteen types, and have media from the library', () => {
  const composable = all.filter((row) => kindOf(row) === 'composable')
  expect(new Set(composable.map((row) => row.card_type)).size).toBe(13)
  expect(new Set(all.map(kindOf)).size).toBe(5)
  for (const row of composable) {
    expect(row.card_uri).toBe(`card://${row.id}`)
    expect(row.id).toMatch(/^\d{19}$/)
    const keys = Array.from(JSON.stringify(row.components ?? row.slides).matchAll(/"(\d+_\d{19})"/g), ([, key]) => key!)
    expect(keys.length).toBeGreaterThan(0)
    for (const key of keys) expect(sandbox.store.table(mediaLibrary).find(DEMO_ACCOUNT_ID, key)?.deleted).toBe(false)
  }
})

describe('the list of cards', () => {
  test('has only composable cards, and legacy cards on request', async () => {
    expect(ids(await client.walk(path))).toEqual(shown(['composable']))
    expect(ids(await client.walk(path, { include_legacy_cards: true }))).toEqual(shown(['composable', 'legacy']))
  })

  test('is filtered by ID, URI, type and name', async () => {
    const [card] = all.filter((row) => !row.deleted && kindOf(row) === 'composable')
    expect((await client.get(path, { card_id: card!.id })).body.data).toEqual([card])
    expect((await client.get(path, { card_uris: card!.card_uri })).body.data).toEqual([card])
    const typed = await client.walk(path, { card_types: `${card!.card_type},VIDEO_APP` })
    expect(new Set(typed.map((row) => row['card_type']))).toEqual(new Set([card!.card_type, 'VIDEO_APP']))
    const named = await client.walk(path, { q: card!.name.slice(0, 5).toUpperCase() })
    expect(ids(named)).toContain(card!.id)
  })
})

describe('reads of cards and previews', () => {
  const many = Array.from({ length: 201 }, (_, index) => index).join()
  test.each([
    ['cards', 'card_types', 'NOPE'],
    ['cards', 'card_id', many],
    ['cards', 'card_uris', many],
    ['cards/all', 'card_uris', many],
    ['post_previews', 'post_ids', 'abc'],
    ['post_previews', 'post_ids', many],
  ])('of %s refuse values of %s that are none, or too many', async (list, parameter, value) => {
    const query = { [parameter]: value, ...(list === 'post_previews' && { post_type: 'DRAFT' }) }
    const { status, body } = await client.get(`accounts/${DEMO_ACCOUNT_ID}/${list}`, query)
    expect([status, body.errors]).toMatchObject([400, [{ code: 'INVALID_PARAMETER', parameter }]])
  })
})

describe('a card', () => {
  test('of any kind is read by cards/all and by the endpoint of its kind only', async () => {
    for (const kind of ['image_conversation', 'video_conversation', 'poll', 'legacy']) {
      const card = all.find((row) => !row.deleted && kindOf(row) === kind)!
      expect((await client.get<Data>(`${path}/all/${card.id}`)).body.data).toEqual(card)
      expect((await client.get(`${path}/${card.id}`)).status).toBe(404)
      const own = await client.get<Data>(`${path}/${kind}/${card.id}`)
      expect(own.status).toBe(kind === 'legacy' ? 404 : 200)
      const listed = kind === 'legacy' ? shown([kind]) : ids(await client.walk(`${path}/${kind}`))
      expect(listed).toEqual(shown([kind]))
    }
  })

  test('of any kind is found by URI, without pages and without cards that do not exist', async () => {
    const wanted = all.filter((row) => !row.deleted).slice(0, 20)
    const card_uris = [...wanted.map((row) => row.card_uri), 'card://nobody'].join(',')
    const { body } = await client.get(`${path}/all`, { card_uris })
    expect(ids(body.data).sort()).toEqual(ids(wanted).sort())
    expect(body).not.toHaveProperty('next_cursor')
    expect((await client.get(`${path}/all`)).status).toBe(400)
  })
})
