import type { IncomingHttpHeaders } from 'node:http'
import { context, propagation, SpanKind, SpanStatusCode, trace as traces } from '@opentelemetry/api'
import { NodeSDK } from '@opentelemetry/sdk-node'
import { getOperationAST, type DocumentNode } from 'graphql'
import type { Trace } from './trace.ts'

/** OpenTelemetry traces of operations, sent by OTLP. */
export interface Telemetry {
  /** Records a finished operation, and each of its calls as a child. */
  traceOperation(operation: DoneOperation): void
  /** Sends what has not been sent yet, and ends. */
  stop(): Promise<void>
}

/**
 * Starts to send traces by OTLP, as OpenTelemetry's own environment variables say (`OTEL_EXPORTER_OTLP_ENDPOINT`).
 * Import this module dynamically: it loads hundreds of modules that nothing else needs.
 */
export function startTelemetry(): Telemetry {
  const sdk = new NodeSDK({ serviceName: 'adgraph', metricReaders: [], logRecordProcessors: [], instrumentations: [] })
  sdk.start()
  return { traceOperation, stop: () => sdk.shutdown() }
}

/** What the spans of a finished operation are made of. They hold no argument, variable, id or token. */
export interface DoneOperation {
  document: DocumentNode
  operationName: string | null | undefined
  /** The request's headers, which can name the trace that it belongs to. */
  headers: IncomingHttpHeaders
  trace: Trace
  codes: readonly unknown[]
}

function traceOperation({ document, operationName, headers, trace, codes }: DoneOperation): void {
  const tracer = traces.getTracer('adgraph')
  const operation = getOperationAST(document, operationName)
  const caller = propagation.extract(context.active(), headers)
  const span = tracer.startSpan(
    [operation?.operation, operation?.name?.value].filter(Boolean).join(' '),
    {
      kind: SpanKind.SERVER,
      startTime: trace.startMs,
      attributes: { 'adgraph.calls': trace.calls.length, 'adgraph.errors': codes.map(String) },
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
          },
        },
        within,
      )
      .end(startMs + durationMs)
  span.end()
}
