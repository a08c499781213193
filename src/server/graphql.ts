import { GraphQLError } from 'graphql'
import type { ServerResponse } from 'node:http'
import { useDeferStream } from '@graphql-yoga/plugin-defer-stream'
import { createYoga } from 'graphql-yoga'
import { maskError } from '../schema/errors.ts'
import { when } from '../execute/promise.ts'
import { createAdmission, type RequestContext } from './admission/admission.ts'
import { memoryPlugin } from './admission/memory-plugin.ts'
import { createMemoryBudget } from './admission/memory.ts'
import { callerOf, type Access, type Caller } from './auth/caller.ts'
import { createContextBuilder } from './context.ts'
import { executionPlugin } from './execution.ts'
import { guardOptions } from './guard/guard.ts'
import { createOrigins } from './guard/origin.ts'
import { errorListPlugin } from './http/error-list.ts'
import { incrementalPlugin } from './http/incremental.ts'
import type { Metrics } from './observe/metrics.ts'
import { operationPlugin, type OperationContext } from './observe/operation.ts'
import type { ServerOptions } from './options.ts'
import { validationPlugin } from './validation.ts'

/** The path of the GraphQL endpoint. */
export const GRAPHQL_PATH = '/graphql'

interface HandlerOptions extends Omit<ServerOptions, 'host' | 'port'> {
  access: Access
  metrics: Metrics
}

/** Creates the handler of GraphQL requests, with the guards in front of it and the metrics, logs and traces behind it. */
export function createGraphQLHandler(options: HandlerOptions) {
  const { schema, access, metrics, log } = options
  const logged = new WeakSet<object>()
  /** One exception can fail thousands of fields, and is logged once. */
  const logInternal = (err: unknown) => {
    const cause = (err instanceof GraphQLError && err.originalError) || err
    if (typeof cause === 'object' && cause !== null) {
      if (logged.has(cause)) return
      logged.add(cause)
    }
    log.error({ err }, 'internal error')
  }
  const mask = (error: unknown) => {
    const masked = maskError(error)
    if (masked.extensions['code'] === 'INTERNAL' && masked !== error) logInternal(error)
    return masked
  }
  /** Ends a session whose token the service no longer accepts, here and in the browser. */
  const onRevoked = ({ session, byCookie }: Caller, response: ServerResponse) => {
    if (!session || !access.sessions) return
    access.sessions.end(session, 'token').catch((err: unknown) => log.error({ err }, 'a session could not be ended'))
    if (byCookie && !response.headersSent) response.setHeader('set-cookie', access.sessions.noCookie)
  }
  const memory = createMemoryBudget({ maxBytes: options.maxMemoryBytes, queueTimeoutMs: options.queueTimeoutMs })
  const admission = createAdmission({
    ...options,
    memory,
    callerOf: (request, response) =>
      when(callerOf(access, request.headers), (caller) => {
        if (caller.refused && caller.byCookie) response.setHeader('set-cookie', access.sessions!.noCookie)
        return caller
      }),
    onOverloaded: () => metrics.onRefusal('OVERLOADED'),
  })
  metrics.watch({
    operations: () => admission.counts(),
    memory: () => ({ used: memory.usedBytes(), spare: memory.spareBytes(), limit: options.maxMemoryBytes }),
    waitingForMemory: () => memory.waiting(),
  })
  const onlyKnownCallers = access.tenant.clientTokens.length > 0
  const guards = guardOptions(options, {
    schema,
    admission: admission.plugin,
    origins: createOrigins(options, log),
    onlyKnownCallers,
  })
  return createYoga<RequestContext, OperationContext>({
    ...guards,
    schema,
    logging: log,
    graphqlEndpoint: GRAPHQL_PATH,
    // The server has its own page and health checks. No URL can end with Yoga's path for health checks.
    landingPage: false,
    graphiql: false,
    healthCheckEndpoint: '\0',
    maskedErrors: { maskError: mask },
    plugins: [
      ...guards.plugins,
      useDeferStream(),
      validationPlugin(options.disclosure),
      incrementalPlugin,
      executionPlugin(mask, options.maxMemoryBytes),
      memoryPlugin,
      operationPlugin({ log, mask, metrics, telemetry: options.telemetry }),
      errorListPlugin,
    ],
    context: createContextBuilder({ ...options, onRevoked }),
  })
}
