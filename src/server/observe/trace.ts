import type { CachedRead } from '../../rest/cache/reference-cache.ts'
import type { Askers, CallRecord } from '../../rest/types.ts'
import { type Expected, expectedCalls, type PlanReport } from '../../schema/plan/expectation.ts'
import type { Plan } from '../../schema/plan/plan.ts'

/**
 * The maximum number of characters of the paths and bodies in the calls of a trace. Thousands of calls can each have
 * hundreds of fields.
 */
const MAX_CHARACTERS = 1_000_000

/** The calls of one operation, and its reads that took none. The operation adds to them. */
export class Trace {
  readonly startMs = Date.now()
  readonly calls: CallRecord[] = []
  readonly cached: CachedRead[] = []

  /** The form of `extensions.upstream`; `startMs` is relative to the start of the operation. */
  report(plan?: Plan, expectation?: Expected) {
    const fields = this.#fields()
    const planned: Pick<PlanReport, 'calls'> | undefined = plan && { calls: expectedCalls(plan.calls, expectation) }
    return {
      requests: this.calls.length,
      /** The number of reads that were answered without a call of this operation, and how many of the answers were stale. */
      cached: this.cached.length,
      stale: this.cached.filter(({ stale }) => stale).length,
      /** The number of times that a field was served by a call that another field had made. */
      joined: fields.reduce((sum, { joined }) => sum + joined, 0),
      /** The calls of the plan, without retries and token calls. */
      planned,
      fields,
      calls: this.#tracedCalls(),
    }
  }

  /** The calls. Once their paths and bodies are too long together, further ones are left out. */
  #tracedCalls(): TracedCall[] {
    let characters = 0
    return this.calls.map((record) => {
      const { account: _, askers = new Set(), body, ...call } = record
      for (const path of askers) characters += path.length
      characters += body?.length ?? 0
      const isShown = characters <= MAX_CHARACTERS
      const fields = isShown ? [...askers] : []
      return { ...call, body: isShown ? body : undefined, startMs: call.startMs - this.startMs, fields }
    })
  }

  /** The report of each field. The first field that asks for a call makes it, and all others join it. */
  #fields(): FieldReport[] {
    const byPath = new Map<string, FieldReport>()
    const fieldsOf = (askers: Askers = new Set()) =>
      Array.from(askers, (path) => {
        let field = byPath.get(path)
        if (!field) byPath.set(path, (field = { path, calls: 0, joined: 0, cached: 0 }))
        return field
      })
    for (const { askers, attempt } of this.calls) {
      const [first, ...others] = fieldsOf(askers)
      if (first) first.calls += 1
      if (attempt === 1) for (const field of others) field.joined += 1
    }
    for (const { askers } of this.cached) for (const field of fieldsOf(askers)) field.cached += 1
    return [...byPath.values()]
  }
}

/** The form of a trace in `extensions.upstream`. */
export type TraceReport = ReturnType<Trace['report']>

/** A call, with the response paths of the fields that asked for it, the first of them first. */
export type TracedCall = Omit<CallRecord, 'account' | 'askers'> & { fields: string[] }

/** The calls of a field, and how often it was served by a call of another field, or by the cache. */
interface FieldReport {
  /** The response path of the field, for example `account.campaigns`. */
  path: string
  calls: number
  joined: number
  cached: number
}
