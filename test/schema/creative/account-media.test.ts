import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { DEMO_ACCOUNT_ID } from '../../../sandbox/index.ts'
import { readRow, readTwoPages } from '../../support/entity.ts'
import { openSandboxGraph } from '../../support/graph.ts'
import { graphql } from '../../support/graphql/index.ts'

const SHOWN = graphql(`query MediaOfCreatives($account: ID!) {
  account(id: $account) {
    mediaCreatives(first: 100) { nodes { accountMediaId accountMedia { restId creativeType } } }
  }
}`)

const ROW = {
  id: '2pi',
  video_id: null,
  media_url: 'https://media.example.com/banner.png',
  creative_type: 'BANNER',
  created_at: '2026-05-01T08:00:00Z',
  updated_at: '2026-05-02T09:30:15Z',
  deleted: false,
}

const FIELDS = 'id restId creativeType mediaUrl videoId createdAt updatedAt deleted raw'

let graph: Awaited<ReturnType<typeof openSandboxGraph>>
beforeAll(async () => {
  graph = await openSandboxGraph()
})
afterAll(() => graph.close())

describe('account media', () => {
  it('have the columns of their row in camelCase', async () => {
    const { data, errors, sent } = await readRow(ROW, `{ accountMedia(id: "AccountMedia:a1:2pi") { ${FIELDS} } }`)

    expect(errors).toBeUndefined()
    expect(data).toEqual({
      accountMedia: {
        id: 'AccountMedia:a1:2pi',
        restId: '2pi',
        creativeType: 'BANNER',
        mediaUrl: 'https://media.example.com/banner.png',
        videoId: null,
        createdAt: '2026-05-01T08:00:00Z',
        updatedAt: '2026-05-02T09:30:15Z',
        deleted: false,
        raw: ROW,
      },
    })
    expect(sent).toEqual([['/12/accounts/a1/account_media/2pi', {}]])
  })

  it('have UNRECOGNIZED for an unknown type, and every digit of a long video ID', async () => {
    const row = '{"id":"2pi","creative_type":"HOLOGRAM","video_id":9223372036854775807}'
    const { data } = await readRow(row, '{ accountMedia(id: "AccountMedia:a1:2pi") { creativeType videoId } }')

    expect(data).toEqual({ accountMedia: { creativeType: 'UNRECOGNIZED', videoId: '9223372036854775807' } })
  })

  it('come in pages, in the order of the service', async () => {
    const { pages, sent, listed } = await readTwoPages(graph, DEMO_ACCOUNT_ID, 'accountMediaItems', 'account_media')

    expect(pages).toEqual([listed.slice(0, 2), listed.slice(2)])
    expect(sent).toEqual([{ count: '2' }, { count: '2', cursor: expect.any(String) as unknown }])
  })

  it('can be listed with every filter of the service', async () => {
    const { errors, sent } = await readRow(
      ROW,
      `{ account(id: "a1") { accountMediaItems(
        ids: ["x1", "AccountMedia:a1:x2"], creativeTypes: [BANNER, VAST_PREROLL], first: 3, withDeleted: true
        sortBy: [{ field: "createdAt", direction: DESC }]
      ) { nodes { id } } } }`,
    )

    expect(errors).toBeUndefined()
    expect(sent).toEqual([
      [
        '/12/accounts/a1/account_media',
        {
          account_media_ids: 'x1,x2',
          creative_types: 'BANNER,VAST_PREROLL',
          sort_by: 'created_at-desc',
          with_deleted: 'true',
          count: '3',
        },
      ],
    ])
  })

  it('are found through node and by their ID', async () => {
    const { data, sent } = await readRow(
      ROW,
      `{
        node(id: "AccountMedia:a1:2pi") { __typename ... on AccountMedia { creativeType } }
        accountMedia(id: "2pi", accountId: "a1", withDeleted: true) { creativeType }
      }`,
    )

    expect(data).toEqual({
      node: { __typename: 'AccountMedia', creativeType: 'BANNER' },
      accountMedia: { creativeType: 'BANNER' },
    })
    expect(sent).toEqual([
      ['/12/accounts/a1/account_media', { account_media_ids: '2pi' }],
      ['/12/accounts/a1/account_media/2pi', { with_deleted: 'true' }],
    ])
  })

  it('refuse more than 200 IDs before anything is sent (R-CONV-16)', async () => {
    const ids = JSON.stringify(Array.from({ length: 201 }, (_, index) => `m${index}`))
    const { errors, sent } = await readRow(
      ROW,
      `{ account(id: "a1") { accountMediaItems(ids: ${ids}) { nodes { id } } } }`,
    )

    expect(errors?.map(({ extensions }) => extensions)).toEqual([
      { code: 'BAD_USER_INPUT', field: 'ids', rule: 'R-CONV-16' },
    ])
    expect(sent).toEqual([])
  })

  it('are the media items of the media creatives in the sandbox', async () => {
    const { data, errors } = await graph.query(SHOWN, { account: DEMO_ACCOUNT_ID })

    expect(errors).toBeUndefined()
    const { nodes } = data!.account!.mediaCreatives!
    expect(nodes.map(({ accountMedia }) => accountMedia?.restId)).toEqual(
      nodes.map(({ accountMediaId }) => accountMediaId),
    )
  })
})
