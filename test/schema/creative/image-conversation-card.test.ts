import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { DEMO_ACCOUNT_ID } from '../../../sandbox/index.ts'
import { readRow, readTwoPages } from '../../support/entity.ts'
import { openSandboxGraph } from '../../support/graph.ts'
import { graphql } from '../../support/graphql/index.ts'

const CARDS = graphql(`query ImageConversationCards($account: ID!) {
  account(id: $account) { imageConversationCards { totalCount nodes { id } } }
}`)
const FOUND = graphql(`query FoundImageConversationCard($id: ID!) {
  node(id: $id) { __typename ... on ConversationCard { name media { mediaType } } }
}`)

const ROW = {
  name: 'Runners',
  title: 'When do you run?',
  first_cta: '#MorningRun',
  first_cta_post: 'I run in the morning #MorningRun',
  second_cta: '#NightRun',
  second_cta_post: 'I run at night',
  third_cta: '#Never',
  third_cta_post: 'I do not run',
  fourth_cta: '#Always',
  fourth_cta_post: 'I always run',
  thank_you_text: 'Thank you!',
  thank_you_url: 'https://shop.example.com',
  media_key: '3_1',
  media_url: 'https://media.example.com/1',
  unlocked_image_media_url: 'https://media.example.com/unlocked',
  image_display_width: '1600',
  image_display_height: '838',
  id: '4ycnf',
  created_at: '2026-05-01T08:00:00Z',
  card_uri: 'card://4ycnf',
  updated_at: '2026-05-02T09:30:15Z',
  deleted: false,
  card_type: 'IMAGE_CONVERSATION',
}

const FIELDS =
  'id restId name cardUri cardType title firstCta firstCtaPost secondCta secondCtaPost thirdCta thirdCtaPost ' +
  'fourthCta fourthCtaPost thankYouText thankYouUrl mediaKey mediaUrl unlockedImageMediaUrl imageDisplayWidth imageDisplayHeight ' +
  'createdAt updatedAt deleted raw'

let graph: Awaited<ReturnType<typeof openSandboxGraph>>
beforeAll(async () => {
  graph = await openSandboxGraph()
})
afterAll(() => graph.close())

describe('an image conversation card', () => {
  it('has the columns of its row in camelCase, and numbers for columns that the service sends as text', async () => {
    const { data, errors, sent } = await readRow(
      ROW,
      `{ imageConversationCard(id: "ImageConversationCard:a1:4ycnf", withDeleted: true) { ${FIELDS} } }`,
    )

    expect(errors).toBeUndefined()
    expect(data).toEqual({
      imageConversationCard: {
        id: 'ImageConversationCard:a1:4ycnf',
        restId: '4ycnf',
        name: 'Runners',
        cardUri: 'card://4ycnf',
        cardType: 'IMAGE_CONVERSATION',
        title: 'When do you run?',
        firstCta: '#MorningRun',
        firstCtaPost: 'I run in the morning #MorningRun',
        secondCta: '#NightRun',
        secondCtaPost: 'I run at night',
        thirdCta: '#Never',
        thirdCtaPost: 'I do not run',
        fourthCta: '#Always',
        fourthCtaPost: 'I always run',
        thankYouText: 'Thank you!',
        thankYouUrl: 'https://shop.example.com',
        mediaKey: '3_1',
        mediaUrl: 'https://media.example.com/1',
        unlockedImageMediaUrl: 'https://media.example.com/unlocked',
        imageDisplayWidth: 1600,
        imageDisplayHeight: 838,
        createdAt: '2026-05-01T08:00:00Z',
        updatedAt: '2026-05-02T09:30:15Z',
        deleted: false,
        raw: ROW,
      },
    })
    expect(sent).toEqual([['/12/accounts/a1/cards/image_conversation/4ycnf', { with_deleted: 'true' }]])
  })

  it('has null for columns that the service leaves out, and its own ID although it has a media key', async () => {
    const row = { id: '4ycnf', media_key: '3_1' }
    const { data, errors } = await readRow(
      row,
      '{ imageConversationCard(accountId: "a1", id: "4ycnf") { id title imageDisplayWidth imageDisplayHeight } }',
    )

    expect(errors).toBeUndefined()
    expect(data).toEqual({
      imageConversationCard: {
        id: 'ImageConversationCard:a1:4ycnf',
        title: null,
        imageDisplayWidth: null,
        imageDisplayHeight: null,
      },
    })
  })

  it('comes in pages, in the order of the service', async () => {
    const { pages, sent, listed } = await readTwoPages(
      graph,
      DEMO_ACCOUNT_ID,
      'imageConversationCards',
      'cards/image_conversation',
    )

    expect(pages).toEqual([listed.slice(0, 2), listed.slice(2)])
    expect(sent).toEqual([{ count: '2' }, { count: '2', cursor: expect.any(String) as unknown }].slice(0, sent.length))
  })

  it('can be listed with every filter of the service', async () => {
    const { errors, sent } = await readRow(
      ROW,
      `{ account(id: "a1") { imageConversationCards(
        ids: ["x1", "ImageConversationCard:a1:x2"], namePrefix: "Run", first: 3, withDeleted: true
        sortBy: [{ field: NAME, direction: ASC }]
      ) { nodes { id } } } }`,
    )

    expect(errors).toBeUndefined()
    expect(sent).toEqual([
      [
        '/12/accounts/a1/cards/image_conversation',
        { card_ids: 'x1,x2', q: 'Run', sort_by: 'name-asc', with_deleted: 'true', count: '3' },
      ],
    ])
  })

  it('is found through node, with its media item', async () => {
    const { data, errors } = await graph.query(CARDS, { account: DEMO_ACCOUNT_ID })
    expect(errors).toBeUndefined()
    const { totalCount, nodes } = data!.account!.imageConversationCards!
    expect(nodes).toHaveLength(totalCount!)

    const found = await graph.query(FOUND, { id: nodes[0]!.id })
    expect(found.data!.node).toMatchObject({
      __typename: 'ImageConversationCard',
      media: { mediaType: 'IMAGE' },
    })
  })

  it('refuses a search of 81 characters and IDs of other cards before anything is sent', async () => {
    const { errors, sent } = await readRow(
      ROW,
      `{
        long: account(id: "a1") { imageConversationCards(namePrefix: "${'x'.repeat(81)}") { nodes { id } } }
        other: account(id: "a1") { imageConversationCards(ids: ["PollCard:a1:c1"]) { nodes { id } } }
      }`,
    )

    expect(errors?.map(({ extensions }) => extensions)).toEqual([
      { code: 'BAD_USER_INPUT', field: 'namePrefix' },
      { code: 'BAD_USER_INPUT', field: 'ids' },
    ])
    expect(sent).toEqual([])
  })
})
