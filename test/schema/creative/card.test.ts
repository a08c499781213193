import { describe, expect, it } from 'vitest'
import { cards, kindOf } from '../../../sandbox/creative/card.ts'
import { DEMO_ACCOUNT_ID } from '../../../sandbox/index.ts'
import { readRow } from '../../support/entity.ts'
import { callCounts, useSandboxGraph } from '../../support/graph.ts'
import { graphql } from '../../support/graphql/index.ts'

const BY_URI = graphql(`query CardsByUri($account: ID!, $uris: [String!]!) {
  account(id: $account) { cardsByUri(uris: $uris) { __typename id cardUri } }
}`)
const NODES = graphql(`query CardNodes($ids: [ID!]!) { nodes(ids: $ids) { __typename id ... on Card { name } } }`)
const ANY = graphql(`query AnyCard($id: ID!) { card(id: $id) { id name } }`)
const URIS = graphql(`query CardUris($account: ID!) {
  account(id: $account) { cards(first: 3) { nodes { cardUri } } }
}`)

const WEBSITE = { type: 'WEBSITE', url: 'https://shop.example.com' }
const APP = {
  type: 'APP',
  country_code: 'US',
  googleplay_app_id: 'com.example.shop',
  googleplay_deep_link: 'shop://a',
  ios_app_store_identifier: '1444555666',
  ios_deep_link: 'shop://i',
}
const METADATA = { type: 'IMAGE', url: 'https://m', width: '1200', height: 628, video_duration: null }

const ROW = {
  name: 'Shop now',
  components: [
    { type: 'MEDIA', media_key: '3_1', media_metadata: { '3_1': METADATA } },
    { type: 'SWIPEABLE_MEDIA', media_keys: ['3_1', '13_2'] },
    { type: 'DETAILS', title: 'Shoes', destination: WEBSITE },
    { type: 'BUTTON', label: { type: 'ENUM', value: 'SHOP' }, destination: APP },
    { type: 'HOLOGRAM', depth: 3 },
  ],
  id: '1502039998987587584',
  created_at: '2026-05-01T08:00:00Z',
  card_uri: 'card://1502039998987587584',
  updated_at: '2026-05-02T09:30:15Z',
  deleted: false,
  card_type: 'IMAGE_APP',
}

const COMPONENTS = `
  __typename type
  ... on MediaComponent {
    mediaKey
    mediaMetadata { mediaKey type url width height videoDuration videoAspectRatio }
  }
  ... on SwipeableMediaComponent { mediaKeys mediaMetadata { mediaKey } }
  ... on DetailsComponent { title destination { ...destination } }
  ... on ButtonComponent { label { type value } destination { ...destination } }
  ... on OtherComponent { raw }
`

const DESTINATION = `fragment destination on Destination {
  __typename type
  ... on WebsiteDestination { url }
  ... on AppDestination {
    countryCode googleplayAppId googleplayDeepLink iosAppStoreIdentifier iosDeepLink
  }
}`

const graph = useSandboxGraph()

describe('a composable card', () => {
  it('has the columns of its row and components by type, including unknown types', async () => {
    const { data, errors, sent } = await readRow(
      // The live service returns an array with one item.
      [ROW],
      `{ card(id: "ComposableCard:a1:1502039998987587584") {
        __typename id restId name cardUri cardType createdAt updatedAt deleted raw
        ... on ComposableCard { components { ${COMPONENTS} } slides { type } }
      } } ${DESTINATION}`,
    )

    expect(errors).toBeUndefined()
    expect(data).toEqual({
      card: {
        __typename: 'ComposableCard',
        id: 'ComposableCard:a1:1502039998987587584',
        restId: '1502039998987587584',
        name: 'Shop now',
        cardUri: 'card://1502039998987587584',
        cardType: 'IMAGE_APP',
        createdAt: '2026-05-01T08:00:00Z',
        updatedAt: '2026-05-02T09:30:15Z',
        deleted: false,
        raw: ROW,
        components: [
          {
            __typename: 'MediaComponent',
            type: 'MEDIA',
            mediaKey: '3_1',
            mediaMetadata: [
              {
                mediaKey: '3_1',
                type: 'IMAGE',
                url: 'https://m',
                width: 1200,
                height: 628,
                videoDuration: null,
                videoAspectRatio: null,
              },
            ],
          },
          {
            __typename: 'SwipeableMediaComponent',
            type: 'SWIPEABLE_MEDIA',
            mediaKeys: ['3_1', '13_2'],
            mediaMetadata: null,
          },
          {
            __typename: 'DetailsComponent',
            type: 'DETAILS',
            title: 'Shoes',
            destination: { __typename: 'WebsiteDestination', ...WEBSITE },
          },
          {
            __typename: 'ButtonComponent',
            type: 'BUTTON',
            label: { type: 'ENUM', value: 'SHOP' },
            destination: {
              __typename: 'AppDestination',
              type: 'APP',
              countryCode: 'US',
              googleplayAppId: 'com.example.shop',
              googleplayDeepLink: 'shop://a',
              iosAppStoreIdentifier: '1444555666',
              iosDeepLink: 'shop://i',
            },
          },
          { __typename: 'OtherComponent', type: 'UNRECOGNIZED', raw: { type: 'HOLOGRAM', depth: 3 } },
        ],
        slides: null,
      },
    })
    expect(sent).toEqual([['/12/accounts/a1/cards/1502039998987587584', {}]])
  })

  it('has slides in order if it has several destinations', async () => {
    const slide = (title: string, destination: object) => [
      { type: 'MEDIA', media_key: '3_1' },
      { type: 'DETAILS', title, destination },
    ]
    const row = {
      id: 'c1',
      card_type: 'IMAGE_MULTI_DEST_CAROUSEL_WEBSITE',
      slides: [slide('One', WEBSITE), slide('Two', { type: 'PLANET' })],
    }
    const { data, errors } = await readRow(
      row,
      `{ card(id: "ComposableCard:a1:c1") { ... on ComposableCard { components { type } slides { ${COMPONENTS} } } } }
      ${DESTINATION}`,
    )

    expect(errors).toBeUndefined()
    expect(data).toMatchObject({
      card: {
        components: null,
        slides: [
          [
            { mediaKey: '3_1', mediaMetadata: null },
            { title: 'One', destination: { url: WEBSITE.url } },
          ],
          [
            { mediaKey: '3_1' },
            { title: 'Two', destination: { __typename: 'OtherDestination', type: 'UNRECOGNIZED' } },
          ],
        ],
      },
    })
  })

  it.each<[string, object]>([
    ['components', { components: {} }],
    ['components', { components: [null] }],
    ['components', { components: [{ type: 'BUTTON' }, 'str'] }],
    ['slides', { slides: {} }],
    ['slides', { slides: [null] }],
    ['slides', { slides: [{}] }],
    ['slides', { slides: [[null]] }],
  ])('has null and an error for %s that are not of the documented form: %j', async (field, columns) => {
    const { data, errors } = await readRow(
      { id: 'c1', ...columns },
      `{ card(id: "ComposableCard:a1:c1") { id ... on ComposableCard { ${field} { raw } } } }`,
    )

    expect(data).toEqual({ card: { id: 'ComposableCard:a1:c1', [field]: null } })
    expect(errors).toMatchObject([{ extensions: { code: 'UPSTREAM_UNAVAILABLE' } }])
  })

  it('has null for columns that the service leaves out', async () => {
    const { data, errors } = await readRow(
      { id: 'c1', components: [{ type: 'BUTTON' }, {}, { type: 'DETAILS', destination: null }] },
      `{ card(id: "ComposableCard:a1:c1") {
        name cardUri cardType ... on ComposableCard { components { ${COMPONENTS} } }
      } } ${DESTINATION}`,
    )

    expect(errors).toBeUndefined()
    expect(data).toEqual({
      card: {
        name: null,
        cardUri: null,
        cardType: null,
        components: [
          { __typename: 'ButtonComponent', type: 'BUTTON', label: null, destination: null },
          { __typename: 'OtherComponent', type: null, raw: {} },
          { __typename: 'DetailsComponent', type: 'DETAILS', title: null, destination: null },
        ],
      },
    })
  })
})

describe('a card', () => {
  it.each([
    ['of images to swipe through', { components: [] }, 'IMAGE_CAROUSEL_APP', 'ComposableCard', 'IMAGE_CAROUSEL_APP'],
    ['with slides', { slides: [] }, 'VIDEO_WEBSITE', 'ComposableCard', 'VIDEO_WEBSITE'],
    ['with a video, of a legacy type', { title: 'Film' }, 'VIDEO_WEBSITE', 'LegacyCard', 'VIDEO_WEBSITE'],
    ['with an image conversation', {}, 'IMAGE_CONVERSATION', 'ImageConversationCard', 'IMAGE_CONVERSATION'],
    ['with a video conversation', {}, 'VIDEO_CONVERSATION', 'VideoConversationCard', 'VIDEO_CONVERSATION'],
    ['with a poll', {}, 'TEXT_POLLS', 'PollCard', 'TEXT_POLLS'],
    ['with a poll and a video', {}, 'VIDEO_POLLS', 'PollCard', 'VIDEO_POLLS'],
    ['of an unknown type', {}, 'HOLOGRAM', 'LegacyCard', 'UNRECOGNIZED'],
    ['without a type', {}, null, 'LegacyCard', null],
  ])('%s is recognized by the columns of its row', async (_, columns, card_type, typeName, cardType) => {
    const { data, errors } = await readRow(
      { id: 'c1', card_uri: 'card://c1', card_type, ...columns },
      '{ account(id: "a1") { cardsByUri(uris: ["card://c1"]) { __typename id cardType } } }',
    )

    expect(errors).toBeUndefined()
    expect(data).toEqual({ account: { cardsByUri: [{ __typename: typeName, id: `${typeName}:a1:c1`, cardType }] } })
  })

  it('of any type in the sandbox is found by its ID from the list, alone and through node', async () => {
    const kinds = new Map(
      graph.sandbox.store
        .table(cards)
        .rows(DEMO_ACCOUNT_ID)
        .filter((row) => !row.deleted)
        .map((row) => [kindOf(row), row.card_uri]),
    )
    expect(kinds.size).toBe(5)
    const { data: listed } = await graph.query(BY_URI, { account: DEMO_ACCOUNT_ID, uris: [...kinds.values()] })
    const found = listed!.account!.cardsByUri!
    const ids = found.map(({ id }) => id)
    expect(new Set(found.map(({ __typename }) => __typename)).size).toBe(5)

    const { data, errors } = await graph.query(NODES, { ids })
    expect(errors).toBeUndefined()
    expect(data!.nodes.map((node) => node?.id)).toEqual(ids)
    for (const id of ids) {
      const alone = await graph.query(ANY, { id })
      expect(alone.data!.card!.id).toBe(id)
    }
  })
})

describe('cards', () => {
  it('can be listed with every filter of the service, with its wire name (R-CARD-9)', async () => {
    const { errors, sent } = await readRow(
      ROW,
      `{ account(id: "a1") { cards(
        ids: ["1", "ComposableCard:a1:2"], cardUris: ["card://3"], cardTypes: [VIDEO_APP, IMAGE_WEBSITE]
        includeLegacyCards: true, namePrefix: "Shop", first: 201, withDeleted: true
        sortBy: [{ field: NAME, direction: ASC }]
      ) { nodes { id } } } }`,
    )

    expect(errors).toBeUndefined()
    expect(sent).toEqual([
      [
        '/12/accounts/a1/cards',
        {
          card_id: '1,2',
          card_uris: 'card://3',
          card_types: 'VIDEO_APP,IMAGE_WEBSITE',
          include_legacy_cards: 'true',
          q: 'Shop',
          sort_by: 'name-asc',
          with_deleted: 'true',
          count: '200',
        },
      ],
    ])
  })

  it('by URI come in the requested order, each read once, without cards that do not exist (R-CARD-10)', async () => {
    const { data: some } = await graph.query(URIS, { account: DEMO_ACCOUNT_ID })
    const [a, b, c] = some!.account!.cards!.nodes.map(({ cardUri }) => cardUri!)
    graph.sandbox.clearRequests()
    const { data, calls } = await graph.query(BY_URI, {
      account: DEMO_ACCOUNT_ID,
      uris: [c!, 'card://nobody', a!, c!, b!],
    })

    expect(data!.account!.cardsByUri!.map(({ cardUri }) => cardUri)).toEqual([c, a, c, b])
    expect(callCounts(calls)).toEqual({ 'GET accounts/:account_id/cards/all': 1 })
    expect(graph.sandbox.requests.map(({ query }) => Object.fromEntries(query))).toEqual([
      { card_uris: [c, 'card://nobody', a, b].join(',') },
    ])
  })

  const many = JSON.stringify(Array.from({ length: 201 }, (_, index) => `card://${index}`))
  it.each([
    ['a search of 81 characters', `cards(namePrefix: "${'x'.repeat(81)}") { nodes { id } }`, 'namePrefix', undefined],
    ['201 ids', `cards(ids: ${many.replaceAll('card://', '')}) { nodes { id } }`, 'ids', 'R-CONV-16'],
    ['201 URIs', `cards(cardUris: ${many}) { nodes { id } }`, 'cardUris', 'R-CARD-9'],
    ['a URI that is not of a card', 'cards(cardUris: ["https://a"]) { nodes { id } }', 'cardUris', 'R-CARD-1'],
    ['no URI', 'cardsByUri(uris: []) { id }', 'uris', 'R-CARD-10'],
    ['201 URIs at once', `cardsByUri(uris: ${many}) { id }`, 'uris', 'R-CARD-10'],
    ['two URIs in one', 'cardsByUri(uris: ["card://1,card://2"]) { id }', 'uris', 'R-CARD-1'],
  ])('refuse %s before anything is sent', async (_, selection, field, rule) => {
    const { errors, sent } = await readRow(ROW, `{ account(id: "a1") { ${selection} } }`)

    expect(errors?.map(({ extensions }) => extensions)).toEqual([
      { code: 'BAD_USER_INPUT', field, ...(rule !== undefined && { rule }) },
    ])
    expect(sent).toEqual([])
  })

  it('cannot be filtered by a type that is not one of the thirteen (R-CARD-7)', async () => {
    for (const type of ['TEXT_POLLS', 'UNRECOGNIZED']) {
      const { errors, sent } = await readRow(
        ROW,
        `{ account(id: "a1") { cards(cardTypes: [${type}]) { nodes { id } } } }`,
      )
      expect(errors).toHaveLength(1)
      expect(sent).toEqual([])
    }
  })

  it('refuse IDs of other types and accounts', async () => {
    const { errors, sent } = await readRow(
      ROW,
      `{
        card(id: "Campaign:a1:c1") { id }
        other: card(id: "PollCard:a2:c1", accountId: "a1") { id }
      }`,
    )

    expect(errors?.map(({ extensions }) => extensions)).toEqual([
      { code: 'BAD_USER_INPUT', field: 'id' },
      { code: 'BAD_USER_INPUT', field: 'accountId' },
    ])
    expect(sent).toEqual([])
  })
})
