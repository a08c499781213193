import type { IncomingMessage } from 'node:http'
import { getOperationAST, GraphQLError, type ExecutionResult, type GraphQLErrorExtensions } from 'graphql'
import { isAsyncIterable, type Plugin } from 'graphql-yoga'
import type { Context } from '../../context.ts'
import type { Logger } from './log.ts'
import type { Metrics } from './metrics.ts'
import { requestIdOf } from './request-id.ts'
import type { Telemetry } from './telemetry.ts'
import { TRACE_HEADER, type Trace } from './trace.ts'

interface OperationOptions {
  log: Logger
  /** Whether every answer carries the trace, asked for or not. */
  traceAlways: boolean
  /** What a caller may see of an error. */
  mask: (error: unknown) => GraphQLError
  metrics: Pick<Metrics, 'onOperation' | 'onRefusal'>
  /** Records finished operations. Undefined: they are not traced. */
  telemetry: Pick<Telemetry, 'traceOperation'> | undefined
}

/** What the server adds to the resolvers' context for its own use. */
export interface OperationContext extends Context {
  trace: Trace
  /** Aborted when the caller has gone. */
  signal: AbortSignal
  /** What resolvers have reported; it goes out with the answer, or with its last part. */
  reported: readonly GraphQLError[]
}

/** An answer, or one part of an answer that comes in parts. */
type Part = ExecutionResult & { incremental?: readonly Pick<ExecutionResult, 'errors'>[]; hasNext?: boolean }

/**
 * What is done with every operation's answer, whole or in parts (@defer, @stream): its errors are masked,
 * `extensions.upstream` is put on it (on the last part, when all calls are known), and its name, duration,
 * calls and the codes of its errors are logged, measured and traced. What was refused before is counted.
 */
export function operationPlugin({
  log,
  traceAlways,
  mask,
  metrics,
  telemetry,
}: OperationOptions): Plugin<OperationContext & { req: IncomingMessage }, { req: IncomingMessage }> {
  return {
    onResultProcess(answer) {
      const { result } = answer
      if (Array.isArray(result) || isAsyncIterable(result) || 'data' in result) return
      const codes = [...new Set(result.errors?.map(({ extensions }) => extensions['code']))]
      metrics.onRefusal(codes[0])
      log.info({ requestId: requestIdOf(answer.serverContext.req), errors: codes }, 'operation refused')
      answer.setResult({ ...result, errors: result.errors?.map(withStatus) } as ExecutionResult)
    },
    onExecute({ args }) {
      const { trace, reported, req } = args.contextValue as OperationContext & { req: IncomingMessage }
      const traced = traceAlways || req.headers[TRACE_HEADER] === '1'
      const codes: unknown[] = []

      const masked = (errors: Part['errors'], hasData: boolean) => {
        const seen = errors?.map((error) => withDataStatus(mask(error), hasData))
        for (const { extensions } of seen ?? []) codes.push(extensions['code'])
        return seen && { errors: seen }
      }
      const finished = (part: Part, last: boolean): Part => ({
        ...part,
        ...masked(
          last && reported.length > 0 ? [...(part.errors ?? []), ...reported] : part.errors,
          Boolean(part.data),
        ),
        ...(part.incremental && {
          incremental: part.incremental.map((increment) => ({ ...increment, ...masked(increment.errors, true) })),
        }),
        ...(last && traced && { extensions: { ...part.extensions, upstream: trace.toJSON() } }),
      })
      const tellDone = () => {
        const durationMs = Date.now() - trace.startMs
        log.info(
          {
            requestId: requestIdOf(req),
            operation: getOperationAST(args.document, args.operationName)?.name?.value ?? null,
            durationMs,
            calls: trace.calls.length,
            errors: codes,
          },
          'operation',
        )
        metrics.onOperation(durationMs, codes)
        telemetry?.traceOperation({
          document: args.document,
          operationName: args.operationName,
          headers: req.headers,
          trace,
          codes,
        })
      }

      return {
        onExecuteDone({ result, setResult }) {
          if (isAsyncIterable(result))
            return {
              onNext: ({ result: part, setResult }) => setResult(finished(part, (part as Part).hasNext !== true)),
              onEnd: tellDone,
            }
          setResult(finished(result, true))
          // Without data nothing was executed: it is logged as refused.
          if ('data' in result) tellDone()
          return undefined
        },
      }
    },
  }
}

/**
 * An error of an executed operation with the HTTP status that it gives the answer. Beside data it gives none, because
 * GraphQL over HTTP requires 2xx there. Without data it gives 401 if the caller, and not the service, lacks credentials.
 */
function withDataStatus(error: GraphQLError, hasData: boolean): GraphQLError {
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

/** An error with which nothing was executed, with its HTTP status, which clients of plain JSON do not see. */
function withStatus(error: GraphQLError): GraphQLError {
  const { code, http } = error.extensions
  if (http === undefined || code === 'BAD_USER_INPUT')
    error.extensions['http'] = { spec: true, status: code === 'INTERNAL' ? 500 : 400 }
  return error
}
