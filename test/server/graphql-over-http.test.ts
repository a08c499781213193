import { auditServer } from 'graphql-http'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openGraph, type Graph } from '../support/graph.ts'

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
})
