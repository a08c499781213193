import { describe, expect, it } from 'vitest'
import { DEMO_ACCOUNT_ID } from '../../../sandbox/index.ts'
import type {
  CreateCardMutation,
  DeleteCardMutation,
  TypedDocumentString,
  UpdateCardMutation,
} from '../../support/graphql/graphql.ts'
import { graphql } from '../../support/graphql/index.ts'
import { openSandboxWrites, useWriteGraph } from '../../support/write.ts'

const ROW = { id: '9007199254740993', name: 'Card', components: [{ type: 'MEDIA', media_key: '3_1' }], deleted: false }

const graph = useWriteGraph([ROW])

const CREATE = graphql(`mutation CreateCard($input: CreateCardInput!, $validateOnly: Boolean = false) {
  outcome: createCard(input: $input, validateOnly: $validateOnly) {
    card { id name cardType deleted } userErrors { code field rule } validation { unchecked }
  }
}`)
const UPDATE = graphql(`mutation UpdateCard($input: UpdateCardInput!) {
  outcome: updateCard(input: $input) { card { id name cardType deleted } userErrors { code field rule } validation { unchecked } }
}`)
const DELETE = graphql(`mutation DeleteCard($input: DeleteCardInput!) {
  outcome: deleteCard(input: $input) { card { id name cardType deleted } userErrors { code field rule } validation { unchecked } }
}`)

const IMAGES = graphql(`query TwoImages($account: ID!) {
  account(id: $account) { mediaItems(first: 2, mediaType: IMAGE) { nodes { mediaKey } } }
}`)

const MEDIA = { media: { mediaKey: '3_1' } }
const DETAILS = { details: { title: 'New', destination: { url: 'https://shop.example/?a=1' } } }
const APP = { countryCode: 'US', googleplayAppId: 'com.example.shop' }
const button = (destination: object) => ({ button: { label: 'INSTALL', destination } })
const CARD = { accountId: 'a1', name: 'Card', components: [MEDIA, DETAILS] }
const NAMED = { cardId: 'ComposableCard:a1:9007199254740993' }

describe('createCard', () => {
  it.each<[object, object]>([
    [{ name: '' }, { field: ['input', 'name'], rule: 'R-CARD-3' }],
    [{ name: 'x'.repeat(81) }, { field: ['input', 'name'], rule: 'R-CARD-3' }],
    [{ components: undefined }, { field: ['input', 'components'], rule: 'R-CARD-3' }],
    [{ components: [] }, { field: ['input', 'components'], rule: 'R-CARD-3' }],
    [{ slides: [[MEDIA]] }, { field: ['input', 'slides'], rule: 'R-CARD-3' }],
    [
      { components: undefined, slides: [] },
      { field: ['input', 'slides'], rule: 'R-CARD-3' },
    ],
    [
      { components: undefined, slides: [[MEDIA], []] },
      { field: ['input', 'slides'], rule: 'R-CARD-3' },
    ],
    [
      { components: [{ swipeableMedia: { mediaKeys: ['3_1'] } }] },
      { field: ['input', 'components', '0', 'swipeableMedia', 'mediaKeys'], rule: 'R-CARD-4' },
    ],
    [
      { components: [{ swipeableMedia: { mediaKeys: ['1', '2', '3', '4', '5', '6', '7'] } }] },
      { field: ['input', 'components', '0', 'swipeableMedia', 'mediaKeys'], rule: 'R-CARD-4' },
    ],
    [
      { components: [MEDIA, { details: { destination: { url: '' } } }] },
      { field: ['input', 'components', '1', 'details', 'destination', 'url'], rule: 'R-CARD-5' },
    ],
    ...(
      [
        [{ ...APP, countryCode: 'usa' }, 'countryCode'],
        [{ countryCode: 'US' }, 'googleplayAppId'],
        [{ countryCode: 'US', iosAppStoreIdentifier: '1', googleplayDeepLink: 'a://1' }, 'googleplayDeepLink'],
        [{ ...APP, iosDeepLink: 'a://1' }, 'iosDeepLink'],
      ] as const
    ).map(([app, field]): [object, object] => [
      { components: undefined, slides: [[MEDIA], [MEDIA, button(app)]] },
      { field: ['input', 'slides', '1', '1', 'button', 'destination', field], rule: 'R-CARD-6' },
    ]),
  ])('refuses %j, and sends nothing', async (input, problem) => {
    const { data } = await graph.write(CREATE, { ...CARD, ...input })

    expect(graph.sent()).toEqual([])
    expect(data).toMatchObject({ outcome: { card: null, userErrors: [problem] } })
  })

  it('refuses a component of two types, and sends nothing', async () => {
    const { errors } = await graph.write(CREATE, { ...CARD, components: [{ ...MEDIA, ...DETAILS }] })

    expect(graph.sent()).toEqual([])
    expect(errors).toHaveLength(1)
  })

  it('reports components that cannot be combined at the components', async () => {
    const errors = [{ code: 'INVALID_CARD_COMPONENTS_COMBINATION', message: 'No' }]
    graph.answer(() => ({ status: 400, body: { errors } }))
    const { data } = await graph.write(CREATE, CARD)

    expect(data).toMatchObject({
      outcome: { userErrors: [{ code: 'INVALID_CARD_COMPONENTS_COMBINATION', field: ['input', 'components'] }] },
    })
  })

  it('checks with validateOnly whether its media is in the library', async () => {
    graph.answer(() => ({ status: 404, body: '' }))
    const { data } = await graph.write(CREATE, CARD, { validateOnly: true })

    expect(graph.sent()).toEqual([['GET accounts/a1/media_library/3_1', null]])
    expect(data).toMatchObject({
      outcome: {
        card: null,
        userErrors: [{ field: ['input', 'components'], rule: 'R-CARD-2' }],
        validation: { unchecked: ['R-AUTH-5', 'R-CARD-4'] },
      },
    })
  })
})

describe('updateCard', () => {
  it('sends only the fields in the input', async () => {
    const { data } = await graph.write(UPDATE, { ...NAMED, name: 'Other' })
    await graph.write(UPDATE, { ...NAMED, components: [MEDIA] })

    expect(graph.sent()).toEqual([
      ['PUT accounts/a1/cards/9007199254740993', { name: 'Other' }],
      ['PUT accounts/a1/cards/9007199254740993', { components: [{ type: 'MEDIA', media_key: '3_1' }] }],
    ])
    expect(data).toMatchObject({ outcome: { card: { id: NAMED.cardId }, userErrors: [] } })
  })

  it.each(['name', 'components', 'slides'])('refuses to remove the %s, and sends nothing', async (field) => {
    const { data } = await graph.write(UPDATE, { ...NAMED, [field]: null })

    expect(graph.sent()).toEqual([])
    expect(data).toMatchObject({ outcome: { userErrors: [{ field: ['input', field], rule: 'R-CARD-3' }] } })
  })
})

describe('a card in the sandbox', () => {
  it('can be read after its creation, shows a change, and is gone after its deletion', async () => {
    const sandboxed = await openSandboxWrites()
    try {
      const accountId = DEMO_ACCOUNT_ID
      type Written = CreateCardMutation | UpdateCardMutation | DeleteCardMutation
      const write = async (document: TypedDocumentString<Written, never>, input: object) =>
        (await sandboxed.write(document, input)).data!.outcome!
      const images = await sandboxed.ask(IMAGES, { account: accountId })
      const [one, two] = images.account!.mediaItems!.nodes.map(({ mediaKey }) => mediaKey)
      const missing = await write(CREATE, { ...CARD, accountId })
      expect(missing).toMatchObject({ card: null, userErrors: [{ field: ['input', 'components'] }] })
      const alone = await write(CREATE, { accountId, name: 'x', components: [DETAILS] })
      expect(alone.userErrors).toMatchObject([{ code: 'INVALID_CARD_COMPONENTS_COMBINATION' }])

      const components = [{ media: { mediaKey: one } }, DETAILS]
      const made = await write(CREATE, { accountId, name: 'Card', components })
      expect(made).toMatchObject({ card: { cardType: 'IMAGE_WEBSITE' }, userErrors: [] })
      const cardId = made.card!.id
      const swiped = [{ swipeableMedia: { mediaKeys: [one, two] } }, button(APP)]
      expect((await write(UPDATE, { cardId, components: swiped })).card!.cardType).toBe('IMAGE_CAROUSEL_APP')
      const read = () => sandboxed.ask('query ($id: ID!) { card(id: $id) { name cardType } }', { id: cardId })
      expect(await read()).toEqual({ card: { name: 'Card', cardType: 'IMAGE_CAROUSEL_APP' } })
      await write(UPDATE, { cardId, name: 'Slides', slides: [components, components] })
      expect(await read()).toEqual({ card: { name: 'Slides', cardType: 'IMAGE_MULTI_DEST_CAROUSEL_WEBSITE' } })
      await write(DELETE, { cardId })
      expect(await read()).toEqual({ card: null })
      expect(await write(DELETE, { cardId })).toMatchObject({ userErrors: [{ field: ['input', 'cardId'] }] })
    } finally {
      await sandboxed.close()
    }
  })
})
