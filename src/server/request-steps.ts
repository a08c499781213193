import { type GraphQLSchema, GraphQLError, getOperationAST, OperationTypeNode } from 'graphql'
import { type Plugin, type YogaServerOptions, createYoga } from 'graphql-yoga'
import { createMemoryBudget, type MemoryBudget, NO_MEMORY, type MemoryReservation } from '../async/memory.ts'
import { when, type MaybePromise } from '../async/promise.ts'
import { execute } from '../execute/executor.ts'
import type { FormatError } from '../execute/response/result.ts'
import { maskError } from '../schema/errors.ts'
import {
  type Admission,
  type RequestContext,
  createAdmission,
  QUEUE_TIMEOUT_MS,
  overloadedError,
} from './admission/admission.ts'
import type { Callers } from './auth/callers.ts'
import { contextPlugin, type ContextBuilder } from './context-builder.ts'
import { disclosurePlugin, DOCUMENT_LIMITS, limitsPlugin, validationPlugin } from './document/limits.ts'
import { countArgumentItems } from './document/measures.ts'
import { trustedDocumentsPlugin } from './document/trusted-documents.ts'
import {
  checksPlugin,
  hasJsonBody,
  isKnownCaller,
  TIMEOUTS,
  type Guards,
  type HostGuard,
  type Origins,
  hasValidParameters,
  yogaOptions,
  createOrigins,
} from './guard/guard.ts'
import { MAX_BODY_BYTES, requestBodyPlugin } from './guard/request-body.ts'
import { operationPlugin, type OperationContext, type OperationOptions } from './observe/operation.ts'
import { compressionPlugin, errorListPlugin } from './response.ts'

/** What the steps of a request need, besides the settings of the guards. */
interface StepParts extends Guards, Omit<OperationOptions, 'telemetry'> {
  schema: GraphQLSchema
  admission: Admission
  callers: Callers
  origins: Origins
  /** Given if everybody who reaches the server may call, and only this machine can reach it. */
  hostGuard?: HostGuard
  context: ContextBuilder
  telemetry?: OperationOptions['telemetry']
  compression?: boolean
}

type Steps = NonNullable<YogaServerOptions<RequestContext, OperationContext>['plugins']>

/**
 * What happens to a GraphQL request, in this order, as plugins of Yoga. Over sockets it comes from `index.ts`, which has taken its
 * path and media type; embedded, from `fetch.ts`.
 */
function requestSteps(parts: StepParts): Steps {
  const { schema, admission, callers, origins, hostGuard, disclosure, trustedDocuments } = parts
  const { limits, maxBodyBytes = MAX_BODY_BYTES, timeouts = TIMEOUTS, maxMemoryBytes } = parts
  const documentLimits = { ...DOCUMENT_LIMITS, ...limits }
  return [
    // A slot, fairly among callers, and a part of the memory: before anything of the request is read.
    admission.plugin,
    // Its head is checked before its body takes memory. The first check that fails is the answer.
    checksPlugin([
      // A page under a foreign name has, for the browser, the origin of this server: its host is checked first.
      ({ context: { req } }) => hostGuard?.(req),
      hasJsonBody,
      ({ context: { req } }) => origins.refusalOf(req, 'allowed'),
      ...(callers.onlyKnown ? [isKnownCaller] : []),
      hasValidParameters,
    ]),
    // Its body, within the limits of bytes, values, time and memory.
    requestBodyPlugin({ maxBytes: maxBodyBytes, withinMs: timeouts.requestMs }),
    // The document that it names, before any document is parsed.
    trustedDocumentsPlugin(trustedDocuments),
    // What validation and errors may reveal of the schema.
    disclosurePlugin(schema, disclosure),
    // The text of the document when it is parsed, its variables and its plan when it is executed: nothing has been sent yet.
    limitsPlugin(documentLimits, disclosure),
    // The size of each document and its validity, once, with the rules that the steps before have added.
    validationPlugin(documentLimits, disclosure),
    // The session of the caller, its loaders and its trace, for documents that are valid.
    contextPlugin(parts.context),
    // Its execution, in which large queries wait for a place, and all for memory.
    executionPlugin(admission, parts.mask, maxMemoryBytes),
    // Log, metrics, traces and headers see what has become of it.
    operationPlugin({ ...parts, telemetry: parts.telemetry }),
    // After all steps that change errors.
    errorListPlugin,
    // The text is complete.
    ...(parts.compression !== false ? [compressionPlugin] : []),
  ]
}

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
    plugins: requestSteps({ ...options, admission, origins, mask }),
  })
}

/** The share of the bytes of a response that its errors may take. */
const ERROR_SHARE = 0.1

/** The share of the estimated bytes of a response that count as memory: the rest of what an operation may hold are its rows. */
const HELD_SHARE = 0.75

/**
 * Executes queries and mutations with our own executor. `formatError` returns the error that callers may see. A response has at most
 * `allowedBytes`, without the non-null fields of a mutation, and its errors at most a tenth of them. What it holds counts as memory
 * of the process too: it waits while there is none.
 */
function executionPlugin(
  admission: Admission,
  formatError: FormatError,
  allowedBytes: number,
): Plugin<OperationContext & RequestContext> {
  return {
    onExecute({ args: { document, operationName, contextValue }, setExecuteFn }) {
      const operation = getOperationAST(document, operationName)?.operation
      if (operation === OperationTypeNode.SUBSCRIPTION) return
      const { signal, endsAtMs, trace, variables: coercedVariables, onExecution, reservation } = contextValue
      const maxBytes = Math.min(allowedBytes, contextValue.maxBytes ?? Infinity)
      const onArgumentItems = countArgumentItems()
      const excessOf = limitedSum(maxBytes, spentBytes)
      const isMutation = operation === OperationTypeNode.MUTATION
      // Calls end with the deadline. What needs none could go on: a mutation may, because it has to report what it did.
      const isLate = () => !isMutation && Date.now() >= endsAtMs
      const onBytes = (bytes: number) =>
        excessOf(bytes) ??
        (isLate() ? lateError() : undefined) ??
        reserved(reservation, Math.ceil(bytes * HELD_SHARE), isMutation)
      const onErrorBytes = limitedSum(maxBytes * ERROR_SHARE, (used, allowed) =>
        tooManyErrors(used, allowed, trace.calls.length > 0),
      )
      setExecuteFn((args) =>
        admission.run(contextValue, isMutation, () => {
          onExecution?.()
          return execute({ signal, formatError, coercedVariables, onArgumentItems, onBytes, onErrorBytes, ...args })
        }),
      )
    },
  }
}

/** Counts bytes that an operation holds until its end, once there is room for them. Returns an error if there is none. */
function reserved(reservation: MemoryReservation, bytes: number, isMutation: boolean): MaybePromise<Error | undefined> {
  if (bytes === 0) return undefined
  // What a write did is reported even if there is no memory for rows.
  if (isMutation && reservation.room('write', bytes) === true) {
    reservation.add(bytes, 'write')
    return undefined
  }
  return when(reservation.room('rows', bytes), (hasRoom) => {
    if (!hasRoom) return overloadedError(NO_MEMORY)
    reservation.add(bytes)
    return undefined
  })
}

function lateError(): GraphQLError {
  const message = 'The operation has reached its deadline. Request fewer rows or fields'
  return new GraphQLError(message, { extensions: { code: 'UPSTREAM_TIMEOUT' } })
}

function spentBytes(used: number, allowed: number): GraphQLError {
  const message = `The response has more than ${allowed} bytes, the maximum of one operation. Request fewer rows or fields`
  return new GraphQLError(message, { extensions: { code: 'BUDGET_SPENT', limit: 'bytes', allowed, used } })
}

function tooManyErrors(used: number, allowed: number, hasCalled: boolean): GraphQLError {
  const message = `The errors of the response have more than ${allowed} bytes. Those that are left are not reported. Request fewer rows or fields`
  const extensions = hasCalled
    ? { code: 'BUDGET_SPENT', limit: 'errorBytes', allowed, used }
    : { code: 'QUERY_TOO_COMPLEX', limit: 'errorBytes', planned: used, allowed }
  return new GraphQLError(message, { extensions })
}

/** Creates a function that adds to a sum, and returns what `excess` returns once the sum is greater than `allowed`. */
function limitedSum<E>(
  allowed: number,
  excess: (used: number, allowed: number) => E,
): (amount: number) => E | undefined {
  let used = 0
  return (amount) => {
    used += Math.ceil(amount)
    return used <= allowed ? undefined : excess(used, allowed)
  }
}
