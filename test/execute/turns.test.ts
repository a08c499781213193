import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { callCounts, openGraph, type Graph } from '../support/graph.ts'
import { startListUpstream, type Upstream } from '../support/upstream.ts'

const CAMPAIGNS = 400
const LINE_ITEMS = 30

let upstream: Upstream
let graph: Graph
beforeAll(async () => {
  const campaigns = Array.from({ length: CAMPAIGNS }, (_, nth) => ({ id: `c${nth}`, name: `campaign ${nth} "ü"` }))
  upstream = await startListUpstream({
    campaigns,
    line_items: campaigns.flatMap(({ id }) =>
      Array.from({ length: LINE_ITEMS }, (_, nth) => ({ id: `${id}l${nth}`, campaign_id: id, name: `item ${nth}` })),
    ),
  })
  graph = await openGraph(upstream.url)
})
afterAll(async () => {
  await graph.close()
  await upstream.close()
})

const DOCUMENT = `{
  account(id: "a1") {
    campaigns(first: 1000) {
      nodes { id name lineItems(first: 30) { nodes { restId name raw campaign { restId } } pageInfo { hasNextPage } } }
    }
  }
}`

interface Answer {
  account: {
    campaigns: {
      nodes: {
        id: string
        name: string
        lineItems: {
          nodes: { restId: string; name: string; raw: unknown; campaign: { restId: string } }[]
          pageInfo: { hasNextPage: boolean }
        }
      }[]
    }
  }
}

describe('an answer that is executed and written in turns', () => {
  it('is the same as one at once, and takes no call more', async () => {
    const { data, errors, calls } = await graph.query<Answer>(DOCUMENT)

    expect(errors).toBeUndefined()
    expect(data.account.campaigns.nodes).toEqual(
      Array.from({ length: CAMPAIGNS }, (_, campaign) => ({
        id: `Campaign:a1:c${campaign}`,
        name: `campaign ${campaign} "ü"`,
        lineItems: {
          nodes: Array.from({ length: LINE_ITEMS }, (_, nth) => ({
            restId: `c${campaign}l${nth}`,
            name: `item ${nth}`,
            raw: { id: `c${campaign}l${nth}`, campaign_id: `c${campaign}`, name: `item ${nth}` },
            campaign: { restId: `c${campaign}` },
          })),
          pageInfo: { hasNextPage: false },
        },
      })),
    )
    expect(callCounts(calls)['GET accounts/:account_id/campaigns']).toBe(1)
  })

  it('comes in pieces, without a length', async () => {
    const ask = async (query: string) => {
      const response = await fetch(graph.url, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ query }),
      })
      const bytes = (await response.arrayBuffer()).byteLength
      return { bytes, length: response.headers.get('content-length'), type: response.headers.get('content-type') }
    }
    const type = 'application/json; charset=utf-8'
    expect(await ask(DOCUMENT)).toMatchObject({ length: null, type })
    const short = await ask('{ __typename }')
    expect(short).toEqual({ bytes: short.bytes, length: String(short.bytes), type })
  })

  it('whose caller leaves in the middle is not written on', async () => {
    for (let nth = 0; nth < 3; nth += 1) {
      const leaving = new AbortController()
      const response = await fetch(graph.url, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ query: DOCUMENT }),
        signal: leaving.signal,
      })
      const reader = response.body!.getReader()
      expect((await reader.read()).done).toBe(false)
      leaving.abort()
    }
    const running = async () =>
      /adgraph_operations\{state="running"\} (\d+)/.exec(
        await (await fetch(new URL('/metrics', graph.url))).text(),
      )?.[1]
    while ((await running()) !== '0') await new Promise((resolve) => setTimeout(resolve, 5))
    expect(graph.logLines.filter((line) => !line.includes('"msg":"operation"'))).toEqual([])
  })
})
