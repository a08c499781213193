import { type ContextOptions, createContextBuilder } from './context.ts'
import { createFetchHandler } from './fetch.ts'
import { createGraphQLHandler, type HandlerOptions } from './graphql.ts'
import { TIMEOUTS } from './guard/guard.ts'
import { createMetrics } from './observe/metrics.ts'

type LocalOptions = Omit<ContextOptions, 'metrics' | 'onRevoked'> & Omit<HandlerOptions, 'metrics' | 'context'>

/** Opens the graph without a socket, for these callers. */
export function openLocalGraph(options: LocalOptions) {
  const { client, callers, operationTimeoutMs, timeouts = TIMEOUTS } = options
  const metrics = createMetrics(() => client)
  const buildContext = createContextBuilder({ ...options, metrics, onRevoked: callers.onRevoked })
  const graphql = createGraphQLHandler({ ...options, metrics, context: buildContext })
  const handler = createFetchHandler({ graphql, callers, buildContext, writeTimeoutMs: timeouts.writeMs })
  return {
    ...handler,
    metrics,
    /** Waits until the operations in progress have ended, and closes all connections. */
    async close() {
      await handler.close(operationTimeoutMs)
      await client.close()
    },
  }
}
