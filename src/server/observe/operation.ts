import { hash } from 'node:crypto'
import {
  getOperationAST,
  GraphQLError,
  type DocumentNode,
  type ExecutionResult,
  type GraphQLErrorExtensions,
} from 'graphql'
import { isAsyncIterable, type Plugin } from 'graphql-yoga'
import type { MaybePromise } from '../../async/promise.ts'
import type { Context } from '../../context.ts'
import type { Budget } from '../../rest/budget.ts'
import type { ObservedKind, StatisticOf } from '../../rest/statistics.ts'
import type { Expectation } from '../../schema/plan/expectation.ts'
import type { Observation } from '../../schema/plan/observation.ts'
import type { PlanReport } from '../../schema/plan/plan-report.ts'
import type { Plan } from '../../schema/plan/plan.ts'
import type { IncomingRequest, OutgoingResponse } from '../http/exchange.ts'
import type { Logger } from './log.ts'
import type { Metrics } from './metrics.ts'
import { rateLimitHeaders } from './rate-limit-headers.ts'
import { requestIdOf } from './request-id.ts'
import type { Telemetry } from './telemetry.ts'
import type { Trace } from './trace.ts'

interface OperationOptions {
  log: Logger
  /** Returns the error that callers may see. */
  mask: (error: unknown) => GraphQLError
  metrics: Pick<Metrics, 'onOperation' | 'onRefusal'>
  /** Records finished operations. Undefined if they are not traced. */
  telemetry: Pick<Telemetry, 'traceOperation'> | undefined
}

/** The context of resolvers, with the parts that only the server uses. */
export interface OperationContext extends Context {
  /** Names the caller in the log. */
  callerId: string
  trace: Trace
  /** The coerced variables of the operation. */
  variables?: Readonly<Record<string, unknown>>
  /** The plan of the operation, once its variables are known. */
  plan?: Plan
  /** The plan as it is reported, if the request asks for it. */
  planReport?: PlanReport
  /** What the plan expects, if the request asks for the plan or the trace, or its trusted document declares that. */
  expectation?: Expectation
  /** What is observed of the fields of the operation. Undefined if others are observed. */
  observer: Observation | undefined
  /** What the caller may know of what was read before. */
  statistics: CallerStatistics
  /** Aborts when the caller disconnects. */
  signal: AbortSignal
  /** The calls and rows that the operation may use. */
  budget: Budget
  /** Errors that resolvers have reported. They are sent with the response, or with its last part. */
  reported: readonly GraphQLError[]
}

/** The statistics of what was read, for one caller. */
export interface CallerStatistics {
  add(observed: Iterable<ObservedKind>): void
  knownHere(): StatisticOf
  known(accounts: Iterable<string>): Promise<StatisticOf>
}

/** The request and the response of an operation. */
interface Exchange {
  req: IncomingRequest
  res: OutgoingResponse
  /** Undefined if the request was refused before its caller was looked for. */
  caller?: MaybePromise<{ id: string }>
  /** The parameters of the request, once they are read: those of a trusted document have its text. */
  params?: { query?: unknown }
  maxExpectedCalls?: number | undefined
}

/** A result, or one part of an incremental result. */
type Part = ExecutionResult & { incremental?: readonly Pick<ExecutionResult, 'errors'>[]; hasNext?: boolean }

/**
 * Processes the result of every operation, whole or incremental (@defer, @stream): masks its errors, adds
 * `extensions.plan` (to the first part) and `extensions.upstream` (to the last part, when all calls are known), and
 * logs, measures and traces its name, duration, calls and error codes. A response that is RATE_LIMITED gets the
 * rate-limit headers. Counts operations that were refused before execution.
 */
export function operationPlugin({
  log,
  mask,
  metrics,
  telemetry,
}: OperationOptions): Plugin<OperationContext & Exchange, Exchange> {
  return {
    onResultProcess(answer) {
      const { result } = answer
      if (Array.isArray(result) || isAsyncIterable(result) || 'data' in result) return
      const codes = result.errors?.map(({ extensions }) => extensions['code']) ?? []
      metrics.onRefusal(codes[0])
      const { req, caller, params } = answer.serverContext
      const requestId = requestIdOf(req)
      const document = documentHash(params?.query)
      const errors = countsOf(codes)
      withCallerId(caller, (id) => log.info({ requestId, caller: id, document, errors }, 'operation refused'))
      answer.setResult({ ...result, errors: result.errors?.map(withStatus) } as ExecutionResult)
    },
    onExecute({ args }) {
      const context = args.contextValue as OperationContext & Exchange
      const { trace, plan, planReport, expectation, observer, rest, askedBy, reported, req, res, callerId, params } =
        context
      const operationName = getOperationAST(args.document, args.operationName)?.name?.value ?? null
      warnOfExpectation(context)
      const codes: unknown[] = []
      /** The extensions of the errors so far. The errors of one call share them. */
      const sent = new Set<object>()
      const retryAts = new Set<string>()

      const extended = (part: Part, first: boolean, last: boolean): Pick<Part, 'extensions'> => {
        const shown = {
          ...(first && planReport && { plan: planReport }),
          ...(last && askedBy && { upstream: trace.report(plan, expectation) }),
        }
        return Object.keys(shown).length > 0 ? { extensions: { ...part.extensions, ...shown } } : {}
      }
      const masked = (errors: Part['errors'], hasData: boolean) => {
        const seen = errors?.map((error) => {
          const shown = mask(error)
          sent.add(shown.extensions)
          return withDataStatus(shown, hasData)
        })
        for (const { extensions } of seen ?? []) {
          const { code, retryAt } = extensions
          codes.push(code)
          if (code === 'RATE_LIMITED' && typeof retryAt === 'string') retryAts.add(retryAt)
        }
        return seen && { errors: seen }
      }
      const finished = (part: Part, first: boolean, last: boolean): Part => {
        const hasData = Boolean(part.data)
        const own = masked(part.errors, hasData)?.errors
        const incremental = part.incremental?.map((increment) => ({ ...increment, ...masked(increment.errors, true) }))
        const unsent = last ? reported.filter(({ extensions }) => !sent.has(extensions)) : []
        const others = masked(unsent, hasData)?.errors
        const errors = [...(own ?? []), ...(others ?? [])]
        return {
          ...part,
          ...(errors.length > 0 && { errors }),
          ...(incremental && { incremental }),
          ...extended(part, first, last),
        }
      }
      /** Later parts of a response come after its headers. */
      const setRateLimitHeaders = () => {
        if (retryAts.size === 0 || res.headersSent) return
        for (const [name, value] of Object.entries(rateLimitHeaders(retryAts, rest.rateLimits())))
          res.setHeader(name, value)
      }
      const reportDone = () => {
        const durationMs = Date.now() - trace.startMs
        log.info(
          {
            requestId: requestIdOf(req),
            caller: callerId,
            document: parsedHash(args.document, params?.query),
            operation: operationName,
            durationMs,
            calls: trace.calls.length,
            errors: countsOf(codes),
          },
          'operation',
        )
        metrics.onOperation(durationMs, codes)
        // What failed was not read whole.
        if (plan && observer && codes.length === 0) context.statistics.add(observer.results(plan, trace.calls))
        telemetry?.traceOperation({
          document: args.document,
          operationName: args.operationName,
          headers: req.headers,
          trace,
          codes,
        })
      }

      /** A trusted document can declare what it expects at most. */
      function warnOfExpectation({ maxExpectedCalls: declared }: typeof context): void {
        if (declared === undefined || !expectation) return
        const { calls } = expectation
        if (calls === null || calls <= declared) return
        const message = 'a trusted document is expected to need more calls than it declares'
        log.warn({ requestId: requestIdOf(req), operation: operationName, expected: calls, declared }, message)
      }

      return {
        onExecuteDone({ result, setResult }) {
          if (isAsyncIterable(result)) {
            let first = true
            return {
              onNext({ result: part, setResult }) {
                setResult(finished(part, first, (part as Part).hasNext !== true))
                setRateLimitHeaders()
                first = false
              },
              onEnd: reportDone,
            }
          }
          setResult(finished(result, true, true))
          setRateLimitHeaders()
          // Without data nothing was executed, and it is logged as refused.
          if ('data' in result) reportDone()
          return undefined
        },
      }
    },
  }
}

/**
 * Sets the HTTP status that an error of an executed operation gives the response. If the response has data there is
 * none, because GraphQL over HTTP requires 2xx then. Without data it is 401 if the caller has no valid credentials, but
 * not if the service refused them.
 */
function withDataStatus(error: GraphQLError, hasData: boolean): GraphQLError {
  if (hasData && !('http' in error.extensions)) return error
  const { http, ...extensions } = error.extensions
  if (hasData) return http ? withExtensions(error, extensions) : error
  const isCallerUnknown = extensions['code'] === 'UNAUTHENTICATED' && !extensions['upstream']
  return isCallerUnknown && !http ? withExtensions(error, { ...extensions, http: { status: 401 } }) : error
}

function withExtensions(
  { message, nodes, source, positions, path }: GraphQLError,
  extensions: GraphQLErrorExtensions,
): GraphQLError {
  return new GraphQLError(message, { nodes, source, positions, path, extensions })
}

/** The beginning of the SHA-256 of a document, which tells it from others. Null if there is none. */
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

/** Logs with the ID of a caller, as soon as it is known. One that could not be determined is nobody. */
function withCallerId(caller: Exchange['caller'], log: (id: string) => void): void {
  if (caller instanceof Promise)
    void caller.then(
      ({ id }) => log(id),
      () => log('nobody'),
    )
  else log(caller?.id ?? 'nobody')
}

/**
 * Sets the HTTP status of an error before execution. Clients that accept `application/json` get 200 nevertheless
 * (`spec`).
 */
function withStatus(error: GraphQLError): GraphQLError {
  const { code, http } = error.extensions
  if (http === undefined)
    return Object.assign(error, {
      extensions: { ...error.extensions, http: { spec: true, status: code === 'INTERNAL' ? 500 : 400 } },
    })
  return error
}
