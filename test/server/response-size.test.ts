import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { callCounts, openGraph, type Graph } from '../support/graph.ts'
import { startListUpstream, type Upstream } from '../support/upstream.ts'

const MAX_BYTES = 1_000_000
const CAMPAIGNS = 200
const NAME = 'n'.repeat(100)

let upstream: Upstream
let graph: Graph
beforeAll(async () => {
  upstream = await startListUpstream({
    campaigns: Array.from({ length: CAMPAIGNS }, (_, nth) => ({ id: `c${nth}`, name: NAME })),
  })
  graph = await openGraph(upstream.url, { settings: { MAX_MEMORY_BYTES: String(MAX_BYTES) } })
})
afterAll(async () => {
  await graph.close()
  await upstream.close()
})

/** A document with so many aliases of a field of 200 campaigns. */
function aliases(count: number, field: string): string {
  const fields = Array.from({ length: count }, (_, nth) => `a${nth}: ${field}`)
  return `{ account(id: "a") { campaigns(first: ${CAMPAIGNS}) { nodes { ${fields.join(' ')} } } } }`
}

describe('the length of a response', () => {
  it.each(['raw', 'name'])('is limited, however often %s is selected', async (field) => {
    const { data, errors, calls } = await graph.query(aliases(150, field))

    expect(data).toBeNull()
    expect(errors).toHaveLength(1)
    expect(errors![0]!.extensions).toMatchObject({ code: 'BUDGET_SPENT', limit: 'bytes', allowed: MAX_BYTES })
    expect(errors![0]!.extensions['used']).toBeGreaterThan(MAX_BYTES)
    expect(callCounts(calls)).toEqual({ 'GET accounts/:account_id/campaigns': 1 })
  })

  it('does not change a response below the limit', async () => {
    const { data, errors } = await graph.query<{ account: { campaigns: { nodes: object[] } } }>(aliases(20, 'name'))

    expect(errors).toBeUndefined()
    expect(data.account.campaigns.nodes).toEqual(
      Array.from({ length: CAMPAIGNS }, () =>
        Object.fromEntries(Array.from({ length: 20 }, (_, nth) => [`a${nth}`, NAME])),
      ),
    )
  })
})
