import { describe, expect, it } from 'vitest'
import { readRow } from '../../support/entity.ts'
import { useSandboxGraph, type Answer } from '../../support/graph.ts'
import type { IabCategoryPageQuery } from '../../support/graphql/graphql.ts'
import { graphql } from '../../support/graphql/index.ts'

const PAGE = graphql(`query IabCategoryPage($after: String) {
  iabCategories(first: 100, after: $after) { totalCount nodes { restId } pageInfo { endCursor hasNextPage } }
}`)

const ROW = { id: 'IAB2-3', parent_id: 'IAB2', name: 'Buying/Selling Cars' }

const graph = useSandboxGraph()

describe('an IAB category', () => {
  it('has the fields of its row, and reads the ID of its parent without another call', async () => {
    const { data, errors, sent } = await readRow(
      [ROW],
      '{ iabCategories { nodes { restId name parentId parent { restId } raw } } }',
    )

    expect(errors).toBeUndefined()
    expect(data).toEqual({
      iabCategories: {
        nodes: [
          { restId: 'IAB2-3', name: 'Buying/Selling Cars', parentId: 'IAB2', parent: { restId: 'IAB2' }, raw: ROW },
        ],
      },
    })
    expect(sent).toEqual([['/12/iab_categories', { count: '1000' }]])
  })

  it('is found by its ID as it is written, not in another case', async () => {
    const document = '{ nodes(ids: ["IabCategory:IAB2-3", "IabCategory:iab2-3"]) { id } }'
    const { data } = await readRow([ROW], document)
    expect(data).toEqual({ nodes: [{ id: 'IabCategory:IAB2-3' }, null] })
  })

  it('is listed in pages and counted, with one call for all pages', async () => {
    const ids: string[] = []
    let after: string | null = null
    let requests = 0
    do {
      const answer: Answer<IabCategoryPageQuery | null> = await graph.query(PAGE, { after })
      const { nodes, pageInfo, totalCount } = answer.data!.iabCategories!
      expect(totalCount).toBe(334)
      ids.push(...nodes.map(({ restId }) => restId))
      after = pageInfo.hasNextPage ? pageInfo.endCursor : null
      requests += answer.calls.length
    } while (after !== null)

    expect(new Set(ids).size).toBe(334)
    expect(ids.slice(0, 3)).toEqual(['IAB1', 'IAB1-1', 'IAB1-2'])
    expect(requests).toBe(1)
  })

  it('has its parent, or null at the top', async () => {
    const { data, errors } = await graph.query(
      '{ iabCategories(first: 2) { nodes { name parent { name parent { name } } } } }',
    )

    expect(errors).toBeUndefined()
    expect(data).toEqual({
      iabCategories: {
        nodes: [
          { name: 'Arts & Entertainment', parent: null },
          { name: 'Books & Literature', parent: { name: 'Arts & Entertainment', parent: null } },
        ],
      },
    })
  })

  it.each([0, -1, 1001])('refuses a page size of %i', async (first) => {
    graph.sandbox.clearRequests()
    const { errors } = await graph.query(`{ iabCategories(first: ${first}) { nodes { name } } }`)

    expect(errors).toMatchObject([{ extensions: { code: 'BAD_USER_INPUT', field: 'first', rule: 'R-CONV-10' } }])
    expect(graph.sandbox.requests).toEqual([])
  })
})
