import { describe, expect, it } from 'vitest'
import { DEMO_ACCOUNT_ID } from '../../../sandbox/index.ts'
import { readRow } from '../../support/entity.ts'
import { useSandboxGraph } from '../../support/graph.ts'
import { graphql } from '../../support/graphql/index.ts'

const TYPES = graphql(`query CardTypes($account: ID!, $includeLegacyCards: Boolean) {
  account(id: $account) { cards(includeLegacyCards: $includeLegacyCards) { nodes { __typename } } }
}`)

const graph = useSandboxGraph()

describe('a legacy card', () => {
  it('has numbers for columns that the service sends as text', async () => {
    const row = {
      id: '4ycnf',
      card_uri: 'card://4ycnf',
      card_type: 'VIDEO_APP_DOWNLOAD',
      googleplay_app_id: 'com.example.shop',
      image_display_width: '1600',
      image_display_height: '',
      video_width: 1280,
      video_height: 'tall',
      video_owner_id: '9223372036854775807',
      content_duration_seconds: '24.5',
    }
    const { data, errors, sent } = await readRow(
      row,
      `{ card(id: "LegacyCard:a1:4ycnf", withDeleted: true) { __typename ... on LegacyCard {
        googleplayAppId imageDisplayWidth imageDisplayHeight videoWidth videoHeight videoOwnerId contentDurationSeconds
        videoPosterWidth
      } } }`,
    )

    expect(errors).toBeUndefined()
    expect(data).toEqual({
      card: {
        __typename: 'LegacyCard',
        googleplayAppId: 'com.example.shop',
        imageDisplayWidth: 1600,
        imageDisplayHeight: null,
        videoWidth: 1280,
        videoHeight: null,
        videoOwnerId: '9223372036854775807',
        contentDurationSeconds: 24.5,
        videoPosterWidth: null,
      },
    })
    expect(sent).toEqual([['/12/accounts/a1/cards/all/4ycnf', { with_deleted: 'true' }]])
  })

  it('of another type than its global ID is null', async () => {
    const row = { id: 'c1', card_uri: 'card://c1', components: [] }
    const { data, errors } = await readRow(row, '{ node(id: "LegacyCard:a1:c1") { id ... on Card { name } } }')

    expect([data, errors]).toEqual([{ node: null }, undefined])
  })

  it('is in lists on request', async () => {
    const types = async (includeLegacyCards?: boolean) => {
      const { data } = await graph.query(TYPES, { account: DEMO_ACCOUNT_ID, includeLegacyCards })
      return [...new Set(data!.account!.cards!.nodes.map(({ __typename }) => __typename))].sort()
    }
    expect(await types()).toEqual(['ComposableCard'])
    expect(await types(true)).toEqual(['ComposableCard', 'LegacyCard'])
  })

  it('is listed by its global ID on request', async () => {
    const list = (args: string) =>
      readRow({ id: 'c1' }, `{ account(id: "a1") { cards(ids: ["LegacyCard:a1:c1"] ${args}) { nodes { name } } } }`)
    const { errors, sent } = await list('includeLegacyCards: true')

    expect(errors).toBeUndefined()
    expect(sent).toMatchObject([['/12/accounts/a1/cards', { card_id: 'c1', include_legacy_cards: 'true' }]])
    expect((await list('')).errors).toMatchObject([{ extensions: { field: 'ids' } }])
  })
})
