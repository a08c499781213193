import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { SMALL_ACCOUNT_ID } from '../../../sandbox/index.ts'
import { openSandboxGraph } from '../../support/graph.ts'

let graph: Awaited<ReturnType<typeof openSandboxGraph>>
beforeAll(async () => {
  graph = await openSandboxGraph()
})
afterEach(() => graph.sandbox.faults.clear())
afterAll(() => graph.close())

interface Part {
  data?: unknown
  incremental?: { path: (string | number)[]; data?: unknown; items?: unknown[]; errors?: unknown[] }[]
  hasNext?: boolean
  extensions?: { upstream: { requests: number } }
}

/** The parts of an answer that comes in parts. */
async function parts(query: string): Promise<Part[]> {
  const response = await fetch(graph.url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'multipart/mixed' },
    body: JSON.stringify({ query }),
  })
  expect(response.headers.get('content-type')).toContain('multipart/mixed')
  const text = await response.text()
  return [...text.matchAll(/\r\n\r\n(\{.*\})\r\n/g)].map(([, json]) => JSON.parse(json!) as Part)
}

describe('an incremental response', () => {
  it('sends campaigns first and their deferred line items when they have arrived, and the trace with the last part', async () => {
    const [first, ...later] = await parts(`{ account(id: "${SMALL_ACCOUNT_ID}") { campaigns(first: 2) { nodes {
      restId ... @defer { lineItems(first: 2) { nodes { restId } totalCount } }
    } } } }`)

    expect(first).toMatchObject({ data: { account: { campaigns: { nodes: [{}, {}] } } }, hasNext: true })
    expect(JSON.stringify(first)).not.toContain('lineItems')
    const increments = later.flatMap(({ incremental }) => incremental ?? [])
    expect(increments.map(({ path }) => path)).toEqual([
      ['account', 'campaigns', 'nodes', 0],
      ['account', 'campaigns', 'nodes', 1],
    ])
    expect(increments[0]?.data).toMatchObject({ lineItems: { nodes: [{}, {}], totalCount: 4 } })
    expect(later.at(-1)).toMatchObject({ hasNext: false, extensions: { upstream: { requests: 2 } } })
  })

  it('streams the rows of a nested list behind the first', async () => {
    const [first, ...later] = await parts(`{ account(id: "${SMALL_ACCOUNT_ID}") { campaigns(first: 2) { nodes {
      lineItems(first: 3) { nodes @stream(initialCount: 1) { restId } }
    } } } }`)

    expect(first).toMatchObject({
      data: { account: { campaigns: { nodes: [{ lineItems: { nodes: [{}] } }, { lineItems: { nodes: [{}] } }] } } },
    })
    const items = later.flatMap(({ incremental }) => incremental ?? []).flatMap(({ items }) => items ?? [])
    expect(items).toHaveLength(4)
  })

  it('counts a list whose count was deferred until its rows had been read', async () => {
    const all = await parts(`{ account(id: "${SMALL_ACCOUNT_ID}") { campaigns(first: 2) { nodes {
      lineItems(first: 1) { nodes { restId } ... @defer { totalCount } }
    } } } }`)

    const increments = all.flatMap(({ incremental }) => incremental ?? [])
    expect(increments.map(({ data }) => data)).toEqual([{ totalCount: 4 }, { totalCount: 4 }])
  })

  it('has the error of a deferred part with its code, as in a whole response', async () => {
    graph.sandbox.faults.add({
      match: { path: 'accounts/:account_id/line_items' },
      fault: { kind: 'status', status: 403, body: { json: { errors: [{ code: 'NO_WAY', message: 'No way' }] } } },
    })
    const all = await parts(`{ account(id: "${SMALL_ACCOUNT_ID}") { campaigns(first: 1) { nodes {
      restId ... @defer { lineItems { nodes { restId } } }
    } } } }`)

    const errors = all.flatMap(({ incremental }) => incremental ?? []).flatMap(({ errors }) => errors ?? [])
    expect(errors).toMatchObject([
      { message: 'No way', extensions: { code: 'FORBIDDEN', upstream: { status: 403, errors: [{ code: 'NO_WAY' }] } } },
    ])
  })
})
