import { createCallers } from './auth/callers.ts'
import { createContextBuilder } from './context.ts'
import { createFetchHandler, type FetchHandler } from './fetch.ts'
import { createGraphQLHandler } from './graphql.ts'
import { TIMEOUTS } from './guard/guard.ts'
import { createMetrics } from './observe/metrics.ts'
import type { ServerOptions } from './options.ts'

/** A graph without a socket. */
export interface LocalGraph extends Pick<FetchHandler, 'answer'> {
  /** Waits until the operations in progress have ended, and closes all connections. */
  close(): Promise<void>
}

/** Opens the graph for the program that runs it, which calls on behalf of the single tenant without a token. */
export function openLocalGraph({ client, log, tenant, ...options }: ServerOptions): LocalGraph {
  const { application, operationTimeoutMs } = options
  const access = { application, tenant: { ...tenant, clientTokens: [] }, operatorTokens: [], sessions: undefined }
  const callers = createCallers(access, log)
  const metrics = createMetrics(() => client)
  const buildContext = createContextBuilder({ ...options, client, metrics, onRevoked: callers.onRevoked })
  const graphql = createGraphQLHandler({ ...options, log, callers, metrics, context: buildContext })
  const handler = createFetchHandler({ graphql, callers, buildContext, writeTimeoutMs: TIMEOUTS.writeMs })
  return {
    answer: handler.answer,
    async close() {
      await handler.close(operationTimeoutMs)
      await client.close()
    },
  }
}
