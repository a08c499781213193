import { describe, expect, it } from 'vitest'
import { finderOf } from '../../src/schema/node/node-type.ts'
import { RENAMED_IN_IDS } from '../../src/schema/renamed.ts'
import { useGraphOver } from '../support/graph.ts'
import { listsOf } from '../support/upstream.ts'

const { graph } = useGraphOver(listsOf({ posts: [{ id: '7', name: 'Launch' }] }))

describe.each(Object.entries(RENAMED_IN_IDS))('an ID that begins with the former name %s', (former, present) => {
  it('is of a node type', () => {
    expect([finderOf(former), finderOf(present)]).toEqual([undefined, expect.any(Function)])
  })
})

describe('an ID with a former name of its type', () => {
  it('is decoded by node, by arguments and by the look-up of a federated gateway, and answered with the present name', async () => {
    const former = 'Post:a1:7'
    const id = 'PublishedPost:a1:7'
    const { data, errors } = await graph.query(
      `query ($representations: [_Any!]!) {
        node(id: "${former}") { __typename id ... on PublishedPost { name } }
        nodes(ids: ["${former}", "${id}"]) { id }
        publishedPost(id: "${former}") { id }
        _entities(representations: $representations) { ... on PublishedPost { id name } }
      }`,
      {
        representations: [
          { __typename: 'Post', id: former },
          { __typename: 'PublishedPost', id },
          { __typename: 'PublishedPost', id: former },
        ],
      },
    )

    expect(errors).toBeUndefined()
    expect(data).toEqual({
      node: { __typename: 'PublishedPost', id, name: 'Launch' },
      nodes: [{ id }, { id }],
      publishedPost: { id },
      _entities: [
        { id, name: 'Launch' },
        { id, name: 'Launch' },
        { id, name: 'Launch' },
      ],
    })
  })
})
