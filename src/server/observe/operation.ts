import { hash } from 'node:crypto'
import { type GraphQLError, type DocumentNode, type ExecutionResult, type GraphQLErrorExtensions } from 'graphql'
import type { MaybePromise } from '../../async/promise.ts'
import type { Context } from '../../context.ts'
import { errorAt } from '../../execute/error/field-error.ts'
import type { Budget } from '../../rest/budget.ts'
import type { Expectation, PlanReport } from '../../schema/plan/expectation.ts'
import type { Need } from '../../schema/plan/highest-plan.ts'
import type { Observation } from '../../schema/plan/observation.ts'
import type { Statistics } from '../../state/statistics.ts'
import type { IncomingRequest, OutgoingResponse } from '../http/request.ts'
import { rateLimitHeaders, requestIdOf } from './headers.ts'
import type { Logger } from './log.ts'
import type { ServerMetrics } from './metrics.ts'
import type { Telemetry } from './telemetry.ts'
import type { Trace } from './trace.ts'

export interface OperationOptions {
  log: Logger
  /** Returns the error that callers may see. */
  mask: (error: unknown) => GraphQLError
  metrics: ServerMetrics
  /** Records finished operations. Undefined if they are not traced. */
  telemetry?: Telemetry | undefined
}

/** The context of resolvers, with the parts that only the server uses. */
export interface OperationContext extends Context {
  /** Names the caller in the log. */
  callerId: string
  trace: Trace
  variables?: Readonly<Record<string, unknown>>
  /** What the operation needs, once its variables are known. */
  need?: Need
  /** The plan as it is reported, if the request asks for it. */
  planReport?: PlanReport
  /** What the plan expects, if the request asks for the plan or the trace, or its trusted document declares that. */
  expectation?: Expectation
  /** The observation of the fields of the operation. Undefined if other operations are observed. */
  observer: Observation | undefined
  statistics: Statistics
  /** The credentials whose statistics these are, as a hash. */
  reader: string
  /** Aborts when the caller disconnects. */
  signal: AbortSignal
  /** When a query ends even if it has work left that needs no calls, in milliseconds since the epoch. */
  endsAtMs: number
  /** The calls and rows that the operation may use. */
  budget: Budget
}

/** What is read of the request of an operation. */
interface ReportedRequest {
  req: IncomingRequest
  res: OutgoingResponse
  /** Undefined if the request was refused before its caller was looked for. */
  caller?: MaybePromise<{ id: string }>
  /** The parameters of the request, once they are read. For a trusted document they have its text. */
  params?: { query?: unknown }
  /** The number of calls that its trusted document declares to expect at most. */
  maxExpectedCalls?: number
}

/** Creates what logs, measures and traces operations, and completes their results. */
export function createReports(options: OperationOptions) {
  const { log, metrics } = options
  return {
    /** Counts and logs a request that was refused before its execution. Gives its errors their HTTP status. */
    refused(result: ExecutionResult, { req, caller, params }: ReportedRequest): ExecutionResult {
      const codes = result.errors?.map(({ extensions }) => extensions['code']) ?? []
      metrics.onRefusal(codes[0])
      const requestId = requestIdOf(req)
      const document = documentHash(params?.query)
      const errors = countsOf(codes)
      void idOf(caller).then((id) => log.info({ requestId, caller: id, document, errors }, 'operation refused'))
      return { ...result, errors: result.errors?.map(withStatus) }
    },
    /** Warns of a trusted document that is expected to need more calls than it declares. */
    beforeExecution({ name }: NamedOperation, { expectation }: OperationContext, request: ReportedRequest): void {
      const { maxExpectedCalls: declared, req } = request
      const expected = expectation?.calls ?? null
      if (declared === undefined || expected === null || expected <= declared) return
      const message = 'a trusted document is expected to need more calls than it declares'
      log.warn({ requestId: requestIdOf(req), operation: name, expected, declared }, message)
    },
    /**
     * Logs, measures and traces an operation that was executed: its name, duration, calls and error codes. Masks its errors, and adds
     * `extensions.plan` and `extensions.upstream`. A response that is RATE_LIMITED gets the rate-limit headers.
     */
    executed(
      operation: NamedOperation,
      context: OperationContext,
      request: ReportedRequest,
      result: ExecutionResult,
    ): ExecutionResult {
      const { codes, shown } = finished(context, request, result, options.mask)
      // Without data nothing was executed, and it is logged as refused.
      if ('data' in result) reportDone(context, request, operation, codes, options)
      return shown
    },
  }
}

/**
 * The result of an operation as callers get it: with its errors masked, the errors that resolvers have reported, the plan and
 * the calls. Also returns the codes of the errors.
 */
function finished(
  { trace, need, planReport, expectation, askedBy, reported, rest }: OperationContext,
  { res }: ReportedRequest,
  result: ExecutionResult,
  mask: OperationOptions['mask'],
): { codes: unknown[]; shown: ExecutionResult } {
  if (!result.errors && reported.length === 0 && !planReport && !askedBy) return { codes: [], shown: result }
  const hasData = Boolean(result.data)
  const own = result.errors?.map(mask) ?? []
  // The errors of one call share their extensions.
  const sent = new Set<object>(own.map(({ extensions }) => extensions))
  const unsent = reported.filter(({ extensions }) => !sent.has(extensions)).map(mask)
  const errors = [...own, ...unsent].map((error) => withDataStatus(error, hasData))
  const extensions = {
    ...result.extensions,
    ...(planReport && { plan: planReport }),
    ...(askedBy && { upstream: trace.report(need?.plan(), expectation) }),
  }
  const retryAts = new Set<string>()
  for (const { extensions } of errors)
    if (extensions['code'] === 'RATE_LIMITED' && typeof extensions['retryAt'] === 'string')
      retryAts.add(extensions['retryAt'])
  if (retryAts.size > 0)
    for (const [name, value] of Object.entries(rateLimitHeaders(retryAts, rest.rateLimits())))
      res.setHeader(name, value)
  return {
    codes: errors.map(({ extensions }) => extensions['code']),
    shown: {
      ...result,
      ...(errors.length > 0 && { errors }),
      ...(Object.keys(extensions).length > 0 && { extensions }),
    },
  }
}

/** A document, and the name of the operation in it. */
interface NamedOperation {
  document: DocumentNode
  name: string | null
}

/** Logs, measures and traces an operation that has ended, and keeps what it has observed. */
function reportDone(
  { trace, need, observer, statistics, reader, callerId }: OperationContext,
  { req, params }: ReportedRequest,
  { document, name }: NamedOperation,
  codes: readonly unknown[],
  { log, metrics, telemetry }: OperationOptions,
): void {
  const durationMs = Date.now() - trace.startMs
  const documentHash = parsedHash(document, params?.query)
  log.info(
    {
      requestId: requestIdOf(req),
      caller: callerId,
      document: documentHash,
      operation: name,
      durationMs,
      calls: trace.calls.length,
      errors: countsOf(codes),
    },
    'operation',
  )
  metrics.onOperation(durationMs, codes)
  // What failed was not read whole.
  if (need && observer && codes.length === 0) statistics.add(reader, observer.results(need.plan(), trace.calls))
  telemetry?.traceOperation({ document, operationName: name, documentHash, headers: req.headers, trace, codes })
}

/**
 * Sets the HTTP status that an error of an executed operation gives the response. If the response has data there is
 * none, because GraphQL over HTTP requires 2xx then. Without data it is 401 if the caller has no valid credentials, but
 * not if the service refused them.
 */
function withDataStatus(error: GraphQLError, hasData: boolean): GraphQLError {
  if (hasData && !error.extensions['http']) return error
  const { http, ...extensions } = error.extensions
  if (hasData) return withExtensions(error, extensions)
  const isCallerUnknown = extensions['code'] === 'UNAUTHENTICATED' && !extensions['upstream']
  return isCallerUnknown && !http ? withExtensions(error, { ...extensions, http: { status: 401 } }) : error
}

function withExtensions(error: GraphQLError, extensions: GraphQLErrorExtensions): GraphQLError {
  return errorAt(error, error.path, error.message, { extensions })
}

/** The beginning of the SHA-256 of a document, which identifies it. Null if there is none. */
function documentHash(text: unknown): string | null {
  return typeof text === 'string' ? hash('sha256', text).slice(0, 16) : null
}

/** The `documentHash` of the text from which a document was parsed. Requests with the same text have the same document. */
function parsedHash(document: DocumentNode, text: unknown): string | null {
  let own = hashes.get(document)
  if (own === undefined) hashes.set(document, (own = documentHash(text)))
  return own
}

const hashes = new WeakMap<DocumentNode, string | null>()

/** How often each code occurs. */
function countsOf(codes: readonly unknown[]): Record<string, number> {
  const counts: Record<string, number> = {}
  for (const code of codes) counts[String(code)] = (counts[String(code)] ?? 0) + 1
  return counts
}

/** The ID of a caller in the log. One that could not be determined is nobody. */
async function idOf(caller: ReportedRequest['caller']): Promise<string> {
  try {
    return (await caller)?.id ?? 'nobody'
  } catch {
    return 'nobody'
  }
}

/**
 * Sets the HTTP status of an error before execution. Clients that accept `application/json` get 200 nevertheless
 * (`spec`), unless it is a fault of Adgraph.
 */
function withStatus(error: GraphQLError): GraphQLError {
  const { code, http = code === 'INTERNAL' ? { status: 500 } : { spec: true, status: 400 } } = error.extensions
  return withExtensions(error, { ...error.extensions, http })
}
