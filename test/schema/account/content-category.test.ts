import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readRow } from '../../support/entity.ts'
import { callCounts, openGraph, openSandboxGraph } from '../../support/graph.ts'
import { graphql } from '../../support/graphql/index.ts'
import { startUpstream } from '../../support/upstream.ts'

const ROW = {
  name: 'Comedy',
  id: '3q',
  iab_categories: ['IAB1-4'],
  publishers_in_last_thirty_days: 12,
  videos_monetized_in_last_thirty_days: 3_400,
}

let graph: Awaited<ReturnType<typeof openSandboxGraph>>
beforeAll(async () => {
  graph = await openSandboxGraph()
})
afterAll(() => graph.close())

describe('a content category', () => {
  it('has the fields of its row in camelCase', async () => {
    const { data, errors, sent } = await readRow(
      [ROW],
      `{ contentCategories { nodes {
        restId name publishersInLastThirtyDays videosMonetizedInLastThirtyDays iabCategories { nodes { restId } } raw
      } } }`,
    )

    expect(errors).toBeUndefined()
    expect(data).toEqual({
      contentCategories: {
        nodes: [
          {
            restId: '3q',
            name: 'Comedy',
            publishersInLastThirtyDays: 12,
            videosMonetizedInLastThirtyDays: 3_400,
            iabCategories: { nodes: [{ restId: 'IAB1-4' }] },
            raw: ROW,
          },
        ],
      },
    })
    expect(sent).toEqual([['/12/content_categories', {}]])
  })

  it('has null for columns that the service omits', async () => {
    const { data, errors } = await readRow(
      [{ id: '3q' }],
      '{ contentCategories { nodes { name publishersInLastThirtyDays videosMonetizedInLastThirtyDays iabCategories { nodes { name } } } } }',
    )

    expect(errors).toBeUndefined()
    expect(data).toEqual({
      contentCategories: {
        nodes: [
          {
            name: null,
            publishersInLastThirtyDays: null,
            videosMonetizedInLastThirtyDays: null,
            iabCategories: { nodes: [] },
          },
        ],
      },
    })
  })

  it('reads IAB categories and their parents in one call (R-ACC-11)', async () => {
    const { data, errors, calls } = await graph.query(
      graphql(
        `query ContentCategories { contentCategories { nodes { name iabCategories { nodes { name parent { name } } } } } }`,
      ),
    )

    expect(errors).toBeUndefined()
    expect(data!.contentCategories!.nodes).toHaveLength(21)
    expect(data!.contentCategories!.nodes.find(({ name }) => name === 'Comedy')?.iabCategories).toEqual({
      nodes: [{ name: 'Humor', parent: { name: 'Arts & Entertainment' } }],
    })
    expect(callCounts(calls)).toEqual({ 'GET content_categories': 1, 'GET iab_categories': 1 })
  })

  it('keeps the ID of an IAB category that is not in the list', async () => {
    const upstream = await startUpstream(({ path }) => ({
      body: { data: path.endsWith('content_categories') ? [ROW] : [], next_cursor: null },
    }))
    const other = await openGraph(upstream.url)
    const { data } = await other.query('{ contentCategories { nodes { iabCategories { nodes { restId name } } } } }')
    await other.close()
    await upstream.close()

    expect(data).toEqual({
      contentCategories: { nodes: [{ iabCategories: { nodes: [{ restId: 'IAB1-4', name: null }] } }] },
    })
  })
})
