import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { negotiate } from '../../../src/server/http/accept.ts'
import { openGraph, type Graph } from '../../support/graph.ts'
import { startUpstream, type Upstream } from '../../support/upstream.ts'

const JSON_TYPE = 'application/json'
const RESPONSE = 'application/graphql-response+json'
const MULTIPART = 'multipart/mixed'
const EVENTS = 'text/event-stream'

describe('negotiation', () => {
  it.each([
    [undefined, JSON_TYPE, MULTIPART],
    ['', JSON_TYPE, MULTIPART],
    ['*/*', JSON_TYPE, MULTIPART],
    ['application/*', JSON_TYPE, undefined],
    ['application/graphql-response+json, application/json;q=0.9', RESPONSE, undefined],
    ['application/json;q=0.9, application/graphql-response+json', RESPONSE, undefined],
    ['application/graphql-response+json;q=0.5, application/json', JSON_TYPE, undefined],
    ['application/json, application/graphql-response+json', JSON_TYPE, undefined],
    ['Application/GraphQL-Response+JSON', RESPONSE, undefined],
    ['application/json; charset="UTF-8"; Q=0.3', JSON_TYPE, undefined],
    ['application/json;q=0, */*;q=0.1', RESPONSE, MULTIPART],
    ['application/*;q=0, */*', MULTIPART, MULTIPART],
    ['text/event-stream', EVENTS, EVENTS],
    ['text/event-stream;q=0.9, multipart/mixed;q=0.8', EVENTS, EVENTS],
    ['multipart/mixed;deferSpec=20220824, application/graphql-response+json, application/json', RESPONSE, MULTIPART],
    ['text/plain;q=0.9, application/json;q=0.1', JSON_TYPE, undefined],
  ])('of %j gives %s, and %s for an answer in parts', (accept, whole, parts) => {
    expect(negotiate(accept)).toEqual({ whole, parts, page: false })
  })

  it.each([
    'text/plain',
    'application/json;q=0',
    '*/*;q=0',
    'application/json;charset=utf-16',
    'json',
    ';q=1',
    ',',
    'text/html;q=0',
  ])('of %j gives nothing', (accept) => {
    expect(negotiate(accept)).toBeUndefined()
  })

  it.each([
    ['text/html', true],
    ['text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8', true],
    ['text/html;q=0.5, application/json', false],
    ['text/*', false],
    ['*/*', false],
  ])('of %j prefers the page: %s', (accept, page) => {
    expect(negotiate(accept)?.page).toBe(page)
  })

  it('of any number of headers keeps few in memory and stays right', () => {
    for (let quality = 0; quality < 1_000; quality += 1)
      expect(negotiate(`application/json;q=0.${1000 + quality}`)?.whole).toBe(JSON_TYPE)
    expect(negotiate(RESPONSE)?.whole).toBe(RESPONSE)
  })
})

describe('an operation with an incremental response', () => {
  let upstream: Upstream
  let graph: Graph
  beforeAll(async () => {
    upstream = await startUpstream(({ method, path }) => {
      if (method === 'POST' || method === 'PUT') return { body: { data: { id: 'c1', name: 'renamed' } } }
      return path.endsWith('line_items')
        ? { body: { data: [{ id: 'l1', campaign_id: 'c1' }] } }
        : { body: { data: { id: 'c1', name: 'n' } } }
    })
    graph = await openGraph(upstream.url)
  })
  afterAll(async () => {
    await graph.close()
    await upstream.close()
  })

  const RENAME = `mutation ($defer: Boolean = true) {
    updateCampaign(input: { campaignId: "Campaign:a1:c1", name: "renamed", spreadBudgetEvenly: true }) {
      campaign { restId ... @defer(if: $defer) { lineItems { nodes { restId } } } }
    }
  }`

  async function send(accept: string, query: string, variables: object = {}) {
    const before = upstream.requests.length
    const response = await fetch(graph.url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept },
      body: JSON.stringify({ query, variables }),
    })
    const text = await response.text()
    return {
      status: response.status,
      type: response.headers.get('content-type'),
      text,
      calls: upstream.requests.length - before,
    }
  }

  it.each([JSON_TYPE, RESPONSE])('is refused before anything is sent if only %s is accepted', async (accept) => {
    const { status, type, text, calls } = await send(accept, RENAME)

    expect([status, type, calls]).toEqual([406, `${accept}; charset=utf-8`, 0])
    expect(JSON.parse(text)).toMatchObject({ errors: [{ extensions: { code: 'NOT_ACCEPTABLE' } }] })
  })

  it('runs if a variable disables its parts', async () => {
    const { status, text, calls } = await send(JSON_TYPE, RENAME, { defer: false })

    expect([status, calls]).toEqual([200, 2])
    expect(JSON.parse(text)).toMatchObject({
      data: { updateCampaign: { campaign: { restId: 'c1', lineItems: { nodes: [{ restId: 'l1' }] } } } },
    })
  })

  it('runs if only another operation of the document has parts', async () => {
    const { status, calls } = await send(
      JSON_TYPE,
      '{ campaign(id: "Campaign:a1:c1") { ...Name } } fragment Name on Campaign { name ... @defer(if: false) { restId } }',
    )
    expect([status, calls]).toEqual([200, 1])
  })

  it.each([
    ['multipart/mixed', MULTIPART],
    ['application/json, multipart/mixed;q=0.1', MULTIPART],
    ['*/*', MULTIPART],
    ['application/json, text/event-stream;q=0.5, multipart/mixed;q=0.4', EVENTS],
  ])('goes out in parts where %s is accepted', async (accept, type) => {
    const answer = await send(accept, RENAME)

    expect([answer.status, answer.type?.split(';')[0], answer.calls]).toEqual([200, type, 2])
    expect(answer.text).toContain('"restId":"l1"')
    expect(answer.text).toContain('"hasNext":false')
  })

  it.each([
    ['@stream(initialCount: -1)', {}],
    ['@stream(initialCount: null)', {}],
    ['@stream(initialCount: $count)', { count: -5 }],
    ['@stream(initialCount: $count)', { count: null }],
  ])(
    'is refused with BAD_USER_INPUT for an initialCount that is negative or null: %s',
    async (directive, variables) => {
      const query = `query ($count: Int = 0) {
      campaign(id: "Campaign:a1:c1") {
        lineItems(first: 1) { nodes ${directive} { restId } }
        other: lineItems(first: 1) { nodes @stream(initialCount: $count) { restId } }
      }
    }`
      const { status, text, calls } = await send('multipart/mixed', query, variables)

      expect([status, calls]).toEqual([400, 0])
      expect(text).toContain('"code":"BAD_USER_INPUT"')
      expect(text).toContain('`initialCount` of @stream must be 0 or more')
    },
  )
})
