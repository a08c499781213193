import { GraphQLError } from 'graphql'
import { createYoga } from 'graphql-yoga'
import { maskError } from '../schema/errors.ts'
import { createAdmission, QUEUE_TIMEOUT_MS, type RequestContext } from './admission/admission.ts'
import { createMemoryBudget, type MemoryBudget } from '../async/memory.ts'
import { type Guards, yogaOptions } from './guard/guard.ts'
import { createOrigins, type Origins } from './guard/origin.ts'
import type { OperationContext } from './observe/operation.ts'
import { requestSteps, type StepParts } from './request-steps.ts'

/** The path of the GraphQL endpoint. */
export const GRAPHQL_PATH = '/graphql'

/** The options of a server that concern GraphQL requests, over sockets or of the fetch API. */
export interface HandlerOptions extends Omit<StepParts, 'admission' | 'origins' | 'mask'> {
  /** The memory budget of the process, if other requests use it too. */
  memory?: MemoryBudget
  /** The origins whose pages may use the graph, if they may send other requests too. */
  origins?: Origins
}

/** Creates the memory budget of a process. */
export function memoryBudgetOf({ maxMemoryBytes, queueTimeoutMs = QUEUE_TIMEOUT_MS }: Guards): MemoryBudget {
  return createMemoryBudget({ maxBytes: maxMemoryBytes, queueTimeoutMs })
}

/** The handler of GraphQL requests. */
export type GraphQLHandler = ReturnType<typeof createGraphQLHandler>

/** Creates the handler of GraphQL requests, with the guards in front of it and the metrics, logs and traces behind it. */
export function createGraphQLHandler(options: HandlerOptions) {
  const { schema, metrics, log } = options
  const logged = new WeakSet<object>()
  /** One exception can fail thousands of fields, and is logged once. */
  const logInternal = (err: unknown) => {
    const cause: object = Object((err instanceof GraphQLError && err.originalError) || err)
    if (logged.has(cause)) return
    logged.add(cause)
    log.error({ err }, 'internal error')
  }
  const mask = (error: unknown) => {
    const masked = maskError(error)
    if (masked.extensions['code'] === 'INTERNAL' && masked !== error) logInternal(error)
    return masked
  }
  const { memory = memoryBudgetOf(options) } = options
  const admission = createAdmission({
    ...options,
    memory,
    onOverloaded: () => metrics.onRefusal('OVERLOADED'),
  })
  metrics.watch({
    operations: () => admission.counts(),
    memory: () => ({ used: memory.usedBytes(), spare: memory.spareBytes(), limit: options.maxMemoryBytes }),
    waitingForMemory: () => memory.waiting(),
  })
  const { origins = createOrigins(options, log) } = options
  return createYoga<RequestContext, OperationContext>({
    ...yogaOptions(origins),
    schema,
    logging: log,
    graphqlEndpoint: GRAPHQL_PATH,
    // The server has its own page and health checks. No URL can end with Yoga's path for health checks.
    landingPage: false,
    graphiql: false,
    healthCheckEndpoint: '\0',
    maskedErrors: { maskError: mask },
    plugins: requestSteps({ ...options, admission: admission.plugin, origins, mask }),
  })
}
