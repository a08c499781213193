import type { IncomingHttpHeaders } from 'node:http'
import {
  context,
  diag,
  type DiagLogger,
  DiagLogLevel,
  propagation,
  SpanKind,
  SpanStatusCode,
  trace as traces,
} from '@opentelemetry/api'
import { NodeSDK } from '@opentelemetry/sdk-node'
import { getOperationAST, type DocumentNode } from 'graphql'
import { within } from '../../async/promise.ts'
import type { Logger } from './log.ts'
import type { Trace } from './trace.ts'

/** Exports OpenTelemetry traces of operations by OTLP. */
export type Telemetry = ReturnType<typeof startTelemetry>

/**
 * Starts to export traces by OTLP. OpenTelemetry's own environment variables configure the export
 * (`OTEL_EXPORTER_OTLP_ENDPOINT`). Import this module dynamically, because it loads hundreds of others.
 */
export function startTelemetry(log: Logger) {
  diag.setLogger(
    { ...SILENT, error: once((reason) => log.warn({ reason }, 'traces cannot be exported')) },
    DiagLogLevel.ERROR,
  )
  const sdk = new NodeSDK({ serviceName: 'adgraph', metricReaders: [], logRecordProcessors: [], instrumentations: [] })
  sdk.start()
  return {
    traceOperation,
    /**
     * Exports the spans that have not been exported yet, and shuts down, within a second. Never rejects: without a collector that
     * answers, they are lost.
     */
    async stop(): Promise<void> {
      const lost = (err?: unknown) => log.warn({ err }, 'the last traces could not be exported')
      await within(STOP_MS, sdk.shutdown().catch(lost), lost)
    },
  }
}

/** How long a stop waits for the collector, which must not delay the end of the process. */
const STOP_MS = 1_000

const SILENT: DiagLogger = { error() {}, warn() {}, info() {}, debug() {}, verbose() {} }

/** Calls `report` with the first message only: an export that fails is tried again and again. */
function once(report: (message: string) => void): (message: string) => void {
  let isReported = false
  return (message) => {
    if (!isReported) report(message)
    isReported = true
  }
}

/** A finished operation. Its spans have no arguments, variables, IDs or tokens. */
interface FinishedOperation {
  document: DocumentNode
  operationName: string | null | undefined
  documentHash: string | null
  /** The headers of the request, which can contain a trace context. */
  headers: IncomingHttpHeaders
  trace: Trace
  codes: readonly unknown[]
}

/**
 * Records a finished operation as a span, and each of its calls as a child span, by the semantic conventions of
 * OpenTelemetry. The name of an operation is the client's: it is an attribute, because names of spans must be few.
 */
function traceOperation({ document, operationName, documentHash, headers, trace, codes }: FinishedOperation): void {
  const tracer = traces.getTracer('adgraph')
  const operation = getOperationAST(document, operationName)
  const caller = propagation.extract(context.active(), headers)
  const span = tracer.startSpan(
    operation?.operation ?? 'GraphQL Operation',
    {
      kind: SpanKind.SERVER,
      startTime: trace.startMs,
      attributes: {
        'graphql.operation.type': operation?.operation,
        'graphql.operation.name': operation?.name?.value,
        'graphql.document.hash': documentHash ?? undefined,
        'error.type': codes.length > 0 ? String(codes[0]) : undefined,
        'adgraph.calls': trace.calls.length,
        'adgraph.errors': codes.map(String),
      },
    },
    caller,
  )
  if (codes.length > 0) span.setStatus({ code: SpanStatusCode.ERROR })
  const within = traces.setSpan(caller, span)
  for (const { method, path, status, attempt, startMs, durationMs } of trace.calls)
    tracer
      .startSpan(
        `${method} ${path}`,
        {
          kind: SpanKind.CLIENT,
          startTime: startMs,
          attributes: {
            'http.request.method': method,
            'url.template': path,
            'http.request.resend_count': attempt - 1,
            ...(status !== null && { 'http.response.status_code': status }),
            ...((status === null || status >= 400) && { 'error.type': String(status ?? '_OTHER') }),
          },
        },
        within,
      )
      .end(startMs + durationMs)
  span.end()
}
