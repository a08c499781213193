import type { ExecutionResult } from 'graphql'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { callCounts, openGraph, type Graph } from '../../support/graph.ts'
import { startListUpstream, startUpstream, type Upstream } from '../../support/upstream.ts'

const MAX_BYTES = 1_000_000
const CAMPAIGNS = 200
const NAME = 'n'.repeat(100)

let upstream: Upstream
let graph: Graph
beforeAll(async () => {
  upstream = await startListUpstream({
    campaigns: Array.from({ length: CAMPAIGNS }, (_, nth) => ({ id: `c${nth}`, name: NAME })),
    line_items: [],
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

  it('counts long texts of few rows', async () => {
    const { data, errors } = await graph.query(aliases(150, 'name').replace(`first: ${CAMPAIGNS}`, 'first: 31'))
    expect([data !== null, errors]).toEqual([true, undefined])

    const long = await startListUpstream({ campaigns: [{ id: 'c1', name: 'n'.repeat(40_000) }] })
    const opened = await openGraph(long.url, { settings: { MAX_MEMORY_BYTES: String(MAX_BYTES) } })
    expect((await opened.query(aliases(20, 'name'))).errors).toBeUndefined()
    const { data: none, errors: tooMany } = await opened.query(aliases(30, 'name'))
    expect(none).toBeNull()
    expect(tooMany).toMatchObject([{ extensions: { code: 'BUDGET_SPENT', limit: 'bytes' } }])
    await opened.close()
    await long.close()
  })

  it('counts response keys, which each row repeats', async () => {
    const keys = Array.from({ length: 30 }, (_, nth) => `a${nth}`.padEnd(200, 'x'))
    const fields = keys.map((key) => `${key}: restId`).join(' ')
    const { data, errors } = await graph.query(
      `{ account(id: "a") { campaigns(first: ${CAMPAIGNS}) { nodes { ${fields} } } } }`,
    )

    expect(data).toBeNull()
    expect(errors).toMatchObject([{ extensions: { code: 'BUDGET_SPENT', limit: 'bytes', allowed: MAX_BYTES } }])
  })

  const answerTo = async (query: string, variables = {}) => {
    const headers = { 'content-type': 'application/json', accept: 'multipart/mixed, application/json' }
    const sent = upstream.requests.length
    const answer = await fetch(graph.url, { method: 'POST', headers, body: JSON.stringify({ query, variables }) })
    return {
      text: await answer.text(),
      paths: upstream.requests.slice(sent).map(({ path }) => path.split('/').at(-1)),
    }
  }

  it('limits the items of an incremental response, by what is selected of each', async () => {
    const document = (keyLength: number) => {
      const fields = Array.from({ length: 40 }, (_, nth) => `${`a${nth}`.padEnd(keyLength, 'x')}: restId`)
      return `{ account(id: "a") { campaigns(first: ${CAMPAIGNS}) { nodes { ... @defer {
        lineItems(first: 5) { nodes { ${fields.join(' ')} } } } } } } }`
    }
    const long = await answerTo(document(200))
    expect(long.paths).toEqual(['campaigns'])
    expect(long.text).toContain(`"code":"BUDGET_SPENT","limit":"bytes","allowed":${MAX_BYTES},`)
    const short = await answerTo(document(8))
    expect(short.paths).toEqual(['campaigns', 'line_items'])
    expect(short.text).not.toContain('"errors"')
  })

  it.each(['', '@defer'])('limits objects below entities that are selected again and again %s', async (directive) => {
    const fields = Array.from({ length: 20 }, (_, nth) => `a${nth}: lineItems(first: 0) { totalCount }`)
    const query = `query ($r: [_Any!]!) { _entities(representations: $r) {
      ... on Campaign { ... ${directive} { ${fields.join(' ')} } } } }`
    const r = Array.from({ length: 1_000 }, () => ({ __typename: 'Campaign', id: 'Campaign:a:c1' }))
    const { text, paths } = await answerTo(query, { r })
    expect(paths).toEqual(['campaigns'])
    expect(text.length).toBeLessThan(1_000)
    expect(text).toContain('"code":"BUDGET_SPENT","limit":"bytes"')
  })

  it('counts IDs below a list in an incremental operation', async () => {
    const query = `query ($ids: [ID!]!) { account(id: "a") { campaigns(first: ${CAMPAIGNS}) { nodes { account {
      ... @defer { campaigns(ids: $ids) { totalCount } } } } } } }`
    const ids = Array.from({ length: 200 }, (_, nth) => `c${nth}`)
    const { text } = await answerTo(query, { ids })
    expect(text).toContain('"code":"BAD_USER_INPUT","field":"ids","limit":10000')
  })

  it.each(['', '@defer(if: false)'])('has a tenth for errors %s', async (directive) => {
    const document = `query ($i: [ID!]!) { nodes(ids: $i) { id } ... ${directive} { __typename } }`
    const ids = (count: number) => ({ i: Array.from({ length: count }, () => 'x'.repeat(80)) })
    const few = await graph.query<{ nodes: null[] }>(document, ids(300))
    expect(few.errors).toHaveLength(300)
    expect(few.data.nodes).toHaveLength(300)

    const many = await graph.query(document, ids(900))
    expect(many.data).toBeNull()
    expect(many.errors?.map(({ extensions }) => extensions)).toEqual([
      { code: 'QUERY_TOO_COMPLEX', limit: 'errorBytes', planned: expect.any(Number), allowed: MAX_BYTES / 10 },
    ])

    const called = await graph.query(
      `query ($i: [ID!]!) { account(id: "a") { campaigns(first: 1) { nodes { id } } } nodes(ids: $i) { id } }`,
      ids(900),
    )
    expect(called.data).toBeNull()
    expect(called.errors).toMatchObject([{ extensions: { code: 'BUDGET_SPENT', limit: 'errorBytes' } }])
    expect(callCounts(called.calls)).toEqual({ 'GET accounts/:account_id/campaigns': 1 })
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

describe('the errors of an incremental response', () => {
  const MAX_ERROR_BYTES = MAX_BYTES / 10
  const campaigns = Array.from({ length: CAMPAIGNS }, (_, nth) => ({ id: `c${nth}`, funding_instrument_id: 'f' }))
  const forbidden = { status: 403, body: { errors: [{ code: 'FORBIDDEN', message: 'Not yours' }] } }
  let refusing: Upstream
  let opened: Graph
  beforeAll(async () => {
    refusing = await startUpstream(({ path }) => {
      if (path.endsWith('/funding_instruments')) return forbidden
      return { body: { data: path.endsWith('/c0') ? campaigns[0] : campaigns } }
    })
    opened = await openGraph(refusing.url, { settings: { MAX_MEMORY_BYTES: String(MAX_BYTES) } })
  })
  afterAll(async () => {
    await opened.close()
    await refusing.close()
  })

  /** The campaigns of an account, with so many fields that fail. */
  function failing(count: number, directive = '@defer(label: "rest")') {
    const fields = Array.from({ length: count }, (_, nth) => `a${nth}: fundingInstrument { currency }`)
    return `campaigns(first: ${CAMPAIGNS}) { nodes { id ... ${directive} { ${fields.join(' ')} } } }`
  }

  async function partsOf(query: string, variables = {}) {
    const headers = { 'content-type': 'application/json', accept: 'multipart/mixed' }
    const sent = refusing.requests.length
    const answer = await fetch(opened.url, { method: 'POST', headers, body: JSON.stringify({ query, variables }) })
    const lines = (await answer.text()).split('\r\n').filter((line) => line.startsWith('{'))
    return {
      parts: lines.map((line) => JSON.parse(line) as ExecutionResult & { incremental?: ExecutionResult[] }),
      paths: refusing.requests.slice(sent).map(({ path }) => path.split('/').at(-1)),
    }
  }

  const excess = (code: string, used: string) => ({
    message: expect.stringContaining(`more than ${MAX_ERROR_BYTES} bytes`) as unknown,
    extensions: { code, limit: 'errorBytes', [used]: expect.any(Number) as unknown, allowed: MAX_ERROR_BYTES },
  })

  it('have a tenth of it, and it ends with the part that has more', async () => {
    const few = await partsOf(`{ account(id: "a") { ${failing(1)} } }`)
    expect(few.parts.flatMap(({ incremental = [] }) => incremental.flatMap(({ errors = [] }) => errors))).toHaveLength(
      200,
    )

    const { parts, paths } = await partsOf(`{ account(id: "a") { ${failing(5)} } }`)
    expect(paths).toEqual(['campaigns', 'funding_instruments'])
    expect(parts).toHaveLength(2)
    expect(parts[0]).toMatchObject({ data: { account: { campaigns: { nodes: { length: 200 } } } }, hasNext: true })
    expect(parts[0]).not.toHaveProperty('errors')
    expect(parts[1]).toEqual({
      incremental: [
        {
          data: null,
          path: ['account', 'campaigns', 'nodes', 0],
          label: 'rest',
          errors: [excess('BUDGET_SPENT', 'used')],
        },
      ],
      hasNext: false,
      extensions: expect.anything() as unknown,
    })
  })

  it('are one if the first part has more, without data', async () => {
    const query = `{ account(id: "a") { ${failing(5, '')} } ... @defer { __typename } }`
    expect((await partsOf(query)).parts).toMatchObject([{ data: null, errors: [excess('BUDGET_SPENT', 'used')] }])

    const ids = Array.from({ length: 900 }, () => 'x'.repeat(80))
    const malformed = 'query ($ids: [ID!]!) { nodes(ids: $ids) { id } ... @defer { __typename } }'
    const { parts, paths } = await partsOf(malformed, { ids })
    expect(parts).toMatchObject([{ data: null, errors: [excess('QUERY_TOO_COMPLEX', 'planned')] }])
    expect(paths).toEqual([])
  })

  it('leave the data of a mutation, which has those up to there', async () => {
    const update = 'updateCampaign(input: { accountId: "a", campaignId: "c0", name: "b" })'
    const { parts } = await partsOf(
      `mutation { ${update} { campaign { account { ${failing(5)} } } userErrors { code } } }`,
    )
    expect(parts[0]).toMatchObject({
      data: { updateCampaign: { campaign: { account: { campaigns: { nodes: { length: 200 } } } } } },
    })
    const increments = parts.flatMap(({ incremental = [] }) => incremental)
    expect(increments).toHaveLength(200)
    const errors = increments.flatMap(({ errors = [] }) => errors)
    expect(errors.length).toBeGreaterThan(300)
    expect(errors.length).toBeLessThan(600)
    expect(errors.slice(0, -1).every(({ message }) => message === 'Not yours')).toBe(true)
    expect(errors.at(-1)).toEqual(excess('BUDGET_SPENT', 'used'))
  })
})
