import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { contentOf, expectedAnswer, QUERY_NAMES, requestOf, type QueryName } from '../bench/queries.ts'
import { startUpstream, type Upstream } from '../bench/upstream.ts'
import { openGraph, type Graph } from './support/graph.ts'

const CALLS: Record<QueryName, number> = { Q1: 1, Q2: 12, Q3: 3, Q4: 21, Q5: 1, Q6: 2 }

describe('the queries of the benchmark', () => {
  let upstream: Upstream
  let graph: Graph
  beforeAll(async () => {
    upstream = await startUpstream()
    graph = await openGraph(upstream.url)
  })
  afterAll(async () => {
    await graph.close()
    await upstream.close()
  })

  it.each(QUERY_NAMES)('are answered in full, in the fewest calls: %s', async (name) => {
    const { query, variables } = requestOf(name, 'adgraph')
    upstream.calls = 0
    const { data, errors } = await graph.query(query, variables)

    expect(errors).toBeUndefined()
    expect(upstream.calls).toBe(CALLS[name])
    expect(contentOf(data)).toEqual(contentOf(expectedAnswer(name)))
  })
})
