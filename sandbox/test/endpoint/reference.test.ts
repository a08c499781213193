import { describe, expect, test } from 'vitest'
import { ENTITIES, ROWS, type Names } from '../../../reference/index.ts'
import { startSandbox, openSandbox } from '../../../test/support/sandbox.ts'
import { devices as targetedDevices, events as targetedEvents, topics } from '../../campaign/targeting-catalog.ts'
import { LIVE_LIMITS } from '../../index.ts'
import { Client } from '../client.ts'

const { client } = await openSandbox()

/** Rows of reference data, which have no id in most lists. */
type Rows = Record<string, unknown>[]

const list = async (path: string, query: Record<string, string | number> = {}) => {
  const { status, body } = await client.get<Rows>(path, query)
  expect(status).toBe(200)
  return body.data
}

/** The lists with the only kind of row of their entity, or with one of several. */
const LISTS = [
  ...ENTITIES.flatMap(({ endpoints = {}, rows = {} }): [string, Names][] => {
    const paths = Object.keys(endpoints).flatMap(
      (name) => /^GET 12 (?!accounts|insights|stats)(\S+)$/.exec(name)?.[1] ?? [],
    )
    const [row, other] = Object.values(rows)
    return row && !other ? paths.map((path) => [path, row]) : []
  }),
  ...Object.entries({
    app_store_categories: 'AppStoreCategoryOption',
    conversations: 'ConversationOption',
    devices: 'DeviceOption',
    events: 'EventOption',
  }).map(([name, row]): [string, Names] => [`targeting_criteria/${name}`, ROWS[row]!]),
]

describe('a list without an account', () => {
  test.each(LISTS)('has the columns of the service: %s', async (path, { documents, service = [] }) => {
    expect(Object.keys((await list(path))[0]!).toSorted()).toEqual([...documents, ...service].toSorted())
  })

  test.each([
    ['bidding_rules', false, 36],
    ['advertiser_business_categories', true, undefined],
    ['content_categories', true, 21],
    ['iab_categories', true, undefined],
    ['publishers', true, undefined],
    ['line_items/placements', false, undefined],
    ['targeting_criteria/app_store_categories', false, undefined],
    ['targeting_criteria/conversations', true, undefined],
    ['targeting_criteria/devices', false, undefined],
    ['targeting_criteria/events', true, undefined],
  ])('has a next_cursor and a count only if the service has them: %s', async (path, hasCursor, count) => {
    const { body } = await client.get<Rows>(path)
    expect(['next_cursor' in body, body.total_count]).toEqual([hasCursor, count])
  })

  test('is filtered by its parameters', async () => {
    expect(await list('bidding_rules', { currency: 'JPY' })).toMatchObject([
      { currency: 'JPY', minimum_denomination: 1_000_000 },
    ])
    expect(await list('bidding_rules', { currency: 'ISK' })).toEqual([])
    expect((await list('line_items/placements', { product_type: 'MEDIA' })).length).toBe(1)
    const games = await list('targeting_criteria/app_store_categories', { q: 'gAMES', os_type: 'IOS' })
    expect(games.map(({ name }) => name)).toEqual(['Games: Action', 'Games: Board', 'Games: Puzzle', 'Games: Racing'])
    expect((await list('targeting_criteria/conversations', { conversation_type: 'TV_SHOWS' })).length).toBe(7)
    expect((await list('targeting_criteria/devices', { q: 'pinecone 7', count: 2 })).length).toBe(2)
    const events = await list('targeting_criteria/events', { event_types: 'SPORTS,OTHER', country_codes: 'JP,DE' })
    expect(
      events.map(({ event_type, country_code }) => `${String(event_type)} ${String(country_code)}`).sort(),
    ).toEqual(['OTHER DE', 'OTHER JP', 'SPORTS DE', 'SPORTS JP'].flatMap((kind) => [kind, kind]))
  })

  test.each([
    ['iab_categories', 334],
    ['targeting_criteria/conversations', 254],
    ['targeting_criteria/events', 142],
  ])('is read page by page: %s', async (path, rows) => {
    expect(await client.walk(path, { count: 50 })).toHaveLength(rows)
  })

  test('has all values that the seed refers to', async () => {
    const iab = new Set((await client.walk('iab_categories')).map(({ id }) => id))
    const content = await list('content_categories')
    const business = await list('advertiser_business_categories')
    const publishers = await list('publishers')
    const ids = new Set(content.map(({ id }) => id))
    const values = async (path: string) =>
      (await client.walk(path, { count: 1000 })).map(({ targeting_value }) => targeting_value)

    const named = [...content, ...business].flatMap((row) => row['iab_categories'] as string[])
    expect(named.filter((id) => !iab.has(id))).toEqual([])
    expect(publishers.flatMap((row) => row['content_category_ids'] as string[]).filter((id) => !ids.has(id))).toEqual(
      [],
    )
    expect(await values('targeting_criteria/conversations')).toEqual(
      expect.arrayContaining(topics.map(({ value }) => value)),
    )
    expect(await values('targeting_criteria/events')).toEqual(
      expect.arrayContaining(targetedEvents.map(({ value }) => value)),
    )
    const devices = await list('targeting_criteria/devices')
    expect(devices.map((row) => row['targeting_value'])).toEqual(
      expect.arrayContaining(targetedDevices.map(({ value }) => value)),
    )
    expect(new Set(devices.map((row) => row['os_type']))).toEqual(new Set(['Android', 'iOS']))
  })
})

describe('keyword insights', () => {
  const path = 'insights/keywords/search'
  const usual = {
    granularity: 'DAY',
    keywords: 'coffee,tea',
    start_time: '2026-06-01T00:00:00Z',
    end_time: '2026-06-08T00:00:00Z',
  }
  interface Insights {
    related_keywords: string[]
    post_volume: number[]
  }

  test('have thirty related keywords, a volume for each interval, and keywords echoed as a list', async () => {
    const { status, body } = await client.get<Insights>(path, usual)
    const hours = await client.get<Insights>(path, { ...usual, granularity: 'HOUR' })

    expect(status).toBe(200)
    expect(new Set(body.data.related_keywords).size).toBe(30)
    expect([body.data.post_volume.length, hours.body.data.post_volume.length]).toEqual([7, 168])
    expect(body.request?.params['keywords']).toEqual(['coffee', 'tea'])
    expect('next_cursor' in body).toBe(false)
  })

  test('are the same for the same parameters, and differ for others', async () => {
    const volume = async (query: Record<string, string>) =>
      (await client.get<Insights>(path, { ...usual, ...query })).body.data.post_volume

    expect(await volume({})).toEqual(await volume({}))
    expect(await volume({ negative_keywords: 'decaf' })).not.toEqual(await volume({}))
    expect(await volume({ location: 'f9a98310b3a9e8b8' })).not.toEqual(await volume({}))
  })
})

describe('the limits of reads without an account', () => {
  test('are one per list, one for all targeting options, and a separate one for keyword insights', async () => {
    expect(LIVE_LIMITS).toMatchObject({ globalReads: 5, optionReads: 400, insightReads: 500 })
    const limited = await startSandbox({ limits: { globalReads: 2, optionReads: 3, insightReads: 1 } })
    const caller = new Client(limited)
    const statuses = async (...paths: string[]) => {
      const answers = []
      for (const path of paths) answers.push((await caller.get(path)).status)
      return answers
    }

    expect(await statuses('publishers', 'publishers', 'publishers', 'bidding_rules')).toEqual([200, 200, 429, 200])
    const options = ['devices', 'events', 'conversations', 'devices', 'app_store_categories']
    expect(await statuses(...options.map((name) => `targeting_criteria/${name}`))).toEqual([200, 200, 200, 429, 429])
    expect(await statuses('insights/keywords/search', 'insights/keywords/search')).toEqual([400, 429])
    const { headers } = await caller.get('publishers')
    expect([headers['x-rate-limit-limit'], headers['x-rate-limit-remaining']]).toEqual(['2', '0'])
    expect(headers['x-account-rate-limit-limit']).toBeUndefined()
    await limited.close()
  })
})
