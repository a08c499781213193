import { describe, expect, it } from 'vitest'
import { dimensionsOf, mediaLibrary } from '../../../sandbox/creative/media.ts'
import { DEMO_ACCOUNT_ID } from '../../../sandbox/index.ts'
import { readRow } from '../../support/entity.ts'
import { openSandboxGraph } from '../../support/graph.ts'
import { graphql } from '../../support/graphql/index.ts'
import { openForTests } from '../../support/open.ts'
import { openSandboxWrites, useWriteGraph } from '../../support/write.ts'

const FOUND = graphql(`query FoundConversationCard($id: ID!) {
  node(id: $id) { __typename ... on ConversationCard { name media { mediaType } } }
}`)

const graph = useWriteGraph({ id: 'c1', name: 'Card', title: 'Run?', deleted: false })
const sandboxed = openForTests(openSandboxWrites)

const CARD = {
  accountId: 'a1',
  name: 'Card',
  mediaKey: 'Media:a1:3_1',
  firstCta: `#${'é'.repeat(20)}`,
  firstCtaPost: 'I run #é',
  title: 'x'.repeat(23),
  thankYouText: 'y'.repeat(23),
}
const REST = {
  secondCta: '#Night',
  secondCtaPost: 'At night',
  thirdCta: '#Noon',
  thirdCtaPost: 'At noon',
  fourthCta: 'z'.repeat(20),
  fourthCtaPost: 'Never',
  thankYouUrl: 'https://shop.example/?a=1,2',
  unlockedImageMediaKey: '3_2',
}
const REST_SENT = {
  second_cta: '#Night',
  second_cta_post: 'At night',
  third_cta: '#Noon',
  third_cta_post: 'At noon',
  fourth_cta: 'z'.repeat(20),
  fourth_cta_post: 'Never',
  thank_you_url: 'https://shop.example/?a=1,2',
  unlocked_image_media_key: '3_2',
}

const DOCUMENTS = {
  imageConversationCard: {
    create: graphql(`mutation CreateImageConversationCard(
      $input: CreateImageConversationCardInput!, $validateOnly: Boolean = false
    ) {
      outcome: createImageConversationCard(input: $input, validateOnly: $validateOnly) {
        card: imageConversationCard { id name title deleted } userErrors { code field rule } validation { checked unchecked }
      }
    }`),
    update: graphql(`mutation UpdateImageConversationCard(
      $input: UpdateImageConversationCardInput!, $validateOnly: Boolean = false
    ) {
      outcome: updateImageConversationCard(input: $input, validateOnly: $validateOnly) {
        card: imageConversationCard { id name title deleted } userErrors { code field rule } validation { checked unchecked }
      }
    }`),
    delete: graphql(`mutation DeleteImageConversationCard(
      $input: DeleteImageConversationCardInput!, $validateOnly: Boolean = false
    ) {
      outcome: deleteImageConversationCard(input: $input, validateOnly: $validateOnly) {
        card: imageConversationCard { id name title deleted } userErrors { code field rule } validation { checked unchecked }
      }
    }`),
    read: graphql(`query WrittenImageConversationCard($id: ID!) {
      card: imageConversationCard(id: $id) { title secondCta cardType media { mediaKey } }
    }`),
  },
  videoConversationCard: {
    create: graphql(`mutation CreateVideoConversationCard(
      $input: CreateVideoConversationCardInput!, $validateOnly: Boolean = false
    ) {
      outcome: createVideoConversationCard(input: $input, validateOnly: $validateOnly) {
        card: videoConversationCard { id name title deleted } userErrors { code field rule } validation { checked unchecked }
      }
    }`),
    update: graphql(`mutation UpdateVideoConversationCard(
      $input: UpdateVideoConversationCardInput!, $validateOnly: Boolean = false
    ) {
      outcome: updateVideoConversationCard(input: $input, validateOnly: $validateOnly) {
        card: videoConversationCard { id name title deleted } userErrors { code field rule } validation { checked unchecked }
      }
    }`),
    delete: graphql(`mutation DeleteVideoConversationCard(
      $input: DeleteVideoConversationCardInput!, $validateOnly: Boolean = false
    ) {
      outcome: deleteVideoConversationCard(input: $input, validateOnly: $validateOnly) {
        card: videoConversationCard { id name title deleted } userErrors { code field rule } validation { checked unchecked }
      }
    }`),
    read: graphql(`query WrittenVideoConversationCard($id: ID!) {
      card: videoConversationCard(id: $id) { title secondCta cardType media { mediaKey } }
    }`),
  },
}

describe.each([
  ['imageConversationCard', 'image_conversation', 'IMAGE', {}, {}],
  [
    'videoConversationCard',
    'video_conversation',
    'VIDEO',
    { unlockedVideoMediaKey: 'Media:a1:7_1', posterMediaKey: '3_3' },
    { unlocked_video_media_key: '7_1', poster_media_key: '3_3' },
  ],
] as const)('%s', (field, kind, mediaType, media, mediaSent) => {
  const type = field[0]!.toUpperCase() + field.slice(1)
  const { create, update, delete: remove, read } = DOCUMENTS[field]
  const named = { cardId: `${type}:a1:c1` }

  it('is created with the wire name of every field', async () => {
    const { data, errors } = await graph.write(create, { ...CARD, ...REST, ...media })

    expect(errors).toBeUndefined()
    const main = {
      name: 'Card',
      media_key: '3_1',
      first_cta: CARD.firstCta,
      first_cta_post: 'I run #é',
      title: CARD.title,
      thank_you_text: CARD.thankYouText,
    }
    expect(graph.sent()).toEqual([[`POST accounts/a1/cards/${kind}`, { ...main, ...REST_SENT, ...mediaSent }]])
    expect(data).toMatchObject({
      outcome: {
        card: { id: named.cardId, name: 'Card' },
        userErrors: [],
        validation: null,
      },
    })
  })

  it('is created with a second hashtag instead of a title', async () => {
    const { title: _, ...untitled } = CARD
    await graph.write(create, { ...untitled, secondCta: '#Night', secondCtaPost: 'At night' })

    expect(graph.sent()).toMatchObject([[`POST accounts/a1/cards/${kind}`, { second_cta: '#Night' }]])
  })

  it.each<[object, string, string | null]>([
    [{ name: '' }, 'name', null],
    [{ firstCta: '' }, 'firstCta', 'R-CARD-12'],
    [{ firstCta: 'Morning' }, 'firstCta', 'R-CARD-12'],
    [{ firstCta: '#' }, 'firstCta', 'R-CARD-12'],
    [{ firstCta: `#${'x'.repeat(21)}` }, 'firstCta', 'R-CARD-12'],
    [{ secondCta: 'x'.repeat(21), secondCtaPost: 'p' }, 'secondCta', 'R-CARD-12'],
    [{ secondCta: '#', secondCtaPost: 'p' }, 'secondCta', 'R-CARD-12'],
    [{ thirdCta: `#${'x'.repeat(21)}`, thirdCtaPost: 'p' }, 'thirdCta', 'R-CARD-12'],
    [{ fourthCta: `#${'x'.repeat(21)}`, fourthCtaPost: 'p' }, 'fourthCta', 'R-CARD-12'],
    [{ title: undefined }, 'title', 'R-CARD-12'],
    [{ title: 'x'.repeat(24) }, 'title', 'R-CARD-12'],
    [{ firstCtaPost: '' }, 'firstCtaPost', 'R-CARD-13'],
    [{ secondCta: '#Night' }, 'secondCtaPost', 'R-CARD-13'],
    [{ thirdCta: '#Noon' }, 'thirdCtaPost', 'R-CARD-13'],
    [{ fourthCta: '#Never', fourthCtaPost: '' }, 'fourthCtaPost', 'R-CARD-13'],
    [{ thankYouText: '' }, 'thankYouText', 'R-CARD-14'],
    [{ thankYouText: 'x'.repeat(24) }, 'thankYouText', 'R-CARD-14'],
    [{ mediaKey: 'Media:a2:3_1' }, 'mediaKey', null],
  ])('is not created with %j, and nothing is sent', async (input, path, rule) => {
    const { data } = await graph.write(create, { ...CARD, ...input })

    expect(graph.sent()).toEqual([])
    expect(data!.outcome!.card).toBeNull()
    expect(data!.outcome!.userErrors).toEqual([{ code: 'BAD_USER_INPUT', field: ['input', path], rule }])
  })

  it('updates only the fields in the input; null removes a value', async () => {
    await graph.write(update, { ...named, name: 'Other', thankYouUrl: 'shop://open/1' })
    const { data } = await graph.write(update, { ...named, secondCta: null, thankYouUrl: null, title: 'Run?' })

    expect(graph.sent()).toEqual([
      [`PUT accounts/a1/cards/${kind}/c1`, { name: 'Other', thank_you_url: 'shop://open/1' }],
      [`PUT accounts/a1/cards/${kind}/c1`, { second_cta: '', thank_you_url: '', title: 'Run?' }],
    ])
    expect(data).toMatchObject({ outcome: { userErrors: [], validation: null } })
  })

  it.each<[object, string, string | null]>([
    [{ name: null }, 'name', null],
    [{ mediaKey: null }, 'mediaKey', null],
    [{ firstCta: null }, 'firstCta', 'R-CARD-12'],
    [{ firstCtaPost: null }, 'firstCtaPost', 'R-CARD-13'],
    [{ thankYouText: '' }, 'thankYouText', 'R-CARD-14'],
    [{ title: null, secondCta: null }, 'title', 'R-CARD-12'],
    [{ thirdCta: '#Noon', thirdCtaPost: null }, 'thirdCtaPost', 'R-CARD-13'],
  ])('refuses the changes %j, and sends nothing', async (input, path, rule) => {
    const { data } = await graph.write(update, { ...named, ...input })

    expect(graph.sent()).toEqual([])
    expect(data!.outcome!.userErrors).toEqual([{ code: 'BAD_USER_INPUT', field: ['input', path], rule }])
  })

  it('refuses media of another type with validateOnly', async () => {
    graph.answer(({ path }) => ({ body: { data: { media_key: path.split('/').at(-1), media_type: 'GIF' } } }))
    const input = { ...CARD, unlockedImageMediaKey: '16_1' }
    const { data } = await graph.write(create, input, { validateOnly: true })

    expect(data).toMatchObject({
      outcome: {
        userErrors: expect.arrayContaining([
          expect.objectContaining({ field: ['input', 'mediaKey'], rule: 'R-CARD-11' }),
          expect.objectContaining({ field: ['input', 'unlockedImageMediaKey'], rule: 'R-CARD-15' }),
        ]),
      },
    })
  })

  it('can be refused for the dimensions of its unlocked image, which validateOnly leaves unchecked for image cards', async () => {
    const { ask, sandbox } = sandboxed
    const found = (type: string, ratio: number) =>
      sandbox.store
        .table(mediaLibrary)
        .rows(DEMO_ACCOUNT_ID)
        .find((row) => {
          const { width, height } = dimensionsOf(row)
          return row.media_type === type && !row.deleted && Math.abs(width / height - ratio) < 0.01
        })!.media_key
    const mediaKey = found(mediaType, mediaType === 'IMAGE' ? 1.91 : 16 / 9)
    const input = { ...CARD, accountId: DEMO_ACCOUNT_ID, mediaKey, unlockedImageMediaKey: found('IMAGE', 1.91) }
    const checked = await ask(create, { input, validateOnly: true })
    const sent = await ask(create, { input })

    const isSized = mediaType === 'IMAGE'
    const { userErrors, validation } = checked.outcome!
    expect(userErrors).toEqual([])
    expect([validation!.checked.includes('R-CARD-15'), validation!.unchecked.includes('R-CARD-15')]).toEqual([
      !isSized,
      isSized,
    ])
    expect(sent.outcome!.userErrors).toMatchObject(
      isSized ? [{ code: 'INVALID', field: ['input', 'unlockedImageMediaKey'] }] : [],
    )
  })

  it('is read with validateOnly if a rule needs the whole card, and so is its media', async () => {
    const row = { id: 'c1', title: null }
    graph.answer(({ path }) => (path.includes('media_library') ? { status: 404 } : { body: { data: [row] } }))
    const input = { ...named, secondCta: null, unlockedImageMediaKey: '3_2' }
    const { data } = await graph.write(update, input, { validateOnly: true })

    expect(graph.sent()).toEqual([
      [`GET accounts/a1/cards/${kind}`, expect.objectContaining({ card_ids: 'c1' })],
      ['GET accounts/a1/media_library/3_2', null],
    ])
    expect(data).toMatchObject({
      outcome: {
        card: null,
        userErrors: [
          { field: ['input', 'title'], rule: 'R-CARD-12' },
          { field: ['input', 'unlockedImageMediaKey'], rule: 'R-CARD-2' },
        ],
      },
    })
  })

  it('leaves unchecked what rests on a column that its row lacks', async () => {
    graph.answer(() => ({ body: { data: [{ id: 'c1' }] } }))
    const { data } = await graph.write(update, { ...named, secondCta: null }, { validateOnly: true })

    expect(data).toMatchObject({
      outcome: { userErrors: [], validation: { unchecked: ['R-AUTH-5', 'R-CARD-12'] } },
    })
  })

  it('is reported with validateOnly if it does not exist', async () => {
    graph.answer(() => ({ body: { data: [] } }))
    const { data } = await graph.write(update, { ...named, title: null }, { validateOnly: true })

    expect(data).toMatchObject({
      outcome: { userErrors: [{ field: ['input', 'cardId'] }], validation: { unchecked: ['R-AUTH-5', 'R-CARD-12'] } },
    })
  })

  it('is not valid with media of another type', async () => {
    const other = mediaType === 'IMAGE' ? 'VIDEO' : 'IMAGE'
    graph.answer(() => ({ body: { data: { media_key: '3_1', media_type: other } } }))
    const { data } = await graph.write(create, CARD, { validateOnly: true })

    expect(data).toMatchObject({
      outcome: {
        userErrors: [{ field: ['input', 'mediaKey'], rule: 'R-CARD-11' }],
        validation: { unchecked: ['R-AUTH-5'] },
      },
    })
  })

  it('is valid with any aspect ratio, except for videos, which must be 16:9', async () => {
    const valid = async (aspect_ratio: string) => {
      graph.answer(() => ({ body: { data: { media_key: '3_1', media_type: mediaType, aspect_ratio } } }))
      const { data } = await graph.write(create, CARD, {
        validateOnly: true,
      })
      return data!.outcome!.userErrors.map(({ rule }) => rule)
    }

    expect(await valid('16:9')).toEqual([])
    expect(await valid('1:1')).toEqual(mediaType === 'VIDEO' ? ['R-CARD-11'] : [])
  })

  it('can be read in the sandbox after its creation, shows a change, and is gone after its deletion', async () => {
    const { ask, sandbox } = sandboxed
    const { media_key: mediaKey } = sandbox.store
      .table(mediaLibrary)
      .rows(DEMO_ACCOUNT_ID)
      .find((row) => row.media_type === mediaType && !row.deleted)!
    const input = { ...CARD, accountId: DEMO_ACCOUNT_ID, mediaKey }
    const made = await ask(create, { input })
    const cardId = made.outcome!.card!.id
    const card = async () => (await ask(read, { id: cardId })).card
    const cardType = kind.toUpperCase()
    expect(await card()).toEqual({ title: CARD.title, secondCta: null, cardType, media: { mediaKey } })

    const untitled = await ask(update, { input: { cardId, title: null } })
    expect(untitled).toMatchObject({ outcome: { userErrors: [{ field: ['input', 'title'] }] } })
    await ask(update, { input: { cardId, title: null, secondCta: '#Night', secondCtaPost: 'At night' } })
    expect(await card()).toMatchObject({ title: null, secondCta: '#Night' })

    await ask(remove, { input: { cardId } })
    expect(await card()).toBeNull()
  })
})

describe.each([
  ['IMAGE', 'ImageConversationCard', 'image_display_width', 'imageDisplayWidth'],
  ['VIDEO', 'VideoConversationCard', 'video_width', 'videoWidth'],
])('the conversation cards of type %s', (mediaType, type, widthColumn, width) => {
  const list = `${type[0]!.toLowerCase()}${type.slice(1)}s`
  const field = list.slice(0, -1)
  const shown = `id mediaUrl unlockedImageMediaUrl ${width}`

  it('have a number for a size that the service sends as text, and their own ID although they have a media key', async () => {
    const row = {
      id: '4ycnf',
      media_key: '3_1',
      unlocked_image_media_url: 'https://media.example/1',
      [widthColumn]: '1600',
    }
    const { data, errors } = await readRow(row, `{ ${field}(accountId: "a1", id: "4ycnf") { ${shown} } }`)

    expect(errors).toBeUndefined()
    expect(data).toEqual({
      [field]: {
        id: `${type}:a1:4ycnf`,
        mediaUrl: null,
        unlockedImageMediaUrl: 'https://media.example/1',
        [width]: 1600,
      },
    })
  })

  it('are counted in the sandbox, and found through node with their media items', async () => {
    const graph = await openSandboxGraph()
    const { data, errors } = await graph.query<{
      account: { list: { totalCount: number; nodes: { id: string }[] } }
    }>(`{ account(id: "${DEMO_ACCOUNT_ID}") { list: ${list} { totalCount nodes { id } } } }`)
    const { totalCount, nodes } = data.account.list
    const found = await graph.query(FOUND, { id: nodes[0]!.id })
    await graph.close()

    expect(errors).toBeUndefined()
    expect(nodes).toHaveLength(totalCount)
    expect(found.data!.node).toMatchObject({ __typename: type, media: { mediaType } })
  })

  it('refuse a search of 81 characters and IDs of other cards before anything is sent', async () => {
    const { errors, sent } = await readRow(
      { id: '4ycnf' },
      `{ account(id: "a1") {
        long: ${list}(namePrefix: "${'x'.repeat(81)}") { nodes { id } }
        other: ${list}(ids: ["PollCard:a1:c1"]) { nodes { id } }
      } }`,
    )

    expect(errors?.map(({ extensions }) => extensions)).toEqual([
      { code: 'BAD_USER_INPUT', field: 'namePrefix' },
      { code: 'BAD_USER_INPUT', field: 'ids' },
    ])
    expect(sent).toEqual([])
  })
})
