import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { SMALL_ACCOUNT_ID } from '../../../sandbox/index.ts'
import { openGraph, openSandboxGraph } from '../../support/graph.ts'
import { startUpstream } from '../../support/upstream.ts'

let graph: Awaited<ReturnType<typeof openSandboxGraph>>
beforeAll(async () => {
  graph = await openSandboxGraph()
})
afterEach(() => graph.sandbox.faults.clear())
afterAll(() => graph.close())

interface Part {
  data?: unknown
  incremental?: { path: (string | number)[]; data?: unknown; items?: unknown[]; errors?: PartError[] }[]
  errors?: PartError[]
  hasNext?: boolean
  extensions?: { upstream: { requests: number } }
}

interface PartError {
  path?: unknown
  extensions?: { code?: unknown }
}

/** The parts of an answer that comes in parts. */
async function parts(query: string, url = graph.url): Promise<Part[]> {
  const response = await fetch(url, {
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

  it('is a whole response if no directive is active, for clients that accept no other', async () => {
    const ask = (defer: string, stream: string) =>
      graph.query(
        `query ($no: Boolean! = false) { __typename @include(if: $no) account(id: "${SMALL_ACCOUNT_ID}") { campaigns(first: 2) { nodes ${stream} {
          restId ... ${defer} { lineItems(first: 2) { nodes ${stream} { restId } totalCount } }
        } } } }`,
        {},
        { accept: 'application/json' },
      )
    const { data, errors, calls } = await ask('', '')
    const inactive = await ask('@defer(if: $no)', '@stream(if: false, initialCount: 1)')
    expect([inactive.data, inactive.errors, inactive.calls.length]).toEqual([data, errors, calls.length])
    expect(calls).toHaveLength(2)
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

describe('a value that its type cannot have', () => {
  const deep = (depth: number) => `${'['.repeat(depth)}${']'.repeat(depth)}`
  const ROW = '"id": "c1"'

  /** The codes and paths of the errors of a campaign, whose row is this text. */
  async function codesOf(row: string, selection: string): Promise<{ whole: unknown[]; inParts: unknown[] }> {
    const upstream = await startUpstream(() => ({
      body: `{ "data": { ${row} } }`,
      headers: { 'content-type': 'application/json' },
    }))
    const over = await openGraph(upstream.url, { checksPlan: false })
    try {
      const document = (around: string) => `{ campaign(id: "Campaign:a1:c1") { ${around} } }`
      const { errors = [] } = await over.query(document(selection))
      const all = await parts(document(`__typename ... @defer { ${selection} }`), over.url)
      const shown = ({ path, extensions }: PartError) => [path, extensions?.code]
      return {
        whole: errors.map(shown),
        inParts: all.flatMap(({ errors = [], incremental = [] }) =>
          [...errors, ...incremental.flatMap(({ errors = [] }) => errors)].map(shown),
        ),
      }
    } finally {
      await over.close()
      await upstream.close()
    }
  }

  it.each([
    ['name', `${ROW}, "name": {}`],
    ['name', `${ROW}, "name": [1]`],
    ['servable', `${ROW}, "servable": "yes"`],
    ['dailyBudgetAmountLocalMicro', `${ROW}, "daily_budget_amount_local_micro": "1.5"`],
    ['createdAt', `${ROW}, "created_at": {}`],
    ['currency', `${ROW}, "currency": { "a": 1 }`],
    ['entityStatus', `${ROW}, "entity_status": 17`],
    ['reasonsNotServable', `${ROW}, "reasons_not_servable": [{}]`],
  ])('is the same error of `%s` with @defer as without: %s', async (field, row) => {
    const { whole, inParts } = await codesOf(row, field)
    expect(inParts).toEqual(whole)
    for (const [, code] of whole as [unknown, string][]) expect(code).toBe('UPSTREAM_UNAVAILABLE')
  })

  it('is an error if it nests too deep, in a whole response and in parts', async () => {
    const { whole, inParts } = await codesOf(`${ROW}, "name": ${deep(5_000)}`, 'raw')
    expect(whole).toEqual([[['campaign'], 'UPSTREAM_UNAVAILABLE']])
    expect(inParts).toEqual(whole)
  })
})
