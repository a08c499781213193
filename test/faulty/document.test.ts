import { constantFrom, nat, oneof, record } from 'fast-check'
import { afterAll, beforeAll, expect, inject, it } from 'vitest'
import type { Sandbox } from '../../sandbox/index.ts'
import { schema } from '../../src/graph.ts'
import { startFaultProxy, type FaultProxy } from '../support/fault-proxy.ts'
import { openGraph, type Graph, type GraphOptions } from '../support/graph.ts'
import { randomDocument, seededRandom } from '../support/random-document.ts'
import { failedRun, type Demand } from '../support/random-runs.ts'
import { askSandbox } from '../support/sandbox-document.ts'
import { startSandbox } from '../support/sandbox.ts'
import { faultsOf, shortReadFault } from './faults.ts'
import { DEADLINE_MS, demandErrors, errorAt, GRAPH_OPTIONS, isObject, MARGIN_MS, type Problems } from './reckoning.ts'

const RUNS = Math.ceil(inject('faultyRuns') * 0.08)
/** After so many documents, IDs of most types are known. */
const FIRST_DOCUMENTS = 150

/** What changes with each call. */
const CHANGING = /: rateLimits /

const LIMITS = { calls: 1e9, rows: 1e9, depth: 100, fields: 100_000, tokens: 100_000 }

let sandbox: Sandbox
let proxy: FaultProxy
/** A graph over the sandbox, and one over what lets its answers fail. */
let whole: Graph
let graph: Graph
let met: ReadonlyMap<string, string[]>
beforeAll(async () => {
  sandbox = await startSandbox({ limits: { totalCounts: 1e9, globalReads: 1e9, statsReads: 1e9 } })
  proxy = await startFaultProxy(sandbox.url)
  const options: GraphOptions = { credentials: sandbox.credentials, environment: 'sandbox', limits: LIMITS }
  whole = await openGraph(sandbox.url, { ...options, operationTimeoutMs: 120_000, attemptTimeoutMs: 60_000 })
  const { operationTimeoutMs, attemptTimeoutMs, checksPlan } = GRAPH_OPTIONS
  graph = await openGraph(proxy.url, { ...options, operationTimeoutMs, attemptTimeoutMs, checksPlan })
  const random = seededRandom(1)
  const asked = askSandbox(random)
  for (let nth = 0; nth < FIRST_DOCUMENTS; nth += 1)
    asked.meet((await whole.query(randomDocument({ random, schema, choose: asked.choose }))).data)
  met = asked.met
})
afterAll(async () => {
  await graph.close()
  await whole.close()
  await proxy.close()
  await sandbox.close()
})

const run = record({
  seed: nat({ max: 1e9 }),
  reads: faultsOf(
    oneof(
      shortReadFault.filter(({ rows, columns, answer }) => !rows && !columns && answer !== 404),
      record({ answer: constantFrom<(500 | 'reset' | 'cut')[]>(500, 'reset', 'cut') }),
    ),
  ),
})

it(
  'of a service that does things by halves, each position of a random document is whole, or null with an error',
  { timeout: 60_000 + RUNS * 2_000 },
  async () => {
    const failure = await failedRun(RUNS, run, async ({ seed, reads }, id) => {
      const random = seededRandom(seed)
      const { choose } = askSandbox(random, met)
      let document: string
      do document = randomDocument({ random, schema, choose, depth: 4 })
      while (CHANGING.test(document))
      const expected = await whole.query(document)
      proxy.failReads(`${id}.1`, reads)
      const startMs = Date.now()
      const { data, errors = [] } = await graph.query(document, {}, { 'x-request-id': `${id}.1` })
      const tookMs = Date.now() - startMs
      proxy.failReads(`${id}.1`, [])
      const demands: Demand[] = [
        ['it ends within its deadline', tookMs < DEADLINE_MS + MARGIN_MS],
        ['only writes have an outcome', !errors.some(({ extensions }) => extensions['outcome'] !== undefined)],
        ['nothing is our fault', !errors.some(({ extensions }) => extensions.code === 'INTERNAL')],
        ...demandErrors({ data, errors }),
        ...demandSame({ data, errors }, { data: expected.data, errors: expected.errors ?? [] }),
      ]
      return { demands, seen: { document, reads, data, errors, expected: expected.data } }
    })
    expect(failure).toBeUndefined()
  },
)

interface Answered {
  data: unknown
  errors: Problems
}

/** Each value equals the value without faults, or is missing with an error of its own. */
function demandSame(answer: Answered, expected: Answered, path: (string | number)[] = []): Demand[] {
  const [value, other] = [answer.data, expected.data]
  const below = (key: string | number): Demand[] =>
    demandSame(
      { ...answer, data: (value as Record<string, unknown>)[key] },
      { ...expected, data: (other as Record<string, unknown>)[key] },
      [...path, key],
    )
  if (other === null && path.length > 0 && errorAt(expected.errors, path)) return []
  if (value === null && other !== null)
    return [[`there is an error at ${path.join('.')}`, path.length === 0 || errorAt(answer.errors, path) !== undefined]]
  if (Array.isArray(value) && Array.isArray(other) && value.length === other.length)
    return value.flatMap((_, nth) => below(nth))
  if (isObject(value) && isObject(other) && (path.length === 0 || '__typename' in value))
    return Object.keys(other).flatMap(below)
  return [[`the value at ${path.join('.')} is whole`, JSON.stringify(value) === JSON.stringify(other)]]
}
