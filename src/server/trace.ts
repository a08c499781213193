import type { CallRecord } from '../rest/types.ts'

/** The request header that asks for the trace. */
export const TRACE_HEADER = 'x-upstream-trace'

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
