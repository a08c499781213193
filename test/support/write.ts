import { beforeEach, expect } from 'vitest'
import type { Sandbox } from '../../sandbox/index.ts'
import { openGraph, openSandboxGraph, type Answer, type Graph, type GraphOptions } from './graph.ts'
import type { TypedDocumentString } from './graphql/graphql.ts'
import { openForTests } from './open.ts'
import { startUpstream, type UpstreamAnswer, type UpstreamRequest } from './upstream.ts'

/** A document of a type that is known, or a string, whose data is not. */
type Document<Data> = TypedDocumentString<Data, never> | string

/** Adgraph over a service that only says what a test tells it to. */
export interface WriteGraph {
  /** Sends a mutation and reads the answer. The input need not have the type that the schema asks for. */
  write<Data = unknown>(document: Document<Data>, input: object, options?: object): Promise<Answer<Data | null>>
  /** Lets the service answer with this from now on. */
  answer(script: (request: UpstreamRequest, nth: number) => UpstreamAnswer): void
  /**
   * What was sent since the last reset: method and path, then the parameters of query, form or JSON body. The read of the
   * caller's permissions, which `validateOnly` always makes, is left out.
   */
  sent(): [string, object | null][]
  /** As `sent`, without the reads. */
  written(): [string, object | null][]
  /** Forgets what was sent, and lets the service answer with the usual row again. */
  reset(): void
  close(): Promise<void>
}

/** A graph for the writes of one entity, whose row the service answers with unless a test says otherwise. */
export async function openWriteGraph(row: object, graphOptions: GraphOptions = {}): Promise<WriteGraph> {
  const usual = (request: UpstreamRequest) => ({ body: { data: request.method === 'GET' ? shown(request) : row } })
  let script: (request: UpstreamRequest, nth: number) => UpstreamAnswer = usual
  const upstream = await startUpstream((request, nth) => {
    const answer = script(request, nth)
    return isAccess(request) && !hasPermissions(answer) ? MAY_CHANGE : answer
  })
  const graph = await openGraph(upstream.url, { operationTimeoutMs: 60_000, ...graphOptions })
  /** What a read shows: every id that it asks for exists. */
  function shown({ path, query }: UpstreamRequest): object {
    const ids = Object.entries(query).find(([name]) => /_ids?$/.test(name))?.[1]
    const own = path.split('/').slice(5).at(-1)
    return ids ? ids.split(',').map((id) => ({ ...row, id })) : { ...row, ...(own && { id: own }) }
  }
  const sent = (): [string, object | null][] =>
    upstream.requests.map((request) => [`${request.method} ${request.path.replace('/12/', '')}`, paramsOf(request)])
  return {
    write: writerOf(graph),
    answer: (next) => void (script = next),
    sent: () => sent().filter(([call]) => !call.endsWith('/authenticated_user_access')),
    written: () => sent().filter(([call]) => !call.startsWith('GET')),
    reset() {
      upstream.requests.length = 0
      script = usual
    },
    async close() {
      await graph.close()
      await upstream.close()
    },
  }
}

/** Opens one for the tests of a file: each finds it as at first, and the last one closes it. */
export function useWriteGraph(row: object, graphOptions?: GraphOptions): WriteGraph {
  const graph = openForTests(() => openWriteGraph(row, graphOptions))
  beforeEach(() => graph.reset())
  return graph
}

const writerOf =
  (graph: Graph): WriteGraph['write'] =>
  <Data>(document: Document<Data>, input: object, options: object = {}) =>
    graph.query(document as TypedDocumentString<Data, object>, { input, ...options })

/** Whether a request reads what the caller may do, which `validateOnly` always does. */
const isAccess = ({ path }: UpstreamRequest) => path.endsWith('/authenticated_user_access')
const hasPermissions = ({ body }: UpstreamAnswer) => JSON.stringify(body ?? null).includes('"permissions"')
const MAY_CHANGE = { body: { data: { permissions: ['AD_MANAGER'] } } }

function paramsOf({ headers, body, query }: UpstreamRequest): object | null {
  if (headers['content-type'] === 'application/json') return JSON.parse(body) as object
  const params = body === '' ? query : Object.fromEntries(new URLSearchParams(body))
  return Object.keys(params).length === 0 ? null : params
}

/** Adgraph over a sandbox, for writes that later reads shall show. */
export interface SandboxWrites {
  sandbox: Sandbox
  write: WriteGraph['write']
  /** The data of a document that must have no errors. The variables need not have the types that the document names. */
  ask: <Data = unknown>(document: Document<Data>, variables?: object) => Promise<Data>
  close: () => Promise<void>
}

/** Opens it; close it when done. */
export async function openSandboxWrites(): Promise<SandboxWrites> {
  const graph = await openSandboxGraph()
  return {
    sandbox: graph.sandbox,
    write: writerOf(graph),
    close: () => graph.close(),
    async ask<Data>(document: Document<Data>, variables?: object) {
      const { data, errors } = await graph.query(document as TypedDocumentString<Data, object>, variables ?? {})
      expect(errors).toBeUndefined()
      return data!
    },
  }
}
