import { describe, expect, it } from 'vitest'
import { callCounts, openGraph, useGraphOver } from '../../support/graph.ts'
import { listsOf, startListUpstream, startUpstream } from '../../support/upstream.ts'

const MAX_BYTES = 1_000_000
const CAMPAIGNS = 200
const NAME = 'n'.repeat(100)

const { upstream, graph } = useGraphOver(
  listsOf({
    campaigns: Array.from({ length: CAMPAIGNS }, (_, nth) => ({ id: `c${nth}`, name: NAME })),
    line_items: [],
  }),
  { settings: { MAX_MEMORY_BYTES: String(MAX_BYTES) } },
)

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

  const repeated = (selection: string) =>
    `campaigns(first: ${CAMPAIGNS}) { nodes { account { campaigns(first: ${CAMPAIGNS}) { ${selection} } } } }`
  const spent = { code: 'BUDGET_SPENT', limit: 'bytes', allowed: MAX_BYTES, used: expect.any(Number) as unknown }

  it.each(['nodes { id }', 'edges { cursor }'])(
    'counts the items of lists before they are copied: %s',
    async (items) => {
      const { data, errors, calls } = await graph.query(`{ account(id: "a") { ${repeated(items)} } }`)

      expect(data).toBeNull()
      const path = ['account', 'campaigns', 'nodes', 0, 'account', 'campaigns', items.split(' ')[0]]
      expect(errors).toMatchObject([{ path, extensions: spent }])
      expect(callCounts(calls)).toEqual({ 'GET accounts/:account_id/campaigns': 1 })
    },
  )

  it('leaves what a mutation did: the lists around the items are null', async () => {
    const service = await startUpstream(({ method }) => {
      const rows = Array.from({ length: CAMPAIGNS }, (_, nth) => ({ id: `c${nth}`, name: NAME }))
      return { body: { data: method === 'PUT' ? rows[1] : rows } }
    })
    const opened = await openGraph(service.url, { settings: { MAX_MEMORY_BYTES: String(MAX_BYTES) } })
    const input = '{ accountId: "a", campaignId: "c1", name: "x", spreadBudgetEvenly: true }'
    const { data, errors } = await opened.query(
      `mutation { updateCampaign(input: ${input}) { campaign { id account { ${repeated('nodes { id }')} } } userErrors { code } } }`,
    )
    await opened.close()
    await service.close()

    const nodes = Array.from({ length: CAMPAIGNS }, () => ({ account: { campaigns: null } }))
    expect(data).toEqual({
      updateCampaign: { campaign: { id: 'Campaign:a:c1', account: { campaigns: { nodes } } }, userErrors: [] },
    })
    expect(errors).toHaveLength(CAMPAIGNS)
    expect(errors![0]).toMatchObject({ extensions: spent })
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
    const headers = { 'content-type': 'application/json', accept: 'application/json' }
    const sent = upstream.requests.length
    const answer = await fetch(graph.url, { method: 'POST', headers, body: JSON.stringify({ query, variables }) })
    return {
      text: await answer.text(),
      paths: upstream.requests.slice(sent).map(({ path }) => path.split('/').at(-1)),
    }
  }

  it('limits objects below entities that are selected again and again', async () => {
    const fields = Array.from({ length: 20 }, (_, nth) => `a${nth}: lineItems(first: 0) { totalCount }`)
    const query = `query ($r: [_Any!]!) { _entities(representations: $r) {
      ... on Campaign { ${fields.join(' ')} } } }`
    const r = Array.from({ length: 1_000 }, () => ({ __typename: 'Campaign', id: 'Campaign:a:c1' }))
    const { text, paths } = await answerTo(query, { r })
    expect(paths).toEqual(['campaigns'])
    expect(text.length).toBeLessThan(1_000)
    expect(text).toContain('"code":"BUDGET_SPENT","limit":"bytes"')
  })

  it('counts IDs below a list', async () => {
    const query = `query ($ids: [ID!]!) { account(id: "a") { campaigns(first: ${CAMPAIGNS}) { nodes { account {
      campaigns(ids: $ids) { totalCount } } } } } }`
    const ids = Array.from({ length: 200 }, (_, nth) => `c${nth}`)
    const { text } = await answerTo(query, { ids })
    expect(text).toContain('"code":"BAD_USER_INPUT","field":"ids","limit":10000')
  })

  it('has a tenth for errors', async () => {
    const document = 'query ($i: [ID!]!) { nodes(ids: $i) { id } }'
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

describe('the memory of a long response', () => {
  it.each([
    ['is used again once it has been sent', 'identity', true],
    ['is not used again if it is compressed, because the encoder may still read it', 'gzip', false],
  ])('%s', async (_, encoding, isReused) => {
    const opened = await openGraph(upstream.url)
    const spareBytes = async () => {
      const text = await (await fetch(new URL('/metrics', opened.url))).text()
      return Number(/^adgraph_memory_budget_bytes\{state="spare"\} (\d+)$/m.exec(text)![1])
    }
    // The answer of the service is too short for a buffer of its own.
    const query = aliases(30, 'name').replace(`first: ${CAMPAIGNS}`, 'first: 40')
    const headers = { 'content-type': 'application/json', 'accept-encoding': encoding }
    const answer = await fetch(opened.url, { method: 'POST', headers, body: JSON.stringify({ query }) })
    const { length } = await answer.text()

    expect(length).toBeGreaterThan(100_000)
    await expect.poll(async () => (await spareBytes()) >= length).toBe(isReused)
    await opened.close()
  })
})
