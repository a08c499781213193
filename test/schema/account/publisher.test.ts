import { describe, expect, it } from 'vitest'
import { readRow } from '../../support/entity.ts'
import { callCounts, useSandboxGraph } from '../../support/graph.ts'
import { graphql } from '../../support/graphql/index.ts'

const graph = useSandboxGraph()

describe('a publisher', () => {
  it('keeps every digit of a user ID that is sent as a number', async () => {
    const { data } = await readRow('[{"user_id":1590700200207413126}]', '{ publishers { nodes { userId } } }')

    expect(data).toEqual({ publishers: { nodes: [{ userId: '1590700200207413126' }] } })
  })

  it('reads the content categories of all publishers in one call', async () => {
    const { data, errors, calls } = await graph.query(
      graphql(`query ContentOfPublishers { publishers { nodes { contentCategories { nodes { name } } } } }`),
    )

    expect(errors).toBeUndefined()
    expect(data!.publishers!.nodes).toHaveLength(25)
    expect(
      data!.publishers!.nodes.every(({ contentCategories }) =>
        contentCategories!.nodes.every(({ name }) => name !== null),
      ),
    ).toBe(true)
    expect(callCounts(calls)).toEqual({ 'GET publishers': 1, 'GET content_categories': 1 })
  })
})
