import { auditServer } from 'graphql-http'
import { describe, expect, it } from 'vitest'
import { openGraph } from '../support/graph.ts'
import { openForTests } from '../support/open.ts'
import { startUpstream } from '../support/upstream.ts'

// The audit asks for __typename alone: no upstream is called.
const graph = openForTests(() => openGraph('http://127.0.0.1:9'))

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

    for (const type of ['application/json', 'application/graphql-response+json']) {
      const answer = await asked(type)
      expect(answer.type).toContain(type)
      expect(answer.text).toContain(data)
    }
    await listed.close()
    await upstream.close()
  })

  it.each(['defer', 'stream'])('answers whole: @%s is an unknown directive', async (name) => {
    const accept = 'multipart/mixed;deferSpec=20220824, application/json'
    const query = name === 'defer' ? '{ ... @defer { __typename } }' : '{ accounts { nodes @stream { id } } }'
    const response = await fetch(graph.url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept },
      body: JSON.stringify({ query }),
    })
    expect(response.headers.get('content-type')).toContain('application/json')
    expect(await response.json()).toMatchObject({ errors: [{ message: `Unknown directive "@${name}".` }] })
  })
})
