import type { IncomingHttpHeaders } from 'node:http'
import { context, propagation, SpanKind, SpanStatusCode, trace as traces } from '@opentelemetry/api'
import { getOperationAST, type DocumentNode } from 'graphql'
import type { Trace } from './trace.ts'

/**
 * Sends traces by OTLP to where OpenTelemetry's own environment variables say (`OTEL_EXPORTER_OTLP_ENDPOINT`). Gives
 * what sends the last of them and ends.
 */
export async function startTelemetry(): Promise<() => Promise<void>> {
  // A hundred modules, which only this needs.
  const { NodeSDK } = await import('@opentelemetry/sdk-node')
  const sdk = new NodeSDK({ serviceName: 'adgraph', metricReaders: [], logRecordProcessors: [], instrumentations: [] })
  sdk.start()
  sending = true
  return () => sdk.shutdown()
}

let sending = false

/** What a span tells of an operation that is done. No argument, variable, id or token is among it. */
export interface DoneOperation {
  document: DocumentNode
  operationName: string | null | undefined
  /** Those of the request, which may name the trace that it belongs to. */
  headers: IncomingHttpHeaders
  trace: Trace
  codes: readonly unknown[]
}

/** Traces an operation that is done, and below it each call it made; without telemetry this does nothing. */
export function traceOperation({ document, operationName, headers, trace, codes }: DoneOperation): void {
  if (!sending) return
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
