import { describe, expect, it } from 'vitest'
import { callCounts, openGraph, useSandboxGraph } from '../../support/graph.ts'
import { graphql } from '../../support/graphql/index.ts'
import { startUpstream } from '../../support/upstream.ts'

const ROW = {
  name: 'Comedy',
  id: '3q',
  iab_categories: ['IAB1-4'],
  publishers_in_last_thirty_days: 12,
  videos_monetized_in_last_thirty_days: 3_400,
}

const graph = useSandboxGraph()

describe('a content category', () => {
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
