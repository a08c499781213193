import { describe, expect, it } from 'vitest'
import { DEMO_ACCOUNT_ID } from '../../../sandbox/index.ts'
import { readRow } from '../../support/entity.ts'
import { useSandboxGraph } from '../../support/graph.ts'
import { graphql } from '../../support/graphql/index.ts'

const SHOWN = graphql(`query MediaOfCreatives($account: ID!) {
  account(id: $account) {
    mediaCreatives(first: 100) { nodes { accountMediaId accountMedia { restId creativeType } } }
  }
}`)

const ROW = { id: '2pi', creative_type: 'BANNER' }

const graph = useSandboxGraph()

describe('account media', () => {
  it('have UNRECOGNIZED for an unknown type, and every digit of a long video ID', async () => {
    const row = '{"id":"2pi","creative_type":"HOLOGRAM","video_id":9223372036854775807}'
    const { data } = await readRow(row, '{ accountMedia(id: "AccountMedia:a1:2pi") { creativeType videoId } }')

    expect(data).toEqual({ accountMedia: { creativeType: 'UNRECOGNIZED', videoId: '9223372036854775807' } })
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
