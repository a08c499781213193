import { hash } from 'node:crypto'
import {
  getOperationAST,
  type GraphQLError,
  type DocumentNode,
  type ExecutionResult,
  type GraphQLErrorExtensions,
} from 'graphql'
import { isAsyncIterable, type Plugin } from 'graphql-yoga'
import { errorAt } from '../../execute/error/field-error.ts'
import type { MaybePromise } from '../../async/promise.ts'
import type { Context } from '../../context.ts'
import type { Budget } from '../../rest/budget.ts'
import type { Statistics } from '../../rest/statistics.ts'
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
  metrics: Metrics
  /** Records finished operations. Undefined if they are not traced. */
  telemetry: Telemetry | undefined
}

/** The context of resolvers, with the parts that only the server uses. */
export interface OperationContext extends Context {
  /** Names the caller in the log. */
  callerId: string
  trace: Trace
  /** The coerced variables of the operation. */
  variables?: Readonly<Record<string, unknown>>
  /** Whether the operation uses `@defer` or `@stream`, and not only with `if: false`. */
  isIncremental?: boolean
  /** The plan of the operation, once its variables are known. */
  plan?: Plan
  /** The plan as it is reported, if the request asks for it. */
  planReport?: PlanReport
  /** What the plan expects, if the request asks for the plan or the trace, or its trusted document declares that. */
  expectation?: Expectation
  /** What is observed of the fields of the operation. Undefined if others are observed. */
  observer: Observation | undefined
  /** The statistics of what was read. */
  statistics: Statistics
  /** The credentials whose statistics these are, as a hash. */
  reader: string
  /** Aborts when the caller disconnects. */
  signal: AbortSignal
  /** The calls and rows that the operation may use. */
  budget: Budget
  /** Errors that resolvers have reported. They are sent with the response, or with its last part. */
  reported: readonly GraphQLError[]
}

/** The request and the response of an operation. */
interface Exchange {
  req: IncomingRequest
  res: OutgoingResponse
  /** Undefined if the request was refused before its caller was looked for. */
  caller?: MaybePromise<{ id: string }>
  /** The parameters of the request, once they are read: those of a trusted document have its text. */
  params?: { query?: unknown }
  maxExpectedCalls?: number
}

/** A result, or one part of an incremental result. */
type Part = ExecutionResult & { incremental?: readonly Pick<ExecutionResult, 'errors'>[]; hasNext?: boolean }

/**
 * Processes the result of every operation, whole or incremental (@defer, @stream): masks its errors, adds
 * `extensions.plan` (to the first part) and `extensions.upstream` (to the last part, when all calls are known), and
 * logs, measures and traces its name, duration, calls and error codes. A response that is RATE_LIMITED gets the
 * rate-limit headers. Counts operations that were refused before execution.
 */
export function operationPlugin(options: OperationOptions): Plugin<OperationContext & Exchange, Exchange> {
  const { log, mask, metrics } = options
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
      void idOf(caller).then((id) => log.info({ requestId, caller: id, document, errors }, 'operation refused'))
      answer.setResult({ ...result, errors: result.errors?.map(withStatus) } as ExecutionResult)
    },
    onExecute({ args: { document, operationName, contextValue } }) {
      const context = contextValue as OperationContext & Exchange
      const operation = { document, name: getOperationAST(document, operationName)?.name?.value ?? null }
      warnOfExpectation(context, operation, log)
      const answer = createAnswer(context, mask)
      const done = () => reportDone(context, operation, answer.codes, options)
      return {
        onExecuteDone({ result, setResult }) {
          if (isAsyncIterable(result)) {
            let isFirst = true
            return {
              onNext({ result: part, setResult }) {
                setResult(answer.finished(part, isFirst, (part as Part).hasNext !== true))
                isFirst = false
              },
              onEnd: done,
            }
          }
          setResult(answer.finished(result, true, true))
          // Without data nothing was executed, and it is logged as refused.
          if ('data' in result) done()
          return undefined
        },
      }
    },
  }
}

/** The result of an operation as callers get it, in one part or in several. */
function createAnswer(context: OperationContext & Exchange, mask: OperationOptions['mask']) {
  /** The codes of the errors so far. */
  const codes: unknown[] = []
  /** The extensions of the errors so far. The errors of one call share them. */
  const sent = new Set<object>()
  const retryAts = new Set<string>()

  return { codes, finished }

  /** A part with its errors masked, the errors that resolvers have reported, the plan, and the calls. */
  function finished(part: Part, isFirst: boolean, isLast: boolean): Part {
    const { trace, plan, planReport, expectation, askedBy, reported } = context
    const hasData = Boolean(part.data)
    const own = maskedOf(part.errors, hasData) ?? []
    const incremental = part.incremental?.map((increment) => {
      const errors = maskedOf(increment.errors, true)
      return errors ? { ...increment, errors } : increment
    })
    const unsent = isLast ? reported.filter(({ extensions }) => !sent.has(extensions)) : []
    const errors = [...own, ...(maskedOf(unsent, hasData) ?? [])]
    const extensions = {
      ...part.extensions,
      ...(isFirst && planReport && { plan: planReport }),
      ...(isLast && askedBy && { upstream: trace.report(plan, expectation) }),
    }
    setRateLimitHeaders()
    return {
      ...part,
      ...(errors.length > 0 && { errors }),
      ...(incremental && { incremental }),
      ...(Object.keys(extensions).length > 0 && { extensions }),
    }
  }

  function maskedOf(errors: Part['errors'], hasData: boolean): GraphQLError[] | undefined {
    return errors?.map((error) => {
      const masked = mask(error)
      sent.add(masked.extensions)
      const shown = withDataStatus(masked, hasData)
      const { code, retryAt } = shown.extensions
      codes.push(code)
      if (code === 'RATE_LIMITED' && typeof retryAt === 'string') retryAts.add(retryAt)
      return shown
    })
  }

  /** Later parts of a response come after its headers. */
  function setRateLimitHeaders(): void {
    const { res, rest } = context
    if (retryAts.size === 0 || res.headersSent) return
    for (const [name, value] of Object.entries(rateLimitHeaders(retryAts, rest.rateLimits())))
      res.setHeader(name, value)
  }
}

interface NamedOperation {
  document: DocumentNode
  name: string | null
}

/** Logs, measures and traces an operation that has ended, and keeps what it has observed. */
function reportDone(
  { trace, plan, observer, statistics, reader, req, callerId, params }: OperationContext & Exchange,
  { document, name }: NamedOperation,
  codes: readonly unknown[],
  { log, metrics, telemetry }: OperationOptions,
): void {
  const durationMs = Date.now() - trace.startMs
  log.info(
    {
      requestId: requestIdOf(req),
      caller: callerId,
      document: parsedHash(document, params?.query),
      operation: name,
      durationMs,
      calls: trace.calls.length,
      errors: countsOf(codes),
    },
    'operation',
  )
  metrics.onOperation(durationMs, codes)
  // What failed was not read whole.
  if (plan && observer && codes.length === 0) statistics.add(reader, observer.results(plan, trace.calls))
  telemetry?.traceOperation({ document, operationName: name, headers: req.headers, trace, codes })
}

/** Warns of a trusted document that is expected to need more calls than it declares. */
function warnOfExpectation(
  { maxExpectedCalls: declared, expectation, req }: OperationContext & Exchange,
  { name }: NamedOperation,
  log: Logger,
): void {
  const expected = expectation?.calls ?? null
  if (declared === undefined || expected === null || expected <= declared) return
  const message = 'a trusted document is expected to need more calls than it declares'
  log.warn({ requestId: requestIdOf(req), operation: name, expected, declared }, message)
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

/** The ID of a caller in the log. One that could not be determined is nobody. */
async function idOf(caller: Exchange['caller']): Promise<string> {
  try {
    return (await caller)?.id ?? 'nobody'
  } catch {
    return 'nobody'
  }
}

/**
 * Sets the HTTP status of an error before execution. Clients that accept `application/json` get 200 nevertheless
 * (`spec`).
 */
function withStatus(error: GraphQLError): GraphQLError {
  const { code, http = { spec: true, status: code === 'INTERNAL' ? 500 : 400 } } = error.extensions
  return withExtensions(error, { ...error.extensions, http })
}
