import {
  type DocumentNode,
  type ExecutionResult,
  type GraphQLSchema,
  GraphQLError,
  getOperationAST,
  type OperationDefinitionNode,
  OperationTypeNode,
} from 'graphql'
import { type GraphQLParams, type Plugin, YogaServer } from 'graphql-yoga'
import { createMemoryBudget, type MemoryBudget, NO_MEMORY, type MemoryReservation } from '../async/memory.ts'
import { when, type MaybePromise } from '../async/promise.ts'
import { execute } from '../execute/executor.ts'
import { maskError } from '../schema/errors.ts'
import {
  type Admission,
  type ArrivedRequest,
  type RequestContext,
  createAdmission,
  overloadedError,
} from './admission/admission.ts'
import type { Callers } from './auth/callers.ts'
import type { ContextBuilder } from './context-builder.ts'
import {
  createDocumentCheck,
  createOperationCheck,
  disclosed,
  DOCUMENT_LIMITS,
  type RequestedOperation,
} from './document/limits.ts'
import { countArgumentItems } from './document/measures.ts'
import { createDocumentLookup } from './document/trusted-documents.ts'
import {
  allowGraphQL,
  firstRefusal,
  hasJsonBody,
  hasKnownMethod,
  hasValidParameters,
  isKnownCaller,
  METHODS,
  type Guards,
  type HostGuard,
  type Origins,
  type RequestCheck,
} from './guard/guard.ts'
import { bodyRefusal, paramsInUrl, readParams } from './guard/request-body.ts'
import { methodNotAllowed, refusal, refusalResponse } from './http/refusal.ts'
import { type GraphQLResponse, isRead, negotiate, NOT_ACCEPTABLE } from './http/request.ts'
import { createReports, type OperationContext, type OperationOptions } from './observe/operation.ts'
import { writeResponse } from './response.ts'

/** What the steps of a request need, besides the settings of the guards. */
interface StepParts extends Guards, OperationOptions {
  schema: GraphQLSchema
  admission: Admission
  callers: Callers
  origins: Origins
  /** Given if everybody who reaches the server may call, and only this machine can reach it. */
  hostGuard?: HostGuard
  context: ContextBuilder
}

/**
 * What happens to a GraphQL request that was admitted, in this order, as one plugin of Yoga. A hook costs a microsecond and a kilobyte of
 * garbage for each request, so no step has one of its own, and Yoga's own steps are left out.
 */
function requestSteps(parts: StepParts): Plugin<object, RequestContext> {
  const { schema, callers, origins, hostGuard, trustedDocuments, maxBodyBytes, timeouts } = parts
  const checks: readonly RequestCheck[] = [
    // A page under a foreign name has, for the browser, the origin of this server: its host is checked first.
    ({ req }) => hostGuard?.(req),
    hasJsonBody,
    ({ req }) => origins.refusalOf(req, 'allowed'),
    ...(callers.onlyKnown ? [isKnownCaller] : []),
    hasValidParameters,
    ({ req }) => bodyRefusal(req, maxBodyBytes),
    hasKnownMethod,
  ]
  const lookUpDocument = createDocumentLookup(trustedDocuments)
  const reports = createReports(parts)
  const answer = operationSteps(parts, reports)
  const steps: Plugin<object, RequestContext> = {
    // Without Yoga's own: parsers of other bodies, result processors, checks of methods, paths and batches, a health check.
    onPluginInit: ({ plugins }) => void plugins.splice(0, plugins.length, steps),
    onRequestParse({ serverContext, setRequestParser }) {
      // Its head is checked before its body takes memory. The first check that fails is the answer.
      return when(firstRefusal(checks, serverContext), (refused) => {
        if (refused) throw refused
        const { req } = serverContext
        // Its body, within the limits of bytes, values, time and memory.
        const limits = { maxBytes: maxBodyBytes, withinMs: timeouts.requestMs }
        setRequestParser(() => (req.method === 'POST' ? readParams(serverContext, limits) : paramsInUrl(req)))
      })
    },
    onParams({ params, context, setParams, setParamsHandler }) {
      // The document that it names.
      setParams(lookUpDocument(params, context))
      setParamsHandler(({ params, context }) => answer(params, context))
    },
    onResultProcess(answer) {
      const { serverContext } = answer
      const result = answer.result as ExecutionResult
      // What its errors may reveal.
      const known = result.errors ? { ...result, errors: result.errors.map((each) => disclosed(each, schema)) } : result
      const shown = 'data' in known ? known : reports.refused(known, serverContext)
      // Yoga returns this value unchanged. Creating a Response takes as long as sending one.
      const toResponse = () => writeResponse(shown, serverContext) as MaybePromise<unknown> as MaybePromise<Response>
      answer.setResultProcessor(toResponse, String(serverContext.req.headers.accept))
    },
  }
  return steps
}

/** What happens to the operation of a request, in this order. */
function operationSteps(parts: StepParts, reports: ReturnType<typeof createReports>) {
  const { schema, limits, introspection } = parts
  const documentLimits = { ...DOCUMENT_LIMITS, ...limits }
  const checkDocument = createDocumentCheck(schema, documentLimits, introspection)
  const checkOperation = createOperationCheck(schema, documentLimits, introspection)
  const executeOperation = createExecution(parts)
  return (params: GraphQLParams, request: RequestContext): MaybePromise<ExecutionResult> => {
    request.params = params
    // The size of each document and its validity, once.
    const { document, errors } = checkDocument(params.query ?? '')
    if (!document) return { errors }
    const operation = operationOf(document, params.operationName, request)
    if (errors.length > 0) return { errors }
    const requested = { document, operation, variables: params.variables ?? {} }
    // The session of the caller, its loaders and its trace.
    return when(parts.context(request), (context) =>
      // Its variables and its plan: nothing has been sent yet.
      when(checkOperation(requested, context, request), (ended) => {
        if (ended) return ended
        const named = { document, name: operation.name?.value ?? null }
        reports.beforeExecution(named, context, request)
        // Its execution, in which large queries wait for a place, and all for memory.
        return executeOperation(requested, context, request).then((result) =>
          // Log, metrics, traces and headers see what has become of it.
          reports.executed(named, context, request, result),
        )
      }),
    )
  }
}

/** The operation that a request executes. Throws a refusal if there is none, or if it may not be executed with this method. */
function operationOf(
  document: DocumentNode,
  name: string | undefined,
  { req }: RequestContext,
): OperationDefinitionNode {
  const operation = getOperationAST(document, name)
  if (!operation) throw refusal('OPERATION_RESOLUTION_FAILURE', 400, 'Could not determine what operation to execute.')
  if (operation.operation === OperationTypeNode.MUTATION && isRead(req))
    throw methodNotAllowed('POST', 'Can only perform a mutation operation from a POST request.')
  return operation
}

/** The options of a server that concern GraphQL requests, over sockets or of the fetch API. */
export interface HandlerOptions extends Omit<StepParts, 'admission' | 'mask'> {
  memory: MemoryBudget
}

/** Creates the memory budget of a process. */
export function memoryBudgetOf({ maxMemoryBytes, queueTimeoutMs }: Guards): MemoryBudget {
  return createMemoryBudget({ maxBytes: maxMemoryBytes, queueTimeoutMs })
}

/** Answers a GraphQL request. Over sockets it comes from `index.ts`, which has taken its path; embedded, from `fetch.ts`. */
export type GraphQLHandler = (request: ArrivedRequest) => Promise<GraphQLResponse>

const TO_OPTIONS: GraphQLResponse = { status: 204, headers: { allow: METHODS }, body: '' }

/** Creates the handler of GraphQL requests, with the guards in front of it and the metrics, logs and traces behind it. */
export function createGraphQLHandler(options: HandlerOptions): GraphQLHandler {
  const { metrics, memory, origins, log } = options
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
  const admission = createAdmission({
    ...options,
    onOverloaded: () => metrics.onRefusal('OVERLOADED'),
  })
  metrics.watch({
    operations: () => admission.counts(),
    memory: () => ({ used: memory.usedBytes(), spare: memory.spareBytes(), limit: options.maxMemoryBytes }),
    waitingForMemory: () => memory.waiting(),
  })
  const yoga = new YogaServer<RequestContext, object>({
    // Errors are logged once, where they are masked.
    logging: false,
    maskedErrors: { maskError: mask },
    plugins: [requestSteps({ ...options, admission, mask })],
  })
  // Yoga passes it to its hooks, which read the request in the context instead. Creating one for each request takes longer than the rest
  // of Yoga.
  const request = new yoga.fetchAPI.Request('http://localhost')
  return async (arrived) => {
    const { req, res } = arrived
    allowGraphQL(origins, req, res)
    if (req.method === 'OPTIONS') return TO_OPTIONS
    const type = negotiate(req.headers.accept)?.type
    if (!type) return refusalResponse(NOT_ACCEPTABLE)
    req.headers.accept = type
    // A slot, fairly among callers, and a part of the memory: before anything of the request is read.
    const context = arrived as Parameters<typeof yoga.handle>[1]
    const refused = await admission.enter(context)
    // Yoga returns what the result processor of the steps has returned.
    return refused ?? ((await yoga.handle(request, context)) as unknown as GraphQLResponse)
  }
}

/** The share of the bytes of a response that its errors may take. */
const ERROR_SHARE = 0.1

/** The share of the estimated bytes of a response that count as memory: the rest of what an operation may hold are its rows. */
const HELD_SHARE = 0.75

/**
 * Creates the function that executes an operation with our own executor. A response has at most `maxMemoryBytes`, without the non-null
 * fields of a mutation, and its errors at most a tenth of them. What it holds counts as memory of the process too: it waits while there
 * is none.
 */
function createExecution({ schema, admission, mask: formatError, maxMemoryBytes }: StepParts) {
  return (
    { document, operation }: RequestedOperation,
    context: OperationContext,
    { reservation, onExecution, maxBytes: ownBytes = Infinity }: RequestContext,
  ): Promise<ExecutionResult> => {
    const { signal, endsAtMs, trace, variables: coercedVariables, need, callerId, loaders } = context
    const maxBytes = Math.min(maxMemoryBytes, ownBytes)
    const onArgumentItems = countArgumentItems()
    const excessOf = limitedSum(maxBytes, spentBytes)
    const isMutation = operation.operation === OperationTypeNode.MUTATION
    // Calls end with the deadline. What needs none could go on: a mutation may, because it has to report what it did.
    const isLate = () => !isMutation && Date.now() >= endsAtMs
    const onBytes = (bytes: number) =>
      excessOf(bytes) ??
      (isLate() ? lateError() : undefined) ??
      reserved(reservation, Math.ceil(bytes * HELD_SHARE), isMutation, signal)
    const onErrorBytes = limitedSum(maxBytes * ERROR_SHARE, (used, allowed) =>
      tooManyErrors(used, allowed, trace.calls.length > 0),
    )
    return admission.run({ reservation, need, callerId, signal, loaders }, isMutation, () => {
      onExecution?.()
      return execute({
        schema,
        document,
        operationName: operation.name?.value,
        contextValue: context,
        coercedVariables,
        signal,
        formatError,
        onArgumentItems,
        onBytes,
        onErrorBytes,
      })
    })
  }
}

/** Counts bytes that an operation holds until its end, once there is room for them. Returns an error if there is none. */
function reserved(
  reservation: MemoryReservation,
  bytes: number,
  isMutation: boolean,
  signal: AbortSignal,
): MaybePromise<Error | undefined> {
  if (bytes === 0) return undefined
  // What a write did is reported even if there is no memory for rows.
  if (isMutation && reservation.room('write', bytes) === true) {
    reservation.add(bytes, 'write')
    return undefined
  }
  return when(reservation.room('rows', bytes), (hasRoom) => {
    if (!hasRoom) return (signal.reason as Error | undefined) ?? overloadedError(NO_MEMORY)
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
