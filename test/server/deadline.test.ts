import { afterEach, describe, expect, it, vi } from 'vitest'
import { openGraph } from '../support/graph.ts'
import { closedAfterTest } from '../support/open.ts'
import { startUpstream, type UpstreamAnswer, type UpstreamRequest } from '../support/upstream.ts'

const TIMEOUT_MS = 10_000

/** How far the clock is ahead. It can advance each time that it is read. */
const clock = { aheadMs: 0, stepMs: 0 }
afterEach(() => {
  vi.restoreAllMocks()
  Object.assign(clock, { aheadMs: 0, stepMs: 0 })
})

async function open(answer: (request: UpstreamRequest) => UpstreamAnswer) {
  const upstream = closedAfterTest(await startUpstream(answer))
  const graph = closedAfterTest(await openGraph(upstream.url, { operationTimeoutMs: TIMEOUT_MS, checksPlan: false }))
  const { now } = Date
  vi.spyOn(Date, 'now').mockImplementation(() => now() + (clock.aheadMs += clock.stepMs))
  return { graph, upstream }
}

describe('an operation whose deadline has passed', () => {
  it('reads no further page, even if all pages of the list are cached', async () => {
    const pages = 300
    const { graph, upstream } = await open(({ query }) => {
      const nth = Number(query['cursor'] ?? 1)
      const data = [{ targeting_value: `v${nth}`, name: 'n' }]
      return { body: { data, next_cursor: nth < pages ? String(nth + 1) : null } }
    })
    const document = '{ targetingOptions { devices(first: 1000) { nodes { name } } } }'
    const first = await graph.query<{ targetingOptions: { devices: { nodes: unknown[] } } }>(document)
    expect([first.data.targetingOptions.devices.nodes.length, upstream.requests.length]).toEqual([pages, pages])

    clock.stepMs = 100
    const { errors, cached } = await graph.query(document)
    expect(errors).toMatchObject([{ extensions: { code: 'UPSTREAM_TIMEOUT' } }])
    expect(cached).toBeLessThan(TIMEOUT_MS / clock.stepMs)
    expect(upstream.requests).toHaveLength(pages)
  })

  const campaigns = (aheadMs: number) => async () => {
    const { graph, upstream } = await open(({ body, path }) => {
      clock.aheadMs += aheadMs
      const row = { id: 'c1', name: new URLSearchParams(body).get('name') ?? 'n', daily_budget_amount_local_micro: 1 }
      return { body: path.endsWith('/campaigns') ? { data: [row], next_cursor: null } : { data: row } }
    })
    return { graph, upstream }
  }

  it('completes what has arrived', async () => {
    const { graph } = await campaigns(TIMEOUT_MS + 1)()
    const { data, errors } = await graph.query('{ account(id: "a1") { campaigns { nodes { name } } } }')

    expect(errors).toBeUndefined()
    expect(data).toEqual({ account: { campaigns: { nodes: [{ name: 'n' }] } } })
  })

  it('ends long after it if it is a query, whatever work is left', async () => {
    const { graph, upstream } = await campaigns(2 * TIMEOUT_MS)()
    const { data, errors } = await graph.query('{ account(id: "a1") { campaigns { nodes { name } } } }')

    expect(data).toBeNull()
    expect(errors).toMatchObject([
      {
        message: 'The operation has reached its deadline. Request fewer rows or fields',
        extensions: { code: 'UPSTREAM_TIMEOUT' },
      },
    ])
    expect(upstream.requests).toHaveLength(1)
  })

  it('reports what it did if it is a mutation, and begins no other write', async () => {
    const { graph, upstream } = await campaigns(2 * TIMEOUT_MS)()
    const create = (name: string) =>
      `${name}: createCampaign(input: { accountId: "a1", name: "${name}", fundingInstrumentId: "f1" }) { campaign { name } }`
    const { data, errors } = await graph.query(`mutation { ${create('one')} ${create('two')} }`)

    expect(data).toEqual({ one: { campaign: { name: 'one' } }, two: null })
    expect(errors).toMatchObject([{ path: ['two'], extensions: { code: 'UPSTREAM_TIMEOUT' } }])
    expect(upstream.requests.map(({ method }) => method)).toEqual(['POST'])
  })
})
