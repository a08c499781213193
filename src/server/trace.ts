import type { Plugin } from 'graphql-yoga'
import type { CallRecord } from '../rest/types.ts'

/** The request header that asks for the trace. */
const TRACE_HEADER = 'x-upstream-trace'

/** The calls of one operation. */
export class Trace {
  readonly startMs = Date.now()
  readonly calls: CallRecord[] = []

  readonly onCall = (call: CallRecord): void => {
    this.calls.push(call)
  }

  /** As `extensions.upstream` shows it; `startMs` counts from the operation's start. */
  toJSON() {
    const calls = this.calls.map((call) => ({ ...call, startMs: call.startMs - this.startMs }))
    return { requests: calls.length, cached: 0, calls }
  }
}

/** Puts `extensions.upstream` on answers: always, or where the request asks for it by header. */
export function tracePlugin({ always }: { always: boolean }): Plugin<{ trace: Trace; request: Request }> {
  return {
    onExecute({ args }) {
      const { trace, request } = args.contextValue
      if (!always && request.headers.get(TRACE_HEADER) !== '1') return undefined
      return {
        onExecuteDone({ result, setResult }) {
          if ('data' in result || 'errors' in result)
            setResult({ ...result, extensions: { ...result.extensions, upstream: trace.toJSON() } })
        },
      }
    },
  }
}
