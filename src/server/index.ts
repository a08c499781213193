import { createServer as createHttpServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { useDeferStream } from '@graphql-yoga/plugin-defer-stream'
import { renderGraphiQL } from '@graphql-yoga/render-graphiql'
import type { GraphQLError, GraphQLSchema } from 'graphql'
import { createYoga } from 'graphql-yoga'
import { createLoaders, createReference } from '../loaders/index.ts'
import type { Client } from '../rest/client.ts'
import { maskError } from '../schema/errors.ts'
import { credentialsFor, type SingleTenant } from './caller.ts'
import type { Logger } from './log.ts'
import { operationPlugin, type OperationContext } from './operation.ts'
import { Trace } from './trace.ts'

export interface ServerOptions {
  host: string
  port: number
  schema: GraphQLSchema
  client: Client
  tenant: SingleTenant
  /** How long one operation may take, calls and waits included. */
  operationTimeoutMs: number
  /** The age at which answers to reads that are few are refreshed. Left out: a day. */
  referenceMaxAgeMs?: number
  /** Whether every answer carries the trace, asked for or not. */
  traceAlways: boolean
  /** The query that GraphiQL opens on. */
  firstQuery: string
  log: Logger
}

export interface Server {
  /** Where GraphQL is served, e.g. `http://127.0.0.1:4000/graphql`. */
  url: string
  /** Stops taking requests, lets those under way finish for at most `graceMs`, then ends. */
  stop(graceMs?: number): Promise<void>
}

const GRACE_MS = 10_000

/** Serves the graph over HTTP: `/graphql`, `/healthz` (alive), `/readyz` (takes requests). Resolves when it listens. */
export async function startServer({ host, port, log, client, ...options }: ServerOptions): Promise<Server> {
  const yoga = createGraphQLHandler({ log, client, ...options })
  let stopping = false

  const http = createHttpServer((request, response) => {
    // A connection that was kept alive would hold up the stop for as long as its client likes.
    response.once('close', () => stopping && setImmediate(() => http.closeIdleConnections()))
    const path = request.url?.split('?')[0]
    if (path === '/healthz') return answerText(response, 200, 'alive')
    if (path === '/readyz') return stopping ? answerText(response, 503, 'stopping') : answerText(response, 200, 'ready')
    return void yoga(request, response)
  })
  await new Promise<void>((resolve, reject) => {
    http.once('error', reject)
    http.listen(port, host, resolve)
  })

  return {
    url: `http://${host.includes(':') ? `[${host}]` : host}:${(http.address() as AddressInfo).port}/graphql`,
    async stop(graceMs = GRACE_MS) {
      stopping = true
      const closed = new Promise((resolve) => http.close(resolve))
      http.closeIdleConnections()
      // An answer that streams can go on for ever: after the grace its connection is cut.
      const cut = setTimeout(() => http.closeAllConnections(), graceMs)
      await closed
      clearTimeout(cut)
      await client.close()
    },
  }
}

function createGraphQLHandler(options: Omit<ServerOptions, 'host' | 'port'>) {
  const { schema, client, tenant, operationTimeoutMs, referenceMaxAgeMs, traceAlways, firstQuery, log } = options
  const reference = createReference(client, { refreshMs: referenceMaxAgeMs, readTimeoutMs: operationTimeoutMs })
  const mask = (error: unknown) => {
    const masked = maskError(error)
    if (masked.extensions['code'] === 'INTERNAL' && masked !== error) log.error({ err: error }, 'internal error')
    return masked
  }
  return createYoga<{ req: IncomingMessage; res: ServerResponse }, OperationContext>({
    schema,
    logging: log,
    graphqlEndpoint: '/graphql',
    landingPage: false,
    graphiql: { title: 'Adgraph', defaultQuery: firstQuery },
    renderGraphiQL,
    batching: false,
    maskedErrors: { maskError: mask },
    plugins: [useDeferStream(), operationPlugin({ log, traceAlways, mask })],
    context({ request }) {
      const credentials = credentialsFor(tenant, request.headers.get('authorization'))
      const trace = new Trace()
      const rest = reference.session({
        credentials,
        deadline: Date.now() + operationTimeoutMs,
        signal: request.signal,
        onCall: trace.onCall,
        onKept: trace.onKept,
      })
      const reported: GraphQLError[] = []
      return { rest, loaders: createLoaders(rest), trace, reported, report: (error) => void reported.push(error) }
    },
  })
}

function answerText(response: ServerResponse, status: number, text: string): void {
  response
    .writeHead(status, { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store' })
    .end(`${text}\n`)
}
