import { auditServer } from 'graphql-http'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openGraph, type Graph } from '../support/graph.ts'
import { startUpstream, type Upstream } from '../support/upstream.ts'

let graph: Graph
beforeAll(async () => {
  // The audit asks for __typename alone: no upstream is called.
  graph = await openGraph('http://127.0.0.1:9')
})
afterAll(() => graph.close())

describe('GraphQL over HTTP', () => {
  it('passes every MUST and SHOULD of the specification', async () => {
    const audits = await auditServer({ url: graph.url, fetchFn: fetch })

    expect(audits.length).toBeGreaterThan(50)
    const failed = audits.filter(({ status }) => status !== 'ok').map(({ name, status }) => `${status}: ${name}`)
    expect(failed).toEqual([])
  })

  it('refuses subscriptions, which the schema does not have, without an error in the log', async () => {
    const { data, errors } = await graph.query('subscription { __typename }')

    expect(data).toBeUndefined()
    expect(errors).toMatchObject([
      {
        message: 'The subscription operation is not supported by the schema.',
        extensions: { code: 'GRAPHQL_VALIDATION_FAILED' },
      },
    ])
    expect(graph.logLines.filter((line) => line.includes('"level":50'))).toEqual([])
  })

  it('has the same data in every form that a client accepts', async () => {
    const rows = [
      { id: 'c1', name: '“ü🎒”' },
      { id: 'c2', name: null },
    ]
    const upstream = await startUpstream(() => ({ body: { data: rows, next_cursor: null } }))
    const listed = await openGraph(upstream.url)
    const asked = async (accept: string) => {
      const response = await fetch(listed.url, {
        method: 'POST',
        headers: { 'content-type': 'application/json', accept },
        body: JSON.stringify({ query: '{ account(id: "a1") { campaigns { nodes { restId name } } } }' }),
      })
      return { type: response.headers.get('content-type')!, text: await response.text() }
    }
    const data =
      '{"data":{"account":{"campaigns":{"nodes":[{"restId":"c1","name":"“ü🎒”"},{"restId":"c2","name":null}]}}}'

    for (const type of [
      'application/json',
      'application/graphql-response+json',
      'multipart/mixed',
      'text/event-stream',
    ]) {
      const answer = await asked(type)
      expect(answer.type).toContain(type)
      expect(answer.text).toContain(data)
    }
    await listed.close()
    await upstream.close()
  })

  describe.each(['multipart/mixed', 'text/event-stream'])('with a long response as %s', (accept) => {
    let upstream: Upstream
    let over: Graph
    beforeAll(async () => {
      const rows = Array.from({ length: 1_000 }, (_, nth) => ({ id: `c${nth}`, name: '“ü🎒”' }))
      upstream = await startUpstream(() => ({ body: { data: rows, next_cursor: null } }))
      over = await openGraph(upstream.url, { traceAlways: false })
    })
    afterAll(async () => {
      await over.close()
      await upstream.close()
    })

    /** The response in parts must have one that is the same as this whole response. */
    async function expectSame(query: string, variables: object = {}): Promise<string> {
      const send = async (accept: string) => {
        const response = await fetch(over.url, {
          method: 'POST',
          headers: { 'content-type': 'application/json', accept },
          body: JSON.stringify({ query, variables }),
        })
        return response.text()
      }
      const whole = await send('application/json')
      const inParts = await send(accept)
      const [, part] = /\n(?:\r\n|data: )(\{.*\})\r?\n/.exec(inParts)!
      expect(part === whole).toBe(true)
      return whole
    }

    it('has all of many values', async () => {
      const columns = Array.from({ length: 21 }, (_, nth) => `name${nth}: name`).join(' ')
      const whole = await expectSame(`{ account(id: "a1") { campaigns(first: 1000) { nodes { ${columns} } } } }`)
      expect(whole.match(/“ü🎒”/g)).toHaveLength(21_000)
    })

    it('has all of many errors, and ends the operation', async () => {
      const ids = Array.from({ length: 501 }, (_, nth) => `wrong${nth}`)
      const whole = await expectSame('query ($ids: [ID!]!) { nodes(ids: $ids) { id } }', { ids })
      expect((JSON.parse(whole) as { errors: unknown[] }).errors).toHaveLength(501)
      const metrics = await (await fetch(new URL('/metrics', over.url))).text()
      expect(metrics).toContain('adgraph_operations{state="running"} 0\n')
    })
  })
})
