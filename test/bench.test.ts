import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { verdictOf } from '../bench/compare.ts'
import { accountsFor, contentOf, expectedAnswer, QUERY_NAMES, requestOf, type QueryName } from '../bench/queries.ts'
import { bestTable, type Results } from '../bench/results.ts'
import { withSection } from '../bench/sections.ts'
import { SERVERS } from '../bench/servers.ts'
import { percentile } from '../bench/table.ts'
import { startUpstream, type Upstream } from '../bench/upstream.ts'
import { BENCH_WORDS, isInOtherWords } from '../bench/vocabulary.ts'
import { createVocabulary } from '../src/rest/wire/vocabulary.ts'
import { vocabularyFaults } from '../src/rest/wire/word-list.ts'
import { openGraph, type Graph } from './support/graph.ts'

const CALLS: Record<QueryName, number> = { Q1: 1, Q2: 12, Q3: 3, Q4: 21, Q5: 1, Q6: 2 }

describe.each([
  ['in our words', undefined],
  ['with a vocabulary', createVocabulary(BENCH_WORDS)],
])('the queries of the benchmark %s', (_, vocabulary) => {
  let upstream: Upstream
  let graph: Graph
  const targets: string[] = []
  beforeAll(async () => {
    upstream = await startUpstream(({ url = '' }, _response, next) => {
      targets.push(url)
      next()
    })
    graph = await openGraph(upstream.url, { vocabulary })
  })
  afterAll(async () => {
    await graph.close()
    await upstream.close()
  })

  it.each(QUERY_NAMES)('are answered in full, in the fewest calls, for any of their accounts: %s', async (name) => {
    const accounts = accountsFor(name, 1, 3)
    const { query, variables } = requestOf(name, 'adgraph', accounts)
    upstream.calls = 0
    targets.length = 0
    const { data, errors } = await graph.query(query, variables)

    expect(errors).toBeUndefined()
    expect(upstream.calls).toBe(CALLS[name])
    expect(contentOf(data)).toEqual(contentOf(expectedAnswer(name, accounts)))
    expect(targets.filter((target) => isInOtherWords(target))).toHaveLength(vocabulary ? CALLS[name] : 0)
  })
})

it('has a vocabulary that a server accepts', () => {
  expect(vocabularyFaults(BENCH_WORDS)).toEqual([])
})

describe('the verdict of a comparison', () => {
  const turns = (...values: number[]) => values

  it('is the median ratio of the turns, over rounds of fresh processes', () => {
    const rounds = [
      [turns(10, 10, 10), turns(8, 8, 30)],
      [turns(20, 20), turns(18, 18, 18)],
    ] as const

    expect(verdictOf(rounds)).toEqual({ ratio: expect.closeTo(0.85), spread: [0.8, 0.9], verdict: 'faster' })
    expect(verdictOf(rounds.map(([before, now]) => [now, before] as const)).verdict).toBe('slower')
  })

  it('is `same` if a round disagrees, or if the difference is small', () => {
    expect(
      verdictOf([
        [turns(10), turns(7)],
        [turns(10), turns(10.1)],
      ]).verdict,
    ).toBe('same')
    expect(
      verdictOf([
        [turns(10), turns(9.6)],
        [turns(10), turns(9.7)],
      ]).verdict,
    ).toBe('same')
  })
})

describe('the verdict without data', () => {
  it.each([
    ['no round', []],
    ['a round without a value now', [[[10], []]]],
    ['a round without a value before', [[[], [10]]]],
    [
      'one empty round of two',
      [
        [[10], [5]],
        [[], []],
      ],
    ],
    ['values of 0', [[[0], [0]]]],
  ] as [string, [number[], number[]][]][])('is that there is none: %s', (_what, rounds) => {
    expect(verdictOf(rounds)).toEqual({ ratio: NaN, spread: [NaN, NaN], verdict: 'no data' })
  })
})

describe('the results', () => {
  it('are sections, and a command replaces one without changing the others', () => {
    const peers = withSection('# A page without sections', 'peers', '## Peers\n\n$1 and more\n')
    const both = withSection(peers, 'node', '## Node')

    expect(both).toMatch(/^# Results\n[^]*## Peers\n\n\$1 and more\n[^]*## Node\n/)
    expect(both).not.toContain('without sections')
    expect(withSection(both, 'node', '## Node')).toBe(both)
    expect(withSection(both, 'workers', '## Workers')).toMatch(/## Peers[^]*## Workers[^]*## Node/)
  })

  it('state Adgraph as a part of the best peer', () => {
    const sample = (cpuMs: number, latencyMs: number, peakMb: number) => [
      { calls: 1, startMs: 1, firstMs: 1, latenciesMs: [latencyMs], requestsPerSecond: [1], cpuMs: [cpuMs], peakMb },
    ]
    const samples = new Map([
      ['adgraph Q2', sample(20, 60, 300)],
      ['mercurius Q2', sample(40, 120, 200)],
      ['grafast Q2', sample(50, 100, 600)],
      ['proxy Q2', sample(1, 1, 1)],
    ])
    const results: Results = {
      plan: {
        rounds: 1,
        latencies: 1,
        delayMs: 50,
        warmUpMs: 1,
        loadMs: 1,
        turns: 1,
        connections: 1,
        turnMs: 1,
        core: undefined,
      },
      servers: SERVERS,
      queries: ['Q1', 'Q2'],
      samples,
      growth: new Map(),
      tails: new Map(),
      nodeVersion: '20.0.0',
    }

    expect(bestTable(results)).toContain('| CPU per request, ms | – | 0.50 (mercurius) |')
    expect(bestTable(results)).toContain('| Latency, ms | – | 0.60 (grafast) |')
    expect(bestTable(results)).toContain('| Peak memory, MB | – | 1.50 (mercurius) |')
  })

  it('give the value that 99 % of the values do not exceed', () => {
    const latencies = Array.from({ length: 200 }, (_, index) => index + 1)

    expect(percentile(latencies, 0.99)).toBe(198)
    expect(percentile([7], 0.99)).toBe(7)
  })
})
