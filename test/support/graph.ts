import { beforeEach, inject } from 'vitest'
import { type Sandbox, type SandboxOptions } from '../../sandbox/index.ts'
import { readConfig, serverSettings } from '../../src/config.ts'
import type { AgentMode } from '../../src/extension/agents/agent.ts'
import { serveAgents } from '../../src/extension/agents/index.ts'
import type { BulkSettings } from '../../src/extension/bulk/server/caller-bulk.ts'
import { openBulk } from '../../src/extension/bulk/server/index.ts'
import { schema } from '../../src/graph.ts'
import { translatedStore } from '../../src/rest/cache/reference-cache.ts'
import { type ClientOptions, createClient } from '../../src/rest/client.ts'
import type { Store } from '../../src/rest/store.ts'
import type { Credentials } from '../../src/rest/wire/sign.ts'
import type { PlanReport } from '../../src/schema/plan/expectation.ts'
import { BOUNDS, type Bounds } from '../../src/server/bounds.ts'
import type { OpenExtension, ServerParts } from '../../src/server/extension.ts'
import { type ServerOptions, startServer } from '../../src/server/index.ts'
import { createLog } from '../../src/server/observe/log.ts'
import type { TracedCall, TraceReport } from '../../src/server/observe/trace.ts'
import { createMemoryState } from '../../src/state/memory.ts'
import { createStatistics } from '../../src/state/statistics.ts'
import { assertWithinPlan } from './bounds.ts'
import { ANY_CREDENTIALS } from './credentials.ts'
import type { TypedDocumentString } from './graphql/graphql.ts'
import { openForTests } from './open.ts'
import { IN_OTHER_WORDS } from './other-words.ts'
import { SANDBOX_NOW, startSandbox } from './sandbox.ts'
import { keepSecret, overhear } from './secrecy.ts'
import { startUpstream, type Script, type Upstream } from './upstream.ts'

/** One GraphQL answer over HTTP. */
export interface Answer<Data> {
  status: number
  data: Data
  errors: GraphQLProblem[] | undefined
  /** The calls that were made for it, in the order in which they ended. */
  calls: TracedCall[]
  /** How many answers of the service took no call, and how many of those were older than they should be. */
  cached: number
  stale: number
  trace: TraceReport | undefined
  plan: PlanReport | undefined
}

export interface GraphQLProblem {
  message: string
  path?: (string | number)[]
  extensions: { code: string; [name: string]: unknown }
}

/** The whole of Adgraph on real sockets. */
export interface Graph {
  url: string
  /** Sends a document by POST and reads the answer, whose data has the document's type; it is null when all of it failed. */
  query<Data, Variables>(
    document: TypedDocumentString<Data, Variables>,
    ...rest: Variables extends Record<string, never>
      ? [variables?: Variables, headers?: Record<string, string>]
      : [variables: Variables, headers?: Record<string, string>]
  ): Promise<Answer<Data | null>>
  /** The same for a document that is built at run time or is invalid, or for one of its operations. */
  query<Data = unknown>(
    document: string,
    variables?: object,
    headers?: Record<string, string>,
    operationName?: string,
  ): Promise<Answer<Data>>
  /** The log, a line each. */
  logLines: string[]
  /** Stops as the server itself does: operations in progress may finish. */
  stop(graceMs?: number): Promise<void>
  close(): Promise<void>
}

export interface GraphOptions extends Partial<Omit<ServerOptions, 'limits' | 'timeouts'>>, Partial<ClientOptions> {
  /** How long work is kept and run, if there is any. */
  bulk?: BulkSettings
  /** What agents may do, if there are any. */
  agents?: AgentMode
  /** Another extension. */
  extension?: OpenExtension
  /** The store of confirmations. Defaults to the store of the graph. */
  confirmations?: Store
  /** The secrets of confirmations. */
  secrets?: readonly string[]
  /** Bounds that a server does not have. */
  limits?: Partial<ServerOptions['limits']>
  timeouts?: Partial<Bounds['timeouts']>
  credentials?: Credentials
  /** Settings of the server by their environment variables; all others have their defaults. */
  settings?: Record<string, string>
  /** False if the bounds of plans do not hold: the service does not follow the documents, or a rate limit is spent. */
  checksPlan?: boolean
}

/** Adgraph over an upstream at this address, on a port of its own. Close it when done. */
export async function openGraph(upstreamUrl: string, options: GraphOptions = {}): Promise<Graph> {
  const {
    credentials = ANY_CREDENTIALS,
    settings = {},
    environment,
    attemptTimeoutMs,
    connections,
    maxResponseBytes,
    vocabulary,
    onExchange,
    aheadMs,
    checksPlan = true,
    limits,
    timeouts,
    bulk,
    agents,
    extension,
    confirmations,
    secrets = ['a secret of the confirmations of a test'],
    ...server
  } = options
  const logLines: string[] = []
  const state = createMemoryState()
  const config = readConfig(settings)
  const { tenant, operatorTokens = [], signIn } = server
  keepSecret(credentials.consumerSecret, credentials.accessTokenSecret, ...operatorTokens)
  keepSecret(...(tenant?.clientTokens ?? []), ...(signIn?.secrets ?? []))
  const log = createLog(config.LOG_LEVEL, {
    write(line) {
      logLines.push(line)
      overhear('the log', line)
    },
  })
  const extensions: OpenExtension[] = [
    ...(bulk ? [(parts: ServerParts) => openBulk(bulk, parts)] : []),
    ...(agents ? [serveAgents(agents, confirmations && { store: confirmations })] : []),
    ...(extension ? [extension] : []),
  ]
  const served: ServerOptions = {
    ...serverSettings(config),
    ...BOUNDS,
    timeouts: { ...BOUNDS.timeouts, ...timeouts },
    allowsLoopbackOrigins: false,
    host: '127.0.0.1',
    port: 0,
    schema,
    ...state,
    ...(vocabulary && { referenceStore: translatedStore(state.referenceStore, vocabulary) }),
    statistics: createStatistics({ documents: state.statisticsStore, leases: state.store }),
    client: createClient({
      ...state,
      adsBaseUrl: upstreamUrl,
      authBaseUrl: upstreamUrl,
      environment,
      attemptTimeoutMs,
      connections,
      maxResponseBytes,
      vocabulary,
      onExchange,
      aheadMs,
    }),
    application: { consumerKey: credentials.consumerKey, consumerSecret: credentials.consumerSecret },
    tenant: { credentials, clientTokens: [] },
    operationTimeoutMs: 10_000,
    traceAlways: true,
    firstQuery: '{ __typename }',
    service: 'embedded sandbox',
    log,
    secrets,
    ...server,
    limits: { ...serverSettings(config).limits, ...limits },
  }
  const running = await startServer(served, extensions)
  return {
    url: running.url,
    logLines,
    stop: (graceMs) => running.stop(graceMs),
    close: () => running.stop(0),
    async query<Data>(
      document: string | TypedDocumentString<Data, never>,
      variables: unknown = {},
      headers: Record<string, string> = {},
      operationName?: string,
    ) {
      const response = await fetch(running.url, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-upstream-plan': '1', ...headers },
        body: JSON.stringify({ query: String(document), variables, operationName }),
      })
      const { data, errors, extensions } = (await response.json()) as {
        data: Data
        errors?: GraphQLProblem[]
        extensions?: { upstream?: TraceReport; plan?: PlanReport }
      }
      const { upstream: trace, plan } = extensions ?? {}
      if (trace && plan && checksPlan) assertWithinPlan(plan, trace, { data, errors })
      const { calls = [], cached = 0, stale = 0 } = trace ?? {}
      return { status: response.status, data, errors, calls, cached, stale, trace, plan }
    },
  }
}

/** Adgraph over a sandbox of its own. */
export interface SandboxGraph extends Graph {
  sandbox: Sandbox
}

interface SandboxGraphOptions {
  sandbox?: SandboxOptions
  graph?: GraphOptions
}

/** Opens it; close it when done. */
export async function openSandboxGraph(options: SandboxGraphOptions = {}): Promise<SandboxGraph> {
  // Only `npm run test:long` runs all tests over a service whose every word differs.
  const words = inject('hasOtherWords') ? IN_OTHER_WORDS : undefined
  const sandbox = await startSandbox({ ...words?.sandbox, ...options.sandbox })
  const graph = await openGraph(sandbox.url, {
    credentials: sandbox.credentials,
    environment: 'sandbox',
    sandboxUrl: sandbox.url,
    aheadMs: 'now' in { ...options.sandbox } ? undefined : Date.parse(SANDBOX_NOW) - Date.now(),
    ...words?.graph,
    ...options.graph,
  })
  return {
    ...graph,
    sandbox,
    async close() {
      await graph.close()
      await sandbox.close()
    },
  }
}

/** Opens it for the tests of a file, or of a `describe`: each finds it without requests and faults, and the last one closes it. */
export function useSandboxGraph(options?: SandboxGraphOptions): SandboxGraph {
  const graph = openForTests(() => openSandboxGraph(options))
  beforeEach(() => {
    graph.sandbox.clearRequests()
    graph.sandbox.faults.clear()
  })
  return graph
}

/** Adgraph over a scripted service, for the tests of a file, or of a `describe`: each finds the service without requests. */
export function useGraphOver(script: Script, options?: GraphOptions): { upstream: Upstream; graph: Graph } {
  const upstream = openForTests(() => startUpstream(script))
  const graph = openForTests(() => openGraph(upstream.url, options))
  beforeEach(() => void upstream.requests.splice(0))
  return { upstream, graph }
}

/** How many calls went to each endpoint. */
export function callCounts(calls: readonly Pick<TracedCall, 'method' | 'path'>[]): Record<string, number> {
  const counts: Record<string, number> = {}
  for (const { method, path } of calls) counts[`${method} ${path}`] = (counts[`${method} ${path}`] ?? 0) + 1
  return counts
}
