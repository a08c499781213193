import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openGraph, type Graph } from '../../support/graph.ts'
import { startUpstream, type Upstream } from '../../support/upstream.ts'

/** The campaign of each line item, by account. The accounts have campaigns with the same ID. */
const CAMPAIGN_OF: Record<string, Record<string, string | null>> = {
  a1: { l1: 'c1', l2: 'c1', l3: null, l4: 'gone', l5: 'c1' },
  a2: { l6: 'c1', l7: 'c1', l8: 'c2' },
}

let upstream: Upstream
let graph: Graph
beforeAll(async () => {
  upstream = await startUpstream(({ path, query }) => {
    const [, account, list] = /accounts\/(\w+)\/(\w+)$/.exec(path)!
    const ids = (query['line_item_ids'] ?? query['campaign_ids'] ?? '').split(',')
    const rows = ids.map((id) =>
      list === 'line_items' ? { id, campaign_id: CAMPAIGN_OF[account!]![id] } : { id, name: `${id} of ${account}` },
    )
    return { body: { data: rows.filter(({ id }) => id !== 'gone') } }
  })
  graph = await openGraph(upstream.url)
})
afterAll(async () => {
  await graph.close()
  await upstream.close()
})

const lineItems = (fields: string) => {
  const ids = Object.entries(CAMPAIGN_OF).flatMap(([account, rows]) =>
    Object.keys(rows).map((id) => `LineItem:${account}:${id}`),
  )
  return `{ nodes(ids: ${JSON.stringify(ids)}) { ... on LineItem { campaign { ${fields} } } } }`
}

describe('the references of several rows', () => {
  it('belong to the account of each row, and are read once each', async () => {
    upstream.requests.length = 0
    const { data, errors } = await graph.query(lineItems('id name'))

    expect(errors).toBeUndefined()
    const named = (account: string, id: string) => ({
      campaign: { id: `Campaign:${account}:${id}`, name: `${id} of ${account}` },
    })
    expect(data).toEqual({
      nodes: [
        named('a1', 'c1'),
        named('a1', 'c1'),
        { campaign: null },
        { campaign: null },
        named('a1', 'c1'),
        named('a2', 'c1'),
        named('a2', 'c1'),
        named('a2', 'c2'),
      ],
    })
    const reads = upstream.requests.filter(({ path }) => path.endsWith('/campaigns'))
    expect(reads).toHaveLength(2)
    expect(new Set(reads.map(({ query }) => query['campaign_ids']))).toEqual(new Set(['c1,gone', 'c1,c2']))
  })

  it('need no call for their IDs', async () => {
    upstream.requests.length = 0
    const { data } = await graph.query(lineItems('restId'))

    expect(data).toEqual({
      nodes: ['c1', 'c1', null, 'gone', 'c1', 'c1', 'c1', 'c2'].map((id) => ({ campaign: id && { restId: id } })),
    })
    expect(upstream.requests.map(({ path }) => path.split('/').at(-1))).toEqual(['line_items', 'line_items'])
  })
})
