import type { PlanReport } from '../../src/schema/plan/expectation.ts'
import type { TracedCall, TraceReport } from '../../src/server/observe/trace.ts'

/**
 * What an operation did beyond the bounds of its plan, a line each: more or fewer calls, more rows, or a call to an
 * endpoint that its field does not have in the plan. Retries and token calls are not part of a plan. What is read again
 * after a failure is not either, so the bounds hold only if no call failed. `isWhole` is whether nothing was refused
 * before it was sent, or answered by the cache.
 */
export function beyondPlan({ calls, rows, steps }: PlanReport, trace: TraceReport, isWhole: boolean): string[] {
  const hasFailed = trace.calls.some(({ status }) => status === null || status >= 300)
  const planned = trace.calls.filter(({ attempt, fields }) => attempt === 1 && fields.length > 0)
  // Calls of no field look for what became of a write.
  const arrived = trace.calls.reduce((sum, { fields, rows }) => sum + (fields.length > 0 ? rows : 0), 0)
  const beyond: string[] = []
  if (!hasFailed && exceeds(planned.length, calls.max))
    beyond.push(`${planned.length} calls, planned at most ${calls.max}`)
  if (isWhole && !hasFailed && planned.length < calls.min)
    beyond.push(`${planned.length} calls, planned at least ${calls.min}`)
  if (exceeds(arrived, rows.max)) beyond.push(`${arrived} rows, planned at most ${rows.max}`)
  const maxOf = (field: string) =>
    steps.filter((step) => step.field === field).reduce((sum, step) => sum + (step.calls.max ?? Infinity), 0)
  for (const [field, made] of callsByField(planned, maxOf)) {
    const own = steps.filter((step) => step.field === field)
    const max = maxOf(field)
    if (!hasFailed && made.length > max) beyond.push(`${made.length} calls of ${field}, planned at most ${max}`)
    for (const { path } of made)
      if (!own.some(({ endpoint }) => isPlanned(endpoint, path)))
        beyond.push(`${field} called ${path}, which is not planned`)
  }
  return beyond
}

/**
 * Whether a call to a path belongs to a planned endpoint. It is null if only the rows say which one it is. A look-up that
 * no other look-up joined in time uses the endpoint of the single entity, in place of the list with a filter for IDs.
 */
function isPlanned(endpoint: string | null, path: string): boolean {
  return endpoint === null || path === endpoint || path.replace(/\/:\w+$/, '') === endpoint
}

/** Throws unless what happened lies between the bounds of the plan. */
export function assertWithinPlan(
  plan: PlanReport,
  trace: TraceReport,
  { data, errors }: { data: unknown; errors: readonly object[] | undefined },
): void {
  const isRefused = errors !== undefined || JSON.stringify(data ?? null).includes('"userErrors":[{')
  const beyond = beyondPlan(plan, trace, !isRefused && trace.cached === 0)
  if (beyond.length > 0)
    throw new Error(`Beyond the plan:\n${beyond.join('\n')}\n${JSON.stringify(plan.steps, null, 1)}`)
}

/** A maximum that only the service knows is null. */
function exceeds(value: number, max: number | null): boolean {
  return max !== null && value > max
}

/** The calls of each field: one that several fields asked for belongs to the first of them whose plan has it. */
function callsByField(calls: readonly TracedCall[], maxOf: (field: string) => number): Map<string, TracedCall[]> {
  const byField = new Map<string, TracedCall[]>()
  for (const call of calls) {
    const made = (field: string) => byField.get(field) ?? []
    const field = call.fields.find((each) => made(each).length < maxOf(each)) ?? call.fields[0]!
    byField.set(field, [...made(field), call])
  }
  return byField
}
