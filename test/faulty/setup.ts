import { startFaultyService, type Exchange, type FaultyService } from '../support/faulty-service.ts'
import { openGraph, type Answer, type Graph, type GraphOptions } from '../support/graph.ts'
import { openForTests } from '../support/open.ts'
import type { Demand } from '../support/random-runs.ts'
import type { Use } from './faults.ts'
import {
  DEADLINE_MS,
  demandErrors,
  GRAPH_OPTIONS,
  isUnknown,
  MARGIN_MS,
  writesIn,
  type Columns,
  type Problems,
} from './reckoning.ts'

/** A graph over a service that does things by halves. */
export interface FaultyGraph {
  service: FaultyService
  graph: Graph
}

/** Opens it for the tests of a file. */
export function useFaultyGraph(options: GraphOptions = {}): FaultyGraph {
  const service = openForTests(startFaultyService)
  const graph = openForTests(() => openGraph(service.url, { ...GRAPH_OPTIONS, ...options }))
  return { service, graph }
}

/** What was seen of one use of a mutation. */
export interface Used<Payload> {
  payload: Payload | null
  errors: Problems
  exchanges: Exchange[]
  sent: Exchange[]
  /** A busy machine can send a request, or read its answer, too late. */
  isLate: boolean
  /** The demands on every use. */
  demands: Demand[]
  seen: unknown
}

/** Sends a mutation, whose field has the alias `outcome`, while the service does what the use says. */
export async function useMutation<Payload>(
  { service, graph }: FaultyGraph,
  account: string,
  { reads, writes, isUppercase }: Use,
  document: string,
  { input, ...variables }: { input: Columns } & Columns,
): Promise<Used<Payload>> {
  const before = service.exchanges(account).length
  service.fail(account, ...writes)
  service.failReads(account, ...reads)
  const given = { ...input, accountId: account }
  const startMs = Date.now()
  const { data, errors } = await graph.query<{ outcome: Payload | null } | null>(document, {
    input: isUppercase ? withUppercaseIds(given) : given,
    ...variables,
  })
  const tookMs = Date.now() - startMs
  const exchanges = service.exchanges(account).slice(before)
  return {
    payload: data?.outcome ?? null,
    errors: errors ?? [],
    exchanges,
    sent: writesIn(exchanges),
    isLate: (errors ?? []).some((error) => isUnknown(error) && error.extensions.code === 'UPSTREAM_TIMEOUT'),
    demands: [
      ['it ends within its deadline', tookMs < DEADLINE_MS + MARGIN_MS],
      ...demandErrors({ data, errors } satisfies Pick<Answer<unknown>, 'data' | 'errors'>),
    ],
    seen: { exchanges, answer: { data, errors } },
  }
}

/** An input with its IDs in uppercase, which are the same IDs. */
export function withUppercaseIds(input: unknown, field = ''): unknown {
  if (Array.isArray(input)) return input.map((item) => withUppercaseIds(item, field))
  if (typeof input === 'string') return field.endsWith('Id') ? input.toUpperCase() : input
  if (typeof input !== 'object' || input === null) return input
  return Object.fromEntries(Object.entries(input).map(([name, value]) => [name, withUppercaseIds(value, name)]))
}
