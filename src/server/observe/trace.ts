import type { CallRecord } from '../../rest/types.ts'

/** The request header that asks for the trace. */
export const TRACE_HEADER = 'x-upstream-trace'

/** The calls of one operation. */
export class Trace {
  readonly startMs = Date.now()
  readonly calls: CallRecord[] = []
  /** The number of cached responses, and how many of them were stale. */
  cached = 0
  stale = 0

  onCall(call: CallRecord): void {
    this.calls.push(call)
  }

  onCached({ stale }: { stale: boolean }): void {
    this.cached += 1
    if (stale) this.stale += 1
  }

  /** The form of `extensions.upstream`; `startMs` is relative to the start of the operation. */
  toJSON() {
    const calls = this.calls.map((call) => ({ ...call, startMs: call.startMs - this.startMs }))
    return { requests: calls.length, cached: this.cached, stale: this.stale, calls }
  }
}
