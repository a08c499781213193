import { describe, expect, it } from 'vitest'
import { readRow } from '../../support/entity.ts'
import { useSandboxGraph, type Answer } from '../../support/graph.ts'
import type { ConversationValuesQuery, EventValuesQuery } from '../../support/graphql/graphql.ts'
import { graphql } from '../../support/graphql/index.ts'

const CONVERSATIONS = graphql(`query ConversationValues($first: Int, $after: String) {
  targetingOptions {
    list: conversations(first: $first, after: $after) { nodes { targetingValue } pageInfo { hasNextPage endCursor } }
  }
}`)
const EVENTS = graphql(`query EventValues($first: Int, $after: String) {
  targetingOptions {
    list: events(countryCodes: ["JP", "US"], first: $first, after: $after) {
      nodes { targetingValue } pageInfo { hasNextPage endCursor }
    }
  }
}`)

const graph = useSandboxGraph()

const read = (row: object, selection: string) => readRow(row, `{ targetingOptions { ${selection} } }`)

const SHARED = '... on TargetingOption { __typename name targetingType targetingValue raw }'

const ALL_EVENT_TYPES = 'CONFERENCE,HOLIDAY,MUSIC_AND_ENTERTAINMENT,OTHER,POLITICS,RECURRING,SPORTS'

describe('an app store category', () => {
  const row = { name: 'Games', targeting_type: 'APP_STORE_CATEGORY', targeting_value: 'zy', os_type: 'Android' }

  it('exposes the columns of its row, and sends both parameters', async () => {
    const { data, errors, sent } = await read(
      [row],
      `appStoreCategories(namePrefix: "ga mes, 🎮", osType: ANDROID) { nodes { ${SHARED} osType } }`,
    )

    expect(errors).toBeUndefined()
    expect(data).toEqual({
      targetingOptions: {
        appStoreCategories: {
          nodes: [
            {
              __typename: 'AppStoreCategoryOption',
              name: 'Games',
              targetingType: 'APP_STORE_CATEGORY',
              targetingValue: 'zy',
              osType: 'ANDROID',
              raw: row,
            },
          ],
        },
      },
    })
    expect(sent).toEqual([['/12/targeting_criteria/app_store_categories', { q: 'ga mes, 🎮', os_type: 'ANDROID' }]])
  })

  it('lists both stores if none is given', async () => {
    const { data, errors } = await graph.query(
      graphql(
        `query GamesInStores { targetingOptions { appStoreCategories(namePrefix: "games") { nodes { osType } } } }`,
      ),
    )

    expect(errors).toBeUndefined()
    expect(data!.targetingOptions.appStoreCategories!.nodes.map(({ osType }) => osType)).toEqual([
      ...Array.from({ length: 4 }, () => 'ANDROID'),
      ...Array.from({ length: 4 }, () => 'IOS'),
    ])
  })
})

describe('a conversation', () => {
  const row = { name: 'Lofi', targeting_type: 'CONVERSATION', targeting_value: 'zy', conversation_type: 'MUSIC_GENRES' }

  it('exposes the columns of its row, and sends the type', async () => {
    const { data, errors, sent } = await read(
      [row],
      `conversations(conversationType: MUSIC_GENRES, first: 1) { nodes { ${SHARED} conversationType } }`,
    )

    expect(errors).toBeUndefined()
    expect(data).toEqual({
      targetingOptions: {
        conversations: {
          nodes: [
            {
              __typename: 'ConversationOption',
              name: 'Lofi',
              targetingType: 'CONVERSATION',
              targetingValue: 'zy',
              conversationType: 'MUSIC_GENRES',
              raw: row,
            },
          ],
        },
      },
    })
    expect(sent).toEqual([
      ['/12/targeting_criteria/conversations', { conversation_type: 'MUSIC_GENRES', count: '1000' }],
    ])
  })

  it('is listed page by page', async () => {
    const values = await walk(CONVERSATIONS, { first: 100 })

    expect(values).toHaveLength(254)
    expect(new Set(values).size).toBe(254)
  })

  it('accepts each of the 36 types, and no other (R-TGT-13)', async () => {
    const { data } = await graph.query(
      graphql(`query ConversationTypes { __type(name: "ConversationType") { enumValues { name } } }`),
    )
    const types = data!.__type!.enumValues!.map(({ name }) => name).filter((name) => name !== 'UNRECOGNIZED')
    const fields = types.map((type) => `${type}: conversations(conversationType: ${type}) { nodes { name } }`)
    const { errors } = await graph.query(`{ targetingOptions { ${fields.join(' ')} } }`)
    graph.sandbox.clearRequests()
    const refused = await graph.query(
      '{ targetingOptions { conversations(conversationType: WEATHER) { nodes { name } } } }',
    )

    expect(types).toHaveLength(36)
    expect(errors).toBeUndefined()
    expect(refused.errors).toHaveLength(1)
    expect(graph.sandbox.requests).toEqual([])
  })
})

describe('a device', () => {
  const row = {
    name: 'Tab 4',
    manufacturer: 'Pinecone',
    os_type: 'iOS',
    targeting_type: 'DEVICE',
    targeting_value: 'zy',
  }

  it('exposes the columns of its row, and sends the text', async () => {
    const { data, errors, sent } = await read(
      [row],
      `devices(namePrefix: "tab") { nodes { ${SHARED} manufacturer osType } }`,
    )

    expect(errors).toBeUndefined()
    expect(data).toEqual({
      targetingOptions: {
        devices: {
          nodes: [
            {
              __typename: 'DeviceOption',
              name: 'Tab 4',
              targetingType: 'DEVICE',
              targetingValue: 'zy',
              manufacturer: 'Pinecone',
              osType: 'IOS',
              raw: row,
            },
          ],
        },
      },
    })
    expect(sent).toEqual([['/12/targeting_criteria/devices', { q: 'tab', count: '1000' }]])
  })

  it('returns at most `first` items if the response has more and no next_cursor', async () => {
    const { data, errors, sent } = await read(
      [row, row],
      'one: devices(first: 1) { nodes { name } } all: devices { nodes { name } }',
    )

    expect(errors).toBeUndefined()
    expect(data).toEqual({
      targetingOptions: {
        one: { nodes: [{ name: 'Tab 4' }] },
        all: { nodes: [{ name: 'Tab 4' }, { name: 'Tab 4' }] },
      },
    })
    expect(sent).toEqual([['/12/targeting_criteria/devices', { count: '1000' }]])
  })

  it.each([
    ['first', 'R-CONV-10', 'devices(first: 0) { nodes { name } }'],
    ['first', 'R-CONV-10', 'devices(first: 1001) { nodes { name } }'],
    ['namePrefix', 'R-CONV-15', 'devices(namePrefix: "") { nodes { name } }'],
    ['namePrefix', 'R-CONV-15', `devices(namePrefix: "${'x'.repeat(256)}") { nodes { name } }`],
    ['namePrefix', 'R-CONV-15', 'appStoreCategories(namePrefix: "") { nodes { name } }'],
    ['first', 'R-CONV-10', 'conversations(first: 1001) { nodes { name } }'],
    ['first', 'R-CONV-10', 'events(first: 0) { nodes { name } }'],
    ['after', undefined, 'conversations(after: "x") { nodes { name } }'],
    ['countryCodes', 'R-TGT-13', 'events(countryCodes: ["US", "us"]) { nodes { name } }'],
    ['countryCodes', 'R-TGT-13', 'events(countryCodes: ["USA"]) { nodes { name } }'],
    ['countryCodes', 'R-TGT-13', 'events(countryCodes: ["U,S"]) { nodes { name } }'],
  ])('or another option is refused at %s with rule %s if it is read with %s', async (field, rule, selection) => {
    graph.sandbox.clearRequests()
    const { errors } = await graph.query(`{ targetingOptions { ${selection} } }`)

    expect(errors).toMatchObject([{ extensions: { code: 'BAD_USER_INPUT', field } }])
    expect(errors?.[0]?.extensions['rule']).toBe(rule)
    expect(graph.sandbox.requests).toEqual([])
  })
})

describe('an event', () => {
  const TEXT = `{
    "name": "City Marathon", "event_type": "SPORTS", "start_time": "2026-10-04T07:00:00Z", "end_time": "2026-10-04T16:00:00Z",
    "is_global": false, "country_code": "JP", "targeting_value": "zy", "reach": { "total_reach": 9007199254740993 },
    "top_users": [2244994945, 1590700200207413126], "top_posts": [1590700200207413999], "top_hashtags": ["run"],
    "gender_breakdown_percentage": { "MALE": 40.5 }, "device_breakdown_percentage": { "MOBILE": 70 },
    "country_breakdown_percentage": { "JP": 88 }
  }`
  const FIELDS = `__typename name targetingType targetingValue eventType startTime endTime isGlobal countryCode
    reach { totalReach } topUsers topPosts topHashtags
    genderBreakdownPercentage deviceBreakdownPercentage countryBreakdownPercentage`

  it('exposes the columns of its row with every digit, and sends every parameter', async () => {
    const { data, errors, sent } = await readRow(
      `[${TEXT}]`,
      `{ targetingOptions { events(eventTypes: [SPORTS, OTHER], countryCodes: ["JP", "US"]) { nodes { ${FIELDS} } } } }`,
    )

    expect(errors).toBeUndefined()
    expect(data).toEqual({
      targetingOptions: {
        events: {
          nodes: [
            {
              __typename: 'EventOption',
              name: 'City Marathon',
              targetingType: 'EVENT',
              targetingValue: 'zy',
              eventType: 'SPORTS',
              startTime: '2026-10-04T07:00:00Z',
              endTime: '2026-10-04T16:00:00Z',
              isGlobal: false,
              countryCode: 'JP',
              reach: { totalReach: '9007199254740993' },
              topUsers: ['2244994945', '1590700200207413126'],
              topPosts: ['1590700200207413999'],
              topHashtags: ['run'],
              genderBreakdownPercentage: { MALE: 40.5 },
              deviceBreakdownPercentage: { MOBILE: 70 },
              countryBreakdownPercentage: { JP: 88 },
            },
          ],
        },
      },
    })
    expect(sent).toEqual([
      ['/12/targeting_criteria/events', { event_types: 'SPORTS,OTHER', country_codes: 'JP,US', count: '1000' }],
    ])
  })

  it('is asked for by all kinds where none is named', async () => {
    const { sent } = await read([], 'events { nodes { name } }')

    expect(sent).toEqual([['/12/targeting_criteria/events', { event_types: ALL_EVENT_TYPES, count: '1000' }]])
  })

  it('is listed page by page', async () => {
    const values = await walk(EVENTS, { first: 5 })

    expect(values).toHaveLength(28)
    expect(new Set(values).size).toBe(28)
  })

  it('is empty and sends nothing if the list of types or countries is empty', async () => {
    graph.sandbox.clearRequests()
    const { data } = await graph.query(
      '{ targetingOptions { a: events(eventTypes: []) { nodes { name } } b: events(countryCodes: []) { nodes { name } } } }',
    )

    expect(data).toEqual({ targetingOptions: { a: { nodes: [] }, b: { nodes: [] } } })
    expect(graph.sandbox.requests).toEqual([])
  })
})

/** The values of a whole connection, page by page. */
async function walk(document: typeof CONVERSATIONS | typeof EVENTS, variables: { first: number }) {
  const values: (string | null)[] = []
  let after: string | null = null
  for (;;) {
    const answer: Answer<ConversationValuesQuery | EventValuesQuery | null> = await graph.query(document, {
      ...variables,
      after,
    })
    const { nodes, pageInfo } = answer.data!.targetingOptions.list!
    values.push(...nodes.map(({ targetingValue }) => targetingValue))
    if (!pageInfo.hasNextPage) return values
    after = pageInfo.endCursor
  }
}

describe('the catalogs of the live service', () => {
  const ROW = { name: 'Name', targeting_type: 'INTEREST', targeting_value: 'zy' }

  it.each([
    ['interests', 'interests', 'interests(namePrefix: "na", first: 1)', { q: 'na', count: '1000' }],
    ['languages', 'languages', 'languages(namePrefix: "na", first: 1)', { q: 'na', count: '1000' }],
    [
      'locations',
      'locations',
      'locations(namePrefix: "na", countryCode: "DE", locationType: CITIES, first: 1)',
      { q: 'na', country_code: 'DE', location_type: 'CITIES', count: '1000' },
    ],
    [
      'networkOperators',
      'network_operators',
      'networkOperators(namePrefix: "na", countryCode: "DE", first: 1)',
      { q: 'na', country_code: 'DE', count: '1000' },
    ],
    [
      'tvShows',
      'tv_shows',
      'tvShows(locale: "fr-FR", namePrefix: "na", first: 1)',
      { locale: 'fr-FR', q: 'na', count: '1000' },
    ],
  ])('%s are a connection over %s, with every parameter', async (name, path, field, params) => {
    const { data, errors, sent } = await read([ROW], `${field} { nodes { ${SHARED} } }`)

    expect(errors).toBeUndefined()
    expect(data).toMatchObject({
      targetingOptions: {
        [name]: { nodes: [{ name: 'Name', targetingType: 'INTEREST', targetingValue: 'zy', raw: ROW }] },
      },
    })
    expect(sent).toEqual([[`/12/targeting_criteria/${path}`, params]])
  })

  it.each([
    ['platforms', 'platforms', 'platforms(namePrefix: "na", lang: "de")', { q: 'na', lang: 'de', count: '1000' }],
    ['platformVersions', 'platform_versions', 'platformVersions(namePrefix: "na")', { q: 'na' }],
  ])('%s are a connection over %s, which has no pages, with every parameter', async (name, path, field, params) => {
    const { data, errors, sent } = await read([ROW], `${field} { nodes { ${SHARED} } }`)

    expect(errors).toBeUndefined()
    expect(data).toMatchObject({
      targetingOptions: { [name]: { nodes: [{ name: 'Name', targetingValue: 'zy', raw: ROW }] } },
    })
    expect(sent).toEqual([[`/12/targeting_criteria/${path}`, params]])
  })

  it('expose the columns of their rows', async () => {
    const { data, errors } = await read(
      [
        {
          name: 'Name',
          number: '17.0',
          os_type: 'iOS',
          country_code: 'FR',
          location_type: 'CITIES',
          locale: 'fr-FR',
          genre: 'Drama',
          targeting_value: 10027243420,
          locales: [{ language: 'fr', country: 'FR' }],
        },
      ],
      `locations { nodes { countryCode locationType } } networkOperators { nodes { countryCode } }
       platformVersions { nodes { number osType } } tvMarkets { nodes { name countryCode locale } }
       tvShows(locale: "fr-FR") { nodes { targetingType targetingValue genre locales { language country } } }`,
    )

    expect(errors).toBeUndefined()
    expect(data).toEqual({
      targetingOptions: {
        locations: { nodes: [{ countryCode: 'FR', locationType: 'CITIES' }] },
        networkOperators: { nodes: [{ countryCode: 'FR' }] },
        platformVersions: { nodes: [{ number: '17.0', osType: 'IOS' }] },
        tvMarkets: { nodes: [{ name: 'Name', countryCode: 'FR', locale: 'fr-FR' }] },
        tvShows: {
          nodes: [
            {
              targetingType: 'TV_SHOW',
              targetingValue: '10027243420',
              genre: 'Drama',
              locales: [{ language: 'fr', country: 'FR' }],
            },
          ],
        },
      },
    })
  })

  it('find values that criteria take, and are read once for all operations', async () => {
    const CATALOGS = graphql(`query Catalogs {
      targetingOptions {
        interests(namePrefix: "out") { nodes { name targetingType targetingValue } }
        languages(namePrefix: "ger") { nodes { name targetingType targetingValue } }
        locations(namePrefix: "ber", countryCode: "DE", locationType: CITIES) { nodes { name targetingType targetingValue } }
        networkOperators(countryCode: "DE") { nodes { name } }
        platforms { nodes { name targetingType targetingValue } }
        platformVersions(namePrefix: "ios 17") { nodes { name osType } }
        tvMarkets { nodes { locale } }
        tvShows(locale: "en-US", first: 60) { nodes { name } pageInfo { hasNextPage } }
      }
    }`)
    const { data, errors, calls } = await graph.query(CATALOGS)
    const again = await graph.query(CATALOGS)

    expect(errors).toBeUndefined()
    const { tvShows, ...found } = data!.targetingOptions
    expect(found).toEqual({
      interests: {
        nodes: [
          { name: 'Outdoors/Hiking', targetingType: 'INTEREST', targetingValue: '1001' },
          { name: 'Outdoors/Camping', targetingType: 'INTEREST', targetingValue: '1002' },
        ],
      },
      languages: { nodes: [{ name: 'German', targetingType: 'LANGUAGE', targetingValue: 'de' }] },
      locations: { nodes: [{ name: 'Berlin, DE', targetingType: 'LOCATION', targetingValue: 'd3de56c141afa8de' }] },
      networkOperators: { nodes: [{ name: 'Nordfunk' }, { name: 'Rheinmobil' }] },
      platforms: {
        nodes: [
          { name: 'iOS', targetingType: 'PLATFORM', targetingValue: '0' },
          { name: 'Android', targetingType: 'PLATFORM', targetingValue: '1' },
          { name: 'Desktop and laptop computers', targetingType: 'PLATFORM', targetingValue: '4' },
        ],
      },
      platformVersions: {
        nodes: [
          { name: 'iOS 17.0', osType: 'IOS' },
          { name: 'iOS 17.4', osType: 'IOS' },
        ],
      },
      tvMarkets: { nodes: ['en-US', 'en-GB', 'fr-FR', 'de-DE', 'es-ES', 'ja-JP'].map((locale) => ({ locale })) },
    })
    expect([tvShows!.nodes.length, tvShows!.pageInfo.hasNextPage]).toEqual([60, false])
    expect(calls).toHaveLength(8)
    expect(again.calls).toEqual([])
    expect(again.data).toEqual(data)
  })

  it('refuse a country that is no code, and send nothing', async () => {
    const { errors, sent } = await read([], 'locations(countryCode: "Germany") { nodes { name } }')

    expect(errors).toMatchObject([{ extensions: { code: 'BAD_USER_INPUT', field: 'countryCode' } }])
    expect(sent).toEqual([])
  })
})
